import type { Id } from '../../kernel/id.ts'
import { printStationOperations as calls, type PrintStationRow, stationLeaseSeconds } from '../../domain/labels/stationOperations.ts'
import { handle, type Handler } from '../call.ts'
import type { QueryTx } from '../db/tx.ts'
import { printerOf } from './printers.ts'
import { onlyRow } from '../db/rows.ts'

export const stationHandlers: readonly Handler[] = [
  handle(calls.list, async ({ tx }) => ({
    list: await tx.query<PrintStationRow>(`${stationSelect} order by s.printer_id`, [tx.orgId, stationLeaseSeconds]),
  })),

  handle(calls.beat, async ({ tx, session }, { printerId, stationKey, name, takesOver }) => {
    await printerOf(tx, printerId)
    // One statement, so that of two pages that come at once one has the printer.
    const mine = await tx.query(
      `insert into print_station as s (org_id, printer_id, station_key, name, uid) values ($1, $2, $3, $4, $5)
       on conflict (org_id, printer_id) do update
       set station_key = excluded.station_key, name = excluded.name, uid = excluded.uid, seen_at = now(),
           opened_at = case when s.station_key = excluded.station_key then s.opened_at else now() end
       where s.station_key = excluded.station_key or $7 or s.seen_at < now() - make_interval(secs => $6)
       returning 1`,
      [tx.orgId, printerId, stationKey, name, session.uid, stationLeaseSeconds, takesOver],
    )
    return { isMine: mine.length > 0, holder: await stationOf(tx, printerId) }
  }),

  handle(calls.leave, async ({ tx }, { printerId, stationKey }) => {
    const removedRows = await tx.query('delete from print_station where org_id = $1 and printer_id = $2 and station_key = $3 returning 1', [
      tx.orgId,
      printerId,
      stationKey,
    ])
    return { left: removedRows.length > 0 }
  }),
]

const stationSelect = `select s.printer_id as "printerId", s.name, p.user_name as "userName", s.seen_at as "seenAt",
    s.seen_at >= now() - make_interval(secs => $2) as "isOpen"
  from print_station s join person p on p.org_id = $1 and p.id = s.uid where s.org_id = $1`

const stationOf = async (tx: QueryTx, printerId: Id): Promise<PrintStationRow> => {
  return onlyRow(tx.query<PrintStationRow>(`${stationSelect} and s.printer_id = $3`, [tx.orgId, stationLeaseSeconds, printerId]))
}
