/** A text in parts, those that name somebody with @ apart; a longer name wins over a shorter one it begins with. */
export const parted = (body: string, names: readonly string[]): { text: string; named: boolean }[] => {
  const known = names.filter(Boolean).toSorted((a, b) => b.length - a.length)
  if (known.length === 0) return [{ text: body, named: false }]
  const pattern = new RegExp(`(@(?:${known.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')}))`)
  return body
    .split(pattern)
    .map((text, index) => ({ text, named: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
