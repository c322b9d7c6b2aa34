import { type Id, isId, newId } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, type WholeWorker } from '../jobs/jobs.ts'
import { NotFound } from '../httpError.ts'
import { insertChat, join, lockChat, part } from './groups.ts'
import { sendNote } from './send.ts'

/** Keeps groups of departments, and of everyone, as the directory is; and lets those go from every group who are out of service. */
export const directoryWorker: WholeWorker = {
  kind: 'chat.directory',
  run: async (tx, { key }) => {
    const ownerUid = isId(key) ? key : null
    if (ownerUid !== null) await letGo(tx, ownerUid)
    const groups = await tx.query<{ id: Id }>(
      `select id from chat where org_id = $1 and kind = 'department' and dissolved_at is null order by id`,
      [tx.orgId],
    )
    for (const { id } of groups) await follow(tx, id, ownerUid)
  },
}

/**
 * The group of a department with everyone below it, or of the whole organisation; found, or made with `owner` as its owner. He stays in it
 * whether or not the directory has him there.
 */
export const openDirectoryGroup = async (tx: Tx, deptId: Id | undefined, owner: Id): Promise<Id> => {
  const subject = deptId === undefined ? { noun: 'organisation', id: tx.orgId } : { noun: 'department', id: deptId }
  const find = async () =>
    (
      await tx.query<{ id: Id }>('select id from chat where org_id = $1 and subject_noun = $2 and subject_id = $3', [
        tx.orgId,
        subject.noun,
        subject.id,
      ])
    )[0]?.id
  const [namedRow] = await tx.query<{ name: string }>(
    `select dept_name as name from department where org_id = $1 and id = $2 and deleted_at is null
     union all select name from organisation where org_id = $1 and $2::bigint is null`,
    [tx.orgId, deptId ?? null],
  )
  if (!namedRow) throw new NotFound()
  const id = newId()
  const groups = await find()
  const isNew =
    groups === undefined && (await insertChat(tx, { id, kind: 'department', subject, name: namedRow.name, ownerUid: owner }, tx.now()))
  const chatId = isNew ? id : (groups ?? assertDefined(await find(), 'the group'))
  await lockChat(tx, chatId)
  if (isNew) {
    await join(tx, chatId, [owner], { role: 'owner' })
    await follow(tx, chatId, null)
    // Who came or went in a transaction that is still open is not seen yet, and does not see this group.
    await enqueue(tx, { kind: directoryWorker.kind, key: 'all', dueAt: new Date(tx.now() + openTransactionsMs).toISOString() })
  } else {
    const joinedUids = await join(tx, chatId, [owner])
    if (joinedUids.length > 0) await sendNote(tx, chatId, { note: 'joined', by: null, uids: joinedUids })
  }
  return chatId
}

const openTransactionsMs = 120_000

/** Adds and removes members as the directory says, or only `who`; a member who was added by hand stays. */
const follow = async (tx: Tx, chatId: Id, ownerUid: Id | null): Promise<void> => {
  await lockChat(tx, chatId)
  const [due, goneChats] = await Promise.all([
    tx.query<{ uid: Id }>(
      `${wantedMembers} select w.uid from wanted w
       where not exists (select from chat_member m where m.org_id = $1 and m.chat_id = $2 and m.uid = w.uid and m.left_seq is null)`,
      [tx.orgId, chatId, ownerUid],
    ),
    tx.query<{ uid: Id }>(
      `${wantedMembers} select m.uid from chat_member m
       where m.org_id = $1 and m.chat_id = $2 and m.left_seq is null and m.follows and ($3::bigint is null or m.uid = $3)
         and not exists (select from wanted w where w.uid = m.uid)`,
      [tx.orgId, chatId, ownerUid],
    ),
    ownerUid === null && renameGroup(tx, chatId),
  ])
  const joinedUids = await join(
    tx,
    chatId,
    due.map(({ uid }) => uid),
    { follows: true },
  )
  if (joinedUids.length > 0) await sendNote(tx, chatId, { note: 'joined', by: null, uids: joinedUids })
  const partedUids = await part(
    tx,
    chatId,
    goneChats.map(({ uid }) => uid),
  )
  if (partedUids.length > 0) await sendNote(tx, chatId, { note: 'left', by: null, uids: partedUids })
}

/** The people in service who a group `$2` follows, among them `$3` alone where he is named. */
const wantedMembers = `with recursive root as (
    select c.subject_noun as noun, c.subject_id as id from chat c where c.org_id = $1 and c.id = $2
  ), below as (
    select d.id from department d join root r on r.noun = 'department' and r.id = d.id where d.org_id = $1 and d.deleted_at is null
    union
    select d.id from department d join below b on d.parent_id = b.id where d.org_id = $1 and d.deleted_at is null
  ), wanted as (
    select p.id as uid from person p, root r
    where p.org_id = $1 and p.state = 'active' and p.deleted_at is null and ($3::bigint is null or p.id = $3)
      and (r.noun = 'organisation' or p.dept_id in (select id from below)
        or exists (select from person_department x where x.org_id = $1 and x.uid = p.id and x.dept_id in (select id from below)))
  )`

/** A department's group is called as the department is. */
const renameGroup = (tx: Tx, chatId: Id): Promise<unknown> =>
  tx.query(
    `update chat c set name = d.dept_name, version = c.version + 1 from department d
     where c.org_id = $1 and c.id = $2 and c.subject_noun = 'department' and d.org_id = $1 and d.id = c.subject_id and d.dept_name <> c.name`,
    [tx.orgId, chatId],
  )

/** A person out of service leaves all groups; conversations of two stay as they are. */
const letGo = async (tx: Tx, uid: Id): Promise<void> => {
  const [person] = await tx.query(`select from person where org_id = $1 and id = $2 and state = 'active' and deleted_at is null`, [
    tx.orgId,
    uid,
  ])
  if (person) return
  const chats = await tx.query<{ id: Id }>(
    `select c.id from chat_member m join chat c on c.org_id = $1 and c.id = m.chat_id
     where m.org_id = $1 and m.uid = $2 and m.left_seq is null and c.kind <> 'pair' order by c.id`,
    [tx.orgId, uid],
  )
  for (const { id } of chats) {
    await lockChat(tx, id)
    if ((await part(tx, id, [uid])).length > 0) await sendNote(tx, id, { note: 'left', by: null, uids: [uid] })
  }
}
