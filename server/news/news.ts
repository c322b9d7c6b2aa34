import { newId, type Id } from '../../kernel/id.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import {
  newsDelete,
  newsInfo,
  newsList,
  newsPublish,
  newsSave,
  newsStates,
  newsUpdate,
  newsWithdraw,
  type NewsBlock,
  type NewsInfo,
  type NewsRow,
} from '../../domain/news/operations.ts'
import { NotFound } from '../httpError.ts'
import { handle, type Handler, type Session } from '../call.ts'
import { onlyRow, requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { type NamedFile, namedFiles, requireFiles } from '../files/namedFiles.ts'
import { closeFiles, withdrawFile } from '../files/scope.ts'
import { tellGroups } from '../messaging/groups.ts'
import { notify } from '../messaging/notify.ts'
import { announce } from '../messaging/outbox.ts'
import { numberedPartOf, pageFor } from '../page.ts'
import { likePattern } from '../search/searchText.ts'

/** The person who writes news sees drafts and withdrawn items too. */
export const writesNews = (session: Session): boolean => session.codes.has('newannnews:save')

export type NewsContent = {
  readonly newsType?: 'news' | 'notice' | undefined
  readonly title: string
  readonly summary?: string | undefined
  readonly body?: readonly NewsBlock[] | undefined
  /** Stored paths; the first one goes into the carousel. */
  readonly pic?: readonly string[] | undefined
  readonly pinned?: boolean | undefined
}

/** Writes a draft. The same id again changes nothing. */
export const insertNews = async (tx: Tx, id: Id, publisher: Id, content: NewsContent): Promise<void> => {
  await tx.query(
    `insert into news (org_id, id, news_type, title, summary, body, pic, pinned, publisher_uid) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (org_id, id) do nothing`,
    [
      tx.orgId,
      id,
      content.newsType ?? 'news',
      content.title,
      content.summary ?? '',
      JSON.stringify(content.body ?? []),
      picOf(content.pic ?? []),
      content.pinned ?? false,
      publisher,
    ],
  )
}

/** Shows a news item to everyone. The first time all others are told, and all screens are. */
export const publishNews = async (tx: Tx, id: Id, publisher: Id): Promise<void> => {
  const [item] = await tx.query<{ state: number; title: string; summary: string; news_type: string; published_at: string | null }>(
    'select state, title, summary, news_type, published_at from news where org_id = $1 and id = $2 and deleted_at is null for update',
    [tx.orgId, id],
  )
  if (!item) throw new NotFound()
  if (item.state === newsStates.published) return
  await tx.query(
    `update news set state = ${newsStates.published}, published_at = coalesce(published_at, now()), publisher_uid = $3, updated_at = now(), version = version + 1
     where org_id = $1 and id = $2`,
    [tx.orgId, id, publisher],
  )
  await announce(tx, { topic: 'news', key: id, body: { everyone: true } })
  if (item.published_at !== null) return
  const readers = await tx.query<{ id: Id }>(
    `select id from person where org_id = $1 and id <> $2 and state = 'active' and deleted_at is null`,
    [tx.orgId, publisher],
  )
  await notify(tx, {
    uids: readers.map((reader) => reader.id),
    msgType: messageTypes.notify,
    category: 'news',
    title: item.title,
    content: item.summary,
    link: `/pages/news/newsdetail?newsId=${id}&optype=detail`,
  })
  await tellGroups(tx, {
    event: 'news',
    key: id,
    words: '新公告：{name}',
    params: { name: item.title },
    content: item.summary,
    link: `/pages/news/newsdetail?newsId=${id}&optype=detail`,
  })
}

export const newsHandlers: readonly Handler[] = [
  handle(newsList, async ({ tx, session }, input) => {
    const part = numberedPartOf(input)
    const state = writesNews(session) ? (input.state ?? null) : newsStates.published
    const filter = `n.org_id = $1 and n.deleted_at is null and ($3::int is null or n.state = $3) and ($4::text is null or n.news_type = $4)
      and ($5::text is null or lower(n.title || ' ' || n.summary) like $5) and $2::bigint is not null`
    const values = [tx.orgId, session.uid, state, input.newsType ?? null, input.likeQuery ? likePattern(input.likeQuery) : null]
    const [rows, matchCount] = await Promise.all([
      tx.query<Row>(
        `${select} where ${filter} order by n.pinned desc, coalesce(n.published_at, n.created_at) desc, n.id desc limit $6 offset $7`,
        [...values, part.pageSize, part.offset],
      ),
      onlyRow(tx.query<{ n: number }>(`select count(*)::int as n from news n where ${filter}`, values)),
    ])
    return pageFor(part, rows.map(answerOf), matchCount.n, { limit: Number.MAX_SAFE_INTEGER })
  }),

  handle(newsInfo, ({ tx, session }, { id }) => infoOf(tx, session, id)),

  handle(newsSave, async ({ tx, session }, { id = newId(), ...content }) => {
    await requireFiles(tx, session.uid, filesNamedIn(content))
    await insertNews(tx, id, session.uid, content)
    await closeFiles(tx, attachmentsIn(content.body), { noun: 'news', id })
    return infoOf(tx, session, id)
  }),

  handle(newsUpdate, async ({ tx, session }, { id, version, ...content }) => {
    const [item] = await tx.query<Pick<Row, 'version' | 'state' | 'body' | 'pic'>>(
      'select version, state, body, pic from news where org_id = $1 and id = $2 and deleted_at is null for update',
      [tx.orgId, id],
    )
    if (!item) throw new NotFound()
    requireUnchanged('公告', version, item.version)
    await requireFiles(tx, session.uid, filesNamedIn(content), filesNamedIn({ body: item.body, pic: item.pic.map(({ url }) => url) }))
    if (content.body) {
      const files = attachmentsIn(content.body)
      await closeFiles(tx, files, { noun: 'news', id })
      const droppedFiles = attachmentsIn(item.body).filter((path) => !files.includes(path))
      await withdrawFile(tx, droppedFiles, 'news', [id])
    }
    await tx.query(
      `update news set news_type = coalesce($3, news_type), title = coalesce($4, title), summary = coalesce($5, summary), body = coalesce($6::jsonb, body),
              pic = coalesce($7::jsonb, pic), pinned = coalesce($8, pinned), updated_at = now(), version = version + 1
       where org_id = $1 and id = $2`,
      [
        tx.orgId,
        id,
        content.newsType ?? null,
        content.title ?? null,
        content.summary ?? null,
        content.body ? JSON.stringify(content.body) : null,
        content.pic ? picOf(content.pic) : null,
        content.pinned ?? null,
      ],
    )
    if (item.state === newsStates.published) await announce(tx, { topic: 'news', key: id, body: { everyone: true } })
    return infoOf(tx, session, id)
  }),

  handle(newsPublish, async ({ tx, session }, { id }) => {
    await publishNews(tx, id, session.uid)
    return infoOf(tx, session, id)
  }),

  handle(newsWithdraw, async ({ tx, session }, { id }) => {
    const [withdrawn] = await tx.query(
      `update news set state = ${newsStates.withdrawn}, updated_at = now(), version = version + 1
       where org_id = $1 and id = $2 and deleted_at is null and state = ${newsStates.published} returning 1`,
      [tx.orgId, id],
    )
    if (withdrawn) await announce(tx, { topic: 'news', key: id, body: { everyone: true } })
    return infoOf(tx, session, id)
  }),

  handle(newsDelete, async ({ tx }, { ids }) => {
    const deleted = await tx.query(
      'update news set deleted_at = now(), updated_at = now(), version = version + 1 where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null returning 1',
      [tx.orgId, ids],
    )
    if (deleted.length > 0) await announce(tx, { topic: 'news', body: { everyone: true } })
    return { deleted: deleted.length }
  }),
]

const infoOf = async (tx: Tx, session: Session, id: Id): Promise<NewsInfo> => {
  const [row] = await tx.query<Row>(`${select} where n.org_id = $1 and n.id = $3 and n.deleted_at is null and $2::bigint is not null`, [
    tx.orgId,
    session.uid,
    id,
  ])
  if (!row || (row.state !== newsStates.published && !writesNews(session))) throw new NotFound()
  return { ...answerOf(row), body: row.body }
}

const filesNamedIn = ({ body = [], pic = [] }: Pick<NewsContent, 'body' | 'pic'>): NamedFile[] => [
  ...namedFiles('图片', true, [...pic, ...body.map((block) => (block.kind === 'picture' ? block.url : null))]),
  ...namedFiles('附件', false, attachmentsIn(body)),
]

/** Files to open. They are open to those who read the item, as long as it is published. */
const attachmentsIn = (body: readonly NewsBlock[] = []): string[] =>
  body.flatMap((block) => (block.kind === 'files' ? block.files.map(({ path }) => path) : []))

/** Which of these items show a file to the session's person: published ones to all, others to those who write news. */
export const newsShowing = async (tx: Tx, session: Session, ids: readonly Id[], path: string): Promise<ReadonlySet<Id>> => {
  const rows = await tx.query<Pick<Row, 'id' | 'body'>>(
    `select id, body from news where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null and (state = ${newsStates.published} or $3)`,
    [tx.orgId, ids, writesNews(session)],
  )
  return new Set(rows.filter(({ body }) => attachmentsIn(body).includes(path)).map(({ id }) => id))
}

const picOf = (paths: readonly string[]): string => JSON.stringify(paths.map((url) => ({ url })))

/** `$2` is whose read record comes along. */
const select = `select n.id, n.news_type, n.title, n.summary, n.body, n.pic, n.state, n.pinned, n.publisher_uid, n.published_at, n.created_at, n.version,
    p.user_name, p.avatar, r.id as read_id, r.read_at,
    (select count(*)::int from read_record c where c.org_id = $1 and c.news_id = n.id) as read_count
  from news n
  join person p on p.org_id = $1 and p.id = n.publisher_uid
  left join read_record r on r.org_id = $1 and r.news_id = n.id and r.uid = $2`

type Row = {
  id: Id
  news_type: 'news' | 'notice'
  title: string
  summary: string
  body: NewsBlock[]
  pic: { url: string }[]
  state: 1 | 2 | 3
  pinned: boolean
  publisher_uid: Id
  published_at: string | null
  created_at: string
  version: number
  user_name: string
  avatar: string | null
  read_id: Id | null
  read_at: string | null
  read_count: number
}

const answerOf = (row: Row): NewsRow => ({
  id: row.id,
  newsId: row.id,
  newsType: row.news_type,
  title: row.title,
  summary: row.summary,
  pic: JSON.stringify(row.pic),
  state: row.state,
  pinned: row.pinned,
  publisherUid: row.publisher_uid,
  userEntity: { uid: row.publisher_uid, userName: row.user_name, avatar: row.avatar },
  readRecordEntities: row.read_id === null ? [] : [{ readId: row.read_id, isread: 1, readAt: row.read_at! }],
  readCount: row.read_count,
  publishedAt: row.published_at,
  createdAt: row.created_at,
  version: row.version,
})
