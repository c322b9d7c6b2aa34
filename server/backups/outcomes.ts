import * as v from 'valibot'
import type { Database } from '../db/pool.ts'

/** What is done for the installation now and then, and whose last outcome is known. */
export const upkeepActs = ['backup', 'check', 'drill', 'audit'] as const
export type UpkeepAct = (typeof upkeepActs)[number]

const outcome = v.object({
  at: v.string(),
  /** The backup that it was about. */
  name: v.optional(v.string()),
  /** Empty where all is well, else a sentence. */
  fault: v.string(),
})
export type UpkeepOutcome = v.InferOutput<typeof outcome>

const keyOf = (act: UpkeepAct): string => `upkeep.${act}`

/** Keeps what came of it last. */
export const noteOutcome = async ({ gate }: Pick<Database, 'gate'>, act: UpkeepAct, latest: UpkeepOutcome): Promise<void> => {
  await gate('insert into installation (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value', [
    keyOf(act),
    JSON.stringify(latest),
  ])
}

export type UpkeepOutcomes = { readonly [A in UpkeepAct]?: UpkeepOutcome }

/** What came last of each; absent where it was never done. */
export const readOutcomes = async ({ gate }: Pick<Database, 'gate'>): Promise<UpkeepOutcomes> => {
  const rows = await gate<{ key: string; value: string }>('select key, value from installation where key = any ($1::text[])', [
    upkeepActs.map(keyOf),
  ])
  const values = new Map(rows.map(({ key, value }) => [key, v.parse(outcome, JSON.parse(value))]))
  return Object.fromEntries(upkeepActs.flatMap((act) => (values.has(keyOf(act)) ? [[act, values.get(keyOf(act))]] : [])))
}
