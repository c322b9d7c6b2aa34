/** The code of a caught error, as Node and PostgreSQL write it; undefined where it has none. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** What a caught error says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
