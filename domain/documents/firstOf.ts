/** How many of several things are named where there is room for one line. */
export const namedFirst = 3

/** The first of several names, with a sign that there are more. */
export const firstOf = (names: readonly string[]): string => names.slice(0, namedFirst).join('、') + (names.length > namedFirst ? ' …' : '')
