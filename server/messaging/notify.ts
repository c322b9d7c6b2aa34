import { compareIds, newId, type Id } from '../../kernel/id.ts'
import { fill, type Params } from '../../kernel/refusal.ts'
import type { MessageType } from '../../domain/messaging/operations.ts'
import type { MessageCategory } from '../../domain/rules/messageCategories.ts'
import type { Tx } from '../db/tx.ts'
import { writePart, writeTogether } from '../db/writeTogether.ts'
import { merge, type MergeRule, type Unread } from './merge.ts'
import { announce } from './outbox.ts'
import { assertDefined, firstOf } from '../../kernel/assert.ts'

/** What a person is told; all of it is plain text. `link` is a path of the screen table with its query. */
export type Notice = {
  readonly uids: readonly Id[]
  readonly msgType: MessageType
  readonly category: MessageCategory
  /** A sentence of ours with places for `params`, or the title of something as it is. */
  readonly title: string
  readonly params?: Params
  readonly content?: string
  readonly link?: string
  /** The document whose posting it tells of. */
  readonly documentId?: Id
  /** How it becomes one with others; without a rule it never does. */
  readonly merge?: MergeRule
}

/** Writes one message for each person and announces them; the relay delivers after the commit. No one gets the same one twice. */
export const notify = (tx: Tx, notice: Notice): Promise<void> => notifyAll(tx, [notice])

/**
 * The same for several notices at once, each to other people: the messages that they become one with are read in one statement, and all are
 * written in another.
 */
export const notifyAll = async (tx: Tx, notices: readonly Notice[]): Promise<void> => {
  const parcels = notices.flatMap((notice) => [...new Set(notice.uids)].map((uid): Parcel => ({ uid, notice, count: 1, about: null })))
  if (parcels.length === 0) return
  // Always in one order, so that two who tell the same people do not wait for each other in a circle.
  const merge = await mergeUnread(
    tx,
    parcels.filter(({ notice }) => notice.merge).toSorted((a, b) => compareIds(a.uid, b.uid)),
  )
  const messages = [...parcels.filter(({ notice }) => !notice.merge), ...merge.parcels].map(messageOf)
  await Promise.all([
    writeTogether(tx, [
      ...(merge.absorbed.length > 0 ? [writePart(deleteText, [tx.orgId, merge.absorbed])] : []),
      writePart(insertText, [tx.orgId, JSON.stringify(messages)]),
    ]),
    ...[...Map.groupBy(messages, ({ msgType, title, content, link }) => JSON.stringify([msgType, title, content, link])).values()].map(
      (same) => announceNew(tx, same),
    ),
  ])
}

/** What one person gets of a notice: what it is about, and how many it stands for. */
type Parcel = { readonly uid: Id; readonly notice: Notice; readonly count: number; readonly about: Id | null }

type Message = ReturnType<typeof messageOf>

const messageOf = ({ uid, notice, count, about }: Parcel) => {
  const { msgType, category, title: words, params = {}, content = '', link = null, documentId = null, merge: rule } = notice
  const isSentence = Object.keys(params).length > 0
  const title = fill(words, params)
  const notices = { notice: rule?.kind ?? null, about, count, words: isSentence ? words : null, params, documentId }
  return { id: newId(), uid, msgType, category, title, content, link, ...notices }
}

/** Lets the notices of a rule take the place of what their readers have not read; which messages go for it. */
const mergeUnread = async (tx: Tx, parcels: readonly Parcel[]): Promise<{ parcels: Parcel[]; absorbed: Id[] }> => {
  if (parcels.length === 0) return { parcels: [], absorbed: [] }
  const rules = parcels.map(({ notice }) => assertDefined(notice.merge, 'the rule of a notice'))
  const rows = await tx.query<Unread & { place: number }>(unreadText, [
    tx.orgId,
    parcels.map(({ uid }) => uid),
    rules.map(({ kind }) => kind),
  ])
  const unread = Map.groupBy(rows, ({ place }) => place)
  const absorbed: Id[] = []
  const mergedParcels = parcels.map(({ uid, notice }, index): Parcel => {
    const rule = assertDefined(rules[index], 'the rule of a notice')
    const result = merge(rule, unread.get(index + 1) ?? [], new Date(tx.now()).toISOString())
    absorbed.push(...result.absorbed)
    const { count, as } = result
    const title = as === 'several' ? assertDefined(rule.several, 'the words of several') : notice.title
    const crowd = as === 'crowd' ? crowdOf(rule) : {}
    return {
      uid,
      notice: { ...notice, title, ...crowd, params: { ...notice.params, n: count } },
      count,
      about: as === 'crowd' ? null : rule.about,
    }
  })
  return { parcels: mergedParcels, absorbed }
}

const crowdOf = ({ crowd }: MergeRule): Pick<Notice, 'title' | 'content' | 'link'> => {
  const { title, link } = assertDefined(crowd, 'the words of a crowd')
  return { title, content: '', link }
}

/** The newest of each person that are not read yet; one that another person is just changing is left to that person. */
const unreadText = `
  select p.place::int as place, m.id, m.about, m.count, m.created_at as "createdAt"
  from unnest((select $2::bigint[]), (select $3::text[])) with ordinality as p (uid, notice, place)
  cross join lateral (
    select o.id, o.about, o.count, o.created_at, o.seq from message o
    where o.org_id = $1 and o.uid = p.uid and o.notice = p.notice and o.read_at is null order by o.seq desc limit 50 for update skip locked
  ) m
  order by 1, m.seq desc`

const deleteText = 'delete from message where org_id = $1 and id = any ($2::bigint[])'
const insertText = `
  insert into message (org_id, id, uid, msg_type, category, title, content, link, notice, about, count, words, params, document_id)
  select o.org_id, m.id, m.uid, m."msgType", m.category, m.title, m.content, m.link, m.notice, m.about, m.count, m.words, m.params, m."documentId"
  from organisation o cross join jsonb_to_recordset($2) as m (id bigint, uid bigint, "msgType" smallint, category text, title text, content text, link text, notice text,
    about bigint, count int, words text, params jsonb, "documentId" bigint) where o.org_id = $1`

/** Announces messages that say the same. */
const announceNew = (tx: Tx, messages: readonly Message[]): Promise<void> => {
  const { msgType: type, title, content, link } = firstOf(messages)
  const uids = messages.map(({ uid }) => uid)
  return announceMessages(tx, uids, { ids: messages.map(({ id }) => id), type, title, content, ...(link !== null && { link }) })
}

/** Deletes the unread messages that tell of a document's posting. */
export const retractNotices = async (tx: Tx, documentId: Id, uid?: Id): Promise<void> => {
  const rows = await tx.query<{ uid: Id }>(
    'delete from message where org_id = $1 and document_id = $2 and read_at is null and uid = coalesce($3, uid) returning uid',
    [tx.orgId, documentId, uid ?? null],
  )
  if (rows.length > 0) await announceMessages(tx, [...new Set(rows.map(({ uid }) => uid))])
}

/** Says that the messages of these people have changed; what `arrived` an open screen may show at once. `ids`: the messages that are new. */
export const announceMessages = (tx: Tx, uids: readonly Id[], extraColumns: Readonly<Record<string, unknown>> = {}): Promise<void> =>
  announce(tx, { topic: 'message', body: { uids, ...extraColumns } })
