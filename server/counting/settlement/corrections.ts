import { isDeepStrictEqual } from 'node:util'
import { countTaskCorrections } from '../../../domain/counting/correctionOperations.ts'
import { asset } from '../../../domain/records/asset.ts'
import { ownFieldsOf } from '../../../domain/records/ownFields/ownField.ts'
import type { Id } from '../../../kernel/id.ts'
import { type Handler, handle, type SignedIn } from '../../call.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import type { Values } from '../../db/recordTable.ts'
import { observedValues } from './ownColumns.ts'
import { sightOf } from '../sight.ts'

/** So many pieces are corrected by one document. */
const correctedAtMost = 500

export type Correction = { readonly itemId: Id; readonly ownValues: Values; readonly cardValues: Values }

/** What was said of own fields and stands, as far as cards say otherwise and the caller sees it; an adjustment takes it over, after which nothing is left of it. */
export const correctionsOf = async ({ tx, session }: Pick<SignedIn, 'tx' | 'session'>, taskId: Id): Promise<Correction[]> => {
  const openKeys = new Set(
    ownFieldsOf(await organisationKind(tx, asset)).flatMap(([key, , { isRetired }]) =>
      isRetired || session.hiddenFields.has(key) ? [] : [key],
    ),
  )
  const observedById = await observedValues(tx, taskId)
  const cards = await tx.query<{ readonly id: Id; readonly ownValues: Values | null }>(
    `select id, own_values as "ownValues" from asset where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null order by id`,
    [tx.orgId, [...observedById.keys()]],
  )
  return cards.flatMap(({ id, ownValues }) => {
    const cardValues = ownValues ?? {}
    const differences = Object.entries(observedById.get(id) ?? {}).filter(
      ([key, value]) => openKeys.has(key) && !isDeepStrictEqual(cardValues[key] ?? null, value),
    )
    return differences.length > 0 ? [{ itemId: id, ownValues: Object.fromEntries(differences), cardValues }] : []
  })
}

export const correctionHandlers: readonly Handler[] = [
  handle(countTaskCorrections, async (call, { taskId }) => {
    const { task } = await sightOf(call.tx, call.session, taskId)
    const corrections = await correctionsOf(call, task.id)
    return { list: corrections.slice(0, correctedAtMost).map(({ itemId, ownValues }) => ({ itemId, ownValues })) }
  }),
]
