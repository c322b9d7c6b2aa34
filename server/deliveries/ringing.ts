import { minuteAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { mayRing, type RingSettings, usualRingSettings } from '../../domain/push/ringing.ts'
import type { Tx } from '../db/tx.ts'
import type { Unread } from './deliverer.ts'

/** Those among the messages that may ring right now: wanted, outside quiet hours, and not on an open screen that their reader looks at. */
export const ringingMessages = async (tx: Tx, unread: readonly Unread[]): Promise<Unread[]> => {
  const uids = [...new Set(unread.map(({ uid }) => uid))]
  if (uids.length === 0) return []
  const [settings, looking] = await Promise.all([
    ringSettingsOf(tx, uids),
    tx.query<{ uid: Id }>(
      'select distinct uid from screen_seen where org_id = $1 and uid = any ((select $2::bigint[])::bigint[]) and until > now()',
      [tx.orgId, uids],
    ),
  ])
  const looks = new Set(looking.map(({ uid }) => uid))
  const minute = minuteOfDay(tx.now())
  return unread.filter((message) => !looks.has(message.uid) && mayRing(settings.get(message.uid) ?? usualRingSettings, message, minute))
}

type Row = { uid: Id; wanted: RingSettings['wanted']; quiet_from: number | null; quiet_until: number | null; hides: boolean }

/** What these people have said; who has said nothing is not among them. */
export const ringSettingsOf = async (tx: Tx, uids: readonly Id[]): Promise<ReadonlyMap<Id, RingSettings>> => {
  const rows = await tx.query<Row>(
    'select uid, wanted, quiet_from, quiet_until, hides from push_setting where org_id = $1 and uid = any ((select $2::bigint[])::bigint[])',
    [tx.orgId, uids],
  )
  return new Map(
    rows.map(({ uid, wanted, quiet_from: from, quiet_until: until, hides }) => [
      uid,
      { wanted, quiet: from === null || until === null ? null : { from, until }, hides },
    ]),
  )
}

/** Where the hand of the organisation's clock stands. */
export const minuteOfDay = (atMs: number): number => {
  const [hours = 0, minutes = 0] = minuteAt(atMs).slice(-5).split(':').map(Number)
  return hours * 60 + minutes
}
