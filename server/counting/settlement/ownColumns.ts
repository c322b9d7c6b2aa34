import { inWords } from '../../../domain/english/all.ts'
import type { CountLineRow } from '../../../domain/counting/operations.ts'
import { countedFieldsOf, type OwnColumn, ownColumnTable } from '../../../domain/counting/ownColumns.ts'
import type { CountPlan } from '../../../domain/counting/plan.ts'
import { asset } from '../../../domain/records/asset.ts'
import type { Where } from '../../../domain/tables/view.ts'
import { dayAt } from '../../../kernel/day.ts'
import type { Speaker } from '../../../kernel/fields/kind.ts'
import { wordsOf } from '../../../kernel/fields/kinds.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Session, SignedIn } from '../../call.ts'
import type { Conditions } from '../../db/conditions.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import type { Values } from '../../db/recordTable.ts'
import type { Tx } from '../../db/tx.ts'
import { lookUp, referencesOf } from '../../documents/references.ts'
import { standingsOf } from '../../tables/records.ts'
import { conditionsOf } from '../../tables/where.ts'
import { isStandingEvent } from '../results.ts'

type Caller = Pick<SignedIn, 'tx' | 'session' | 'language'>

/** The own fields of pieces that a plan has confirmed, as far as the caller sees them. */
export const ownColumnsOf = async (
  tx: Tx,
  { hiddenFields }: Pick<Session, 'hiddenFields'>,
  plan: CountPlan,
  language: 'zh' | 'en' = 'zh',
): Promise<readonly OwnColumn[]> =>
  plan.confirms.includes('ownFields')
    ? countedFieldsOf(await organisationKind(tx, asset, language), plan).filter(([key]) => !hiddenFields.has(key))
    : []

/** What was said of own fields of pieces in a task and stands: of each field the last. */
export const observedValues = async (tx: Tx, taskId: Id, itemIds?: readonly Id[]): Promise<ReadonlyMap<Id, Values>> => {
  const rows = await tx.query<{ readonly itemId: Id | null; readonly values: Values }>(
    `select e.item_id as "itemId", e.body -> 'ownValues' as "values" from count_event e
     where e.org_id = $1 and e.task_id = $2 and ($3::bigint[] is null or e.item_id = any ($3::bigint[])) and ${saysOtherwise}
     order by e.item_id, e.happened_at, e.device, e.seq`,
    [tx.orgId, taskId, itemIds ?? null],
  )
  return new Map(
    [...Map.groupBy(rows, ({ itemId }) => itemId)].flatMap(([itemId, ofItem]): [Id, Values][] =>
      itemId === null ? [] : [[itemId, Object.assign({}, ...ofItem.map(({ values }) => values))]],
    ),
  )
}

/** SQL: an event `e` of task `$2` that says something of own fields and stands. */
export const saysOtherwise = `e.body ? 'ownValues' and ${isStandingEvent}`

type Piece = { readonly itemId: Id; readonly cardValues: Values | null }

/** What cards say in own columns, and what was said to be otherwise, in the words of the caller; by the ids of the pieces. */
export const ownWordsOf = async (
  { tx, language }: Caller,
  taskId: Id,
  { pieces, ownColumns }: { readonly pieces: readonly Piece[]; readonly ownColumns: readonly OwnColumn[] },
): Promise<(itemId: Id) => CountLineRow['ownWords']> => {
  if (ownColumns.length === 0 || pieces.length === 0) return () => ({})
  const fields = Object.fromEntries(ownColumns)
  const observedById = await observedValues(
    tx,
    taskId,
    pieces.map(({ itemId }) => itemId),
  )
  const parts = [...pieces.map(({ cardValues }) => cardValues ?? {}), ...observedById.values()].map((values) => ({ fields, values }))
  const nameById = new Map((await lookUp(tx, referencesOf(parts))).map(({ id, name }) => [id, name]))
  const speaker: Speaker = { say: (words, params = {}) => inWords(language, words, params), nameOf: (id) => nameById.get(id) ?? '' }
  const wordsById = new Map(
    pieces.map(({ itemId, cardValues }) => {
      const saidValues = observedById.get(itemId) ?? {}
      const words = ownColumns.map(([key, { control }]) => [
        key,
        {
          cardText: wordsOf(control, cardValues?.[key], speaker),
          countText: saidValues[key] === undefined ? null : wordsOf(control, saidValues[key], speaker),
        },
      ])
      return [itemId, Object.fromEntries(words)]
    }),
  )
  return (itemId) => wordsById.get(itemId) ?? {}
}

/** SQL: what is asked of the own fields of a piece `a` in own columns, each text with what it needs in `c`. */
export const ownConditionsOf = async (
  c: Conditions,
  { tx, language }: Caller,
  { where, ownColumns }: { readonly where: Where; readonly ownColumns: readonly OwnColumn[] },
): Promise<readonly string[]> => {
  const assetKind = await organisationKind(tx, asset, language)
  const table = ownColumnTable(assetKind, ownColumns)
  return conditionsOf(c, table, standingsOf(assetKind, 'a'), { where, today: dayAt(tx.now()) })
}
