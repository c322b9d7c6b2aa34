import { amountOfCell, half } from '../../kernel/cell.ts'
import { fenOf, yuanOf } from './fen.ts'

/** The balance of an account as it was copied out of a general ledger: debits are positive, credits negative. */
export type PastedBalance = { readonly account: string; readonly balance: string }

const accountPattern = /^[0-9A-Za-z][0-9A-Za-z.\-_]*(?=\s|$)/
/** How general ledgers write the side of a balance, and that there is none. */
const directionPattern = /^(借|贷|平|Dr|Cr)$/
const creditPattern = /^(贷|Cr)$/
const settledPattern = /^平$/

/**
 * Reads the rows of a table of balances that was copied from a spreadsheet: an account first, its name behind it or in the cell of its own, and
 * then its balance, or a direction and a balance, or at the end a debit and a credit, of which one may be empty. Rows without an account or an
 * amount are headings and say nothing.
 */
export const readPastedBalances = (rows: readonly (readonly string[])[]): PastedBalance[] =>
  rows.flatMap((row) => {
    const [accountCell = '', ...cells] = row.map((cell) => half(cell).trim())
    const [account] = accountPattern.exec(accountCell) ?? []
    const balance = account === undefined ? undefined : balanceOf(cells)
    return account === undefined || balance === undefined ? [] : [{ account, balance }]
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
  const amount = amountOfCell(cell)
  return amount === undefined ? undefined : fenOf(amount)
}
