import { firstOf } from '../../kernel/assert.ts'
import { createHash } from 'node:crypto'
import { declaredField, isEmpty } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { compareIds, type Id } from '../../kernel/id.ts'
import { refusal, type Refusal, refuse, RefusalError } from '../../kernel/refusal.ts'
import { changeableFields } from '../../domain/bulk/fields.ts'
import { inWords } from '../../domain/english/all.ts'
import type { BulkPreview } from '../../domain/bulk/operations.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { cellOfValue } from '../../domain/records/columns.ts'
import { calledOf, placeFieldsOf, placeOf, type RecordKind } from '../../domain/records/define.ts'
import { fieldNotYours, foreignPlaces, unwritable } from '../access/scope.ts'
import type { SignedIn } from '../call.ts'
import { tableOf, type Values } from '../db/recordTable.ts'
import { lookUp, referencesOf } from '../documents/references.ts'
import { breatheBetween } from '../heavy/breath.ts'
import { plannedUpdate, recordsOf } from '../records/engine.ts'
import { hooksOf } from '../records/hooks.ts'
import { requireReferences } from '../records/references.ts'
import { malformed } from '../httpError.ts'
import { obstaclesOf } from './obstacles.ts'

/** What a change would do to one record: `before` is what stands in the fields that it writes, of the person who may write it alone. */
export type PlannedChange = {
  readonly id: Id
  readonly name: string
  readonly version: number | null
  readonly before: Values
  readonly outcome: 'change' | 'same' | Refusal
}

/** Refuses fields that no one, or not the caller, writes on many records at once. */
const requireChangeable = ({ session }: SignedIn, kind: RecordKind, changes: Values): void => {
  const may = new Set(changeableFields(kind, () => true).map(([key]) => key))
  for (const key of Object.keys(changes)) {
    const field = kind.fields[key]
    if (!field) throw malformed('未知的字段{key}', { key }, [{ path: `changes.${key}` }])
    if (!may.has(key)) refuse('bulk.field', '{label}不能批量修改', { label: field.label })
    if (unwritable(session, kind).includes(key)) refuse('field.notYours', fieldNotYours, { label: field.label })
  }
}

/** Looks at every record that is to be changed as the change of one would, and writes nothing. */
export const planChanges = async (call: SignedIn, kind: RecordKind, ids: readonly Id[], changes: Values): Promise<PlannedChange[]> => {
  const { tx, session } = call
  requireChangeable(call, kind, changes)
  const keys = Object.keys(changes)
  await requireReferences(
    tx,
    tableOf(kind).written.filter(({ key }) => keys.includes(key) && !isEmpty(changes[key])),
    changes,
  )
  const rows = await recordsOf(tx, kind, ids)
  const placeFields = placeFieldsOf(kind).filter((key) => keys.includes(key))
  const foreign = await foreignPlaces(
    tx,
    session,
    [
      ...new Set(rows.flatMap((row) => [placeOf(kind, row), ...placeFields.flatMap((key) => [row[key] ?? null, changes[key] ?? null])])),
    ].filter((place) => place !== undefined),
  )
  const breathe = breatheBetween()
  const plans: PlannedChange[] = []
  for (const row of rows) {
    await breathe()
    const place = placeOf(kind, row)
    const elsewhere = foreign.has(place) || placeFields.some((key) => foreign.has(row[key] ?? null) || foreign.has(changes[key] || null))
    const outcome = elsewhere ? foreignRefusal : await outcomeOf(call, kind, row, changes)
    const before = elsewhere ? {} : Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))
    plans.push({ id: row.id, name: calledOf(kind, row), version: row.version, before, outcome })
  }
  const presentIds = new Set(rows.map(({ id }) => id))
  const missingIds = ids.filter((id) => !presentIds.has(id))
  return [...plans, ...missingIds.map((id): PlannedChange => ({ id, name: '', version: null, before: {}, outcome: goneRefusal }))]
}

const foreignRefusal = refusal('not-your-location', '不在您管理的区域')
export const goneRefusal = refusal('bulk.gone', '已经不存在')

const outcomeOf = async (call: SignedIn, kind: RecordKind, row: RecordRow, changes: Values): Promise<PlannedChange['outcome']> => {
  try {
    const { changed } = await plannedUpdate(call, kind, row, changes)
    return changed.length > 0 ? 'change' : 'same'
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal
    throw error
  }
}

/** Stands for what was looked at: which records, and what stood in the fields in question. */
export const seenOf = (plans: readonly PlannedChange[]): string => {
  const hash = createHash('sha256')
  for (const { id, before, outcome } of plans.toSorted((a, b) => compareIds(a.id, b.id)))
    hash.update(JSON.stringify([id, before, typeof outcome === 'string' ? outcome : outcome.reason]))
  return hash.digest('base64url')
}

const shownAtMost = 8

/** What a plan says to the person who is to agree to it. */
export const previewOf = async (
  call: SignedIn,
  kind: RecordKind,
  plans: readonly PlannedChange[],
  changes: Values,
): Promise<BulkPreview> => {
  const { tx, language } = call
  const changingPlans = plans.filter(({ outcome }) => outcome === 'change')
  const canonicalValues = hooksOf(kind).canonical?.(changes) ?? changes
  const values = [canonicalValues, ...changingPlans.map(({ before }) => before)].map((values) => ({
    fields: kind.fields,
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))),
  }))
  const references = Object.keys(changes).some((key) => refersTo(declaredField(kind.fields, key).control))
    ? referencesOf(values)
    : new Map()
  const names = new Map((await lookUp(tx, references)).map(({ id, name }) => [id, name]))
  const shownCell = (key: string, value: unknown) =>
    cellOfValue(
      declaredField(kind.fields, key),
      value,
      (_, id) => names.get(id) ?? '',
      (words) => inWords(language, words),
    )
  return {
    total: plans.length,
    changing: changingPlans.length,
    same: plans.filter(({ outcome }) => outcome === 'same').length,
    cannot: obstaclesOf(
      plans.flatMap(({ name, outcome }) => (typeof outcome === 'string' ? [] : [{ name, why: outcome }])),
      language,
    ),
    fields: Object.entries(canonicalValues).map(([key, value]) => {
      const groups = [...Map.groupBy(changingPlans, ({ before }) => JSON.stringify(before[key]))]
        .map(([, alike]) => ({ words: shownCell(key, firstOf(alike).before[key]), count: alike.length }))
        .toSorted((a, b) => b.count - a.count)
      const furtherGroups = groups.slice(shownAtMost)
      return {
        key,
        label: inWords(language, declaredField(kind.fields, key).label),
        to: shownCell(key, value),
        from: groups.slice(0, shownAtMost),
        others: furtherGroups.reduce((sum, { count }) => sum + count, 0),
      }
    }),
    seen: seenOf(plans),
  }
}
