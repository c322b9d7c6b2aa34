import { firstOf } from '../../kernel/assert.ts'
import { readValues } from '../../kernel/field.ts'
import { compareIds, type Id } from '../../kernel/id.ts'
import { refusal, refuse, RefusalError } from '../../kernel/refusal.ts'
import { inWords } from '../../domain/english/all.ts'
import { kindNamed } from '../../domain/documents/all.ts'
import { sharedFieldOf } from '../../domain/documents/pieces.ts'
import { bulkOperations, bulkOperationsOf, type Selected } from '../../domain/bulk/operations.ts'
import { documentOperations } from '../../domain/documents/operations.ts'
import { recordKinds, recordOf } from '../../domain/records/all.ts'
import { asset } from '../../domain/records/asset.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { asSeenBy } from '../access/scope.ts'
import { handle, type Handler, requireAllowed, type SignedIn } from '../call.ts'
import { organisationKind } from '../db/organisationKind.ts'
import { columnOf, type Values } from '../db/recordTable.ts'
import { lookUp } from '../documents/references.ts'
import { recordsOf } from '../records/engine.ts'
import { NotFound } from '../httpError.ts'
import { offersFor, piecesOf, whyNot } from './offers.ts'
import { planChanges, previewOf, seenOf } from './plannedChanges.ts'
import { selectedIds } from './selection.ts'
import { begin, end, jobOf, jobsOf, lockJob, type NewItem, takesBack, waitingItems } from './store.ts'

const onRecords = (kind: RecordKind): Handler[] => {
  const operations = bulkOperationsOf(kind)
  /** The kind with what the organisation of a call added to it. */
  const kindFor = ({ tx, language }: SignedIn) => organisationKind(tx, kind, language)
  return [
    handle(operations.selected, async (call, { selection }) => ({ ids: await selectedIds(call, kind, selection) })),

    handle(operations.preview, async (call, { selection, changes }) => previewChanges(call, await kindFor(call), { selection, changes })),

    handle(operations.change, async (call, { id, selection, changes, seen }) => {
      const items = async (): Promise<NewItem[]> => {
        const plans = await planChanges(call, await kindFor(call), await selectedIds(call, kind, selection), changes)
        if (seen !== undefined && seen !== seenOf(plans))
          throw new RefusalError(refusal('bulk.changedMeanwhile', '选中的内容在预览之后有变化，请重新确认'))
        const list = plans.flatMap(({ id: item, version, before, outcome }): NewItem[] => {
          if (outcome === 'same') return []
          return outcome === 'change' ? [{ id: item, version, before }] : [{ id: item, why: outcome }]
        })
        if (!list.some(({ why }) => !why)) refuse('bulk.nothingToChange', '没有需要修改的内容')
        return list
      }
      await begin(call, {
        id,
        work: 'change',
        noun: kind.noun,
        body: { language: call.language, changes },
        asked: { selection, changes },
        items,
      })
      return jobOf(call, id)
    }),

    handle(operations.delete, async (call, { id, selection }) => {
      const items = async () => (await deepestFirst(call, kind, await selectedIds(call, kind, selection))).map((item) => ({ id: item }))
      await begin(call, { id, work: 'delete', noun: kind.noun, body: { language: call.language }, asked: selection, items })
      return jobOf(call, id)
    }),
  ]
}

const previewChanges = async (
  call: SignedIn,
  kind: RecordKind,
  { selection, changes }: { readonly selection: Selected; readonly changes: Values },
) => previewOf(call, kind, await planChanges(call, kind, await selectedIds(call, kind, selection), changes), changes)

/** In a tree what is below comes before what it is below of: both may be deleted together. */
const deepestFirst = async ({ tx }: SignedIn, kind: RecordKind, ids: readonly Id[]): Promise<readonly Id[]> => {
  if (!kind.parent) return ids.toSorted(compareIds)
  const parent = columnOf(kind.parent)
  const rows = await tx.query<{ id: Id }>(
    `with recursive up (of, id, depth) as (
       select t.id, t.${parent}, 0 from "${kind.table}" t where t.org_id = $1 and t.id = any ($2::bigint[])
       union all select u.of, t.${parent}, u.depth + 1 from up u join "${kind.table}" t on t.org_id = $1 and t.id = u.id where u.depth < 50)
     select of as id from up group by of order by max(depth) desc, of`,
    [tx.orgId, ids],
  )
  return rows.map(({ id }) => id)
}

export const bulkHandlers: readonly Handler[] = [
  ...recordKinds.flatMap(onRecords),

  handle(bulkOperations.offers, (call, { selection }) => offersFor(call, selection)),

  handle(bulkOperations.fitting, async (call, { selection, kind }) => {
    const pieces = await piecesOf(call.tx, await selectedIds(call, asset, selection))
    const recordKind = kindNamed(kind)
    return { ids: recordKind.cardOffer ? pieces.flatMap((piece) => (whyNot(call.session, recordKind, piece) ? [] : [piece.id])) : [] }
  }),

  handle(bulkOperations.pieces, async ({ tx, session }, { ids }) => ({
    list: (await recordsOf(tx, asset, ids)).map((row) => asSeenBy(session, asset, row)),
  })),

  handle(bulkOperations.documents, async (call, { id, selection, kind: name, header, deptId }) => {
    const kind = kindNamed(name)
    requireAllowed(documentOperations(kind).submit, call.session, call.at)
    if (!kind.cardOffer) refuse('bulk.kind', '{title}不能批量办理', { title: kind.title })
    const items = async () => {
      const { [sharedFieldOf(kind)?.header ?? '']: _, ...fields } = kind.header
      const { problems } = readValues(fields, header, 'submitting', 'header.')
      if (problems.length > 0) throw new RefusalError(refusal('incomplete', firstOf(problems).words, firstOf(problems).params), problems)
      return (await selectedIds(call, asset, selection)).map((item) => ({ id: item }))
    }
    const body = { language: call.language, kind: name, header: header as Values, ...(deptId && { deptId }) }
    await begin(call, { id, work: 'documents', noun: asset.noun, body, asked: { selection, name, header, deptId }, items })
    return jobOf(call, id)
  }),

  handle(bulkOperations.list, async (call) => ({ list: await jobsOf(call, null) })),
  handle(bulkOperations.status, (call, { id }) => jobOf(call, id)),

  handle(bulkOperations.failed, async (call, { id }) => {
    const { noun } = await jobOf(call, id)
    const { tx, language } = call
    const rows = await tx.query<{ id: Id; words: string | null; params: Record<string, string | number> }>(
      `select item_id as id, words, coalesce(params, '{}') as params from bulk_item where org_id = $1 and job_id = $2 and words is not null order by no`,
      [tx.orgId, id],
    )
    const recordNoun = recordOf(noun as never).noun
    const names = new Map((await lookUp(tx, new Map([[recordNoun, new Set(rows.map((row) => row.id))]]))).map((row) => [row.id, row.name]))
    return {
      list: rows.map((row) => ({ id: row.id, name: names.get(row.id) ?? '', words: inWords(language, row.words ?? '', row.params) })),
    }
  }),

  handle(bulkOperations.cancel, async (call, { id }) => {
    await jobOf(call, id)
    const job = await lockJob(call.tx, id)
    // Where nothing waits any more there is nothing to stop.
    if (job?.state === 'running') await end(call.tx, job, (await waitingItems(call.tx, id, 1)).length > 0 ? 'cancelled' : 'done')
    return jobOf(call, id)
  }),

  handle(bulkOperations.undo, async (call, { id, undoes }) => {
    const { tx } = call
    await jobOf(call, undoes)
    const undoneJob = await lockJob(tx, undoes)
    if (!undoneJob) throw new NotFound()
    const kind = await organisationKind(tx, recordOf(undoneJob.noun), call.language)
    const items = async (): Promise<NewItem[]> => {
      requireAllowed(bulkOperationsOf(kind).change, call.session, call.at)
      const { mayUndo, undoneBy, state } = await jobOf(call, undoes)
      if (undoneBy !== null) refuse('bulk.undone', '已经撤销过')
      if (state === 'running') refuse('bulk.running', '还在进行，请等它完成或先停止')
      if (!mayUndo) refuse('bulk.noUndo', '这项操作不能撤销')
      // What it left is what undoing begins with, and what was there before is what it leaves.
      return tx.query<{ id: Id; before: Values; after: Values }>(
        `select item_id as id, after as before, before as after from bulk_item
         where org_id = $1 and job_id = $2 and state = 'done' and before is not null and after is not null order by no`,
        [tx.orgId, undoes],
      )
    }
    const body = { language: call.language, changes: undoneJob.body.changes ?? {}, ...(takesBack(undoneJob) && { redoes: true as const }) }
    await begin(call, { id, work: 'undo', noun: undoneJob.noun, body, asked: { undoes }, undoes, items })
    return jobOf(call, id)
  }),
]
