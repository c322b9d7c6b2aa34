/** How many of several things are named where there is room for one line. */
export const namedFirst = 3

/** What stands between names, and behind the last where there are more. */
export const nameSeparator = '、'
export const moreSign = ' …'

/** The first of several names, with a sign that there are more. */
export const firstOf = (names: readonly string[]): string =>
  names.slice(0, namedFirst).join(nameSeparator) + (names.length > namedFirst ? moreSign : '')
