/**
 * How a text begins that a spreadsheet would take for a formula, the full-width signs included: some turn those into plain ones. Such a text
 * leaves with an apostrophe in front, and comes back without it.
 */
const begin = '[=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20]'
const asFormula = new RegExp(`^'*${begin}`)
const markPattern = new RegExp(`^'+${begin}`)

export const withMark = (text: string): string => (asFormula.test(text) ? `'${text}` : text)
export const withoutMark = (text: string): string => (markPattern.test(text) ? text.slice(1) : text)
