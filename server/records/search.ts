import type { Id } from '../../kernel/id.ts'
import { asset } from '../../domain/records/asset.ts'
import { person } from '../../domain/records/person.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { columnOf } from '../db/recordTable.ts'
import type { PieceWorker } from '../jobs/jobs.ts'
import { searchedOf, seekAnew } from '../search/recordSearch.ts'

/** Writes the search texts anew that do not say yet which part of them everyone may search. */
export const recordSearchWorker: PieceWorker = {
  kind: 'records.search',
  piece: (database, { orgId }) =>
    database.inTransaction(orgId, async (tx) => {
      let markedCount = 0
      for (const kind of [person, asset]) {
        const rows = await tx.query<{ id: Id }>(unmarkedText(kind), [tx.orgId])
        if (rows.length > 0)
          await seekAnew(
            tx,
            kind,
            rows.map(({ id }) => id),
          )
        markedCount += rows.length
      }
      return markedCount > 0
    }),
}

const atOnce = 300

const unmarkedText = (kind: RecordKind): string =>
  `select id from "${kind.table}" where org_id = $1 and num_nonnulls(${searchedOf(kind).hidden.map(columnOf).join(', ')}) > 0
     and strpos(search, chr(1)) = 0 order by id limit ${atOnce} for no key update skip locked`
