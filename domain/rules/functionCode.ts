/** A function code, `noun:verb`: what a role may do. */
export type FunctionCode = `${string}:${string}`
