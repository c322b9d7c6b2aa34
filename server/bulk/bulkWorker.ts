import { type Id, newId } from '../../kernel/id.ts'
import { type Refusal, refusal, RefusalError } from '../../kernel/refusal.ts'
import { piecesInDocument } from '../../domain/bulk/limits.ts'
import { batchesOf, linesOfPieces } from '../../domain/documents/pieces.ts'
import { type BulkWork, bulkOperationsOf } from '../../domain/bulk/operations.ts'
import type { Operation } from '../../domain/operations/define.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { documentOperations } from '../../domain/documents/operations.ts'
import { recordOf } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { inNameOf } from '../access/sessions.ts'
import { requireAllowed } from '../call.ts'
import { organisationKind } from '../db/organisationKind.ts'
import type { Values } from '../db/recordTable.ts'
import type { Tx } from '../db/tx.ts'
import { itemsRefused } from '../../domain/documents/culprits.ts'
import { submit } from '../documents/engine.ts'
import type { Flows } from '../documents/flows.ts'
import type { PieceWorker } from '../jobs/jobs.ts'
import { deleteRecords, isSame, lockTree, recordsOf, writeRecord } from '../records/engine.ts'
import type { Writer } from '../records/recordHooks.ts'
import { HttpError } from '../httpError.ts'
import { type Piece, piecesOf, whyNot } from './offers.ts'
import { goneRefusal } from './plannedChanges.ts'
import { bulkJob, end, type Item, type Job, kindOfWork, lockJob, type Outcome, settle, waitingItems } from './store.ts'

/** So many records are written in one transaction: others wait for a card, and for their turn, no longer than that takes. */
const recordsAtOnce = 200

type JobContext = { readonly call: Writer; readonly job: Job; readonly kind: RecordKind; readonly flows: Flows }

/** What is done with the next things of each kind of work; answers what became of some of them at least. */
const works: Readonly<
  Record<BulkWork, { readonly atOnce: number; readonly run: (context: JobContext, items: readonly Item[]) => Promise<Outcome[]> }>
> = {
  change: {
    atOnce: recordsAtOnce,
    run: (context, items) =>
      eachRecord(context, items, async ({ before, version }, row) => {
        const changes = context.job.body.changes ?? {}
        await writeRecord(context.call, context.kind, { before: row, version: version ?? undefined, raw: changes })
        return { wrote: Object.keys(changes), before: before ?? {} }
      }),
  },

  undo: {
    atOnce: recordsAtOnce,
    run: (context, items) =>
      eachRecord(context, items, async ({ before, after }, row) => {
        const expectedValues = before ?? {}
        const ownKeys = Object.keys(expectedValues).filter((key) => isSame(row[key], expectedValues[key]))
        if (ownKeys.length === 0) return { why: changedSince }
        await writeRecord(context.call, context.kind, { before: row, version: undefined, raw: among(after ?? {}, ownKeys) })
        return {
          wrote: ownKeys,
          before: among(expectedValues, ownKeys),
          ...(ownKeys.length < Object.keys(expectedValues).length && { why: changedSince }),
        }
      }),
  },

  delete: {
    atOnce: recordsAtOnce,
    run: (context, items) =>
      eachRecord(context, items, async (_, row) => {
        await deleteRecords(context.call, context.kind, [row.id])
        return { wrote: [] }
      }),
  },

  documents: { atOnce: piecesInDocument, run: (context, items) => makeDocuments(context, items) },
}

const changedSince = refusal('bulk.changedSince', '之后又被修改过，没有撤销')

/** What was done to one record: the fields that were written with what stood in them, or why nothing or not all was. */
type Did = { readonly wrote?: readonly string[]; readonly before?: Values; readonly why?: Refusal }

/** Does something to one record after the other, all of them locked in the order that everyone locks them in. */
const eachRecord = async (
  { call, kind, job }: JobContext,
  items: readonly Item[],
  work: (item: Item, row: RecordRow) => Promise<Did>,
): Promise<Outcome[]> => {
  const { tx } = call
  if (kind.parent && kind.parent in (job.body.changes ?? {})) await lockTree(tx, kind)
  const records = await recordsOf(tx, kind, idsOf(items), true)
  const rows = new Map(records.map((row) => [row.id, row]))
  const results: { readonly item: Item; readonly did: Did }[] = []
  for (const item of items) {
    const row = rows.get(item.id)
    const did = row ? await tx.attempt(() => work(item, row)) : { why: goneRefusal }
    results.push({ item, did: did instanceof RefusalError ? { why: did.refusal } : did })
  }
  const writtenResults = results.filter(({ did }) => did.before)
  const now = new Map((await recordsOf(tx, kind, idsOf(writtenResults.map(({ item }) => item)))).map((row) => [row.id, row]))
  return results.map(({ item: { no, id }, did: { wrote, before, why } }) => ({
    no,
    state: wrote ? 'done' : 'failed',
    ...(before && wrote && { before, after: among(now.get(id) ?? {}, wrote) }),
    ...(why && { why }),
  }))
}

const idsOf = (items: readonly Item[]): Id[] => items.map(({ id }) => id)

/**
 * Makes one document of the pieces that belong together and hands it in, in the name of the person who asked. A piece that cannot go stays out, with
 * the reason; the others go on without it.
 */
const makeDocuments = async ({ call, job, flows }: JobContext, items: readonly Item[]): Promise<Outcome[]> => {
  const { tx, session } = call
  const kind = kindOfWork(job.body)
  const pieces = new Map(
    (
      await piecesOf(
        tx,
        items.map(({ id }) => id),
      )
    ).map((piece) => [piece.id, piece]),
  )
  const verdicts = items.map((item) => {
    const piece = pieces.get(item.id)
    return { item, piece, why: piece ? whyNot(session, kind, piece) : goneRefusal }
  })
  const unfit = verdicts.flatMap(({ item, why }): Outcome[] => (why ? [{ no: item.no, state: 'failed', why }] : []))
  const fittingPieces = verdicts.flatMap(({ item, piece, why }) => (why || !piece ? [] : [{ ...piece, no: item.no }]))
  const [batch] = batchesOf(kind, fittingPieces, piecesInDocument)
  if (!batch) return unfit
  const header = { ...job.body.header, ...batch.header }
  const make = async (group: readonly NumberedPiece[]): Promise<Outcome[]> => {
    const id = newId()
    const outcome = await tx.attempt(() =>
      submit(call, flows, { kind, id, raw: { header, lines: linesOfPieces(kind, group) } }, { deptId: job.body.deptId }),
    )
    if (!(outcome instanceof RefusalError)) return group.map(({ no }) => ({ no, state: 'done', documentId: id }))
    const refusedItems = group.length > 1 ? itemsRefused(outcome) : undefined
    const fail = (those: readonly NumberedPiece[]) => those.map(({ no }): Outcome => ({ no, state: 'failed', why: outcome.refusal }))
    if (!refusedItems) return fail(group)
    const culprits = group.filter((piece) => refusedItems.has(piece.id))
    if (culprits.length > 0) return [...fail(culprits), ...(await makeRest(group.filter((piece) => !culprits.includes(piece))))]
    const half = Math.ceil(group.length / 2)
    return [...(await makeRest(group.slice(0, half))), ...(await makeRest(group.slice(half)))]
  }
  const makeRest = (group: readonly NumberedPiece[]): Promise<Outcome[]> | readonly Outcome[] => (group.length > 0 ? make(group) : [])
  return [...unfit, ...(await make(batch.pieces))]
}

type NumberedPiece = Piece & { readonly no: number }

/** The call that is allowed to do by hand what a work does. */
const callFor = ({ work, body }: Job, kind: RecordKind): Operation => {
  if (work === 'documents') return documentOperations(kindOfWork(body)).submit
  return work === 'delete' ? bulkOperationsOf(kind).delete : bulkOperationsOf(kind).change
}

const among = (values: Values, keys: readonly string[]): Values => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))

/**
 * The next step of a work in one transaction, with whatever the person who asked may do now. Cut off anywhere nothing of the step is left and the next
 * one does it; of two servers one waits for the other. Answers whether there is more to do.
 */
export const workStep = async (tx: Tx, flows: Flows, id: Id): Promise<boolean> => {
  const job = await lockJob(tx, id)
  if (job?.state !== 'running') return false
  const kind = await organisationKind(tx, recordOf(job.noun), job.body.language)
  const { atOnce, run } = works[job.work]
  const items = await waitingItems(tx, id, atOnce)
  if (items.length === 0) {
    await end(tx, job, 'done')
    return false
  }
  const session = await inNameOf(tx, job.uid)
  const refusalReason = session ? whyNotAllowed(() => requireAllowed(callFor(job, kind), session, tx.now())) : notThere
  const outcomes =
    session && !refusalReason
      ? await run({ call: { tx, session, at: tx.now(), language: job.body.language }, job, kind, flows }, items)
      : items.map(({ no }): Outcome => ({ no, state: 'failed', why: refusalReason ?? notThere }))
  await settle(tx, job, outcomes)
  return true
}

const notThere = refusal('bulk.nobody', '办理的人已停用')
/** The refusal that a person would get who asked for it now. */
const whyNotAllowed = (require: () => void): Refusal | undefined => {
  try {
    require()
    return undefined
  } catch (error) {
    if (error instanceof HttpError || error instanceof RefusalError) return error.refusal
    throw error
  }
}

/** Goes on with work on many things. */
export const bulkWorker = (flows: Flows): PieceWorker => ({
  kind: bulkJob,
  piece: (database, { orgId, key }) => database.inTransaction(orgId, (tx) => workStep(tx, flows, key)),
})
