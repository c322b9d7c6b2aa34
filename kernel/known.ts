/** A value that is there by all we know; that it is not is a fault of ours. */
export const known = <T>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}
