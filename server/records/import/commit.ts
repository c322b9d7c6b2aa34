import { dayAt } from '../../../kernel/day.ts'
import { isEmpty, textIn, type Noun } from '../../../kernel/field.ts'
import type { Id } from '../../../kernel/id.ts'
import { fill, type Params, RefusalError, refusal, refuse } from '../../../kernel/refusal.ts'
import { recordCodeOf } from '../../../domain/records/code.ts'
import { recordKinds, recordOf } from '../../../domain/records/all.ts'
import { cellOfValue, type Column, importColumns, type Mapping, matchHeaders, sheetColumns } from '../../../domain/records/columns.ts'
import { calledOf, type RecordKind } from '../../../domain/records/define.ts'
import type { Checked, ImportStatus, SheetProblem } from '../../../domain/bulk/transferOperations.ts'
import { inWords } from '../../../domain/english/all.ts'
import { placeInSheet } from '../../../domain/records/import/sideBySide.ts'
import { type App, type OneByOne, type SignedIn, wantedBy } from '../../call.ts'
import type { Turn } from '../../heavy/heavy.ts'
import type { QueryTx, Tx } from '../../db/tx.ts'
import { announce } from '../../messaging/outbox.ts'
import { NotFound } from '../../httpError.ts'
import { namingTheField } from '../../db/recordRefusal.ts'
import { onlyRow } from '../../db/rows.ts'
import { updateRecord } from '../engine.ts'
import { checkSheet, checkSkipping, lettersOf, missingColumns } from './check.ts'
import { Directory, type Missing } from './directory.ts'
import { importRulesOf } from './kinds.ts'
import { recall, remember } from './memory.ts'
import { keepPictures, namesOf } from './pictures.ts'
import { headersOf, parseSheet, withPartsBelow } from './parsing.ts'
import type { CellProblem, CheckedSheet } from './sheetCheck.ts'
import type { Rows, Sheet } from './sheet.ts'
import { insertRows, makeEmployees, type RecordWrite, type ReadRow } from './write.ts'
import { checkSerials } from '../../ledger/serials.ts'

/** A sheet that was uploaded for a kind of record. */
export type Batch = Omit<ImportStatus, 'skippedCount'> & {
  readonly filePath: string
  /** The sheet of the workbook that the upload was answered with; null of a text. */
  readonly sheet: string | null
  readonly seenImport: Id | null
  readonly uploadedAt: string
  readonly skipped: readonly SkippedRow[] | null
}

/** A row that was left out, by its number among the rows as they were read, and why in the words of the person who left it out. */
export type SkippedRow = { readonly row: number; readonly words: string }

/** What a client sends with a step: the batch, which column of the sheet is which where it knows better, and what people answered. */
export type Step = {
  readonly id: Id
  readonly mapping?: Readonly<Record<string, number | null>> | undefined
  readonly answers: Readonly<Record<string, string>>
  readonly createMissing: boolean
  /** Leaves out the rows that something is wrong with, instead of importing none. */
  readonly skipBad: boolean
  /** The sheet of the workbook that is meant; the one that the upload was answered with where absent. */
  readonly sheet?: string | undefined
}

export const readBatch = async (tx: QueryTx, kind: RecordKind, id: Id): Promise<Batch> => {
  const [batch] = await tx.query<Batch>(
    `select id, file_name as "fileName", file_path as "filePath", sheet, state, row_count as "rowCount", done_count as "doneCount", document_id as "documentId",
            seen_import as "seenImport", skipped, created_at as "uploadedAt"
     from import_batch where org_id = $1 and id = $2 and kind = $3`,
    [tx.orgId, id, kind.noun],
  )
  if (!batch) throw new NotFound()
  return batch
}

/** A sheet that was read and checked; no connection is held while either is computed. */
export const understood = async (
  call: OneByOne,
  turn: Turn,
  kind: RecordKind,
  { batch, step }: { readonly batch: Batch; readonly step: Step },
) => {
  const { session, language, at } = call
  const queryTx = call.app.database.severally(session.orgId)
  const sheet = await sheetOf(call, turn, kind, { batch, name: step.sheet })
  const { headers } = headersOf(kind, sheet.rows)
  const columns = await columnsOf(queryTx, kind, sheet.rows)
  const lastMapping = step.mapping ? undefined : await recall(queryTx, kind, headers, columns)
  const { mapping, found } = mappingOf(columns, headers, step.mapping ?? lastMapping?.mapping ?? {})
  requireColumns(kind, mapping, language)
  const answers = { ...lastMapping?.answers, ...step.answers }
  const meant = {
    columns,
    mapping,
    answers,
    mayMake: mayMake(call, step),
    writer: { ...session, language },
    today: dayAt(at),
    pictureNames: await namesOf(queryTx, batch.id),
  }
  const checked = step.skipBad
    ? await checkSkipping(queryTx, kind, sheet, meant)
    : { ...(await checkSheet(queryTx, kind, sheet, meant)), skipped: [] }
  const inOrder = (problems: readonly CellProblem[]) => problemsIn({ columns, sheet, mapping }, problems, language)
  return {
    sheet,
    headers,
    columns,
    mapping,
    found,
    checked,
    problems: () => inOrder(checked.problems).map(({ problem }) => problem),
    /** Why rows are left out, one sentence after the other. */
    skipped: () => reasonsOf(inOrder(checked.skipped)),
    reasons: () => reasonsOf(inOrder([...checked.problems, ...checked.skipped])),
  }
}

const reasonsOf = (problems: readonly PlacedProblem[]): SkippedRow[] =>
  [...Map.groupBy(problems, ({ rowAt }) => rowAt)].map(([rowAt, placedProblems]) => ({
    row: rowAt + 1,
    words: placedProblems.map(({ problem }) => problem.words).join('；'),
  }))

export type LastImport = { readonly id: Id; readonly at: string; readonly count: number }

/** The last import of the very same file, and of the same sheet of it where it has several. */
export const lastImportOf = async (tx: QueryTx, noun: Noun, path: string, sheet: string): Promise<LastImport | undefined> => {
  const [last] = await tx.query<LastImport>(
    `select b.id, b.updated_at as at, b.done_count as count from import_batch b join file f on f.org_id = $1 and f.path = b.file_path
     where b.org_id = $1 and b.kind = $2 and b.state = 'done' and (b.sheet is null or $4 = '' or b.sheet = $4)
       and f.sha256 = (select own.sha256 from file own where own.org_id = $1 and own.path = $3)
     order by b.updated_at desc limit 1`,
    [tx.orgId, noun, path, sheet],
  )
  return last
}

/**
 * Twice the same rows are rarely meant: of uploads of one file one is written at a time, and one that was imported since this one was
 * uploaded, so that no one was warned of it, is said instead of written again.
 */
const requireUnseen = async (tx: Tx, { noun }: RecordKind, { filePath, seenImport, uploadedAt }: Batch, sheet: string): Promise<void> => {
  const [lock] = await tx.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('import of ' || f.sha256, $1::bigint)) as free from file f where f.org_id = $1 and f.path = $2`,
    [tx.orgId, filePath],
  )
  if (lock && !lock.free) refuse('import.running', '这份表格正在导入，请稍候')
  const last = await lastImportOf(tx, noun, filePath, sheet)
  // Of another sheet than the first it is said when that is read, which is after the upload.
  if (last && last.id !== seenImport && last.at > uploadedAt)
    refuse('import.twice', '这份表格刚刚已经导入过，共{count}行；确实需要再导入一次时，请重新上传', { count: last.count })
}

/** Says everything that is wrong with a sheet, each with its row and column, and keeps how it is meant; nothing else is written. */
export const checkBatch = async (call: OneByOne, kind: RecordKind, step: Step): Promise<Checked> => {
  const { app, session, language } = call
  const batch = await readBatch(app.database.severally(session.orgId), kind, step.id)
  return app.heavy.inTurn('sheets', wantedBy(call), async (turn) => {
    const { sheet, checked, problems, skipped, headers, columns, mapping, found } = await understood(call, turn, kind, { batch, step })
    await app.database.reading(session.orgId, async (tx) => importRulesOf(kind).requireRows?.(tx, checked.rows))
    await call.inTransaction((tx) =>
      remember(tx, session, kind, {
        headers,
        found,
        columns: columns.map(({ key }) => key),
        mapping,
        answers: lastingAnswers(checked),
      }),
    )
    return checkedOf(batch, kind, { sheet, mapping, checked, errors: problems(), skippedRows: skipped(), language })
  })
}

/** The answers that hold for the next file as well. */
const lastingAnswers = ({ questions }: CheckedSheet): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap(({ key, answer, supposed, once }) => {
      const isOnce = once === true || (once && answer !== undefined && once.includes(answer))
      return isOnce || answer === undefined || answer === supposed ? [] : [[key, answer]]
    }),
  )

type CheckedInput = {
  readonly sheet: Sheet
  readonly mapping: Mapping
  readonly checked: CheckedSheet
  readonly errors: SheetProblem[]
  readonly skippedRows: readonly SkippedRow[]
  readonly language: 'zh' | 'en'
}

const checkedOf = ({ id }: Batch, kind: RecordKind, { sheet, mapping, checked, errors, skippedRows, language }: CheckedInput): Checked => ({
  id,
  rowCount: checked.rowCount,
  pieceCount: checked.rows.length,
  updates: {
    count: checked.updates.rows.length,
    sameCount: checked.updates.sameCount,
    fields: differences(kind, checked, language),
  },
  badRowCount: skippedRows.length || new Set(checked.problems.map(({ rowAt }) => rowAt)).size,
  questions: checked.questions.map(({ key, column, words, params, options, samples, count, answer }) => ({
    key,
    column: lettersOf(mapping, column),
    words: inWords(language, words, { ...params, label: inWords(language, String(params['label'] ?? '')) }),
    options: options.map(({ value, label }) => ({ value, label: inWords(language, label) })),
    samples: [...samples],
    count,
    answer: answer ?? null,
  })),
  notes: checked.notes.map(({ words, params }) => inWords(language, words, paramsInSheet(sheet, params, language))),
  pictures: {
    count: checked.pictures.count,
    unused: checked.pictures.unused.slice(0, 50),
    unusedCount: checked.pictures.unused.length,
    missing: checked.pictures.missing.slice(0, 50),
    missingCount: checked.pictures.missing.length,
  },
  errorCount: checked.problems.length,
  errors,
  willCreate: asMade.flatMap(({ noun, title }) => {
    const names = checked.directory.missing.filter((missingEntry) => missingEntry.noun === noun).map(({ name }) => name)
    return names.length > 0 ? [{ title: inWords(language, title), names: names.slice(0, 50), count: names.length }] : []
  }),
})

/** What updates change, field by field, with the first few of each. */
const differences = (kind: RecordKind, { updates, directory }: CheckedSheet, language: 'zh' | 'en'): Checked['updates']['fields'] =>
  importColumns(kind).flatMap(({ key, field }) => {
    const changedRows = updates.rows.filter(({ changes }) => key in changes)
    if (changedRows.length === 0) return []
    const shownCell = (value: unknown) =>
      cellOfValue(
        field,
        value,
        (noun, id) => directory.nameOf(noun, id),
        (words) => inWords(language, words),
      )
    const samples = changedRows.slice(0, 3).map(({ before, changes }) => ({
      name: calledOf(kind, before),
      before: shownCell(before[key]),
      after: shownCell(changes[key]),
    }))
    return [{ label: inWords(language, field.label), count: changedRows.length, samples }]
  })

/** Writes a sheet, all of it or nothing. A batch that is done stays as it is and answers the same, so a repeated command does no harm. */
export const commitBatch = async (call: OneByOne, kind: RecordKind, step: Step): Promise<ImportStatus> => {
  const { app, session } = call
  const batch = await readBatch(app.database.severally(session.orgId), kind, step.id)
  if (batch.state === 'done') return statusOf(batch)
  return app.heavy.inTurn('sheets', wantedBy(call), async (turn) => {
    const { sheet, mapping, checked, problems, skipped } = await understood(call, turn, kind, { batch, step })
    const open = checked.questions.filter(({ answer }) => answer === undefined)
    if (open.length > 0)
      throw new RefusalError(
        refusal('import.questions', '还有{count}个问题没有回答，没有导入', { count: open.length }),
        open.map(({ key }) => key),
      )
    if (checked.problems.length > 0)
      throw new RefusalError(
        refusal('import.errors', '表格中有{count}处错误，没有导入', { count: checked.problems.length }),
        problems().slice(0, 1000),
      )
    if (checked.updates.rows.length > updatesAtMost)
      refuse('import.tooManyUpdates', '一次最多更新{count}条在册的记录，请分几次导入', { count: updatesAtMost })
    if (checked.rows.length + checked.updates.rows.length === 0)
      refuse('import.nothing', checked.updates.sameCount > 0 ? '表格与在册的记录一致，没有要更新的内容' : '没有可以导入的行')
    const sheetWithPictures = await keepPictures(call, kind, batch.id, checked)
    return call.inTransaction((tx) =>
      writeBatch({ ...call, tx }, kind, step, { sheet: sheet.name, mapping, checked: sheetWithPictures, skipped: skipped() }),
    )
  })
}

/** Each is an update like any other, with its history, and takes its time. */
const updatesAtMost = 5000

/** A sheet that is ready to be written: its name, and what it says. */
type ReadSheet = {
  readonly sheet: string
  readonly mapping: Mapping
  readonly checked: CheckedSheet
  readonly skipped: readonly SkippedRow[]
}

const writeBatch = async (
  call: SignedIn,
  kind: RecordKind,
  step: Step,
  { sheet, mapping, checked, skipped }: ReadSheet,
): Promise<ImportStatus> => {
  const { tx, app, session, at } = call
  const { rows, updates } = checked
  const total = rows.length + updates.rows.length
  await tx.query("select set_config('statement_timeout', '120s', true), set_config('idle_in_transaction_session_timeout', '120s', true)")
  const lock = await onlyRow(
    tx.query<{ free: boolean }>(`select pg_try_advisory_xact_lock(${lockOf('$1::text', '$2::bigint')}) as free`, [step.id, tx.orgId]),
  )
  if (!lock.free) refuse('import.running', '这份表格正在导入，请稍候')
  const batch = await readBatch(tx, kind, step.id)
  if (batch.state === 'done') return statusOf(batch)
  await requireUnseen(tx, kind, batch, sheet)
  await importRulesOf(kind).requireRows?.(tx, rows)
  const say = (share: number, state: ImportStatus['state']) =>
    sayProgress(app, { orgId: tx.orgId, uid: session.uid, id: batch.id }, { done: share, total, state })
  await say(0, 'running')
  try {
    const recordWrite: RecordWrite = {
      tx,
      kind,
      rows,
      places: checked.places,
      author: session,
      at,
      remark: fill('期初导入：{file}', { file: batch.fileName }).slice(0, 140),
      onProgress: (share) => goOn(app, { orgId: tx.orgId, uid: session.uid, id: batch.id }, { done: share, total }),
    }
    if (kind.noun === 'asset')
      await checkSerials(
        tx,
        rows.map(({ values }) => textIn(values, 'serialNo')),
        { warn: call.warn },
      )
    const documentId = await namingTheField(kind, () => writeSheet(recordWrite, checked.directory))
    const { update } = importRulesOf(kind)
    for (const [at, change] of updates.rows.entries()) {
      const { before, changes } = change
      if (update) await update(call, change)
      else await updateRecord(call, kind, { id: before.id, version: before.version, ...changes })
      if (at % 200 === 199) await recordWrite.onProgress(rows.length + at + 1)
    }
    await announce(tx, {
      topic: 'import',
      key: batch.id,
      body: { id: batch.id, state: 'done', done: total, total, uids: [session.uid] },
    })
    const [storedRow] = await tx.query(
      `update import_batch set state = 'done', row_count = $3, done_count = $3, document_id = $4, mapping = $5, skipped = $6, sheet = $7, updated_at = clock_timestamp()
       where org_id = $1 and id = $2 and state = 'running' returning id`,
      [tx.orgId, batch.id, total, documentId ?? null, mapping, skipped.length > 0 ? JSON.stringify(skipped) : null, sheet || null],
    )
    if (!storedRow) refuseCancelled()
    return {
      id: batch.id,
      fileName: batch.fileName,
      state: 'done',
      rowCount: total,
      doneCount: total,
      documentId: documentId ?? null,
      skippedCount: skipped.length,
    }
  } catch (error) {
    await say(0, 'failed')
    throw error
  }
}

/**
 * Ends an import that is under way before it has written anything for good. The person who writes it looks now and then whether it is still
 * wanted; one that is done stays done.
 */
export const cancelBatch = async ({ tx }: SignedIn, kind: RecordKind, id: Id): Promise<ImportStatus> => {
  await readBatch(tx, kind, id)
  await tx.query(`update import_batch set state = 'failed', updated_at = now() where org_id = $1 and id = $2 and state = 'running'`, [
    tx.orgId,
    id,
  ])
  return statusOf(await readBatch(tx, kind, id))
}

/** Held by the person who writes a batch, as long as the transaction lasts: its key, of SQL for the batch's id and organisation. */
const lockOf = (id: string, orgId: string): string => `hashtextextended('import:' || ${id}, ${orgId})`

/** True while a person writes the batch with this id in SQL. */
export const isHeld = (
  id: string,
  orgId: string,
): string => `exists (select from pg_locks l where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
  and (l.classid::bigint << 32 | l.objid::bigint) = ${lockOf(id, orgId)})`

/** How far an import is: under way as long as a person writes it. One whose server was ended has failed and left nothing. */
export const readStatus = async (tx: Tx, kind: RecordKind, id: Id): Promise<ImportStatus> => {
  const { held } = await onlyRow(tx.query<{ held: boolean }>(`select ${isHeld('$1::text', '$2::bigint')} as held`, [id, tx.orgId]))
  const status = statusOf(await readBatch(tx, kind, id))
  if (status.state === 'done') return status
  if (held) return { ...status, state: 'running' }
  return status.state === 'running' ? { ...status, state: 'failed', doneCount: 0 } : status
}

const refuseCancelled = (): never => refuse('import.cancelled', '导入已取消，没有写入任何数据')

export const statusOf = ({ id, fileName, state, rowCount, doneCount, documentId, skipped }: Batch): ImportStatus => ({
  id,
  fileName,
  state,
  rowCount,
  doneCount,
  documentId,
  skippedCount: skipped?.length ?? 0,
})

/** A sheet of an upload: the one by that name, else the one that the upload was answered with. */
export const sheetOf = async (
  { app, session }: OneByOne,
  turn: Turn,
  kind: RecordKind,
  { batch, name }: { readonly batch: Pick<Batch, 'filePath' | 'sheet'>; readonly name?: string | undefined },
): Promise<Sheet> => {
  const file = await app.storage.get(session.orgId, batch.filePath)
  if (!file) throw new NotFound()
  const spooledFile = await app.spool.receive(file.body, session.orgId)
  try {
    return withPartsBelow(kind, await parseSheet(turn, { path: spooledFile.path, name: name ?? batch.sheet ?? undefined }))
  } finally {
    await app.spool.remove(spooledFile)
  }
}

/** What is made on the way, in this order: people stand in departments that may be made with them. */
const asMade = recordKinds.toSorted((a, b) => Number(a.noun === 'person') - Number(b.noun === 'person'))

/** What the caller may enter one by one may also be made on the way. */
const mayMake = ({ session }: Pick<SignedIn, 'session'>, { createMissing }: Step): ReadonlySet<Noun> =>
  new Set(createMissing ? recordKinds.filter((kind) => session.codes.has(`${recordCodeOf(kind)}:save`)).map(({ noun }) => noun) : [])

/** In so many rows it is looked at what a column holds. */
const lookedAt = 100

/** The columns that a sheet may be read by. */
export const columnsOf = async (queryTx: QueryTx, kind: RecordKind, rows: Rows): Promise<readonly Column[]> => {
  const { at: headerAt, headers } = headersOf(kind, rows)
  const places = importRulesOf(kind).stocksPlaces ? await Directory.read(queryTx, ['location']) : undefined
  if (!places) return importColumns(kind)
  const cellsOf = (index: number) => rows.slice(headerAt + 1, headerAt + 1 + lookedAt).map((row) => row[index] ?? '')
  return sheetColumns(kind, headers, (name) => 'id' in places.find('location', name), cellsOf)
}

/** The columns as their headers say (`found`), and over that what a person says; null takes a column away. */
export const mappingOf = (
  columns: readonly Column[],
  headers: readonly string[],
  mapping: Readonly<Record<string, number | null>>,
): { mapping: Mapping; found: Mapping } => {
  const matchedHeaders = matchHeaders(columns, headers)
  const columnKeys = new Set(columns.map(({ key }) => key))
  const stranger = Object.keys(mapping).find((key) => !columnKeys.has(key))
  if (stranger !== undefined) refuse('import.column', '没有名为{key}的字段', { key: stranger })
  const usedIndexes = new Set(Object.values(mapping))
  const mappedEntries = Object.entries({ ...matchedHeaders, ...mapping }).filter(
    (entry): entry is [string, number] => !isEmpty(entry[1]) && (entry[0] in mapping || !usedIndexes.has(entry[1])),
  )
  return { mapping: Object.fromEntries(mappedEntries), found: matchedHeaders }
}

const requireColumns = (kind: RecordKind, mapping: Mapping, language: 'zh' | 'en'): void => {
  const missing = missingColumns(kind, mapping)
  if (missing.length === 0) return
  const columns = missing.map(({ label }) => inWords(language, label)).join(' / ')
  refuse(
    'import.missingColumns',
    '表格缺少列：{columns}',
    { columns },
    missing.map(({ key }) => key),
  )
}

/** What words about a sheet are filled with: the labels in the reader's language, rows by their numbers in the file. */
const paramsInSheet = ({ parts }: Sheet, params: Params, language: 'zh' | 'en'): Params => {
  const { row, label } = params
  return {
    ...params,
    label: inWords(language, String(label ?? '')),
    ...(typeof row === 'number' && { row: placeInSheet(parts, row - 1).rowAt + 1 }),
  }
}

/** A problem with the row that it is in among the rows as they were read. */
type PlacedProblem = { readonly rowAt: number; readonly problem: SheetProblem }

/** The problems in the reader's language, in the order of the sheet. */
const problemsIn = (
  { columns, sheet, mapping }: { readonly columns: readonly Column[]; readonly sheet: Sheet; readonly mapping: Mapping },
  problems: readonly CellProblem[],
  language: 'zh' | 'en',
): PlacedProblem[] => {
  const labels = new Map(columns.map(({ key, label }) => [key, label]))
  return problems
    .map(({ rowAt, key, words, params }) => {
      const place = placeInSheet(sheet.parts, rowAt)
      return {
        rowAt,
        problem: {
          row: place.rowAt + 1,
          column: lettersOf(mapping, key, place.shift),
          label: inWords(language, labels.get(key) ?? key),
          value: sheet.rows[rowAt]?.[mapping[key] ?? -1] ?? '',
          words: inWords(language, words, paramsInSheet(sheet, params, language)),
        },
      }
    })
    .toSorted(({ problem: a }, { problem: b }) => a.row - b.row || a.column.length - b.column.length || (a.column < b.column ? -1 : 1))
}

/** Names an import among those of a person. */
type ImportKey = { readonly orgId: Id; readonly uid: Id; readonly id: Id }

/** In a transaction of its own, so that others see it while the import is under way. */
const sayProgress = (
  app: App,
  { orgId, uid, id }: ImportKey,
  { done, total, state }: { done: number; total: number; state: ImportStatus['state'] },
): Promise<void> =>
  app.database.inTransaction(orgId, async (tx) => {
    await Promise.all([
      tx.query('update import_batch set state = $3, done_count = $4, row_count = $5, updated_at = now() where org_id = $1 and id = $2', [
        orgId,
        id,
        state,
        done,
        total,
      ]),
      announce(tx, { topic: 'import', key: id, body: { id, state, done, total, uids: [uid] } }),
    ])
  })

/** Says how far it is, in a transaction of its own; refuses where the import was cancelled meanwhile. */
const goOn = (app: App, { orgId, uid, id }: ImportKey, { done, total }: { done: number; total: number }): Promise<void> =>
  app.database.inTransaction(orgId, async (tx) => {
    const [runningRow] = await tx.query(
      `update import_batch set done_count = $3, updated_at = now() where org_id = $1 and id = $2 and state = 'running' returning id`,
      [orgId, id, done],
    )
    if (!runningRow) refuseCancelled()
    await announce(tx, { topic: 'import', key: id, body: { id, state: 'running', done, total, uids: [uid] } })
  })

/** A place at the top that is made with a sheet is managed by its importer, or no one could hand out what came into it. */
const managedBy =
  (uid: Id) =>
  (place: Missing): Missing =>
    isEmpty(place.values['parentId']) ? { ...place, values: { ...place.values, managerUid: uid } } : place

/** Writes what a sheet names and no one had made, then its rows. Answers the document that brought them into the books, if one did. */
const writeSheet = async (recordWrite: RecordWrite, directory: Directory): Promise<Id | undefined> => {
  const { tx, kind, rows, author } = recordWrite
  for (const { noun } of asMade) {
    const missingEntries = directory.missing.filter((entry) => entry.noun === noun)
    if (missingEntries.length === 0) continue
    await insertRows(tx, recordOf(noun), noun === 'location' ? missingEntries.map(managedBy(author.uid)) : missingEntries, {
      uid: author.uid,
    })
    if (noun === 'person') await makeEmployees(tx, missingEntries)
  }
  if (rows.length === 0) return undefined
  const { write } = importRulesOf(kind)
  const inOrder = kind.parent ? parentsFirst(kind, rows, directory) : rows
  if (write) return write({ ...recordWrite, rows: inOrder })
  await insertRows(tx, kind, inOrder, { uid: author.uid, onProgress: recordWrite.onProgress })
  return undefined
}

const parentsFirst = (kind: RecordKind, rows: readonly ReadRow[], directory: Directory): ReadRow[] =>
  rows
    .map((row) => ({ row, depth: directory.ancestors(kind.noun, row.id).length }))
    .toSorted((a, b) => a.depth - b.depth)
    .map(({ row }) => row)
