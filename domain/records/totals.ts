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
const hint = /[计計和汇彙共]|数|total|sum/i
const charactersAtMost = 40

const total =
  /^共[有计計]?\d+[人名位件台套项個个条户家种張张辆]$|^(本页|本表|本月|全部|资产)?([合总總小共][计計]|总和|汇总|彙總|总数|(grand|sub)?-?totals?|sum)[:：]?([¥$€£]?\d[\d.,]*\p{Script=Han}{0,2})?$/iu

/** A figure with its sign, currency and unit, or written out, or the error of a formula that should have made one. */
const figure =
  /^([-−(]?(RMB|CNY|USD|EUR|GBP|HKD|JPY|[¥$€£])?[-−]?[\d.,]*\d[\d.,]*[%)]?\p{Script=Han}{0,2}|[零〇壹贰叁肆伍陆柒捌玖拾佰仟万亿元圆角分整]{2,}|-+|#[A-Z0-9/]+[!?]?)$/u

/**
 * True for a row below or between the records that says something of the sheet: who made, checked or signed it, a note, the number of a
 * page. Each of its cells begins with such a word and a colon; beside a signature of one kind there may be those of others, as 校长：, and a date.
 */
export const isRemarkLine = (cells: readonly string[]): boolean => {
  const words = cells.map((cell) => half(cell.slice(0, charactersAtMost)).replace(/\s|\([^()]*\)/g, '')).filter(Boolean)
  const isSigned = words.some((cell) => signature.test(cell))
  return words.length > 0 && words.every((cell) => remarkWord.test(cell) || (isSigned && (signatory.test(cell) || date.test(cell))))
}

/** Who made, checked or printed the sheet. */
const signature = /^(制表|制单|填表|填报|编制|审核|复核|审批|打印|经办)(人|员|者|负责|签字|签章|签名)*:/u
/** A post and a colon, and the name of a person where one signed. */
const signatory = /^\p{Script=Han}{2,8}:[\p{Script=Han}·]{0,6}$/u

const date = /^(19|20)\d\d([年./-]?\d{1,2}([月./-]?(\d{1,2}日?)?)?)$/u

const remarkWord =
  /^((制表|制单|填表|填报|编制|审核|复核|审批|核准|批准|盘点|监盘|经办|经手|主管|打印|记账|会计|财务|日期|时间|负责|签字|签章|签名|盖章|单位|部门|领导|备注|说明|注)(人|员|者|日期|时间|单位|部门|负责|主管|领导|签字|签章|签名|盖章|\d)*:|(prepared|checked|approved|reviewed|printed)(by|on)?:|(date|notes?|page)\d*:|第\d+页)/iu

/** True for the headers once more, as they stand on each page of what was printed. */
export const isRepeatedHeader = (cells: readonly string[], headers: readonly string[]): boolean => {
  const filledIndexes = [...cells.keys()].filter((index) => cells[index] !== '')
  return filledIndexes.length > 1 && filledIndexes.every((index) => cells[index] === headers[index])
}
