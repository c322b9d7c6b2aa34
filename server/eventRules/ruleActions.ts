import * as v from 'valibot'
import { declaredField, isEmpty, limitsOf } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { fill, type Params, type Refusal, refusal, refuse } from '../../kernel/refusal.ts'
import { actorOf } from '../approval/form/actor.ts'
import { insideKey, outsideKey } from '../approval/flow/key.ts'
import { startProcess } from '../approval/flow/run.ts'
import { monitorTable } from '../../domain/approval/process/applyingTable.ts'
import { inWords } from '../../domain/english/all.ts'
import { documentKinds, kindNamed } from '../../domain/documents/all.ts'
import { codeOf, documentLink, isConsumable } from '../../domain/documents/define.ts'
import { withAssetsHref } from '../../domain/documents/offers.ts'
import { documentOperations } from '../../domain/documents/operations.ts'
import { formPathOf } from '../../domain/documents/screens.ts'
import { filledText, isPersonColumn, placesIn, type MessageOpening, type RuleAction } from '../../domain/eventRules/eventRule.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import type { RecordField, RecordKind } from '../../domain/records/define.ts'
import { recordOperations } from '../../domain/records/operations.ts'
import { stockTable } from '../../domain/records/stockTable.ts'
import { cardLink } from '../../domain/reminders/reminders.ts'
import type { MessageCategory } from '../../domain/rules/messageCategories.ts'
import { assetManagerRole, consumableManagerRole } from '../../domain/rules/constants.ts'
import type { Table, TableColumn } from '../../domain/tables/define.ts'
import type { KnownTable } from '../../domain/tables/operations.ts'
import { requireAllowed, type WriteContext } from '../call.ts'
import { submit } from '../documents/engine.ts'
import type { Flows } from '../documents/flows.ts'
import type { DocumentPort } from '../documents/port.ts'
import { notify } from '../messaging/notify.ts'
import { findRecord, updateRecord } from '../records/engine.ts'
import { keepersOf } from '../reminders/keepers.ts'
import { idsOf, type MatchedRow } from './matching.ts'

/** What a rule acts on: a row that meets its condition, in the name of its maker. */
export type RuleContext = {
  readonly call: WriteContext
  readonly flows: Flows
  readonly documents: DocumentPort
  readonly knownTable: KnownTable
  readonly row: MatchedRow
  /** What people read of the columns. */
  readonly words: ReadonlyMap<string, string>
  readonly title: string
}

/** A sentence about what was done. */
export type RuleResult = { readonly words: string; readonly params: Params }

/** Carries out one action; refuses in words where it cannot be. */
export const act = (context: RuleContext, action: RuleAction): Promise<RuleResult> => {
  switch (action.t) {
    case 'notify':
      return sendNotice(context, action)
    case 'start':
      return startFlow(context, action)
    case 'set':
      return setField(context, action)
  }
}

type Action<T extends RuleAction['t']> = Extract<RuleAction, { readonly t: T }>

/** Messages of one rule at one event go to so many people. */
const receiversAtMost = 500

const sendNotice = async (context: RuleContext, action: Action<'notify'>): Promise<RuleResult> => {
  const { call, knownTable } = context
  const uids = await receiversOf(context, action)
  if (uids.length === 0) return { words: '没有可通知的人', params: {} }
  if (uids.length > receiversAtMost) refuse('eventRule.receivers', '一次最多通知{max}人', { max: receiversAtMost })
  await notify(call.tx, {
    uids,
    msgType: messageTypes.notify,
    category: categoryOf(knownTable.table),
    title: textFor(context, action.words),
    link: openingOf(context, action.opens),
  })
  return { words: '已通知{count}人', params: { count: uids.length } }
}

const categoryOf = (table: Table): MessageCategory => {
  if (table === monitorTable) return 'approval'
  const kind = documentKinds.find((candidate) => codeOf(candidate) === table.name)
  return table === stockTable || (kind && isConsumable(kind)) ? 'stock' : 'asset'
}

/** A text with what stands in the columns that it names. */
const textFor = ({ knownTable, words }: RuleContext, text: string): string => {
  const columns = Object.entries(knownTable.table.columns)
  return filledText(text, (label) => {
    const key = columns.find(([, column]) => labelsOfColumn(column).includes(label))?.[0]
    return key === undefined ? undefined : words.get(key) || '—'
  })
}

/** Those of people, of roles, of columns and of the row's place who are there. */
const receiversOf = async (context: RuleContext, { people, roles, columns, keepers }: Action<'notify'>): Promise<Id[]> => {
  const { call, knownTable, row } = context
  const columnUids = columns.flatMap((key) => {
    const column = knownTable.table.columns[key]
    return column && isPersonColumn(column) ? idsOf(column, row.values[key]) : []
  })
  const keeperUids = keepers ? await keepersOfRow(context) : []
  const rows = await call.tx.query<{ id: Id }>(
    `select p.id from person p where p.org_id = $1 and p.state = 'active' and p.deleted_at is null and (p.id = any ($2::bigint[])
       or exists (select from person_role h join role r on r.org_id = $1 and r.id = h.role_id
                  where h.org_id = $1 and h.uid = p.id and h.active and r.role_code = any ($3::text[]) and r.deleted_at is null))
     order by p.id limit ${receiversAtMost + 1}`,
    [call.tx.orgId, [...new Set([...people, ...columnUids, ...keeperUids])], roles],
  )
  return rows.map(({ id }) => id)
}

/** The column that says where a row is. */
export const placeColumn = ({ columns }: Table): string | undefined =>
  Object.entries(columns).find(([, { control }]) => refersTo(control) === 'location')?.[0]

const keepersOfRow = async ({ call, knownTable, row }: RuleContext): Promise<readonly Id[]> => {
  const key = placeColumn(knownTable.table)
  const column = key === undefined ? undefined : knownTable.table.columns[key]
  const place = key !== undefined && column ? (idsOf(column, row.values[key])[0] ?? null) : null
  const role = categoryOf(knownTable.table) === 'stock' ? consumableManagerRole : assetManagerRole
  return (await keepersOf(call.tx, [place], role))(place)
}

const openingOf = ({ call, knownTable, row }: RuleContext, opens: MessageOpening): string => {
  if (opens.to === 'flow') return `/pages/flow/formApply?flowKey=${encodeURIComponent(outsideKey(call.tx.orgId, opens.flowKey))}`
  if (opens.to === 'row') return rowLink(knownTable, row.id)
  const kind = kindNamed(opens.kind)
  return knownTable.kind?.noun === 'asset' ? withAssetsHref(kind, [row.id]) : formPathOf(kind)
}

/** The screen of a row. */
export const rowLink = ({ table, kind, screen }: KnownTable, id: string): string => {
  if (kind) {
    if (kind.noun === 'asset') return cardLink(id)
    const detail = kind.screens.detail ?? { path: kind.screens.form, id: 'id' }
    return `${detail.path}?${detail.id}=${id}`
  }
  if (table === monitorTable) return `/pages/flow/progress?processId=${id}`
  if (table === stockTable) return `${screen}?locId=${id.split('-')[0]}`
  const documentKind = documentKinds.find((candidate) => codeOf(candidate) === table.name)
  return documentKind ? documentLink(documentKind, id) : screen
}

/** Starts a flow in the maker's name with what the rule fills in. */
const startFlow = async (context: RuleContext, { flowKey, values }: Action<'start'>): Promise<RuleResult> => {
  const { call, documents, row } = context
  const { tx, session } = call
  const form = Object.fromEntries(
    Object.entries(values).flatMap(([key, content]) => {
      const value = 'text' in content ? textFor(context, content.text) : valueOfColumn(context, row, content.column)
      return isEmpty(value) ? [] : [[key, value]]
    }),
  )
  const { processId } = await startProcess(
    { tx, documents, actor: actorOf(session) },
    { flowKey: insideKey(tx.orgId, flowKey), form, codes: session.codes },
  )
  const [process] = await tx.query<{ number: string }>('select number from wf_instance where org_id = $1 and id = $2', [
    tx.orgId,
    processId,
  ])
  return { words: '已发起申请{number}', params: { number: process?.number ?? processId } }
}

/** The id of what a column refers to, else what people read of it. */
const valueOfColumn = ({ knownTable, words }: RuleContext, { values }: MatchedRow, key: string): string => {
  const column = knownTable.table.columns[key]
  if (!column) return ''
  const [id = ''] = idsOf(column, values[key])
  return refersTo(column.control) ? id : (words.get(key) ?? '')
}

/** Why a value cannot be written in a field of a kind; nothing where it can. */
export const settingFault = (kind: RecordKind | undefined, { field, value }: Action<'set'>): Refusal | undefined => {
  const declaration = kind?.fields[field]
  if (!kind || !declaration || kind.readOnly.includes(field) || kind.unique.includes(field))
    return refusal('eventRule.field', '这个字段不能由规则修改')
  const read = v.safeParse(declaration.schema, value, { message: '{label}格式有误' })
  return read.success
    ? undefined
    : refusal('eventRule.value', read.issues[0].message, { label: declaration.label, ...limitsOf(declaration.control) })
}

/** Writes a field: of an asset by an adjustment where adjustments write it, else on the record, with its history. */
const setField = async (context: RuleContext, action: Action<'set'>): Promise<RuleResult> => {
  const { call, knownTable, row } = context
  const { kind } = knownTable
  const fault = settingFault(kind, action)
  if (!kind || fault) return refuse(fault?.reason ?? 'eventRule.field', fault?.words ?? '', fault?.params)
  const { label } = declaredField(kind.fields, action.field)
  if ((row.values[action.field] ?? '') === action.value) return { words: '{label}已是这个值，无需修改', params: { label } }
  const lineKey = adjustingLine(action.field)
  if (kind.noun === 'asset' && lineKey) return adjust(context, lineKey, action.value)
  requireAllowed(recordOperations(kind).update, call.session, call.at)
  const storedRecord = await findRecord(call.tx, kind, row.id)
  if (!storedRecord) return { words: '记录已不存在', params: {} }
  const change = kind.fields[action.field]?.ownTraits ? { ownValues: { [action.field]: action.value } } : { [action.field]: action.value }
  await updateRecord({ ...call, language: 'zh' }, kind, { id: row.id, ...change })
  return { words: '已修改{label}', params: { label } }
}

const adjustment = kindNamed('GsAjustOrder')

/** What a line of an adjustment calls a field of the card; nothing where none writes it. */
const adjustingLine = (field: string): string | undefined =>
  Object.keys(adjustment.line).find((key) => adjustment.line[key]?.changes === field)

const adjust = async ({ call, flows, row, title }: RuleContext, key: string, value: string): Promise<RuleResult> => {
  requireAllowed(documentOperations(adjustment).submit, call.session, call.at)
  const raw = { header: { reason: fill('自动规则：{title}', { title }) }, lines: [{ asset: row.id, [key]: value }] }
  const { code } = await submit(call, flows, { kind: adjustment, id: newId(), raw }, {})
  return { words: '已提交资产调整{code}', params: { code } }
}

/** What a text may call a column: its label in either language. */
const labelsOfColumn = ({ label, ownTraits }: TableColumn & Pick<RecordField, 'ownTraits'>): readonly string[] =>
  ownTraits?.names ?? [label, inWords('en', label)]

/** The labels in a text that no column has. */
export const unknownPlaces = ({ columns }: Table, text: string): string[] => {
  const labels = new Set(Object.values(columns).flatMap(labelsOfColumn))
  return placesIn(text).filter((place) => !labels.has(place))
}
