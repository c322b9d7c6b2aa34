import type { Id } from '../../kernel/id.ts'
import { asset } from '../../domain/records/asset.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { person } from '../../domain/records/person.ts'
import type { PieceWorker } from '../jobs/jobs.ts'
import { seekAnew } from '../ledger/cards.ts'
import { searchedOf, searchOf } from '../access/scope.ts'
import { columnOf, type Values } from '../db/recordTable.ts'

/** Writes the search texts anew that do not say yet which part of them everybody may search. */
export const recordSearchWorker: PieceWorker = {
  kind: 'records.search',
  piece: (database, { orgId }) =>
    database.inTransaction(orgId, async (tx) => {
      const people = await tx.query<{ id: Id } & Values>(textsOf(person, 'true'), [tx.orgId])
      await tx.query(
        `update person p set search = r.search from unnest($2::bigint[], $3::text[]) as r (id, search) where p.org_id = $1 and p.id = r.id`,
        [tx.orgId, people.map(({ id }) => id), people.map((row) => searchOf(person, row))],
      )
      const hidden = searchedOf(asset).hidden.map(columnOf)
      const assets = await tx.query<{ id: Id } & Values>(textsOf(asset, `num_nonnulls(${hidden.join(', ')}) > 0`), [tx.orgId])
      await seekAnew(tx, assets)
      return people.length > 0 || assets.length > 0
    }),
}

const atOnce = 300

const textsOf = ({ table, searched }: RecordKind, which: string): string =>
  `select id, ${searched.map((key) => `${columnOf(key)} as "${key}"`).join(', ')} from "${table}"
   where org_id = $1 and ${which} and strpos(search, chr(1)) = 0 order by id limit ${atOnce} for no key update skip locked`
