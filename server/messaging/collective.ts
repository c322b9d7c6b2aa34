import type { Id } from '../../kernel/id.ts'
import type { Tx } from '../db/tx.ts'
import { announceMessages } from './notify.ts'

/**
 * What unread messages of these kinds tell of. `open` selects what of it waits for the reader `o.uid`, without the things `$3`, which are
 * being settled.
 */
export type Waiting = { readonly kinds: readonly string[]; readonly open: string }

/** Messages that say how many wait say no more than do; at most as many are counted as the message names. */
export const lowerText = ({ kinds, open }: Waiting): string => `
  update message m set count = f.open, params = m.params || jsonb_build_object('n', f.open), title = replace(m.words, '{n}', f.open::text)
  from (
    select o.id, (select count(*)::int from (select ${open} limit o.count) w) as open
    from message o
    where o.org_id = $1 and o.uid = any ($2::bigint[]) and o.about is null and o.notice in (${quotedKinds(kinds)}) and o.read_at is null
      and o.words is not null
    order by o.id for update of o skip locked
  ) f
  where m.org_id = $1 and m.id = f.id and f.open between 1 and m.count - 1
  returning m.uid`

/** What these people have read or dealt with is no news any more: neither by itself nor in the number of several. */
export const settleNotices = async (tx: Tx, uids: readonly Id[], about: readonly Id[], waiting: Waiting): Promise<void> => {
  const values = [tx.orgId, [...new Set(uids)], about]
  const readRows = await tx.query<{ uid: Id }>(settleText(waiting), values)
  const loweredRows = await tx.query<{ uid: Id }>(lowerText(waiting), values)
  const uidsChanged = new Set([...readRows, ...loweredRows].map(({ uid }) => uid))
  if (uidsChanged.size > 0) await announceMessages(tx, [...uidsChanged])
}

const settleText = ({ kinds, open }: Waiting): string => `
  update message m set read_at = now() where m.org_id = $1 and m.id in (
    select o.id from message o
    where o.org_id = $1 and o.uid = any ($2::bigint[]) and o.notice in (${quotedKinds(kinds)}) and o.read_at is null
      and (o.about = any ($3::bigint[]) or o.about is null and not exists (select ${open}))
    order by o.id for update of o skip locked)
  returning m.uid`

const quotedKinds = (kinds: readonly string[]): string => kinds.map((kind) => `'${kind}'`).join(', ')
