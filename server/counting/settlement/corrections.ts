import { isDeepStrictEqual } from 'node:util'
import type { Id } from '../../../kernel/id.ts'
import { countTaskCorrections } from '../../../domain/counting/operations.ts'
import { asset } from '../../../domain/records/asset.ts'
import { ownFieldsOf } from '../../../domain/records/ownFields/ownField.ts'
import { type Handler, handle } from '../../call.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import type { Values } from '../../db/recordTable.ts'
import { sightOf } from '../sight.ts'

/** So many pieces are corrected by one document. */
const correctedAtMost = 500

type SaidRow = { readonly itemId: Id; readonly observedValues: Values; readonly cardValues: Values | null }

/** What was said of own fields and stands; an adjustment takes it over, after which the card says the same and nothing is left of it. */
export const correctionHandlers: readonly Handler[] = [
  handle(countTaskCorrections, async ({ tx, session }, { taskId }) => {
    const { task } = await sightOf(tx, session, taskId)
    const kind = await organisationKind(tx, asset)
    const openKeys = new Set(
      ownFieldsOf(kind).flatMap(([key, , { isRetired }]) => (isRetired || session.hiddenFields.has(key) ? [] : [key])),
    )
    const rows = await tx.query<SaidRow>(
      `select e.item_id as "itemId", e.body -> 'ownValues' as "observedValues", a.own_values as "cardValues"
       from count_event e join asset a on a.org_id = $1 and a.id = e.item_id and a.deleted_at is null
       where e.org_id = $1 and e.task_id = $2 and e.disposition = 'ok' and e.body ? 'ownValues' and not exists (
         select from count_event v where v.org_id = $1 and v.task_id = $2 and v.device = e.device and v.kind = 'void' and v.disposition = 'ok'
           and (v.body ->> 'voids')::int = e.seq)
       order by e.item_id, e.happened_at, e.device, e.seq`,
      [tx.orgId, task.id],
    )
    const list = [...Map.groupBy(rows, ({ itemId }) => itemId)].flatMap(([itemId, ofItem]) => {
      const observedValues: Values = Object.assign({}, ...ofItem.map((row) => row.observedValues))
      const cardValues = ofItem[0]?.cardValues ?? {}
      const entries = Object.entries(observedValues).filter(
        ([key, value]) => openKeys.has(key) && !isDeepStrictEqual(cardValues[key] ?? null, value),
      )
      return entries.length > 0 ? [{ itemId, ownValues: Object.fromEntries(entries) }] : []
    })
    return { list: list.slice(0, correctedAtMost) }
  }),
]
