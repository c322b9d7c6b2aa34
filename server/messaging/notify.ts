import { newId, type Id } from '../../kernel/id.ts'
import { fill, type Params } from '../../kernel/refusal.ts'
import type { MessageType } from '../../domain/messaging/operations.ts'
import type { MessageCategory } from '../../domain/rules/messageCategories.ts'
import type { Tx } from '../db/tx.ts'
import { merge, type MergeRule, type Unread } from './merge.ts'
import { announce } from './outbox.ts'
import { assertDefined } from '../../kernel/assert.ts'

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
export const notify = async (tx: Tx, notice: Notice): Promise<void> => {
  const people = [...new Set(notice.uids)]
  if (people.length === 0) return
  const { merge: rule } = notice
  if (!rule) return tell(tx, people, notice, { count: 1, about: null })
  // Always in one order, so that two who tell the same people do not wait for each other in a circle.
  for (const uid of people.toSorted()) {
    const { absorbed, count, as } = merge(rule, await unreadOf(tx, uid, rule), new Date(tx.now()).toISOString())
    if (absorbed.length > 0) await tx.query('delete from message where org_id = $1 and id = any ($2::bigint[])', [tx.orgId, absorbed])
    const params = { ...notice.params, n: count }
    const crowd = as === 'crowd' ? crowdOf(rule) : {}
    const title = as === 'several' ? assertDefined(rule.several, 'the words of several') : notice.title
    await tell(tx, [uid], { ...notice, title, ...crowd, params }, { count, about: as === 'crowd' ? null : rule.about })
  }
}

const crowdOf = ({ crowd }: MergeRule): Pick<Notice, 'title' | 'content' | 'link'> => {
  const { title, link } = assertDefined(crowd, 'the words of a crowd')
  return { title, content: '', link }
}

const tell = async (
  tx: Tx,
  people: readonly Id[],
  { msgType, category, title: words, params = {}, content = '', link, documentId, merge: rule }: Notice,
  { count, about }: { readonly count: number; readonly about: Id | null },
): Promise<void> => {
  const title = fill(words, params)
  const isSentence = Object.keys(params).length > 0
  const ids = people.map(() => newId())
  await Promise.all([
    tx.query(
      `insert into message (org_id, id, uid, msg_type, category, title, content, link, notice, about, count, words, params, document_id)
       select $1, m.id, m.uid, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14 from unnest($2::bigint[], $3::bigint[]) as m (id, uid)`,
      [
        tx.orgId,
        ids,
        people,
        msgType,
        category,
        title,
        content,
        link ?? null,
        rule?.kind ?? null,
        about,
        count,
        isSentence ? words : null,
        params,
        documentId ?? null,
      ],
    ),
    announceMessages(tx, people, { ids, type: msgType, title, content, ...(link !== undefined && { link }) }),
  ])
}

/** Deletes the unread messages that tell of a document's posting. */
export const retractNotices = async (tx: Tx, documentId: Id): Promise<void> => {
  const rows = await tx.query<{ uid: Id }>('delete from message where org_id = $1 and document_id = $2 and read_at is null returning uid', [
    tx.orgId,
    documentId,
  ])
  if (rows.length > 0) await announceMessages(tx, [...new Set(rows.map(({ uid }) => uid))])
}

/** The newest that are not read yet; one that another person is just changing is left to him. */
const unreadOf = (tx: Tx, uid: Id, { kind }: MergeRule): Promise<Unread[]> =>
  tx.query<Unread>(
    `select id, about, count, created_at as "createdAt" from message
     where org_id = $1 and uid = $2 and notice = $3 and read_at is null order by seq desc limit 50 for update skip locked`,
    [tx.orgId, uid, kind],
  )

/** Says that the messages of these people have changed; what `arrived` an open screen may show at once. `ids`: the messages that are new. */
export const announceMessages = (tx: Tx, uids: readonly Id[], extraColumns: Readonly<Record<string, unknown>> = {}): Promise<void> =>
  announce(tx, { topic: 'message', body: { uids, ...extraColumns } })
