import type { Id } from '../../kernel/id.ts'
import { asset } from '../../domain/records/asset.ts'
import { person } from '../../domain/records/person.ts'
import type { PieceWorker } from '../jobs/jobs.ts'
import { gramsOf } from '../search/searchText.ts'
import { searchOf } from './engine.ts'
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
      const assets = await tx.query<{ id: Id } & Values>(textsOf(asset, 'remark is not null'), [tx.orgId])
      const texts = assets.map((row) => searchOf(asset, row))
      await tx.query(
        `update asset a set search = r.search, grams = string_to_array(r.grams, e'\\t')
         from unnest($2::bigint[], $3::text[], $4::text[]) as r (id, search, grams) where a.org_id = $1 and a.id = r.id`,
        [tx.orgId, assets.map(({ id }) => id), texts, texts.map((text) => gramsOf(text).join('\t'))],
      )
      return people.length > 0 || assets.length > 0
    }),
}

const atOnce = 300

const textsOf = ({ table, searched }: typeof asset, which: string): string =>
  `select id, ${searched.map((key) => `${columnOf(key)} as "${key}"`).join(', ')} from "${table}"
   where org_id = $1 and ${which} and strpos(search, chr(1)) = 0 order by id limit ${atOnce} for no key update skip locked`
