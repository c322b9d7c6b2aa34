import * as v from 'valibot'
import { entryOf } from '../../kernel/assert.ts'
import { byId, changedByRecord, idInput, listInput, nothing, operation, type Operation, pageOf } from '../operations/define.ts'
import { recordKinds } from './all.ts'
import { recordCodeOf } from './code.ts'
import type { RecordKind } from './define.ts'
import { fileActions } from './history/fileActions.ts'

/** So many records one merge takes over at most. */
export const mergedAtMost = 20

const mergeInput = {
  into: idInput,
  from: v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请选择要合并的记录'), v.maxLength(mergedAtMost, '最多{max}项')),
}
const namedRecord = v.object({ id: v.string(), name: v.string(), code: v.nullable(v.string()) })

const preview = v.object({
  into: namedRecord,
  from: v.array(namedRecord),
  /** What points to the merged ones and will point to the one that stays: how many of each. */
  uses: v.array(v.object({ words: v.string(), count: v.number() })),
  /** Why it cannot be, in words; nothing is merged as long as there is one. */
  obstacles: v.array(v.string()),
})
export type MergePreview = v.InferOutput<typeof preview>

const mergeOperationsOf = (kind: RecordKind) => {
  const code = recordCodeOf(kind)
  const base = `/api/${kind.path}/merge`
  const access = [`${code}:delete`] as const
  return {
    preview: operation({
      name: `${code}.mergePreview`,
      path: `${base}/preview`,
      title: '预览合并{title}',
      kind: kind.title,
      access,
      input: v.strictObject(mergeInput),
      output: preview,
      reads: true,
    }),
    /** Sent again it merges nothing and answers the same. */
    merge: operation({
      name: `${code}.merge`,
      path: `${base}/merge`,
      title: '合并{title}',
      kind: kind.title,
      access,
      changes: changedByRecord,
      input: v.strictObject(mergeInput),
      output: v.object({ into: v.string(), merged: v.number() }),
    }),
    /** Records that are probably the same, by their names. */
    alike: operation({
      name: `${code}.alike`,
      path: `${base}/alike`,
      title: '可能重复的{title}',
      kind: kind.title,
      access,
      input: nothing,
      output: v.object({ groups: v.array(v.array(namedRecord)) }),
      reads: true,
      readsReplica: true,
    }),
  }
}

const removedRecord = v.object({
  id: v.string(),
  name: v.string(),
  code: v.nullable(v.string()),
  removedAt: v.string(),
  /** Null where it was removed before that was written down. */
  removedBy: v.nullable(v.string()),
  /** The one that took it over; what was merged is not restored. */
  mergedInto: v.nullable(v.string()),
  /** Where it stands once it is restored; null at the top, or in a kind that is no tree. */
  place: v.nullable(v.string()),
})
export type RemovedRecord = v.InferOutput<typeof removedRecord>

const recordEvent = v.object({
  id: v.string(),
  action: v.picklist(['delete', 'restore', 'merge', 'absorb', ...fileActions]),
  at: v.string(),
  actorName: v.nullable(v.string()),
  /** Of a merge, the name of the other record; of a file in its folder, the name of the file. */
  otherName: v.nullable(v.string()),
})
export type RecordEvent = v.InferOutput<typeof recordEvent>

const trashOperationsOf = (kind: RecordKind) => {
  const code = recordCodeOf(kind)
  const base = `/api/${kind.path}/removed`
  const access = [`${code}:delete`] as const
  return {
    list: operation({
      name: `${code}.removed`,
      path: `${base}/list`,
      title: '已删除的{title}',
      kind: kind.title,
      access,
      input: v.strictObject(listInput),
      output: pageOf(removedRecord),
      answer: 'page',
      reads: true,
    }),
    restore: operation({
      name: `${code}.restore`,
      path: `${base}/restore`,
      title: '恢复{title}',
      kind: kind.title,
      access,
      changes: changedByRecord,
      input: byId,
      output: v.object({ id: v.string() }),
    }),
    /** What became of a record besides changes of its fields, newest first. */
    events: operation({
      name: `${code}.events`,
      method: 'GET',
      path: `/api/${kind.path}/events/{id}`,
      title: '{title}的删除、恢复与合并',
      kind: kind.title,
      access: [`${code}:save`],
      input: byId,
      output: v.array(recordEvent),
      reads: true,
    }),
  }
}

export const mergeableKinds: readonly RecordKind[] = recordKinds.filter(({ canMerge }) => canMerge)
export const restorableKinds: readonly RecordKind[] = recordKinds.filter(({ canRestore }) => canRestore)

const mergesByNoun = new Map(mergeableKinds.map((kind) => [kind.noun, mergeOperationsOf(kind)]))
const trashByNoun = new Map(restorableKinds.map((kind) => [kind.noun, trashOperationsOf(kind)]))

/** The calls by which doubles of a kind become one. */
export const mergeOperations = (kind: RecordKind) => entryOf(mergesByNoun, kind.noun)
/** The calls of the trash of a kind. */
export const trashOperations = (kind: RecordKind) => entryOf(trashByNoun, kind.noun)

export const allMergeOperations: readonly Operation[] = [...mergesByNoun.values(), ...trashByNoun.values()].flatMap((operations) =>
  Object.values(operations),
)
