import { half } from '../../kernel/cell.ts'

/**
 * True for a row that adds up those above it: a cell says that it is a total, and whatever else stands in it are figures. A thing that is
 * only called so says more of itself.
 */
export const isTotal = (cells: readonly string[]): boolean => {
  if (!cells.some((cell) => hint.test(cell)) || cells.some((cell) => cell.length > charactersAtMost)) return false
  const words = cells.map((cell) => half(cell).replace(/\s|(?<=.)\([^()]*\)$/g, '')).filter(Boolean)
  const totals = words.filter((cell) => total.test(cell))
  const figures = words.filter((cell) => figure.test(cell))
  return totals.length > 0 && totals.length + figures.length === words.length && words.some((cell) => /[\d壹贰叁肆伍陆柒捌玖#]/.test(cell))
}

/** Most rows are no totals, and are seen to be none at once. */
const hint = /[计計和汇彙]|数|total|sum/i
const charactersAtMost = 40

const total =
  /^(本页|本表|本月|全部|资产)?([合总總小共][计計]|总和|汇总|彙總|总数|(grand|sub)?-?totals?|sum)[:：]?([¥$€£]?\d[\d.,]*\p{Script=Han}{0,2})?$/iu

/** A figure with its sign, currency and unit, or written out, or the error of a formula that should have made one. */
const figure =
  /^([-−(]?(RMB|CNY|USD|EUR|GBP|HKD|JPY|[¥$€£])?[-−]?[\d.,]*\d[\d.,]*[%)]?\p{Script=Han}{0,2}|[零〇壹贰叁肆伍陆柒捌玖拾佰仟万亿元圆角分整]{2,}|-+|#[A-Z0-9/]+[!?]?)$/u
