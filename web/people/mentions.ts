/** A text in parts, those that name a person with @ apart; a longer name wins over a shorter one it begins with. */
export const splitMentions = (body: string, names: readonly string[]): { text: string; named: boolean }[] => {
  const sortedNames = names.filter(Boolean).toSorted((a, b) => b.length - a.length)
  if (sortedNames.length === 0) return [{ text: body, named: false }]
  const pattern = new RegExp(`(@(?:${sortedNames.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')}))`)
  return body
    .split(pattern)
    .map((text, index) => ({ text, named: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

/** Where an @ was typed into a text; undefined where something else was done to it. */
export const askedAt = (before: string, after: string): number | undefined => {
  if (after.length !== before.length + 1) return undefined
  const mention = [...after.matchAll(/@/g)].find(({ index }) => before === after.slice(0, index) + after.slice(index + 1))
  return mention?.index
}

/** A text with people named at a place, instead of the @ that stands there. */
export const withNamed = (body: string, index: number, names: readonly string[]): string =>
  body.slice(0, index) + names.map((name) => `@${name} `).join('') + body.slice(body[index] === '@' ? index + 1 : index)
