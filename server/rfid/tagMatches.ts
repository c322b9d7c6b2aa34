import type { rfidMatch } from '../../domain/rfid/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { asset } from '../../domain/records/asset.ts'
import { asSeenBy } from '../access/scope.ts'
import type { SignedIn } from '../call.ts'
import { rowsOfPage, tableOf, type Values } from '../db/recordTable.ts'
import { assetsOfIds } from '../records/assetList.ts'

type Tag = { readonly epc: string; readonly tid?: string | undefined }

/** Whose tags these are: by the card, else by what is being written. In the order asked for, each once. */
export const matchTags = async ({ tx, session }: SignedIn, tags: readonly Tag[]): Promise<OutputOf<typeof rfidMatch>> => {
  const tidOf = new Map(tags.map(({ epc, tid }) => [epc, tid]))
  const rows = await tx.query<Values & { readEpc: string; knownTid: string | null }>(byEpc, [tx.orgId, [...tidOf.keys()]])
  const matches = new Map(
    rowsOfPage(tableOf(asset), rows).map(({ row, raw: { readEpc, knownTid } }) => {
      const tid = tidOf.get(readEpc)
      return [
        readEpc,
        {
          epc: readEpc,
          copied: tid !== undefined && knownTid !== null && tid !== knownTid,
          row: asSeenBy(session, asset, row),
        },
      ]
    }),
  )
  const epcs = [...tidOf.keys()]
  return { found: epcs.flatMap((epc) => matches.get(epc) ?? []), unknown: epcs.filter((epc) => !matches.has(epc)) }
}

const byEpc = assetsOfIds(
  `select a.id, a.epc as read_epc, t.tid from asset a
   left join rfid_tag t on t.org_id = $1 and t.asset_id = a.id and t.epc = a.epc
   where a.org_id = $1 and a.epc = any ($2::text[]) and a.deleted_at is null
   union all
   select t.asset_id, t.epc, t.tid from rfid_tag t join asset a on a.org_id = $1 and a.id = t.asset_id
   where t.org_id = $1 and t.epc = any ($2::text[]) and t.epc is distinct from a.epc and t.state <> 'verified' and a.deleted_at is null`,
  {
    order: 'r.id',
    carriedColumns: ', p.read_epc, p.tid as known_tid',
    besides: ', r.read_epc as "readEpc", r.known_tid as "knownTid"',
  },
)
