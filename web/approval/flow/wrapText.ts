/** A text in as many lines as are there, each as long as fits; widths are measured in those of a Chinese character. Latin words stay whole where they can; what does not fit ends in an ellipsis. */
export const wrapText = (text: string, ems: number, lines: number): string[] => {
  if (lines === 1 || widthOf(text) <= ems) return [cut(text, ems)]
  const letters = [...text]
  const fittingCount = letters.findIndex((_, index) => widthOf(letters.slice(0, index + 1).join('')) > ems)
  const lineLength = Math.max(1, fittingCount)
  const end = breakBefore(letters, lineLength)
  return [letters.slice(0, end).join('').trimEnd(), ...wrapText(letters.slice(end).join('').trimStart(), ems, lines - 1)]
}

/** Where the line may end: after a Chinese character or before one, at a space; in the middle of a word that is longer than the line. */
const breakBefore = (letters: readonly string[], maximum: number): number => {
  for (let end = maximum; end > 0; end--) {
    const [before = '', after = ''] = letters.slice(end - 1, end + 1)
    if (isWide(after) || isWide(before) || after === ' ') return end
  }
  return maximum
}

const cut = (text: string, ems: number): string => {
  if (widthOf(text) <= ems) return text
  const letters = [...text]
  let end = letters.length
  while (end > 1 && widthOf(letters.slice(0, end).join('')) + 1 > ems) end--
  return `${letters.slice(0, end).join('').trimEnd()}…`
}

const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (isWide(letter) ? 1 : 0.56), 0)
const isWide = (letter: string): boolean => letter.charCodeAt(0) > 0x2e80
