import { newId, type Id } from '../../kernel/id.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import type { LogComment } from '../../domain/worklog/operations.ts'
import { peopleOf } from '../approval/process/lists.ts'
import type { SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../messaging/notify.ts'
import { NotFound } from '../httpError.ts'
import { announceLog } from './logs.ts'
import { activeAmong } from './people.ts'

export const commentsOf = async (tx: Tx, uid: Id, id: Id): Promise<LogComment[]> => {
  const rows = await tx.query<{ id: Id; uid: Id; body: string; mentions: Id[]; created_at: string }>(
    'select id, uid, body, mentions, created_at from log_comment where org_id = $1 and entry_id = $2 and deleted_at is null order by created_at, id',
    [tx.orgId, id],
  )
  const people = await peopleOf(
    tx,
    rows.flatMap((row) => [row.uid, ...row.mentions]),
  )
  return rows.map((row) => ({
    id: row.id,
    author: people(row.uid),
    body: row.body,
    mentions: row.mentions.map(people),
    at: row.created_at,
    removable: row.uid === uid,
  }))
}

/** Adds a comment to a log and notifies its author, earlier commenters and people named by @. */
export const commentLog = async ({ tx, session }: SignedIn, id: Id, body: string, mentions: readonly Id[]): Promise<Id> => {
  const log = await readableLog(tx, id, session.uid)
  const commentId = newId()
  const mentionedUids = (await activeAmong(tx, mentions)).filter((uid) => log.readers.includes(uid))
  await tx.query('insert into log_comment (org_id, id, entry_id, uid, body, mentions) values ($1, $2, $3, $4, $5, $6)', [
    tx.orgId,
    commentId,
    id,
    session.uid,
    body,
    mentionedUids,
  ])
  const otherAuthors = await tx.query<{ uid: Id }>(
    'select distinct uid from log_comment where org_id = $1 and entry_id = $2 and deleted_at is null',
    [tx.orgId, id],
  )
  const receiverUids = [log.uid, ...otherAuthors.map(({ uid }) => uid), ...mentionedUids].filter(
    (uid) => uid !== session.uid && log.readers.includes(uid),
  )
  await notify(tx, {
    uids: receiverUids,
    msgType: messageTypes.notify,
    category: 'worklog',
    title: '{name}评论了{template}：{body}',
    params: { name: session.userName, template: log.name, body: body.slice(0, 60) },
    link: `/pages/mylog/logdetail?id=${id}`,
    merge: { kind: 'worklogComment', about: id, several: '{template}有 {n} 条新评论' },
  })
  await announceLog(tx, id, log.readers)
  return commentId
}

/** Takes back what a person said himself. */
export const deleteComment = async ({ tx, session }: SignedIn, id: Id, commentId: Id): Promise<boolean> => {
  const { readers } = await readableLog(tx, id, session.uid)
  const removedRows = await tx.query(
    'update log_comment set deleted_at = now() where org_id = $1 and id = $2 and entry_id = $3 and uid = $4 and deleted_at is null returning 1',
    [tx.orgId, commentId, id, session.uid],
  )
  if (removedRows.length > 0) await announceLog(tx, id, readers)
  return removedRows.length > 0
}

/** Likes a log, or does not any more; how many do. Its author hears of several at once. */
export const likeLog = async ({ tx, session }: SignedIn, id: Id, isLiked: boolean): Promise<number> => {
  const log = await readableLog(tx, id, session.uid)
  const changedRows = isLiked
    ? await tx.query('insert into log_like (org_id, entry_id, uid) values ($1, $2, $3) on conflict do nothing returning 1', [
        tx.orgId,
        id,
        session.uid,
      ])
    : await tx.query('delete from log_like where org_id = $1 and entry_id = $2 and uid = $3 returning 1', [tx.orgId, id, session.uid])
  if (changedRows.length > 0) {
    if (isLiked && log.uid !== session.uid)
      await notify(tx, {
        uids: [log.uid],
        msgType: messageTypes.notify,
        category: 'worklog',
        title: '{name}赞了您的{template}',
        params: { name: session.userName, template: log.name },
        link: `/pages/mylog/logdetail?id=${id}`,
        merge: { kind: 'worklogLike', about: id, several: '{n} 人赞了您的{template}' },
      })
    await announceLog(tx, id, log.readers)
  }
  const { n } = await onlyRow(
    tx.query<{ n: number }>('select count(*)::int as n from log_like where org_id = $1 and entry_id = $2', [tx.orgId, id]),
  )
  return n
}

/** A log that was handed in, for its author and those who it was sent to; `readers` are all of them. */
const readableLog = async (
  tx: Tx,
  id: Id,
  uid: Id,
): Promise<{ readonly uid: Id; readonly name: string; readonly readers: readonly Id[] }> => {
  const [log] = await tx.query<{ uid: Id; name: string; receivers: Id[] }>(
    `select e.uid, t.name, array(select r.uid from log_receiver r where r.org_id = $1 and r.entry_id = e.id order by r.seq) as receivers
     from log_entry e join log_template t on t.org_id = $1 and t.id = e.template_id
     where e.org_id = $1 and e.id = $2 and e.state = 'sent'`,
    [tx.orgId, id],
  )
  if (!log || (log.uid !== uid && !log.receivers.includes(uid))) throw new NotFound()
  return { uid: log.uid, name: log.name, readers: [log.uid, ...log.receivers] }
}
