import { isDecimal } from '../../kernel/decimal.ts'
import { yuanOf, fenOf } from './fen.ts'

/** The balance of an account as it was copied out of a general ledger: debits are positive, credits negative. */
export type PastedBalance = { readonly account: string; readonly balance: string }

const accountPattern = /^[0-9A-Za-z][0-9A-Za-z.\-_]*$/
/** How general ledgers write the side of a balance, and that there is none. */
const directionPattern = /^(借|贷|平|Dr|Cr)$/
const creditPattern = /^(贷|Cr)$/
const settledPattern = /^平$/

/**
 * Reads the rows of a table of balances that was copied from a spreadsheet: an account first, and behind it its balance, or a direction and a balance,
 * or at the end a debit and a credit, of which one may be empty. Rows without an account or an amount are headings and say nothing.
 */
export const readPastedBalances = (text: string): PastedBalance[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [account = '', ...cells] = line.split('\t').map((cell) => cell.trim())
    const balance = accountPattern.test(account) ? balanceOf(cells) : undefined
    return balance === undefined ? [] : [{ account, balance }]
  })

const balanceOf = (cells: readonly string[]): string | undefined => {
  const directionIndex = cells.findLastIndex((cell) => directionPattern.test(cell))
  const direction = cells[directionIndex]
  if (direction !== undefined) {
    const amount = settledPattern.test(direction) ? 0n : amountIn(cells[directionIndex + 1] ?? '')
    return amount === undefined ? undefined : yuanOf(creditPattern.test(direction) ? -amount : amount)
  }
  const amounts = cells.map(amountIn)
  const [first, second] = amounts.filter((amount) => amount !== undefined)
  if (first === undefined) return undefined
  if (second === undefined && cells.length <= 2) return yuanOf(first)
  return yuanOf((amounts.at(-2) ?? 0n) - (amounts.at(-1) ?? 0n))
}

/** The amount of a cell in fen; undefined where it holds none. */
const amountIn = (cell: string): bigint | undefined => {
  const digits = cell.replace(/[,，￥¥\s]/g, '')
  return digits !== '' && isDecimal(digits) ? fenOf(digits) : undefined
}
