import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import * as v from 'valibot'
import { dashboardPdf, dashboardRead } from '../../domain/dashboards/operations.ts'
import { tileText } from '../../domain/dashboards/tileText.ts'
import { inWords } from '../../domain/english/all.ts'
import type { Operation, OutputOf } from '../../domain/operations/define.ts'
import type { SheetFormat } from '../../domain/subscriptions/operations.ts'
import { type SendableTable, sendableTable } from '../../domain/subscriptions/sendableTables.ts'
import { tableGroupsExport } from '../../domain/tables/groupExportOperations.ts'
import { tableGroups } from '../../domain/tables/groupOperations.ts'
import type { SavedView } from '../../domain/tables/viewOperations.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { dayAt } from '../../kernel/day.ts'
import { type Params, refuse, RefusalError } from '../../kernel/refusal.ts'
import { type App, Download, type Handler, requireAllowed, type Session } from '../call.ts'
import type { Attachment, DeliveryEntry } from '../deliveries/deliverer.ts'
import { malformed } from '../httpError.ts'
import { understand } from '../input.ts'
import { presentInputs } from '../views/presentInputs.ts'
import { lookedAt } from '../views/tableRows.ts'
import { linkOf, type Subject, titleOf } from './subject.ts'

type Language = 'zh' | 'en'

/** Reads views and dashboards in the name of people, by the calls that their own screens would make. */
export type SubjectReader = {
  /**
   * How many rows a view has for this person, with a plus where counting stopped; how many tiles of a dashboard are answered. Throws what the
   * screen would answer.
   */
  readonly count: (session: Session, subject: Subject) => Promise<string>
  /**
   * A view as a sheet, its summary where it shows one, and a dashboard as pages to print. What has too many rows to be printed is a workbook, and
   * what is larger than a mail takes stays away; a note says so.
   */
  readonly sheet: (session: Session, subject: Subject, look: SheetLook) => Promise<Attachment>
  /** The figures of a dashboard tile by tile, and of a view that is summarised; undefined of rows. */
  readonly figures: (session: Session, subject: Subject, language: Language) => Promise<readonly DeliveryEntry[] | undefined>
}

export type SheetLook = { readonly language: Language; readonly format: SheetFormat }
type Sheet = NonNullable<Attachment['file']>

type Caller = { readonly session: Session; readonly language: Language }
type Run = <O extends Operation>(operation: O, caller: Caller, input: object) => Promise<unknown>

export const openSubjectReader = (app: App, handlers: readonly Handler[]): SubjectReader => {
  const handlerOf = (operation: Operation): Handler =>
    assertDefined(
      handlers.find((handler) => handler.operation === operation),
      `what answers ${operation.name}`,
    )
  const run: Run = async (operation, { session, language }, input) => {
    const nowMs = app.database.now()
    requireAllowed(operation, session, nowMs)
    const parsedInput = understand(operation, input)
    if (!parsedInput.success) throw malformed('请求有误：{fields}', { fields: 'view' })
    const call = { requestId: randomUUID(), at: nowMs, ip: '', language, headers: {}, app, session }
    const handler = handlerOf(operation)
    return handler.signedIn
      ? app.database.readingReplica(session.orgId, (tx) => handler.run({ ...call, tx }, parsedInput.output))
      : handler.run(call, parsedInput.output)
  }
  return {
    count: (session, subject) => {
      const caller = { session, language: 'zh' as const }
      return subject.kind === 'view' ? rowCountOf(app, run, caller, subject.view) : tileCountOf(run, caller, subject.id)
    },
    sheet: async (session, subject, { language, format }) => {
      if (format === 'none') return { file: undefined, note: '' }
      const say = sayIn(language)
      const caller = { session, language }
      const attachmentFor = (file: Sheet | undefined, note = '') => ({
        file,
        note: file ? note : say('文件超过10MB，没有附上，请打开链接查看。'),
      })
      if (subject.kind === 'dashboard') return attachmentFor(await sheetFrom(await run(dashboardPdf, caller, { id: subject.id })))
      const source = { app, run, caller, savedView: subject.view }
      if (format === 'xlsx') return attachmentFor(await sheetOf(source, 'xlsx'))
      const pages = await printedSheetOf(source)
      return pages ? attachmentFor(pages) : attachmentFor(await sheetOf(source, 'xlsx'), say('内容太多，不便打印，附件是Excel表格。'))
    },
    figures: async (session, subject, language) => {
      const caller = { session, language }
      return subject.kind === 'view' ? summaryOf(app, run, caller, subject) : tilesOf(app, run, caller, subject)
    },
  }
}

/** What a view asks its table, with what the screen of the table asks besides. */
const questionOf = async (
  app: App,
  { session }: Caller,
  { table: name, view }: SavedView,
): Promise<{ table: SendableTable; question: object }> => {
  const table = assertDefined(sendableTable(name), 'a table that is sent')
  const inputs = await app.database.reading(session.orgId, (tx) => presentInputs(tx, name))
  if (!inputs) return refuse('subscription.book', '账簿还没有启用')
  const { where, likeQuery } = view
  return { table, question: { ...table.inputs, ...inputs, ...(where && { where }), ...(likeQuery && { likeQuery }) } }
}

const rowCountOf = async (app: App, run: Run, caller: Caller, savedView: SavedView): Promise<string> => {
  const { table, question } = await questionOf(app, caller, savedView)
  const answer = await run(table.list, caller, { ...question, sort: savedView.view.sort, pageSize: 1 })
  const { totalCount, more } = v.parse(v.object({ totalCount: v.number(), more: v.optional(v.boolean()) }), answer)
  return more ? `${totalCount}+` : String(totalCount)
}

const tileCountOf = async (run: Run, caller: Caller, id: string): Promise<string> => {
  const { tiles } = (await run(dashboardRead, caller, { id })) as OutputOf<typeof dashboardRead>
  return String(tiles.filter(({ answer }) => answer.state !== 'closed').length)
}

type SheetSource = { readonly app: App; readonly run: Run; readonly caller: Caller; readonly savedView: SavedView }

/** Pages to print; undefined of more rows than are printed, or more bytes than a mail takes. */
const printedSheetOf = async (source: SheetSource): Promise<Sheet | undefined> => {
  try {
    return await sheetOf(source, 'pdf')
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.reason === 'export.tooLong') return undefined
    throw error
  }
}

const sheetOf = async ({ app, run, caller, savedView }: SheetSource, format: Exclude<SheetFormat, 'none'>): Promise<Sheet | undefined> => {
  const { table, question } = await questionOf(app, caller, savedView)
  const { sort, columns, groups } = savedView.view
  const answer = groups
    ? await run(tableGroupsExport, caller, {
        table: savedView.table,
        asked: question,
        by: groups.by,
        figures: groups.figures,
        isPivot: groups.isPivot === true,
        format,
      })
    : await run(table.sheet, caller, { ...question, sort, format, ...(columns && { columns: columns.map(({ key }) => key) }) })
  return sheetFrom(answer)
}

const sheetFrom = async (answer: unknown): Promise<Sheet | undefined> => {
  if (!(answer instanceof Download)) throw new Error('no file was answered')
  const content = await contentOf(answer.body)
  return content && { name: answer.name, content }
}

const sayIn =
  (language: Language) =>
  (words: string, params?: Params): string =>
    inWords(language, words, params)

/** So many groups of a summary stand in the mail itself; its sheet has them all. */
const groupsInMail = 12

const summaryOf = async (
  app: App,
  run: Run,
  caller: Caller,
  subject: Extract<Subject, { kind: 'view' }>,
): Promise<readonly DeliveryEntry[] | undefined> => {
  const { table: name, view } = subject.view
  if (!view.groups) return undefined
  const { by, figures } = view.groups
  const { question } = await questionOf(app, caller, subject.view)
  const groups = (await run(tableGroups, caller, { table: name, asked: question, by, figures, limit: groupsInMail })) as OutputOf<
    typeof tableGroups
  >
  const table = await app.database.reading(caller.session.orgId, (tx) => lookedAt({ ...caller, tx }, name))
  const answer = { state: 'answered' as const, inputs: {}, groups, columns: [], rows: [], nights: [] }
  const text = tileText(table, { shape: 'table', by, figures, answer }, { say: sayIn(caller.language), today: dayAt(app.database.now()) })
  return [{ title: subject.view.title, link: linkOf(subject), ...text }]
}

/** Tiles that the reader may not see are left out; one that could not be answered in time says so. */
const tilesOf = async (
  app: App,
  run: Run,
  caller: Caller,
  subject: Extract<Subject, { kind: 'dashboard' }>,
): Promise<readonly DeliveryEntry[]> => {
  const { language, session } = caller
  const { tiles } = (await run(dashboardRead, caller, { id: subject.id })) as OutputOf<typeof dashboardRead>
  const say = sayIn(language)
  const shownTiles = tiles.filter(({ answer }) => answer.state !== 'closed')
  const entries = await Promise.all(
    shownTiles.map(async (tile): Promise<DeliveryEntry> => {
      const table = await app.database.reading(session.orgId, (tx) => lookedAt({ ...caller, tx }, tile.table))
      return {
        title: subject.isDelivered ? say(tile.title) : tile.title,
        link: null,
        ...tileText(table, tile, { say, today: dayAt(app.database.now()) }),
      }
    }),
  )
  return [{ title: titleOf(subject, language), content: '', link: linkOf(subject) }, ...entries]
}

const mailBytesAtMost = 10 * 1024 * 1024

/** All of it, unless it is larger than a mail takes. */
const contentOf = async (body: Buffer | string | Readable): Promise<Buffer | undefined> => {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.from(body)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body) {
    const chunk = Buffer.from(part)
    bytes += chunk.length
    // Leaving the loop destroys the stream.
    if (bytes > mailBytesAtMost) return undefined
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
