import { dayAt } from '../../../kernel/day.ts'
import type { Noun } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import { codeOf, type DocumentKind } from '../../../domain/documents/define.ts'
import type { LineRow } from '../../../domain/documents/lineOperations.ts'
import {
  type LineArea,
  linedKinds,
  lineMoneyKeys,
  lineTables,
  lineTableWithOwn,
  ownColumnsOfLines,
  thingKeysOf,
} from '../../../domain/documents/lineTable.ts'
import { severalOf } from '../../../domain/documents/ownValuesOfSeveral.ts'
import { withOwnLines } from '../../../domain/documents/ownLines.ts'
import type { Page } from '../../../domain/operations/define.ts'
import { fieldsOnLines } from '../../../domain/documents/cardColumns.ts'
import { asset } from '../../../domain/records/asset.ts'
import { isOwnKey } from '../../../domain/records/ownFields/ownField.ts'
import type { Table } from '../../../domain/tables/define.ts'
import type { Id } from '../../../kernel/id.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { hidesMoney } from '../../access/hidden.ts'
import type { Session } from '../../call.ts'
import { Conditions, limitOf } from '../../db/conditions.ts'
import { canForward } from '../../db/recordForwards.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { countLimit, pageFor } from '../../page.ts'
import { likePattern } from '../../search/searchText.ts'
import { centsStanding } from '../../tables/centsStanding.ts'
import { chosenText } from '../../tables/chosenRows.ts'
import type { ColumnStanding, Standings } from '../../tables/columnStanding.ts'
import { requireColumns } from '../../tables/open.ts'
import { behindOf, cursorOf, orderOf, plannedFor, type Request, type SortedBy, sortedPartOf, sortValues } from '../../tables/order.ts'
import { conditionsOf } from '../../tables/where.ts'
import { type HiddenColumn, shownTo } from '../hiddenColumns.ts'
import { readCards } from '../ownLines/cardValues.ts'
import { lookUp, referencesOf } from '../references.ts'
import {
  assetsOfLine,
  differentValuesOfLine,
  type LineOwn,
  lineValuesSql,
  listedAssetsSql,
  ownStandingsOf,
  ownValuesOfLine,
} from './ownLineColumns.ts'
import { isForSql, isManagedSql, seesAll } from '../scope.ts'

/** The columns of lines that none of a reader's roles shows; what else is hidden is hidden document by document. */
export const hiddenInLines = (session: Session): readonly string[] => [
  ...(hidesMoney(session) ? lineMoneyKeys : []),
  ...[...session.hiddenFields].filter(isOwnKey),
]

/** What tells a line from another. */
export const lineRowId = `d.id || '-' || l.line_no`

/** The lines `l` that a person asks for with their documents `d`: what they are selected from, what holds, and where their columns stand. */
export type LinesAsked = {
  readonly table: Table
  readonly from: string
  readonly conditions: Conditions
  readonly standings: Standings
  /** SQL: the own fields of a line, where the organisation has own fields on lines of the area, and the assets that it lists. */
  readonly lineParts: { readonly valuesSql: string; readonly assetsSql: string }
}

/** The places of the reader's id, of the places that narrow what a keeper sees, of the kinds, and of those whose documents he sees all. */
const [reader, locations, kindNames, seenNames] = ['$2', '$3', '$4', '$5'] as const
const ownText = `(d.author_uid = ${reader} or ${isForSql(reader)})`

/** Which lines a reader looks at, or takes away. */
type LineView = { readonly area: LineArea; readonly verb: 'list' | 'export' }

/** The lines of an area inside the reader's data scope; of documents that he does not keep, and of drafts, only his own. */
export const linesAsked = async (tx: Tx, session: Session, { area, verb }: LineView, input: Request): Promise<LinesAsked> => {
  const assetKind = await organisationKind(tx, asset)
  const table = lineTableWithOwn(area, assetKind)
  const hidden = hiddenInLines(session)
  requireColumns(table, (key) => !hidden.includes(key), input, [])
  const kinds = linedKinds[area].filter((kind) => session.codes.has(`${codeOf(kind)}:${verb}`))
  const seenKinds = kinds.filter((kind) => seesAll(session, kind))
  const hidingKinds = kinds.map((kind) => withOwnLines(kind, assetKind))
  const hiddenColumn = await shownTo(tx, session, hidingKinds, { reader, locations })
  const places = session.locations === 'all' ? null : session.locations
  const namesOf = (some: readonly DocumentKind[]) => some.map(({ kind }) => kind)
  const c = new Conditions(tx.orgId, session.uid, places, namesOf(kinds), namesOf(seenKinds))
  const departments = c.place(session.departments)
  const managedSql = isManagedSql(session, { locations, departments })
  c.add(`l.org_id = $1 and d.org_id = $1 and d.kind = any (${kindNames}::text[])`)
  c.add(`(d.state <> 'draft' or d.author_uid = ${reader})`)
  c.add(`(${ownText} or d.kind = any (${seenNames}::text[]) and ${managedSql})`)
  const standings = {
    ...standingsOf(area, hiddenColumn),
    ...(area === 'goods' && ownStandingsOf(assetKind, hiddenColumn, scopeSqlFor(c, session, departments))),
  }
  for (const text of conditionsOf(c, table, standings, { where: input.where ?? [], today: dayAt(tx.now()) })) c.add(text)
  const keyword = input.likeQuery?.trim()
  if (keyword) c.add(`${hiddenColumn('search', 'd.search', 'lower(d.code)')} like ${c.place(likePattern(keyword))}`)
  if (input.chosen) c.add(chosenText(c, input.chosen, `(${lineRowId})`, 'text'))
  return {
    table,
    from: sources[area],
    conditions: c,
    standings,
    lineParts: {
      valuesSql: area === 'goods' && ownColumnsOfLines(assetKind).length > 0 ? lineValuesSql(assetKind, hiddenColumn) : 'null::jsonb',
      assetsSql: area === 'goods' ? listedAssetsSql(hiddenColumn) : 'null::jsonb',
    },
  }
}

/** SQL: true of an asset that the reader may see whole. Where no own field is asked the text names the values all the same, so that they have a type. */
const scopeSqlFor = (c: Conditions, session: Session, departments: string): ((alias: string) => string) => {
  if (session.locations === 'all') return () => 'true'
  const categories = c.place(session.categories)
  c.add(`(${departments}::bigint[] is null or ${categories}::bigint[] is null or true)`)
  return (alias) => `(${alias}.loc_id = any (${locations}::bigint[]) or ${alias}.holder_uid = ${reader}
    or ${alias}.dept_id = any (${departments}::bigint[]) or ${alias}.cat_id = any (${categories}::bigint[]))`
}

/** The fields of lines that say what a line is about. */
const thingPathsOf = (area: LineArea): string[] => [
  ...new Set(linedKinds[area].flatMap((kind) => thingKeysOf(kind, area)).map((key) => `lines.${key}`)),
]

const lines = 'document d join document_line l on l.org_id = $1 and l.document_id = d.id'
/** Who a line is for: one whom it names itself, or the one who its document is for. */
const receiverSql = `coalesce((l.data ->> 'recipient')::bigint, d.subject_uid)`
const sources: Readonly<Record<LineArea, string>> = {
  consumables: `${lines} left join consumable g on g.org_id = $1 and g.id = l.item_id
    left join lateral (select sum(m.quantity) as quantity, sum(m.cost) as cost, min(m.business_date) as day from move m
      where m.org_id = $1 and m.document_id = d.id and m.line_no = l.line_no and m.stage = 0 and m.item_kind = 'consumable'
        and m.reverses is null and d.state <> 'reversed') mv on true
    left join person s on s.org_id = $1 and s.id = ${receiverSql}`,
  goods: `${lines} left join asset a on a.org_id = $1 and a.id = l.item_id
    left join model g on g.org_id = $1 and g.id = coalesce(a.goods_id, l.item_id)
    left join person s on s.org_id = $1 and s.id = ${receiverSql}`,
}

/** A person's department is that of the one who the line is for; of what he applied for himself the one that he applied for. */
const departmentSql = `coalesce((d.header ->> 'department')::bigint, case when ${receiverSql} <> d.author_uid then s.dept_id end, d.dept_id)`

/** Where the columns of lines stand, each as far as the flows and roles show what it is made of. */
const standingsOf = (area: LineArea, hiddenColumn: HiddenColumn): Standings => {
  const visible = (sql: string, ...paths: readonly string[]): string => paths.reduce((text, path) => hiddenColumn(path, text), sql)
  const thingPaths = thingPathsOf(area)
  const lineNumber = (key: string) => `(l.data ->> '${key}')::numeric`
  const costPaths = ['amount', 'lines.price', 'lines.cost', 'lines.quantity']
  const place: ColumnStanding = { sql: '', tree: 'location' }
  const standings: Standings = {
    code: { sql: 'd.code', filled: true },
    kind: { sql: 'd.kind', filled: true },
    quantity: { sql: visible('l.quantity', 'lines.quantity') },
    price: { sql: visible(lineNumber('price'), 'lines.price', 'amount') },
    amount: { sql: visible(`round(${lineNumber('price')} * l.quantity, 2)`, 'lines.price', 'lines.quantity', 'amount') },
    deptId: { sql: visible(departmentSql, 'department', 'subject', 'lines.recipient'), tree: 'department' },
    subjectUid: { sql: visible(receiverSql, 'subject', 'lines.recipient') },
    supplierId: { sql: hiddenColumn('supplier', `(d.header ->> 'supplier')::bigint`) },
    fromId: { ...place, sql: hiddenColumn('from', `(d.header ->> 'from')::bigint`) },
    toId: { ...place, sql: visible(`coalesce(d.header ->> 'to', d.header ->> 'place')::bigint`, 'to', 'place') },
    state: { sql: 'd.state', filled: true },
    submittedAt: { sql: 'd.submitted_at' },
    postedAt: { sql: 'd.posted_at' },
    authorUid: { sql: 'd.author_uid' },
    ...(area === 'consumables'
      ? {
          goodsId: { sql: visible('l.item_id', ...thingPaths) },
          catId: { sql: visible('g.cat_id', ...thingPaths), tree: 'category' },
          unit: { sql: visible('g.unit', ...thingPaths) },
          movedQuantity: { sql: visible('mv.quantity', 'lines.quantity') },
          // What the ledger says of cost is told to those who keep the kind.
          movedCost: centsStanding(`case when d.kind = any (${seenNames}::text[]) then ${visible('mv.cost', ...costPaths)} end`),
          movedOn: { sql: 'mv.day' },
        }
      : {
          goodsId: { sql: visible('g.id', ...thingPaths) },
          assetId: { sql: visible('a.id', ...thingPaths) },
          catId: { sql: visible('coalesce(a.cat_id, g.cat_id)', ...thingPaths), tree: 'category' },
          charge: { sql: visible(lineNumber('cost'), 'lines.cost', 'amount') },
          // What the register says of value is told to those who keep the kind.
          assetValue: { sql: `case when d.kind = any (${seenNames}::text[]) then ${visible('a.value', ...thingPaths)} end` },
        }),
  }
  return Object.fromEntries(Object.entries(standings).map(([key, place]) => [key, { ...place, mergedNoun: mergedNounOf(area, key) }]))
}

const mergedNounOf = (area: LineArea, key: string): Noun | undefined => {
  const control = lineTables[area].columns[key]?.control
  const noun = control && refersTo(control)
  return noun && noun !== 'document' && !recordOf(noun).parent && canForward(noun) ? noun : undefined
}

/** The newest document first, its last line first. */
const usualOrder: readonly SortedBy[] = [{ key: 'documentId', sql: 'd.id', descending: true, type: 'bigint', filled: true }]

/** One page of the lines. */
export const listLines = async (tx: Tx, session: Session, view: LineView, input: Request): Promise<Page<LineRow>> => {
  const { table, from, conditions: c, standings, lineParts } = await linesAsked(tx, session, view, input)
  const { sorting: sortOrder, behind, ...part } = sortedPartOf(table, standings, input, { finalOrder: usualOrder })
  const counting = [`from ${from} where ${c.texts.join(' and ')}`, [...c.values]] as const
  if (behind) c.add(`(${behindOf(c, sortOrder, behind, 'l.line_no')})`)
  const [lastDocument] = sortOrder.length === 1 ? (behind?.values ?? []) : []
  if (lastDocument) c.add(`d.id <= ${c.place(lastDocument)}::bigint`)
  const planMode = plannedFor(input)
  const deliveredStandings = Object.entries(standings).filter(([key]) => !isOwnKey(key))
  const columns = [...deliveredStandings, ...otherColumns(standings)].map(([key, { sql }]) => `${sql} as "${key}"`)
  const [{ n }, foundLines] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(`select count(*)::int as n from (select ${counting[0]} limit ${countLimit + 1}) f`, counting[1], planMode),
    ),
    tx.query<FoundLine>(
      `select ${sortValues(sortOrder)}, ${lineRowId} as id, d.id as "documentId", l.line_no as "lineNo", ${lineParts.valuesSql} as "lineValues",
         ${lineParts.assetsSql} as "listedAssets", ${columns.join(', ')}
       from ${from} where ${c.texts.join(' and ')} order by ${orderOf(sortOrder, 'l.line_no')} ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
      planMode,
    ),
  ])
  const names = await lookUp(tx, referencesOf(foundLines.map((row) => ({ fields: table.columns, values: withoutEmpty(row) }))))
  const ownColumns = await ownOf(tx, session, foundLines)
  const rows = foundLines.map(({ sortedBy: _, lineNo: __, lineValues: ___, listedAssets, ...row }, index) => {
    const { values, different } = ownColumns.lines[index] ?? { values: {}, different: {} }
    const shownIds = [...Object.values(values), ...Object.values(different).flatMap((several) => several.values)]
    return {
      ...withoutMoney(session, row),
      ...values,
      ...(listedAssets && { assetCodes: severalOf(listedAssets.map(([, code]) => code)) }),
      ...(Object.keys(different).length > 0 && { differentValues: different }),
      names: { ...namesIn(row, names), ...namesAmong(shownIds, ownColumns.names) },
    }
  })
  const place = (index: number) => {
    const row = foundLines[index]
    return row && cursorOf(table, sortOrder, { values: row.sortedBy, id: String(row.lineNo) })
  }
  return pageFor(part, rows, n, { limit: countLimit, place })
}

type Values = Readonly<Record<string, unknown>>

type FoundLine = Omit<LineRow, 'names'> & LineOwn & { readonly sortedBy: (string | null)[]; readonly lineNo: number }

/** What a line says in its own fields, and what differs among the assets that it names. */
type OwnOfLine = { readonly values: Values; readonly different: ReturnType<typeof differentValuesOfLine> }

/** What lines say in their own fields, each by its place, and the names of what they refer to. */
const ownOf = async (
  tx: Tx,
  session: Session,
  foundLines: readonly FoundLine[],
): Promise<{ readonly lines: readonly OwnOfLine[]; readonly names: Readonly<Record<Id, string>> }> => {
  const assetKind = await organisationKind(tx, asset)
  if (ownColumnsOfLines(assetKind).length === 0) return { lines: [], names: {} }
  const cardKind = fieldsOnLines(assetKind)
  const assetIds = [...new Set(foundLines.flatMap(assetsOfLine))]
  const hasCards = assetIds.length > 0 && Object.keys(cardKind.fields).length > 0
  const cards = hasCards
    ? await readCards({ tx, session, language: 'zh' }, assetIds, cardKind)
    : { values: new Map<Id, Values>(), names: {} }
  const lines = foundLines.map((line): OwnOfLine => {
    const lineCards = assetsOfLine(line).flatMap((id): Values[] => [cards.values.get(id) ?? {}])
    const ownValues = Object.entries(ownValuesOfLine(assetKind, line, lineCards))
    const values = Object.fromEntries(ownValues.filter(([key]) => !session.hiddenFields.has(key)))
    return { values, different: differentValuesOfLine(assetKind, lineCards, values) }
  })
  const names = await lookUp(tx, referencesOf(lines.map(({ values }) => ({ fields: assetKind.fields, values }))))
  return { lines, names: { ...cards.names, ...Object.fromEntries(names.map(({ id, name }) => [id, name])) } }
}

const namesAmong = (values: readonly unknown[], names: Readonly<Record<Id, string>>): Record<string, string> =>
  Object.fromEntries(values.flatMap((id) => (typeof id === 'string' && names[id] !== undefined ? [[id, names[id]]] : [])))

const withoutEmpty = (row: Values): Values => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

const withoutMoney = <R extends object>(session: Session, row: R): R => ({
  ...row,
  ...Object.fromEntries(hiddenInLines(session).flatMap((key) => (Object.hasOwn(row, key) ? [[key, null]] : []))),
})

const namesIn = (row: Values, names: readonly { readonly id: string; readonly name: string }[]): Record<string, string> => {
  const values = new Set(Object.values(row))
  return Object.fromEntries(names.flatMap(({ id, name }) => (values.has(id) ? [[id, name]] : [])))
}

/** The columns of the other area, in which nothing stands here. */
const otherColumns = (standings: Standings): [string, { readonly sql: string }][] =>
  ['assetId', 'unit', 'movedQuantity', 'movedCost', 'movedOn', 'charge', 'assetValue'].flatMap((key) =>
    Object.hasOwn(standings, key) ? [] : [[key, { sql: 'null::text' }]],
  )
