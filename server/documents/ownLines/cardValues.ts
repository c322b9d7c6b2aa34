import { asset } from '../../../domain/records/asset.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { isEmpty } from '../../../kernel/field.ts'
import type { Id } from '../../../kernel/id.ts'
import { isInScope } from '../../access/scope.ts'
import type { SignedIn } from '../../call.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import { lookUp, referencesOf } from '../references.ts'

type Values = Readonly<Record<string, unknown>>

type CardRow = {
  readonly id: Id
  readonly place: Id | null
  readonly holder: Id | null
  readonly department: Id | null
  readonly category: Id | null
  readonly ownValues: Values | null
}

export type CardReader = Pick<SignedIn, 'tx' | 'session' | 'language'>

/** What own fields of some assets say, by their ids, and what they refer to. */
type Cards = { readonly values: ReadonlyMap<Id, Values>; readonly names: Readonly<Record<Id, string>> }

/**
 * What a reader may see of own fields of assets: nothing in fields that his roles hide, and of assets outside his scope the open ones alone.
 */
export const readCards = async (
  { tx, session, language }: CardReader,
  ids: readonly Id[],
  shownKind?: Pick<RecordKind, 'fields'>,
): Promise<Cards> => {
  const assetKind = await organisationKind(tx, asset, language)
  const fields = shownKind?.fields ?? assetKind.fields
  const rows = await tx.query<CardRow>(
    `select id, loc_id as place, holder_uid as holder, dept_id as department, cat_id as category, own_values as "ownValues"
     from asset where org_id = $1 and id = any ($2::bigint[])`,
    [tx.orgId, ids],
  )
  const values = new Map(
    rows.map((row): [Id, Values] => {
      const isWhole = isInScope(session, row)
      const shownValues = Object.entries(row.ownValues ?? {}).filter(
        ([key, value]) =>
          fields[key] !== undefined && !isEmpty(value) && !session.hiddenFields.has(key) && (isWhole || fields[key].open === true),
      )
      return [row.id, Object.fromEntries(shownValues)]
    }),
  )
  const references = [...values.values()].map((ofCard) => ({ fields, values: ofCard }))
  const names = await lookUp(tx, referencesOf(references))
  return { values, names: Object.fromEntries(names.map(({ id, name }) => [id, name])) }
}
