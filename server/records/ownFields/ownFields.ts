import { isDeepStrictEqual } from 'node:util'
import { assertDefined } from '../../../kernel/assert.ts'
import { isEmpty, type Noun } from '../../../kernel/field.ts'
import { optionsOf } from '../../../kernel/fields/kinds.ts'
import type { Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { fieldsOnLines } from '../../../domain/documents/cardColumns.ts'
import { documentKinds } from '../../../domain/documents/all.ts'
import { english } from '../../../domain/english/all.ts'
import { recordOf } from '../../../domain/records/all.ts'
import {
  appliesTo,
  canHaveUnit,
  type OwnField,
  ownFieldFault,
  ownFieldsAtMost,
  ownFieldsOf,
  removedOptions,
  valueColumnOf,
} from '../../../domain/records/ownFields/ownField.ts'
import {
  ownFieldApplying,
  ownFieldArrange,
  ownFieldCards,
  ownFieldDeliver,
  ownFieldList,
  ownFieldRetire,
  ownFieldSave,
} from '../../../domain/records/ownFields/ownFieldOperations.ts'
import { asset } from '../../../domain/records/asset.ts'
import { ownFieldSets } from '../../../domain/records/ownFields/ownFieldSets.ts'
import { handle, type Handler, type ParsedInput, type SignedIn } from '../../call.ts'
import { forgetOwnFields, organisationKind, readOwnFields, readOwnWords } from '../../db/organisationKind.ts'
import { onlyRow, requireUnchanged } from '../../db/rows.ts'
import type { QueryTx, Tx } from '../../db/tx.ts'
import { readCards } from '../../documents/ownLines/cardValues.ts'
import { NotFound } from '../../httpError.ts'
import { categoriesAbove, categoriesOfItems } from '../../db/ownCategories.ts'

const title = '自定义字段'

/** One writer at a time gives keys and positions of an organisation. */
const lockOwnFields = (tx: Tx): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('own_field', $1::bigint))`, [tx.orgId])

/** Waits for the records under way that have a value of a field: their triggers hold its row. */
const lockOwnValues = (tx: Tx, { noun, key }: OwnField): Promise<unknown> =>
  tx.query('select from own_field where org_id = $1 and noun = $2 and key = $3 for update', [tx.orgId, noun, key])

const fieldNamed = (fields: readonly OwnField[], noun: Noun, key: string): OwnField => {
  const field = fields.find((candidate) => candidate.noun === noun && candidate.key === key)
  if (!field) throw new NotFound()
  return field
}

/** Refuses a name that another field of the kind has: headers of sheets and columns of lists are told apart by it. */
const requireOwnLabel = (
  fields: readonly OwnField[],
  noun: Noun,
  { key, label }: { readonly key?: string | undefined; readonly label: string },
): void => {
  const isTaken =
    Object.values(recordOf(noun).fields).some((field) => field.label === label) ||
    fields.some((field) => field.noun === noun && field.key !== key && !field.isRetired && field.label === label)
  if (isTaken) refuse('ownField.label', '已有名为“{label}”的字段，请换一个名称', { label })
}

/** The first of some options of a field that records have, and how many. */
export const optionsInUse = (
  tx: QueryTx,
  { noun, key }: Pick<OwnField, 'noun' | 'key'>,
  options: readonly string[],
): Promise<{ value: string; count: number }[]> =>
  tx.query(
    `select o.value, count(*)::int as count from unnest($3::text[]) as o (value)
     join "${recordOf(noun).table}" r on r.org_id = $1 and r.deleted_at is null
       and (r.own_values -> $2::text = to_jsonb(o.value) or r.own_values -> $2::text @> jsonb_build_array(o.value))
     group by o.value limit 1`,
    [tx.orgId, key, options],
  )

/** The first of some options that documents on their way to the books have, and how many. */
const optionsOnDocuments = (tx: QueryTx, key: string, options: readonly string[]): Promise<{ value: string; count: number }[]> =>
  tx.query(
    `select o.value, count(distinct d.id)::int as count from unnest($4::text[]) as o (value)
     join document d on d.org_id = $1 and d.kind = any ($3::text[]) and d.state in ('draft', 'returned', 'rejected', 'withdrawn', 'inApproval', 'approved')
     join document_line l on l.org_id = $1 and l.document_id = d.id
       and (l.data -> $2::text = to_jsonb(o.value) or l.data -> $2::text @> jsonb_build_array(o.value))
     group by o.value limit 1`,
    [tx.orgId, key, documentKinds.filter(({ ownLines }) => ownLines).map(({ kind }) => kind), options],
  )

/** Refuses to take options away that records have, or documents that will give them to records. */
const requireUnusedOptions = async (tx: Tx, before: OwnField, control: OwnField['control']): Promise<void> => {
  const removedValues = removedOptions(before.control, control)
  if (removedValues.length === 0) return
  const called = (value: string) => optionsOf(before.control)?.find((option) => option.value === value)?.label ?? value
  const [use] = await optionsInUse(tx, before, removedValues)
  if (use) refuse('ownField.option', '选项“{option}”还有{count}条记录在用，不能删除', { option: called(use.value), count: use.count })
  const [draft] = before.noun === 'asset' ? await optionsOnDocuments(tx, before.key, removedValues) : []
  if (draft)
    refuse('ownField.optionOnDocument', '选项“{option}”还在{count}张没有办完的单据上，不能删除', {
      option: called(draft.value),
      count: draft.count,
    })
}

/** Refuses to ask for different values where some records have the same. */
const requireDifferentValues = async (tx: Tx, { noun, key, label }: OwnField): Promise<void> => {
  const [same] = await tx.query<{ value: string | null; count: number }>(
    `select coalesce(v.text_value, v.number_value::text) as value, count(*)::int as count from own_value v
     where v.org_id = $1 and v.noun = $2 and v.key = $3 group by 1 having count(*) > 1 limit 1`,
    [tx.orgId, noun, key],
  )
  if (same)
    refuse('ownField.notUnique', '“{label}”有{count}条记录都是“{value}”，先改成不同的再要求唯一', {
      label,
      value: same.value ?? '',
      count: same.count,
    })
}

/** Refuses to change what records are found by where some have been written: their search texts would have to be written anew. */
const requireNoValues = async (tx: Tx, { noun, key, label }: OwnField): Promise<void> => {
  const { count } = await onlyRow(
    tx.query<{ count: number }>(
      `select count(*)::int as count from "${recordOf(noun).table}" r where r.org_id = $1 and r.deleted_at is null and r.own_values ? $2::text`,
      [tx.orgId, key],
    ),
  )
  if (count > 0) refuse('ownField.sensitiveInUse', '“{label}”已有{count}条记录填写，不能再更改是否敏感', { label, count })
}

const requireCategories = async (tx: Tx, noun: Noun, categoryIds: readonly Id[]): Promise<void> => {
  if (categoryIds.length === 0) return
  if (noun !== 'asset') refuse('ownField.category', '只有资产的字段可以按分类区分')
  const rows = await tx.query(
    `select from category where org_id = $1 and id = any ($2::bigint[]) and cat_kind = 'asset' and deleted_at is null for key share`,
    [tx.orgId, categoryIds],
  )
  if (rows.length < new Set(categoryIds).size) refuse('ownField.category', '有的分类已不存在，请重新选择')
}

/** What a control is at heart; the rest of it may change while records have values. */
const kindOfValue = ({ control }: Pick<OwnField, 'control'>) => ({
  type: control.type,
  many: 'many' in control && control.many === true,
  to: 'to' in control ? control.to : undefined,
})

const saveField = async (call: SignedIn, input: ParsedInput<typeof ownFieldSave>): Promise<OwnField> => {
  const { tx, session } = call
  const { noun, control, label, categoryIds = [], isUnique = false, defaultValue = null, isSensitive = false } = input
  await lockOwnFields(tx)
  const fields = await readOwnFields(tx)
  const before = input.key === undefined ? undefined : fieldNamed(fields, noun, input.key)
  if (before) requireUnchanged(title, input.version, before.version)
  requireOwnLabel(fields, noun, input)
  const fault = ownFieldFault({ label, control, isUnique, defaultValue })
  if (fault) refuse('ownField.control', fault.words, fault.params)
  await requireCategories(tx, noun, categoryIds)
  if (noun !== 'asset' && (input.isRequiredAtStockIn || input.isCounted || input.isOnLines))
    refuse('ownField.ofAssets', '只有资产的字段可以在单据和盘点中显示')
  if (before && !isDeepStrictEqual(kindOfValue(before), kindOfValue({ control })))
    refuse('ownField.kind', '“{label}”的类型不能更改，请停用后另建一个字段', { label: before.label })
  if (input.unit && !canHaveUnit(control)) refuse('ownField.unit', '只有数字可以有单位')
  if (isSensitive && (control.type !== 'text' || input.isOpen))
    refuse('ownField.sensitive', '只有文字字段可以设为敏感，并且不能同时让管理范围外的人看到')
  if (before) await lockOwnValues(tx, before)
  if (before && before.isSensitive !== isSensitive) await requireNoValues(tx, before)
  if (before) await requireUnusedOptions(tx, before, control)
  if (before && isUnique && !before.isUnique) await requireDifferentValues(tx, before)
  if (!before && fields.length >= ownFieldsAtMost) refuse('ownField.tooMany', '最多{max}个自定义字段', { max: ownFieldsAtMost })
  const key = before?.key ?? `x${1 + Math.max(0, ...fields.map((field) => Number(field.key.slice(1))))}`
  await tx.query(
    `insert into own_field as f (org_id, noun, key, label, english_label, hint, control, value_column, is_required, is_unique, is_open, category_ids, required_at_stock_in, is_counted, is_on_lines, default_value, is_sensitive, unit, position, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::bigint[], $14, $15, $16, $17, $18, $19, (select coalesce(max(position), 0) + 1 from own_field where org_id = $1 and noun = $2), $13)
     on conflict (org_id, noun, key) do update set label = $4, english_label = $5, hint = $6, control = $7, is_required = $9, is_unique = $10,
       is_open = $11, category_ids = $12::bigint[], required_at_stock_in = $14, is_counted = $15, is_on_lines = $16, default_value = $17, is_sensitive = $18, unit = $19, version = f.version + 1`,
    [
      tx.orgId,
      noun,
      key,
      label,
      input.englishLabel || null,
      input.hint || null,
      JSON.stringify(control),
      valueColumnOf(control) ?? null,
      input.isRequired ?? false,
      isUnique,
      input.isOpen ?? false,
      [...new Set(categoryIds)],
      session.uid,
      input.isRequiredAtStockIn ?? false,
      input.isCounted ?? false,
      input.isOnLines ?? false,
      isEmpty(defaultValue) ? null : JSON.stringify(defaultValue),
      isSensitive,
      input.unit || null,
    ],
  )
  if (before && isUnique !== before.isUnique)
    await tx.query('update own_value set is_unique = $4 where org_id = $1 and noun = $2 and key = $3', [tx.orgId, noun, key, isUnique])
  forgetOwnFields(tx)
  return fieldNamed(await readOwnFields(tx), noun, key)
}

const retireField = async ({ tx }: SignedIn, { noun, key, isRetired }: ParsedInput<typeof ownFieldRetire>): Promise<OwnField> => {
  await lockOwnFields(tx)
  const fields = await readOwnFields(tx)
  const before = fieldNamed(fields, noun, key)
  if (!isRetired) requireOwnLabel(fields, noun, before)
  await tx.query(
    `update own_field set retired_at = case when $4 then coalesce(retired_at, now()) end, version = version + 1
     where org_id = $1 and noun = $2 and key = $3 and (retired_at is not null) <> $4`,
    [tx.orgId, noun, key, isRetired],
  )
  forgetOwnFields(tx)
  return fieldNamed(await readOwnFields(tx), noun, key)
}

const deliverSet = async (call: SignedIn, { set: setKey, categoryIds }: ParsedInput<typeof ownFieldDeliver>) => {
  const set = assertDefined(
    ownFieldSets.find(({ key }) => key === setKey),
    `the set ${setKey}`,
  )
  await lockOwnFields(call.tx)
  const before = await readOwnFields(call.tx)
  const keys: string[] = []
  for (const field of set.fields) {
    const sameField = before.find(({ noun, label, isRetired }) => noun === 'asset' && label === field.label && !isRetired)
    if (!sameField) keys.push((await saveField(call, { ...field, englishLabel: english[field.label], noun: 'asset', categoryIds })).key)
    else if (sameField.categoryIds.length > 0)
      keys.push((await saveField(call, { ...sameField, categoryIds: [...new Set([...sameField.categoryIds, ...categoryIds])] })).key)
  }
  return { list: (await readOwnFields(call.tx)).filter(({ noun, key }) => noun === 'asset' && keys.includes(key)) }
}

export const ownFieldHandlers: readonly Handler[] = [
  handle(ownFieldList, async ({ tx }, { noun }) => {
    const [fields, words] = await Promise.all([readOwnFields(tx), readOwnWords(tx)])
    return {
      list: noun === undefined ? fields : fields.filter((field) => field.noun === noun),
      words: Object.fromEntries(Object.entries(words).map(([list, listWords]) => [list, [...listWords]])),
    }
  }),

  handle(ownFieldApplying, async ({ tx }, { catId, goodsId, goodsIds = [], assetIds = [] }) => {
    const fields = ownFieldsOf(await organisationKind(tx, asset)).filter(([, , { isRetired }]) => !isRetired)
    const [categories, ofModels, ofAssets] = await Promise.all([
      catId || goodsId ? categoriesAbove(tx, { categoryId: catId ?? undefined, modelId: goodsId ?? undefined }) : [],
      categoriesOfItems(tx, 'model', goodsIds),
      categoriesOfItems(tx, 'asset', assetIds),
    ])
    const byCategory = fields.filter(([, , { categoryIds }]) => categoryIds.length > 0)
    const keysFor = (above: readonly Id[]) => byCategory.flatMap(([key, field]) => (appliesTo(field, above) ? [key] : []))
    return {
      keys: fields.flatMap(([key, field]) => (appliesTo(field, categories) ? [key] : [])),
      ofItems: Object.fromEntries([...ofModels, ...ofAssets].map(([id, above]) => [id, keysFor(above)])),
    }
  }),

  handle(ownFieldCards, async (call, { assetIds }) => {
    const shownKind = fieldsOnLines(await organisationKind(call.tx, asset, call.language))
    const { values, names } = await readCards(call, assetIds, shownKind)
    return { cards: Object.fromEntries(values), names }
  }),

  handle(ownFieldSave, saveField),
  handle(ownFieldRetire, retireField),
  handle(ownFieldDeliver, deliverSet),

  handle(ownFieldArrange, async ({ tx }, { noun, keys }) => {
    await lockOwnFields(tx)
    await tx.query(
      `update own_field f set position = coalesce(array_position($3::text[], f.key), 10000 + f.position) where f.org_id = $1 and f.noun = $2`,
      [tx.orgId, noun, keys],
    )
    forgetOwnFields(tx)
    return { list: (await readOwnFields(tx)).filter((field) => field.noun === noun) }
  }),
]
