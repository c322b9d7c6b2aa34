import { assertDefined, firstOf } from '../../kernel/assert.ts'
import { type NumberContext, type NumberRule, numberOf, sequenceName } from '../../domain/rules/numbering.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'

/** What is numbered: the name under which its sequences are counted, and which of some numbers nothing has; unfit ones it refuses in words. */
export type NumberTarget = { readonly name: string; readonly untaken: (tx: Tx, numbers: readonly string[]) => Promise<string[]> }

/** Draws so many numbers of a sequence; the writer after this one waits until it ends. */
const draw = `insert into number_sequence as s (org_id, name, last) values ($1, $2, $3)
  on conflict (org_id, name) do update set last = s.last + excluded.last returning last`

/** A number for each context in their order, by a rule of the organisation; none that something has. */
export const numbersByRule = async (
  tx: Tx,
  target: NumberTarget,
  parts: NumberRule,
  contexts: readonly NumberContext[],
): Promise<string[]> => {
  const numbers = new Map<NumberContext, string>()
  // One after the other in the order of their names, so that two writers cannot wait for each other.
  const groups = [...Map.groupBy(contexts, (context) => numberOf(parts, context, 0))].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [, group] of groups) {
    const context = firstOf(group)
    const name = `${target.name}${sequenceName(parts, context)}`
    const { last } = await onlyRow(tx.query<{ last: string }>(draw, [tx.orgId, name, group.length]))
    const codeOf = (sequence: number) => numberOf(parts, context, sequence)
    const range = { name, count: group.length, last: Number(last), codeOf }
    const groupNumbers = await freeNumbers(tx, target, range, new Set(numbers.values()))
    for (const [index, member] of group.entries()) numbers.set(member, assertDefined(groupNumbers[index], 'a number'))
  }
  return contexts.map((context) => assertDefined(numbers.get(context), 'a number'))
}

/** Numbers that were drawn from a sequence: `count` of them up to `last`, and the one under each. */
type SequenceRange = { readonly name: string; readonly count: number; readonly last: number; readonly codeOf: (sequence: number) => string }

/** Where people have typed numbers in by hand, or others of the same write have them, the sequence goes on behind them. */
export const freeNumbers = async (
  tx: Tx,
  { untaken }: NumberTarget,
  { name, count, last: lastNumber, codeOf }: SequenceRange,
  drawnNumbers: ReadonlySet<string> = new Set(),
): Promise<string[]> => {
  const freeAmong = async (numbers: readonly string[]) => (await untaken(tx, numbers)).filter((number) => !drawnNumbers.has(number))
  const numbers = await freeAmong(numbersBetween(codeOf, lastNumber - count + 1, lastNumber))
  let last = lastNumber
  while (numbers.length < count) {
    const candidates = numbersBetween(codeOf, last + 1, last + aheadAtOnce)
    const freeAhead = (await freeAmong(candidates)).slice(0, count - numbers.length)
    numbers.push(...freeAhead)
    last += numbers.length < count ? aheadAtOnce : candidates.indexOf(assertDefined(freeAhead.at(-1), 'a free number')) + 1
  }
  if (last > lastNumber) await tx.query('update number_sequence set last = $3 where org_id = $1 and name = $2', [tx.orgId, name, last])
  return numbers
}

const aheadAtOnce = 1000

const numbersBetween = (codeOf: (sequence: number) => string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => codeOf(from + index))
