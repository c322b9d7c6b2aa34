import type { MergePreview } from '../../../domain/records/mergeOperations.ts'
import { calledOf, type RecordKind } from '../../../domain/records/define.ts'
import { alikeGroups } from '../../../domain/records/alike.ts'
import { recordCodeOf } from '../../../domain/records/code.ts'
import { inWords } from '../../../domain/english/all.ts'
import { assertDefined, firstOf } from '../../../kernel/assert.ts'
import type { Id } from '../../../kernel/id.ts'
import { RefusalError, refuse } from '../../../kernel/refusal.ts'
import { requireWritable } from '../../access/scope.ts'
import type { SignedIn } from '../../call.ts'
import { survivorsOf } from '../../db/recordForwards.ts'
import { columnOf, rowOf, tableOf, type Values } from '../../db/recordTable.ts'
import type { Tx } from '../../db/tx.ts'
import { Forbidden, NotFound } from '../../httpError.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { lockTree, recordsOf } from '../engine.ts'
import { recordEvent } from '../history/recordEvents.ts'
import { type MergePlan, type MergedRecord, obstaclesOf } from './obstacles.ts'
import { otherWords, type Pointer, pointersTo, tableWords } from './pointers.ts'
import { countCards, countDocuments, countPointer, mergeCards, mergeDocuments, repoint, type Takeover } from './repoint.ts'

type MergeInput = { readonly into: Id; readonly from: readonly Id[] }
type Merger = Pick<SignedIn, 'tx' | 'session' | 'at' | 'language'>

/** What a merge would do, and why it cannot be. */
export const previewMerge = async (call: Merger, kind: RecordKind, input: MergeInput): Promise<MergePreview> => {
  const { tx, language } = call
  requireMayMerge(call, kind, input)
  const plan = await planOf(call, kind, input, false)
  const [uses, obstacles] = await Promise.all([usesOf(tx, plan), obstaclesOf(tx, plan)])
  return {
    into: plan.into,
    from: [...plan.from],
    uses: uses.map(({ words, count }) => ({ words: inWords(language, words), count })),
    obstacles: obstacles.map(({ words, params }) => inWords(language, words, params)),
  }
}

/**
 * Merges records into one: all that points to them points to that one, they lie in the trash, and their ids, codes and names lead to it. All in
 * one transaction; what was merged into the same one before is merged already.
 */
export const mergeRecords = async (call: Merger, kind: RecordKind, input: MergeInput): Promise<{ into: Id; merged: number }> => {
  const { tx, session, at } = call
  requireMayMerge(call, kind, input)
  if (kind.parent) await lockTree(tx, kind)
  const formerSurvivors = await survivorsOf(tx, kind.noun, input.from)
  const from = input.from.filter((id) => formerSurvivors.get(id) !== input.into)
  if (from.length === 0) return { into: input.into, merged: 0 }
  const plan = await planOf(call, kind, { into: input.into, from }, true)
  const [obstacle] = await obstaclesOf(tx, plan)
  if (obstacle) throw new RefusalError(obstacle)
  const uses = await usesOf(tx, plan)
  for (const record of plan.from) await takeOver(call, kind, { record, into: plan.into })
  await recordEvent(tx, { noun: kind.noun, actor: session.uid, at }, [
    ...plan.from.map(({ id }) => ({ record: id, action: 'merge' as const, details: { other: plan.into } })),
    ...plan.from.map((record) => ({ record: plan.into.id, action: 'absorb' as const, details: { other: record, uses } })),
  ])
  return { into: input.into, merged: from.length }
}

/** A minute later nobody writes any more who read the merged records before the merge: what they wrote then follows as well. */
const afterwardsMs = 60_000

const takeOver = async (
  { tx, session, at }: Merger,
  kind: RecordKind,
  { record, into }: { readonly record: MergedRecord; readonly into: MergedRecord },
): Promise<void> => {
  const takeover = { noun: kind.noun, from: record.id, into: into.id }
  const moment = new Date(at).toISOString()
  await follow(tx, kind, takeover, { actor: session.uid, at })
  await tx.query('update record_forward set into_id = $4 where org_id = $1 and noun = $2 and into_id = $3', [
    tx.orgId,
    kind.noun,
    record.id,
    into.id,
  ])
  await tx.query('insert into record_forward (org_id, noun, from_id, into_id, at) values ($1, $2, $3, $4, $5)', [
    tx.orgId,
    kind.noun,
    record.id,
    into.id,
    moment,
  ])
  await tx.query(`update "${kind.table}" set deleted_at = $3, version = version + 1, updated_at = $3 where org_id = $1 and id = $2`, [
    tx.orgId,
    record.id,
    moment,
  ])
  await enqueue(tx, {
    kind: followJob,
    key: `${kind.noun} ${record.id}`,
    body: { ...takeover, actor: session.uid },
    dueAt: new Date(at + afterwardsMs).toISOString(),
  })
}

export const followJob = 'mergeFollow'

/** Lets all that points to the merged record point to the one that stays. */
export const follow = async (
  tx: Tx,
  kind: RecordKind,
  takeover: Takeover,
  act: { readonly actor: Id; readonly at: number },
): Promise<void> => {
  await mergeDocuments(tx, takeover)
  await mergeCards(tx, takeover, act)
  for (const pointer of await pointers(tx, kind)) await repoint(tx, pointer, takeover)
}

const pointers = (tx: Tx, kind: RecordKind): Promise<Pointer[]> => pointersTo((text, values) => tx.query(text, values), kind.table)

/** What points to the records that are to be merged, by what it is called. */
const usesOf = async (tx: Tx, { kind, from }: MergePlan): Promise<{ words: string; count: number }[]> => {
  const columns = await pointers(tx, kind)
  const counts: { words: string; count: number }[] = []
  for (const { id } of from) {
    const takeover = { noun: kind.noun, from: id }
    const ownCounts = { asset: await countCards(tx, takeover), document: await countDocuments(tx, takeover) }
    counts.push(...Object.entries(ownCounts).map(([table, count]) => ({ words: wordsOf(table), count })))
    for (const pointer of columns) counts.push({ words: wordsOf(pointer.table), count: await countPointer(tx, pointer, takeover) })
  }
  return [...Map.groupBy(counts, ({ words }) => words)]
    .map(([words, rows]) => ({ words, count: rows.reduce((sum, { count }) => sum + count, 0) }))
    .filter(({ count }) => count > 0)
}

const wordsOf = (table: string): string => tableWords[table] ?? otherWords

const requireMayMerge = ({ session }: Merger, kind: RecordKind, { into, from }: MergeInput): void => {
  if (!session.codes.has(`${recordCodeOf(kind)}:save`)) throw new Forbidden()
  if (from.includes(into)) refuse('merge.itself', '不能合并到自己')
}

const planOf = async (call: Merger, kind: RecordKind, { into, from }: MergeInput, isLocked: boolean): Promise<MergePlan> => {
  const { tx, session } = call
  const ids = [...new Set([into, ...from])]
  const rows = await recordsOf(tx, kind, ids, isLocked)
  if (rows.length < ids.length) throw new NotFound()
  await requireWritable(tx, session, kind, rows)
  const records = rows.map((row) => mergedRecordOf(kind, row))
  const recordOf = (id: Id) =>
    assertDefined(
      records.find((record) => record.id === id),
      'a record that is there',
    )
  return { kind, into: recordOf(into), from: [...new Set(from)].map(recordOf) }
}

const mergedRecordOf = (kind: RecordKind, row: Values & { readonly id: Id }): MergedRecord => {
  const code = row[firstOf(kind.unique)]
  return { id: row.id, name: calledOf(kind, row), code: typeof code === 'string' ? code : null }
}

/** So many groups are proposed at once. */
const groupsAtMost = 50

/** Records of a kind whose names are alike. */
export const alikeRecords = async (
  { tx, session }: Pick<SignedIn, 'tx' | 'session'>,
  kind: RecordKind,
): Promise<{ groups: MergedRecord[][] }> => {
  const table = tableOf(kind)
  const order = columnOf(firstOf(kind.unique))
  const rows = await tx.query<Values>(
    `${table.select} where r.org_id = $1 and r.deleted_at is null order by r.${order}, r.id limit 20000`,
    [tx.orgId],
  )
  const place = kind.place === 'itself' && session.locations !== 'all' ? new Set(session.locations) : undefined
  const records = rows.map((row) => mergedRecordOf(kind, rowOf(table, row))).filter(({ id }) => place?.has(id) ?? true)
  return { groups: alikeGroups(records).slice(0, groupsAtMost) }
}
