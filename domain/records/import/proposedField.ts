import { dayOfCell, flagOfCell, half, isNothing } from '../../../kernel/cell.ts'
import type { FieldType } from '../../../kernel/field.ts'
import { presets } from '../../../kernel/fields/kinds.ts'

/** A choice is proposed for so few different texts, none of them long; one text alone is no choice. */
const optionsAtLeast = 2
const optionsAtMost = 12
const optionLength = 20
/** On average a text of a choice stands in so many cells. */
const cellsPerOption = 3

/** What a field for a column of a sheet would hold, by its header and by what stands in it; undefined where nothing does. */
export const proposedControl = (header: string, cells: readonly string[]): FieldType | undefined => {
  const filledCells = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && !isNothing(cell))
  if (filledCells.length === 0) return undefined
  const isEvery = (holds: (cell: string) => boolean): boolean => filledCells.every(holds)
  if (isEvery((cell) => dayOfCell(cell) !== undefined && !/^\d{1,6}$/.test(cell))) return presets.date.make(optionName)
  if (isEvery(isWhole)) return { type: 'whole', min: 0, max: 999_999_999 }
  if (isEvery(isAmount))
    return /[价额元费值]|cost|price|value|amount/i.test(header) ? presets.money.make(optionName) : { type: 'quantity', places: 4 }
  if (isEvery((cell) => flagOfCell(cell) !== undefined)) return presets.flag.make(optionName)
  return choiceOf(filledCells) ?? textOf(filledCells)
}

const optionName = (): string => ''

/** A code with leading noughts, or of many digits, is no number. */
const isWhole = (cell: string): boolean => /^(0|[1-9]\d{0,7})$/.test(half(cell))
const isAmount = (cell: string): boolean =>
  /^(0|[1-9]\d{0,9}|[1-9]\d{0,2}(,\d{3}){1,3})(\.\d{1,4})?$/.test(half(cell)) && Number(half(cell).replaceAll(',', '')) > 0

const choiceOf = (cells: readonly string[]): FieldType | undefined => {
  const words = [...new Set(cells)]
  if (words.length < optionsAtLeast || words.length > optionsAtMost || words.length * cellsPerOption > cells.length) return undefined
  if (words.some((word) => word.length > optionLength)) return undefined
  return { type: 'choice', many: false, options: words.map((label, index) => ({ value: `option${index + 1}`, label })) }
}

const textOf = (cells: readonly string[]): FieldType => {
  const longest = Math.max(...cells.map((cell) => cell.length))
  const hasLines = cells.some((cell) => /[\r\n]/.test(cell))
  if (hasLines || longest > 200) return { type: 'text', max: 2000, lines: 3 }
  return { type: 'text', max: longest > 60 ? 200 : 60, lines: 1 }
}
