import { trashOperations, mergeableKinds, mergeOperations, restorableKinds } from '../../../domain/records/mergeOperations.ts'
import { recordOf } from '../../../domain/records/all.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Noun } from '../../../kernel/field.ts'
import { type Handler, handle } from '../../call.ts'
import type { WholeWorker } from '../../jobs/jobs.ts'
import { eventsOfRecord } from '../history/recordEvents.ts'
import { listRemoved, restoreRecord } from '../trash/trash.ts'
import { alikeRecords, follow, followJob, mergeRecords, previewMerge } from './merge.ts'

const mergeHandlersOf = (kind: RecordKind): Handler[] => {
  const operations = mergeOperations(kind)
  return [
    handle(operations.preview, (call, input) => previewMerge(call, kind, input)),
    handle(operations.merge, (call, input) => mergeRecords(call, kind, input)),
    handle(operations.alike, (call) => alikeRecords(call, kind)),
  ]
}

const trashHandlersOf = (kind: RecordKind): Handler[] => {
  const operations = trashOperations(kind)
  return [
    handle(operations.list, (call, input) => listRemoved(call, kind, input)),
    handle(operations.restore, (call, { id }) => restoreRecord(call, kind, id)),
    handle(operations.events, ({ tx }, { id }) => eventsOfRecord(tx, kind.noun, id)),
  ]
}

export const mergeHandlers: readonly Handler[] = [...mergeableKinds.flatMap(mergeHandlersOf), ...restorableKinds.flatMap(trashHandlersOf)]

type FollowBody = { readonly noun: Noun; readonly from: Id; readonly into: Id; readonly actor: Id }

/** What was written with a merged record while it was being merged follows it. */
export const mergeFollowWorker: WholeWorker = {
  kind: followJob,
  run: async (tx, job) => {
    const { noun, from, into, actor } = job.body as FollowBody
    await follow(tx, recordOf(noun), { noun, from, into }, { actor, at: tx.now() })
  },
}
