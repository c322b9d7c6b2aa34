import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { disputeLimits } from '../../domain/disputes/operations.ts'
import { briefOf, type Content, filesOf, type MessageKind } from '../../domain/chat/body.ts'
import { briefWords, noteWords } from '../../domain/chat/words.ts'
import { momentWords } from '../../domain/paper/paper.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { type Params, RefusalError } from '../../kernel/refusal.ts'
import { inWords } from '../../domain/english/all.ts'
import type { App } from '../call.ts'
import { contentOf } from '../chat/messages.ts'
import { sendNote } from '../chat/send.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { dayFolderOf, requireRoom } from '../files/files.ts'
import { withdrawFile } from '../files/scope.ts'
import { enqueue, type Job, type Worker } from '../jobs/jobs.ts'
import { notify } from '../messaging/notify.ts'
import { sheetFile } from '../records/export/sheetFile.ts'
import { type Cell } from '../paper/workbookCell.ts'
import { type ArchiveWriter, writeArchive } from '../takeout/archive.ts'
import { close, disputeScreen, endingJob, type failures, makingJob, noteStep } from './disputes.ts'

type Means = Pick<App, 'storage' | 'spool' | 'settings'>

/** Makes what two administrators agreed on, from the beginning each time it is cut off; and ends what no one answered, or fetches any more. */
export const disputeWorkers = (means: Means, signal: AbortSignal): readonly Worker[] => [
  { kind: makingJob, piece: (database, job: Job<MakingBody>) => make(database, means, job, signal) },
  { kind: endingJob, run: (tx, { body }: Job<{ id: Id }>) => end(tx, body.id) },
]

class NothingToExport extends Error {
  readonly why: keyof typeof failures
  constructor(reason: keyof typeof failures) {
    super(reason)
    this.why = reason
  }
}

type DisputeExport = {
  readonly id: Id
  readonly attempt: number
  readonly reason: string
  readonly uids: readonly Id[]
  readonly withFiles: boolean
  readonly days: string
  readonly askedBy: Id
  readonly askedName: string
  readonly decidedBy: Id
  readonly decidedName: string
  /** In the language of the person who agreed. */
  readonly say: (words: string, params?: Params) => string
}
type Part = {
  readonly chatId: Id
  readonly name: string
  readonly from: number
  readonly to: number
  readonly noteId: Id
  readonly messages: number
}

const attemptsAtMost = 5
const rowsAtOnce = 500
const rowsOfSheet = 10_000

/** One export under way: `inTime` does something in a transaction as long as no one else makes it. */
type Making = Means & {
  readonly database: Database
  readonly orgId: Id
  readonly dispute: DisputeExport
  readonly inTime: (run: (tx: Tx) => Promise<unknown>) => Promise<void>
}

/** What is asked of the making of an export. */
type MakingBody = { readonly id: Id; readonly language?: string }

const make = async (database: Database, means: Means, job: Job<MakingBody>, signal: AbortSignal): Promise<false> => {
  const { orgId } = job
  const dispute = await begin(database, orgId, job.body.id, job.body.language === 'en' ? 'en' : 'zh')
  // An organisation that was brought in from elsewhere may have the job and not the export.
  if (!dispute) return false
  const { id, attempt } = dispute
  const inTime = async (run: (tx: Tx) => Promise<unknown>): Promise<void> => {
    signal.throwIfAborted()
    await database.inTransaction(orgId, async (tx) => {
      const [ours] = await tx.query(
        `select 1 from dispute_export where org_id = $1 and id = $2 and attempt = $3 and state = 'running' for no key update`,
        [orgId, id, attempt],
      )
      if (!ours) throw new Error('Somebody else makes this export now.')
      await run(tx)
    })
  }
  const making: Making = { ...means, database, orgId, dispute, inTime }
  try {
    await makeFile(making)
  } catch (error) {
    // Where the process ends, the process that takes the job next begins anew.
    if (signal.aborted || (!(error instanceof NothingToExport) && job.attempts < attemptsAtMost)) throw error
    await giveUp(making, error instanceof NothingToExport ? error.why : 'fault')
    if (!(error instanceof NothingToExport)) throw error
  }
  return false
}

const makeFile = async (making: Making): Promise<void> => {
  const { database, orgId, dispute, spool } = making
  const parts = await partsOf(database, orgId, dispute)
  const total = parts.reduce((sum, { messages }) => sum + messages, 0)
  if (total === 0) throw new NothingToExport('nothing')
  if (parts.length > disputeLimits.chats || total > disputeLimits.messages) throw new NothingToExport('tooMany')
  await tellConversations(making, parts)
  await spool.within(async (folder) => {
    const place = join(folder, 'made.zip')
    await writeFile(making, { place, parts, total })
    await storeFile(making, { place, total, chats: parts.length })
  })
}

/** The person who is in a conversation reads that it is taken out before any of it is. */
const tellConversations = async ({ orgId, dispute, inTime }: Making, parts: readonly Part[]): Promise<void> => {
  const { id, askedBy, decidedBy, days } = dispute
  for (const { chatId, noteId } of parts)
    await inTime(async (tx) => {
      const [told] = await tx.query(
        'update dispute_export_chat set told_at = $4 where org_id = $1 and export_id = $2 and chat_id = $3 and told_at is null returning 1',
        [orgId, id, chatId, new Date(tx.now()).toISOString()],
      )
      if (told) await sendNote(tx, chatId, { id: noteId, note: 'exported', by: askedBy, uids: [decidedBy], name: days })
    })
}

type FileInput = { readonly place: string; readonly parts: readonly Part[]; readonly total: number }

/** Writes the archive of all conversations, one after the other. */
const writeFile = async (making: Making, { place, parts, total }: FileInput): Promise<void> => {
  const { database, orgId, dispute, inTime } = making
  const file = await open(place, 'wx', 0o640)
  try {
    const archive = writeArchive(async (bytes) => {
      await file.appendFile(bytes)
    }, new Date(database.now()))
    await archive.add(`${dispute.say('说明')}.txt`, Buffer.from(`\ufeff${aboutOf(dispute, parts, total)}`))
    let writtenCount = 0
    for (const [at, part] of parts.entries()) {
      const number = String(at + 1).padStart(3, '0')
      const files = await addSheets(making, archive, part, number)
      for (const { seq, path } of files) await addFile(making, archive, path, `${number}/${seq}`)
      writtenCount += part.messages
      await inTime((tx) =>
        tx.query('update dispute_export set progress = $3 where org_id = $1 and id = $2', [
          orgId,
          dispute.id,
          Math.min(99, Math.floor((writtenCount / total) * 100)),
        ]),
      )
    }
    await archive.end()
  } finally {
    await file.close()
  }
}

/** Adds the messages of a conversation as sheets; answers the files that go with them. */
const addSheets = async (
  { database, orgId, dispute }: Making,
  archive: ArchiveWriter,
  part: Part,
  number: string,
): Promise<MessageFile[]> => {
  const files: MessageFile[] = []
  for (let sheet = 1, after = part.from - 1; after < part.to; sheet++) {
    const rows = rowsOf(database, orgId, { dispute, part, after }, (row) => {
      after = row.seq
      if (dispute.withFiles) for (const path of filesOf(row.content)) files.push({ seq: row.seq, path })
    })
    const bytes = await bytesOf(
      sheetFile({ name: dispute.say('消息'), headers: headers.map((header) => dispute.say(header)), rows }, 'xlsx'),
    )
    await archive.add(`${number} ${safe(part.name)}${sheet > 1 ? ` ${sheet}` : ''}.xlsx`, bytes, false)
    // Fewer than a sheet takes: the rest of the numbers has none of theirs.
    if (!(await isMore(database, orgId, { dispute, part, after }))) break
  }
  return files
}

/** Adds a file of a message, where it is still there. */
const addFile = async ({ database, orgId, storage }: Making, archive: ArchiveWriter, path: string, prefix: string): Promise<void> => {
  const [knownRow] = await database.reading(orgId, (tx) =>
    tx.query<{ name: string }>('select name from file where org_id = $1 and path = $2 and emptied_at is null', [orgId, path]),
  )
  const body = knownRow && (await storage.get(orgId, path))
  if (body) await archive.add(`${prefix} ${safe(knownRow.name)}`, await bytesOf(body.body), false)
}

type StoreInput = { readonly place: string; readonly total: number; readonly chats: number }

/** Puts the archive into the storage, and ends the export. */
const storeFile = async (making: Making, { place, total, chats }: StoreInput): Promise<void> => {
  const { database, storage, settings, orgId, dispute, inTime } = making
  const sizeBytes = (await stat(place)).size
  const hash = createHash('sha256')
  await pipeline(createReadStream(place), hash)
  const path = `${dayFolderOf(orgId, new Date(database.now()))}/${randomBytes(15).toString('hex')}.zip`
  await storage.take(orgId, path, place, 'application/zip')
  await inTime(async (tx) => {
    await tx.query(
      `insert into file (org_id, id, path, name, mime, size_bytes, sha256, uploaded_by, is_private)
       values ($1, $2, $3, $4, 'application/zip', $5, $6, null, true)`,
      [orgId, newId(), path, `${dispute.say('会话导出')}-${dispute.days}.zip`, sizeBytes, hash.digest('hex')],
    )
    await requireRoom({ app: { settings } }, tx)
    const goneAt = new Date(tx.now() + disputeLimits.keptHours * 3_600_000).toISOString()
    await tx.query(
      `update dispute_export set state = 'done', progress = 100, messages = $3, file_path = $4, gone_at = $5 where org_id = $1 and id = $2`,
      [orgId, dispute.id, total, path, goneAt],
    )
    await noteStep(tx, dispute.id, { step: 'made', uid: null, details: { messages: total, chats, sizeBytes } })
    await enqueue(tx, { kind: endingJob, key: dispute.id, body: { id: dispute.id }, dueAt: goneAt })
    await tellBoth(tx, dispute, '会话已导出，请在三天内下载')
  }).catch(async (error: unknown) => {
    await storage.remove(orgId, path)
    throw error instanceof RefusalError ? new NothingToExport('noRoom') : error
  })
}

/** Ends an export that cannot be made. */
const giveUp = async ({ orgId, dispute, inTime }: Making, why: keyof typeof failures): Promise<void> => {
  await inTime(async (tx) => {
    await tx.query(`update dispute_export set state = 'failed', failure = $3 where org_id = $1 and id = $2`, [orgId, dispute.id, why])
    await noteStep(tx, dispute.id, { step: 'failed', uid: null, details: { why } })
    await tellBoth(tx, dispute, '会话没有导出成功')
  })
}

const tellBoth = (tx: Tx, { askedBy, decidedBy }: DisputeExport, title: string): Promise<void> =>
  notify(tx, { uids: [askedBy, decidedBy], msgType: 2, category: 'system', title, link: disputeScreen })

/** Takes the export over; undefined where there is nothing to make. */
const begin = (database: Database, orgId: Id, id: Id, language: 'zh' | 'en'): Promise<DisputeExport | undefined> =>
  database.inTransaction(orgId, async (tx) => {
    const [row] = await tx.query<Omit<DisputeExport, 'days' | 'say'> & { from: string; to: string }>(
      `update dispute_export e set state = 'running', progress = 0, attempt = e.attempt + 1
       from person a, person d
       where e.org_id = $1 and e.id = $2 and e.state in ('waiting', 'running')
         and a.org_id = $1 and a.id = e.asked_by and d.org_id = $1 and d.id = e.decided_by
       returning e.id, e.attempt, e.reason, array(select u::text from unnest(e.uids) u) as uids, e.with_files as "withFiles",
         e.day_from::text as from, e.day_to::text as to,
         e.asked_by as "askedBy", a.user_name as "askedName", e.decided_by as "decidedBy", d.user_name as "decidedName"`,
      [orgId, id],
    )
    if (!row) return undefined
    const { from, to, ...rest } = row
    return { ...rest, days: from === to ? from : `${from} – ${to}`, say: (words, params) => inWords(language, words, params) }
  })

/** The messages of a conversation that an export takes: SQL on `m` and `x`, with the people in `$3`. */
const extractMessages = `m.org_id = $1 and m.chat_id = x.chat_id and m.seq between x.from_seq and x.to_seq
  and (cardinality($3::bigint[]) = 0 or m.sender_uid = any ($3::bigint[]) and m.kind not in ('note', 'recall'))`

/** The conversations that have something to take out, and how much. */
const partsOf = (database: Database, orgId: Id, { id, uids }: DisputeExport): Promise<Part[]> =>
  database.reading(orgId, (tx) =>
    tx.query<Part>(
      `select x.chat_id as "chatId", x.from_seq as from, x.to_seq as to, x.note_id as "noteId", n.messages,
         case when c.kind <> 'pair' then c.name else coalesce((
           select string_agg(p.user_name, '-' order by p.id) from chat_member o join person p on p.org_id = $1 and p.id = o.uid
           where o.org_id = $1 and o.chat_id = c.id), '') end as name
       from dispute_export_chat x join chat c on c.org_id = $1 and c.id = x.chat_id
       cross join lateral (select count(*)::int as messages from chat_message m where ${extractMessages}) n
       where x.org_id = $1 and x.export_id = $2 and n.messages > 0 order by x.chat_id`,
      [orgId, id, uids],
    ),
  )

type Row = {
  seq: number
  at: string
  sender: string | null
  kind: MessageKind
  body: unknown
  recalled_at: string | null
  recaller: string | null
  reply_seq: number | null
}

const headers = ['序号', '时间', '发送人', '内容', '回复', '撤回'] as const

/** Where a sheet begins: behind a number of a conversation. */
type SheetPlace = { readonly dispute: DisputeExport; readonly part: Part; readonly after: number }

type MessageFile = { readonly seq: number; readonly path: string }

/** The rows of one sheet, behind a number; `onRow` hears of each. */
async function* rowsOf(
  database: Database,
  orgId: Id,
  { dispute: { id, uids, say }, part: { chatId }, after }: SheetPlace,
  onRow: (row: { readonly seq: number; readonly content: Content }) => void,
): AsyncGenerator<Cell[]> {
  let last = after
  for (let writtenCount = 0; writtenCount < rowsOfSheet; writtenCount += rowsAtOnce) {
    const rows = await database.reading(orgId, (tx) =>
      tx.query<Row>(
        `select m.seq, m.created_at as at, p.user_name as sender, m.kind, m.body, m.recalled_at, b.user_name as recaller, r.seq as reply_seq
         from dispute_export_chat x join chat_message m on ${extractMessages}
         left join person p on p.org_id = $1 and p.id = m.sender_uid
         left join person b on b.org_id = $1 and b.id = m.recalled_by
         left join chat_message r on r.org_id = $1 and r.id = m.reply_id
         where x.org_id = $1 and x.export_id = $2 and x.chat_id = $4 and m.seq > $5 order by m.seq limit ${rowsAtOnce}`,
        [orgId, id, uids, chatId, last],
      ),
    )
    for (const row of rows) {
      const content = contentOf(row.kind, row.body)
      onRow({ seq: row.seq, content })
      last = row.seq
      const recallWords = row.recalled_at === null ? '' : `${row.recaller ?? ''} ${momentWords(row.recalled_at)}`
      yield [
        String(row.seq),
        momentWords(row.at),
        row.sender ?? '',
        wordsOf(content, say),
        row.reply_seq === null ? '' : `#${row.reply_seq}`,
        recallWords,
      ].map((text, index) => ({ text, amount: index === 0 }))
    }
    if (rows.length < rowsAtOnce) return
  }
}

const isMore = async (database: Database, orgId: Id, { dispute: { id, uids }, part: { chatId }, after }: SheetPlace): Promise<boolean> =>
  (
    await database.reading(orgId, (tx) =>
      tx.query(
        `select 1 from dispute_export_chat x join chat_message m on ${extractMessages}
         where x.org_id = $1 and x.export_id = $2 and x.chat_id = $4 and m.seq > $5 limit 1`,
        [orgId, id, uids, chatId, after],
      ),
    )
  ).length > 0

/** A message in words, whole; of what was taken back nothing but that. */
const wordsOf = (content: Content, say: DisputeExport['say']): string => {
  if (content.body === null) return say('[已撤回]')
  if (content.kind === 'text') return content.body.text
  if (content.kind === 'note') return noteWords(content.body, say)
  if (content.kind === 'recall') return say('撤回了第{seq}条消息', { seq: content.body.targetSeq })
  if (content.kind === 'card') return `${say('[卡片]')} ${content.body.kind ?? content.body.noun} ${content.body.id}`
  if (content.kind === 'place') return [say('[位置]'), content.body.place.name, content.body.place.address].filter(Boolean).join(' ')
  return briefWords(briefOf(content), say)
}

const aboutOf = (
  { say, reason, days, askedName, decidedName, uids, withFiles }: DisputeExport,
  parts: readonly Part[],
  total: number,
): string =>
  [
    say('申请人：{name}', { name: askedName }),
    say('同意人：{name}', { name: decidedName }),
    say('原因：{text}', { text: reason }),
    say('日期：{days}', { days }),
    uids.length > 0 ? say('范围：所选人员在共同会话中发送的消息') : say('范围：所选群聊的全部消息'),
    say(withFiles ? '内容：{chats}个会话，{messages}条消息，含图片和文件' : '内容：{chats}个会话，{messages}条消息，不含图片和文件', {
      chats: parts.length,
      messages: total,
    }),
    say('已撤回的消息只记撤回的人和时间；会话中的人可以看到本次导出的提示。'),
    '',
  ].join('\r\n')

/** What every system takes as the name of a file. */
const safe = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}"*:<>?|\\/]/gu, '')
    .trim()
    .slice(0, 60) || '_'

const bytesOf = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** What no one answered lapses, and a file that is no longer kept goes. */
const end = async (tx: Tx, id: Id): Promise<void> => {
  const [row] = await tx.query<{ state: string; path: string | null }>(
    'select state, file_path as path from dispute_export where org_id = $1 and id = $2 for no key update',
    [tx.orgId, id],
  )
  if (row?.state === 'asked') await close(tx, id, { state: 'withdrawn', step: 'lapsed', uid: null })
  if (row?.state !== 'done') return
  await close(tx, id, { state: 'gone', step: 'ended', uid: null })
  if (row.path !== null) await withdrawFile(tx, [row.path], 'dispute', [id])
}
