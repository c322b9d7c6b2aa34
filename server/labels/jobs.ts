import { assertDefined } from '../../kernel/assert.ts'
import { createHash } from 'node:crypto'
import type * as v from 'valibot'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { cellsOf, keysIn, keysOf, type LabelTemplate, type LabelValues } from '../../domain/labels/template.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { labelOperations as calls, type PrinterRow, type PrintJobRow } from '../../domain/labels/operations.ts'
import { keepsAll } from '../access/scope.ts'
import { handle, handleOneByOne, type Handler, type OneByOne, type Session, type SignedIn, wantedBy } from '../call.ts'
import type { QueryTx, Tx } from '../db/tx.ts'
import { enqueue } from '../jobs/jobs.ts'
import { NotFound } from '../httpError.ts'
import { newBlanks } from './blanks.ts'
import { labelBytes, labelFile } from './drawing.ts'
import type { LabelItem } from './drawingTask.ts'
import { printerOf } from './printers.ts'
import { templateNow } from './templates.ts'
import { boundOf, type LabelSubject, thingsOf } from './things.ts'

/** The kind of job that sends labels to printers which the server reaches. */
export const printingJob = 'label.print'

export const jobHandlers: readonly Handler[] = [
  handle(calls.startJob, (call, input) => startJob(call, input)),

  handle(calls.jobs, async ({ tx, session }, { printerId, isOpen = false, isAll = false }) => {
    const rows = await tx.query<Job>(
      `${jobSelect} and ($2::bigint is null or j.printer_id = $2) and (not $3::boolean or j.state in ('open', 'sending', 'doubtful'))
         and ($4::boolean or j.uid = $5 or j.way = 'station') order by j.id desc limit 50`,
      [tx.orgId, printerId ?? null, isOpen, isAll && keepsAll(session), session.uid],
    )
    return { list: rows.map(jobRow) }
  }),

  handle(calls.job, async ({ tx, session }, { id }) => jobRow(await jobOf(tx, session, id))),

  handleOneByOne(calls.nextChunk, (call, input) => nextChunk(call, input)),

  handle(calls.confirm, async ({ tx, session }, { id, doneTo }) => {
    const job = await lockJob(tx, session, id)
    if (job.state === 'done') return jobRow(job)
    if (job.state === 'cancelled') refuse('label.cancelled', '这次打印已取消')
    const countAtMost = job.way === 'pdf' ? job.total : job.sentTo
    if (doneTo < job.doneTo || doneTo > countAtMost) refuse('label.range', '应在{from}到{to}之间', { from: job.doneTo, to: countAtMost })
    return jobRow(await confirmPrinted(tx, session, job, { doneTo, sentTo: Math.max(job.sentTo, doneTo) }))
  }),

  handle(calls.fail, async ({ tx, session }, { id, failure }) => {
    const job = await lockJob(tx, session, id)
    return jobRow(job.state === 'sending' ? await becomes(tx, job, { state: 'doubtful', failure }) : job)
  }),

  handle(calls.resume, async ({ tx, session }, { id, lastOut }) => {
    const job = await lockJob(tx, session, id)
    if (job.state !== 'doubtful' && job.state !== 'sending') return jobRow(job)
    if (lastOut < job.doneTo || lastOut > job.sentTo) refuse('label.range', '应在{from}到{to}之间', { from: job.doneTo, to: job.sentTo })
    const now = await confirmPrinted(tx, session, job, { doneTo: lastOut, sentTo: lastOut })
    if (now.way === 'network' && now.state === 'open') await enqueue(tx, { kind: printingJob, key: id, body: { id } })
    return jobRow(now)
  }),

  handle(calls.cancel, async ({ tx, session }, { id }) => {
    const job = await lockJob(tx, session, id)
    return jobRow(job.state === 'done' || job.state === 'cancelled' ? job : await becomes(tx, job, { state: 'cancelled', failure: null }))
  }),

  handleOneByOne(calls.pdf, async (call, { id }) => {
    const { job, items, printer } = await call.inTransaction(async (tx) => {
      const job = await jobOf(tx, call.session, id)
      if (job.way !== 'pdf') refuse('label.noPdf', '这次打印不是PDF')
      // What is confirmed already is not printed once more; a whole one may be looked at again.
      const from = job.doneTo < job.total ? job.doneTo + 1 : 1
      return {
        job: { ...job, from },
        items: await itemsOf(tx, job, from, job.total),
        printer: job.printerId === null ? undefined : await printerOf(tx, job.printerId),
      }
    })
    const cells = cellsOf(job.template.paper)
    const startCell = ((job.startCell + job.from - 2) % cells) + 1
    return labelFile(
      call.app,
      wantedBy(call),
      { template: job.template, items },
      { name: `${job.templateName}.pdf`, startCell, shift: shiftOf(printer) },
    )
  }),
]

export const shiftOf = (printer: PrinterRow | undefined) => ({
  offsetXMm: printer?.offsetXMm ?? 0,
  offsetYMm: printer?.offsetYMm ?? 0,
  scalePercent: printer?.scalePercent ?? 100,
})

export type Job = PrintJobRow & { readonly template: LabelTemplate; readonly uid: Id; readonly sendKey: string | null }

const jobSelect = `select j.id, j.noun, j.template_key as "templateKey", j.template_version as "templateVersion", j.template ->> 'name' as "templateName",
  j.printer_id as "printerId", q.name as "printerName", j.way, j.state, j.total, j.sent_to as "sentTo", j.done_to as "doneTo", j.copies,
  j.start_cell as "startCell", j.reason, j.failure, p.user_name as "userName", j.created_at as "createdAt", j.ended_at as "endedAt",
  j.template, j.uid, j.send_key as "sendKey"
  from print_job j join person p on p.org_id = $1 and p.id = j.uid left join printer q on q.org_id = $1 and q.id = j.printer_id
  where j.org_id = $1`

const jobRow = ({ template: _, uid: _uid, sendKey: _key, ...job }: Job): PrintJobRow => job

/** A printing that is the caller's, or a station's. Throws NotFound. */
const jobOf = async (tx: QueryTx, session: Session, id: Id): Promise<Job> => {
  const job = await anyJob(tx, id)
  if (!job || (job.uid !== session.uid && job.way !== 'station' && !keepsAll(session))) throw new NotFound()
  return job
}

export const anyJob = async (tx: QueryTx, id: Id): Promise<Job | undefined> => {
  const [job] = await tx.query<Job>(`${jobSelect} and j.id = $2`, [tx.orgId, id])
  return job
}

/** The same with no one else changing it until the transaction ends. */
const lockJob = async (tx: Tx, session: Session, id: Id): Promise<Job> => {
  await tx.query('select 1 from print_job where org_id = $1 and id = $2 for update', [tx.orgId, id])
  return jobOf(tx, session, id)
}

export const lockAnyJob = async (tx: Tx, id: Id): Promise<Job | undefined> => {
  await tx.query('select 1 from print_job where org_id = $1 and id = $2 for update', [tx.orgId, id])
  return anyJob(tx, id)
}

type Change = { readonly state: Job['state']; readonly failure: string | null; readonly sentTo?: number; readonly sendKey?: string | null }

/** Writes what a locked job is now. */
export const becomes = async (tx: Tx, job: Job, { state, failure, sentTo = job.sentTo, sendKey = job.sendKey }: Change): Promise<Job> => {
  await tx.query(
    `update print_job set state = $3, failure = $4, sent_to = $5, send_key = $6, ended_at = case when $3 in ('done', 'cancelled') then now() end
     where org_id = $1 and id = $2`,
    [tx.orgId, job.id, state, failure, sentTo, sendKey],
  )
  return assertDefined(await anyJob(tx, job.id), 'the job')
}

/** Writes down the labels that came out, each once, and goes on behind them. Up to `sentTo` some may still be on their way. */
export const confirmPrinted = async (
  tx: Tx,
  { uid }: Pick<Session, 'uid'>,
  job: Job,
  { doneTo, sentTo }: { readonly doneTo: number; readonly sentTo: number },
): Promise<Job> => {
  await tx.query(
    `insert into label_print (org_id, job_id, label_no, noun, item_id, template_key, template_version, content_hash, bound, copy, reason, printed_by)
     select j.org_id, j.id, n.no, j.noun, i.item_id, j.template_key, j.template_version, i.content_hash, i.bound,
            coalesce(s.copies, 0) + row_number() over (partition by i.item_id order by n.no), j.reason, $5
     from print_job j cross join generate_series($3::int + 1, $4::int) n (no)
     join print_job_item i on i.org_id = $1 and i.job_id = j.id and i.no = (n.no - 1) / j.copies + 1
     left join label_state s on s.org_id = $1 and s.noun = j.noun and s.item_id = i.item_id
     where j.org_id = $1 and j.id = $2
     on conflict do nothing`,
    [tx.orgId, job.id, job.doneTo, doneTo, uid],
  )
  await tx.query('update print_job set done_to = $3, sent_to = greatest(sent_to, $3) where org_id = $1 and id = $2', [
    tx.orgId,
    job.id,
    doneTo,
  ])
  const unfinishedState = doneTo === sentTo ? 'open' : job.state
  const state = doneTo === job.total ? 'done' : unfinishedState
  return becomes(tx, job, { state, failure: state === 'doubtful' ? job.failure : null, sentTo })
}

/** Labels of a job by their numbers, with as many copies of each as lie between. */
export const itemsOf = async (tx: QueryTx, { id, copies }: Pick<Job, 'id' | 'copies'>, from: number, to: number): Promise<LabelItem[]> => {
  const first = Math.floor((from - 1) / copies) + 1
  const last = Math.floor((to - 1) / copies) + 1
  const rows = await tx.query<{ no: number; item_id: Id; texts: LabelValues }>(
    'select no, item_id, texts from print_job_item where org_id = $1 and job_id = $2 and no between $3 and $4 order by no',
    [tx.orgId, id, first, last],
  )
  return rows.map(({ no, item_id, texts }) => ({
    id: item_id,
    title: texts['title'] ?? texts['code'] ?? '',
    values: texts,
    copies: Math.min(to, no * copies) - Math.max(from, (no - 1) * copies + 1) + 1,
  }))
}

type StartInput = v.InferOutput<typeof calls.startJob.input>

const startJob = async (call: SignedIn, input: StartInput): Promise<PrintJobRow> => {
  const { tx, session } = call
  const { templateKey, version, noun, template } = await templateNow(tx, call.language, input.templateKey)
  const { copies, way, startCell } = input
  const printer = input.printerId === undefined ? undefined : await printerOf(tx, input.printerId)
  requireWay(template, way, printer, startCell)
  const ids = noun === 'blank' && input.blanks !== undefined ? await newBlanks(tx, session.uid, input.blanks) : input.ids
  if (ids.length === 0) refuse('label.none', '请选择要打印标签的对象')
  const subjects = await thingsOf(call, noun, ids, true)
  requireCodes(template, subjects)
  const keys = keysOf(template)
  const items = subjects.map((subject) => itemFor(subject, boundOf(noun, keys, subject), keys, `${templateKey} ${version}`))
  const reason = input.reason || null
  if (reason === null) await requireNew(tx, noun, items)
  const id = newId()
  await tx.query(
    `insert into print_job (org_id, id, noun, template_key, template_version, template, printer_id, way, total, copies, start_cell, reason, uid)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tx.orgId,
      id,
      noun,
      templateKey,
      version,
      template,
      printer?.id ?? null,
      way,
      items.length * copies,
      copies,
      startCell,
      reason,
      session.uid,
    ],
  )
  for (let index = 0; index < items.length; index += itemsAtOnce)
    await tx.query(
      `insert into print_job_item (org_id, job_id, no, item_id, texts, bound, content_hash)
       select o.org_id, $2, $3 + i.at, (i.item ->> 'itemId')::bigint, i.item -> 'texts', i.item -> 'bound', i.item ->> 'hash'
       from organisation o cross join jsonb_array_elements($4::jsonb) with ordinality i (item, at) where o.org_id = $1`,
      [tx.orgId, id, index, JSON.stringify(items.slice(index, index + itemsAtOnce))],
    )
  if (way === 'network') await enqueue(tx, { kind: printingJob, key: id, body: { id } })
  return jobRow(assertDefined(await anyJob(tx, id), 'the job'))
}

const itemsAtOnce = 1000

type Item = { itemId: Id; texts: LabelValues; bound: Record<string, unknown>; hash: string }

/** What a label says, and a hash of it by which two are told apart. */
const itemFor = ({ id, title, values }: LabelSubject, bound: Record<string, unknown>, keys: readonly string[], template: string): Item => {
  const entries = keys.map((key) => [key, values[key] ?? ''])
  const hash = createHash('sha256')
    .update(JSON.stringify([template, entries]))
    .digest('hex')
  return { itemId: id, texts: { ...Object.fromEntries(entries.filter(([, text]) => text !== '')), title }, bound, hash }
}

const requireWay = (template: LabelTemplate, way: Job['way'], printer: PrinterRow | undefined, startCell: number): void => {
  const cells = cellsOf(template.paper)
  if (startCell > cells) refuse('label.cell', '这种纸每张只有{cells}个标签', { cells })
  if (way === 'pdf') return
  if (template.paper.kind !== 'roll') refuse('label.rollOnly', '整张纸的模板只能打印成PDF')
  if (!printer) return refuse('label.noPrinter', '请选择打印机')
  if (printer.way !== way) refuse('label.otherWay', '打印机{name}不是这样连接的', { name: printer.name })
}

/** Whatever is to be scanned needs something that a code can say. */
const requireCodes = ({ elements }: LabelTemplate, subjects: readonly LabelSubject[]): void => {
  const codes = elements.filter((element) => element.type === 'code' && element.when === undefined)
  for (const { title, values } of subjects)
    if (codes.some((element) => element.type === 'code' && keysIn(element.text).every((key) => !values[key])))
      refuse('label.noCode', '{title}没有可以做成条码的编码，请先填写', { title })
}

/** The person who prints what hangs there already says why. */
const requireNew = async (tx: Tx, noun: string, items: readonly Item[]): Promise<void> => {
  const count = await printedSame(tx, noun, items)
  if (count > 0) refuse('label.reprint', '有{count}件已经打印过同样的标签，请说明重打的原因', { count }, { count })
}

/** How many of them have a label already that says the same of them. */
export const printedSame = async (tx: QueryTx, noun: string, items: readonly Pick<Item, 'itemId' | 'bound'>[]): Promise<number> => {
  const rows = await tx.query<{ id: Id; bound: Record<string, unknown> }>(
    'select item_id as id, bound from label_state where org_id = $1 and noun = $2 and item_id = any ($3::bigint[])',
    [tx.orgId, noun, items.map(({ itemId }) => itemId)],
  )
  const byId = new Map(rows.map(({ id, bound }) => [id, bound]))
  return items.filter(({ itemId, bound }) => {
    const before = byId.get(itemId)
    return before && Object.keys(bound).every((field) => Object.hasOwn(before, field) && before[field] === bound[field])
  }).length
}

type NextInput = v.InferOutput<typeof calls.nextChunk.input>

/** Takes the next labels for a page that sends them itself. */
const nextChunk = async (call: OneByOne, { id, sendKey, labels }: NextInput): Promise<OutputOf<typeof calls.nextChunk>> => {
  const takenJob = await call.inTransaction(async (tx) => {
    const job = await lockJob(tx, call.session, id)
    if (job.way === 'pdf' || job.way === 'network') refuse('label.otherWay', '打印机{name}不是这样连接的', { name: job.printerName ?? '' })
    return takeChunk(tx, job, sendKey, labels)
  })
  if (!takenJob.chunk) return { job: jobRow(takenJob.job), chunk: null }
  const { from, to, items, printer } = takenJob.chunk
  try {
    const bytes = await labelBytes(call.app, wantedBy(call), { template: takenJob.job.template, items }, printer)
    return { job: jobRow(takenJob.job), chunk: { from, to, base64: bytes.toString('base64') } }
  } catch (error) {
    await call.inTransaction((tx) => giveBack(tx, id, sendKey))
    throw error
  }
}

export type Chunk = { readonly from: number; readonly to: number; readonly items: LabelItem[]; readonly printer: PrinterRow }

/**
 * Hands out the next labels of a locked job. The same sender gets again what it was handed out; anyone else who asks meanwhile cannot know
 * how many of those came out, so the job waits for a person to say it.
 */
export const takeChunk = async (tx: Tx, job: Job, sendKey: string, labels: number): Promise<{ job: Job; chunk: Chunk | undefined }> => {
  if (job.state === 'sending' && job.sendKey !== sendKey)
    return { job: await becomes(tx, job, { state: 'doubtful', failure: '打印中途换了页面或断开了' }), chunk: undefined }
  if ((job.state !== 'open' && job.state !== 'sending') || job.doneTo >= job.total) return { job, chunk: undefined }
  const from = job.doneTo + 1
  const to = job.state === 'sending' ? job.sentTo : Math.min(job.total, job.doneTo + labels)
  const now = await becomes(tx, job, { state: 'sending', failure: null, sentTo: to, sendKey })
  if (job.printerId === null) throw new Error('A job that is sent has no printer.')
  return { job: now, chunk: { from, to, items: await itemsOf(tx, job, from, to), printer: await printerOf(tx, job.printerId) } }
}

/** None of the bytes has left: the labels are to be handed out again. */
export const giveBack = async (tx: Tx, id: Id, sendKey: string, failure: string | null = null): Promise<void> => {
  const job = await lockAnyJob(tx, id)
  if (job?.state === 'sending' && job.sendKey === sendKey) await becomes(tx, job, { state: 'open', failure, sentTo: job.doneTo })
}
