import type { CellLook } from '../../domain/paper/paper.ts'

/** A cell: text stays text whatever it looks like, an amount is a number. */
export type Cell = { readonly text: string; readonly amount: boolean }

/** How a workbook shows a column. */
export const columnLooks: Readonly<Record<CellLook | 'text', { readonly numFmt?: string; readonly width?: number }>> = {
  text: {},
  money: { numFmt: '#,##0.00', width: 14 },
  day: { numFmt: 'yyyy-mm-dd', width: 12 },
  moment: { numFmt: 'yyyy-mm-dd hh:mm', width: 18 },
}

/** A cell as a workbook keeps it: null where it is empty. */
export const xlsxValue = ({ text, amount }: Cell, look: CellLook | undefined): string | number | Date | null => {
  if (text === '') return null
  if (amount && isNumber(text)) return Number(text)
  return (look === 'day' || look === 'moment' ? dateIn(text) : undefined) ?? withoutControls(text)
}

/** A day or a moment as a workbook keeps it, which knows no time zones; undefined for what it cannot keep. */
const dateIn = (text: string): Date | undefined => {
  const [, year = '', time] = /^(\d{4})-\d\d-\d\d(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? []
  const date = new Date(`${text.slice(0, 10)}T${time ?? '00:00'}Z`)
  return Number(year) >= 1900 && !Number.isNaN(date.getTime()) ? date : undefined
}

export const isNumber = (text: string): boolean => /^-?\d{1,15}(\.\d{1,6})?$/.test(text)

/** XML has no place for them. */
export const withoutControls = (text: string): string => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
