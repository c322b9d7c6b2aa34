import { half } from '../../kernel/cell.ts'

/** A name as it is compared with others: in half width and lower case, without spaces, brackets and signs, without what every company is called. */
export const alikeKey = (name: string): string => {
  const plain = half(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return plain.replace(/(?:(?:股份)?有限(?:责任)?)?公司$/u, '') || plain
}

/** The records whose names are alike, each group in the order in which its records came; who is alone is left out. */
export const alikeGroups = <R extends { readonly name: string }>(records: readonly R[]): R[][] =>
  [...Map.groupBy(records, ({ name }) => alikeKey(name))].flatMap(([key, group]) => (key !== '' && group.length > 1 ? [group] : []))
