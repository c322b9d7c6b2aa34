import { asText } from '../../kernel/field.ts'
import { firstOf, assertDefined } from '../../kernel/assert.ts'
import { dayAt } from '../../kernel/day.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { accountKinds, type AccountKind } from '../../domain/ledger/ledger.ts'
import type { Page } from '../../domain/operations/define.ts'
import type { Fit } from '../../domain/find/operations.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { asset } from '../../domain/records/asset.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { type Condition, isEither, type Where } from '../../domain/tables/view.ts'
import type { SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { PlanMode, Tx } from '../db/tx.ts'
import { bareCode, fewMatches, spellSearch, wordsOf } from '../search/searchText.ts'
import { malformed } from '../httpError.ts'
import { labelCondition, registerOf } from './assetRegister.ts'
import type { AssetQuery } from './assetQuery.ts'
import { areFew, isWeighed, type Lead, leadOf } from './ownFields/lead.ts'
import { filtersOf, type FittingRow, type PlacedRow } from './list.ts'
import { countLimit, pageFor } from '../page.ts'
import { belowNode, belowNodes, Conditions, limitOf } from '../db/conditions.ts'
import { organisationKind } from '../db/organisationKind.ts'
import { columnOf, pageSelect, type RecordTable, rowsOfPage, tableOf, type Values } from '../db/recordTable.ts'
import { requireShown } from '../access/hidden.ts'
import { asSeenBy, type AssetScope, assetScopeOf, requireOpenOnly } from '../access/scope.ts'
import { fitOf } from '../search/recordSearch.ts'
import { chosenText } from '../tables/chosenRows.ts'
import {
  cursorOf,
  orderOf,
  plannedFor,
  type Request,
  type SortedPart,
  sortedPartOf,
  sortValues,
  walksOf,
  type Walk,
} from '../tables/order.ts'
import { joinsOf } from '../tables/columnStanding.ts'
import { conditionsOf } from '../tables/where.ts'
import { assetsSearched, beforeAll, foundAssets, holdsKeyword } from './assetSearch.ts'

/** Matches of a keyword are counted to the next hundred behind the page: counting on would cost more than the page. */
const countStepOfSearch = 100
/** With a keyword and a label that is due, this many of the newest matches are looked through. */
const labelledMatches = 10_000

type KeywordQuery = AssetQuery & { readonly keyword: string }
/** True where the keyword is looked for while the list is walked, newest first. */
const hasKeyword = (query: AssetQuery): query is KeywordQuery => query.keyword !== undefined && !query.sought

type Reader = Pick<SignedIn, 'tx' | 'session'>

/** The caller's register: filtered, searched, inside their data scope. */
export const listAssets = async (reader: Reader, input: Request & Values): Promise<Page<RecordRow>> => {
  const query = await assetQueryOf(reader, input)
  const page = await findAssets(reader.tx, query)
  return { ...page, list: page.list.map((row) => asSeenBy(reader.session, query.kind, row)) }
}

/** The rows of a page of it alone. */
export const assetRowsAfter = async (reader: Reader, input: Request & Values): Promise<RecordRow[]> =>
  (await placedAssets(reader, input)).map(({ row }) => row)

/** The same, each with the cursor that continues behind it, for the person who goes through the whole register. */
export const placedAssets = async (reader: Reader, input: Request & Values): Promise<PlacedRow[]> => {
  const query = await assetQueryOf(reader, input)
  const soughtQuery = await soughtBefore(reader.tx, query)
  const rows = await rowsOf(reader.tx, isWeighed(soughtQuery) ? (await weighMatches(reader.tx, soughtQuery)).query : soughtQuery)
  return rows.map(({ row, place }) => ({ row: asSeenBy(reader.session, query.kind, row), place }))
}

export const partOfAssets = (kind: RecordKind, input: Omit<Request, 'where'>): SortedPart => {
  const { columns, standings } = registerOf(kind)
  return sortedPartOf(columns, standings, input)
}

/** So many of the newest that a keyword finds are looked at for those that fit best. */
const fittingLooked = 50

/**
 * What fits a keyword best in the caller's register, the best first: codes and serial numbers that are it or begin so, from their indexes, then
 * the best among the newest that hold it. A code that is there whole is all that was meant.
 */
export const assetsFitting = async (reader: Reader, keyword: string, count: number): Promise<readonly FittingRow[]> => {
  const { tx, session } = reader
  const query = await assetQueryOf(reader, { likeQuery: keyword })
  if (query.sought) return fittingInScope(reader, query, { keyword, count })
  const { table } = registerOf(query.kind)
  if (!hasKeyword(query)) return []
  const read = async (ids: string, { values }: Conditions): Promise<FittingRow[]> => {
    const text = assetsOfIds(ids, { table, order: 'r.fit, r.id desc', carriedColumns: ', p.fit', besides: ', r.fit' })
    const rows = rowsOfPage(table, await tx.query<Values & { fit: Fit }>(text, values))
    return rows.map(({ row, raw }) => ({ row: asSeenBy(session, query.kind, row), fit: raw.fit }))
  }
  const code = bareCode(spellSearch(keyword))
  const codeMatches = isBareCode.test(code) ? await read(...codesBeginning(tx.orgId, query, code, count)) : []
  if (codeMatches.length === count || codeMatches.some(({ fit }) => fit === 0)) return codeMatches
  const c = new Conditions(tx.orgId)
  const searchText = foundAssets(assetsSearched(c, query, beforeAll, String(fittingLooked)))
  const holdingMatches = await read(
    `select a.id, ${fitOf(c, 'a.search', keyword)} as fit from ${searchText} order by fit, a.id desc limit ${count}`,
    c,
  )
  const matchedIds = new Set(codeMatches.map(({ row }) => row.id))
  return [...codeMatches, ...holdingMatches.filter(({ row }) => !matchedIds.has(row.id))].slice(0, count)
}

/** The same inside a scope of departments or categories, row by row. */
const fittingInScope = async (
  { tx, session }: Reader,
  query: AssetQuery,
  { keyword, count }: { readonly keyword: string; readonly count: number },
): Promise<readonly FittingRow[]> => {
  const c = new Conditions(tx.orgId)
  const conditions = [...filterConditions(c, query), ...inPlaces(c, query)]
  const ids = `select a.id, ${fitOf(c, 'a.search', keyword)} as fit from asset a where ${conditions.join(' and ')} order by fit, a.id desc limit ${count}`
  const { table } = registerOf(query.kind)
  const text = assetsOfIds(ids, { table, order: 'r.fit, r.id desc', carriedColumns: ', p.fit', besides: ', r.fit' })
  const rows = rowsOfPage(table, await tx.query<Values & { fit: Fit }>(text, c.values, 'anew'))
  return rows.map(({ row, raw }) => ({ row: asSeenBy(session, query.kind, row), fit: raw.fit }))
}

const codesBeginning = (orgId: Id, { scope }: AssetQuery, code: string, count: number): [ids: string, c: Conditions] => {
  const c = new Conditions(orgId)
  const within = scope ? `${c.place(scope.locations)}::bigint[], ${c.place(scope.uid)}::bigint` : 'null, null'
  return [`select id, best as fit from gate_asset_codes(${c.place(code)}, ${within}, ${count})`, c]
}

/** What may be the code or serial number of an asset, or how one begins. */
const isBareCode = /^[a-z0-9]{3,}$/

/**
 * What a list request means for this caller. A form that asks for something in store may pick from every place, by what everyone may see
 * of a card.
 */
export const assetQueryOf = async ({ tx, session }: Reader, input: Request & Values): Promise<AssetQuery> => {
  const kind = await organisationKind(tx, asset)
  const below = input['below'] === undefined || isTrue(input['below'])
  const keyword = keywordOf(input)
  const { plain, rest } = plainIn(input, below)
  const filters = filtersOf(kind, { ...input, ...plain })
  if (input['place']) filters.set('state', stateOfPlace(String(input['place'])))
  const isPicking = Boolean(input['match'] || input['place']) && filters.get('state') === 'idle'
  const scope = assetScopeOf(session)
  const everywhere = scope === undefined
  if (isPicking && !everywhere) requireOpenOnly(kind, input)
  requireShown(session, kind, input)
  if (isTrue(input['mine']) && !everywhere && session.locations.length === 0) filters.set('holderUid', session.uid)
  return {
    kind,
    part: partOfAssets(kind, input),
    filters,
    where: rest,
    today: dayAt(tx.now()),
    chosen: input.chosen,
    below,
    keyword,
    openOnly: isPicking && !everywhere,
    scope: isPicking ? undefined : scope,
    // The search knows places and the holder; where the scope has more, the words are asked of each of its rows.
    ...(keyword !== undefined && scope !== undefined && isWide(scope) && !isPicking && { sought: 'many' as const }),
  }
}

/** True of a scope that has more than places and what the caller holds. */
const isWide = ({ departments, categories }: AssetScope): boolean => departments.length > 0 || categories.length > 0

const keywordOf = ({ likeQuery }: Request): string | undefined => (likeQuery && wordsOf(likeQuery).length > 0 ? likeQuery : undefined)

/** Conditions that say what a filter says are one, and take its way; the rest is asked of each row. */
const plainIn = (input: Request & Values, below: boolean): { plain: Record<string, string>; rest: Where } => {
  const plain: Record<string, string> = {}
  const remainingTerms = (input.where ?? []).filter((term) => {
    if (isEither(term) || term.is !== 'in' || term.value?.length !== 1 || !Array.isArray(term.value)) return true
    const { key } = term
    if (!isPlain(key) || (key === 'locId' && !below) || plain[key] !== undefined || input[key] || (key === 'state' && input['place']))
      return true
    plain[key] = String(term.value[0])
    return false
  })
  return { plain, rest: remainingTerms }
}

/** A filter by department means that one alone. */
const isPlain = (key: string): boolean => asset.filters.includes(key) && key !== 'deptId'

export const findAssets = async (tx: Tx, assetQuery: AssetQuery): Promise<Page<RecordRow>> => {
  const query = await soughtBefore(tx, assetQuery)
  const { rows, total, isExact } = await rowsAndTotal(tx, query)
  return pageFor(
    query.part,
    rows.map(({ row }) => row),
    total,
    {
      limit: isExact ? Number.MAX_SAFE_INTEGER : countLimitFor(query),
      place: (index) => rows[index]?.place,
    },
  )
}

type CountedRows = { readonly rows: PlacedRow[]; readonly total: number; readonly isExact: boolean }

/** The rows of a page and how many there are. What a keyword finds is looked for once: the rows say how many were found. */
const rowsAndTotal = async (tx: Tx, query: AssetQuery): Promise<CountedRows> => {
  if (countsItself(query)) {
    const rows = await rowsOf(tx, query)
    if (rows[0]?.total !== undefined) return { rows, total: rows[0].total, isExact: false }
    if (query.part.offset === 0) return { rows, total: 0, isExact: false }
  }
  if (isWeighed(query)) {
    const { query: weighedQuery, total, isExact } = await weighMatches(tx, query)
    return { rows: await rowsOf(tx, weighedQuery), total, isExact }
  }
  const [{ total, isExact }, rows] = await Promise.all([countMatches(tx, query), rowsOf(tx, query)])
  return { rows, total, isExact }
}

/** How many a question finds. */
const countMatches = async (tx: Tx, query: AssetQuery): Promise<{ readonly total: number; readonly isExact: boolean }> => {
  const { text, values, exact } = countStatement(tx.orgId, query)
  const { n } = await onlyRow(tx.query<{ n: number }>(text, values, plannedOf(query)))
  return { total: n, isExact: exact }
}

/** The same, and the question that knows whether they are few. */
const weighMatches = async (tx: Tx, query: AssetQuery) => {
  const [matches, register] = await Promise.all([
    countMatches(tx, query),
    onlyRow(tx.query<{ n: number }>('select coalesce(max(n), 0)::int as n from asset_register where org_id = $1', [tx.orgId])),
  ])
  return { ...matches, query: { ...query, isFew: areFew(matches.total, register.n) } }
}

/** True of a search from its beginning, whose page is the beginning of what is counted. */
const countsItself = (query: AssetQuery): query is KeywordQuery =>
  hasKeyword(query) && query.part.after === undefined && !query.filters.has('label')

const countLimitFor = (query: AssetQuery): number =>
  hasKeyword(query) ? Math.ceil((query.part.offset + query.part.pageSize + 1) / countStepOfSearch) * countStepOfSearch : countLimit

/** How many matches are looked for to count them, in SQL: one more than are counted. */
const countedOf = (c: Conditions, query: AssetQuery): string => `${c.place(countLimitFor(query) + 1)}::int`

/** How many assets a filter leaves differs so much that a plan for all of its values is the wrong one for some. */
const plannedOf = (query: AssetQuery): PlanMode => {
  const { where, part, sought, places, scope, filters } = query
  const isSorted = part.sorting.length > 0
  const isNarrowed = !hasKeyword(query) && [...filters.keys()].some((key) => key !== 'locId')
  return sought || isNarrowed || (isSorted && (places || scope)) ? 'anew' : plannedFor({ where, sort: part.sorting })
}

type StoredRow = Values & { readonly sortedBy?: (string | null)[] | null; readonly total?: number }

const rowsOf = async (tx: Tx, query: AssetQuery): Promise<(PlacedRow & { readonly total: number | undefined })[]> => {
  const { sorting } = query.part
  const { table, columns } = registerOf(query.kind)
  const page = pageStatement(tx.orgId, query)
  const rows = await tx.query<StoredRow>(page.text, page.values, plannedOf(query))
  return rowsOfPage(table, rows).map(({ row, raw: { sortedBy, total } }) => ({
    row,
    place: cursorOf(columns, sorting, { values: sortedBy ?? [], id: row.id }),
    total,
  }))
}

/**
 * A list that is narrowed further or sorted looks for its keyword first. Where the matches are few, the rest is asked of them; where they are
 * not, the words are asked of each row.
 */
const soughtBefore = async (tx: Tx, assetQuery: AssetQuery, always = false): Promise<AssetQuery> => {
  const query = await spreadBefore(tx, assetQuery)
  const { keyword, where = [], part, chosen } = query
  if (keyword === undefined || query.sought || (!always && !chosen && where.length === 0 && part.sorting.length === 0)) return query
  const c = new Conditions(tx.orgId)
  const matches = assetsSearched(c, { ...query, keyword }, beforeAll, String(fewMatches + 1))
  const idRows = await tx.query<{ id: Id }>(`select s.id from ${matches} s`, c.values)
  return { ...query, sought: idRows.length > fewMatches ? 'many' : idRows.map(({ id }) => id) }
}

/**
 * What lies below the places, departments and classes of conditions is looked for first: where a statement names them all, the database knows how
 * many rows there are, and does not walk a whole order for a few.
 */
const spreadBefore = async (tx: Tx, query: AssetQuery): Promise<AssetQuery> => {
  const { where = [], part, filters, below } = query
  const { standings } = registerOf(query.kind)
  const allBelow = async (tree: string, nodes: readonly Id[]): Promise<Id[]> => {
    const c = new Conditions(tx.orgId)
    const belowRows = await tx.query<{ id: Id }>(`select b.id from ${belowNodes(tree, '$1', c.place(nodes))} b`, c.values)
    return belowRows.map(({ id }) => id)
  }
  const spread = async (condition: Condition): Promise<Condition> => {
    const { key, is, value } = condition
    const tree = Object.hasOwn(standings, key) ? standings[key]?.tree : undefined
    if (tree === undefined || is === 'only' || !Array.isArray(value) || value.length === 0 || !value.every(isId)) return condition
    return { ...condition, value: await allBelow(tree, value) }
  }
  const node = part.sorting.length > 0 ? asText(filters.get('locId')) : undefined
  const terms = where.map(async (term) => (isEither(term) ? { any: await Promise.all(term.any.map(spread)) } : spread(term)))
  return {
    ...query,
    ...(where.length > 0 && { where: await Promise.all(terms), spread: true }),
    ...(node !== undefined && { places: below ? await allBelow('location', [node]) : [node] }),
  }
}

/**
 * The full rows for ids that a subquery finds, in its order. `offset 0` lets the database think of nothing but to take them one by one, so that
 * its plan is as good for every organisation and is made once.
 */
export const assetsOfIds = (ids: string, { table = tableOf(asset), ...parts }: AssetParts): string =>
  pageSelect(table, {
    ...parts,
    rows: `(${ids}) p cross join lateral (select * from asset a where a.org_id = $1 and a.id = p.id offset 0) r`,
  })

/** How the rows of a page are read; see `pageSelect`. */
type AssetParts = Omit<Parameters<typeof pageSelect>[1], 'rows'> & { readonly table?: RecordTable }

/**
 * The same where a subquery goes from row to row in the order of their ids, by where they lie. That has to look at the rows themselves: from
 * narrow indexes alone a plan that is made for every organisation would sort all assets of a large one.
 */
const assetsWalked = (table: RecordTable, rows: string, order: string): string =>
  pageSelect(table, {
    rows: `(${rows}) p cross join lateral (select * from asset a where a.org_id = $1 and a.ctid = p.ctid offset 0) r`,
    order,
  })

type Statement = { readonly text: string; readonly values: readonly unknown[] }

/** The page's ids are found first, from indexes where they can be; names are joined to its few rows only. */
export const pageStatement = (orgId: Id, query: AssetQuery): Statement => {
  const { part } = query
  const { table } = registerOf(query.kind)
  const c = new Conditions(orgId)
  if (part.sorting.length > 0) return sortedStatement(c, query)
  if (hasKeyword(query)) return searchedPage(c, query)
  const cut = limitOf(c, part.pageSize, part.offset)
  const lead = leadOf(query)
  const conditions = filterConditions(c, query, lead)
  if (part.after !== undefined) conditions.push(`a.id < ${c.place(part.after)}`)
  const all = conditions.join(' and ')
  if (lead)
    return {
      text: assetsOfIds(`select a.id from ${lead.from} where ${all} order by a.id desc ${cut}`, { table, order: 'r.id desc' }),
      values: c.values,
    }
  const branches = branchesOf(c, query)
  if (!branches)
    return { text: assetsWalked(table, `select a.ctid from asset a where ${all} order by a.id desc ${cut}`, 'r.id desc'), values: c.values }
  const { places, own } = branches
  // One index walk for each place, each as long as the page reaches; what a caller holds elsewhere is one more.
  const reach = `order by a.id desc ${limitOf(c, part.offset + part.pageSize, 0)}`
  const walks = `select w.id from place cross join lateral (select a.id from asset a where ${all} and a.loc_id = place.id ${reach}) w`
  const heldUnion = own ? ` union all (select a.id from asset a where ${all} and ${own} ${reach})` : ''
  return {
    text: assetsOfIds(`select u.id from (${walks}${heldUnion}) u order by u.id desc ${cut}`, { table, before: places, order: 'r.id desc' }),
    values: c.values,
  }
}

/** What a keyword finds; from its beginning with `total`, how many are found. */
const searchedPage = (c: Conditions, query: KeywordQuery): Statement => {
  const { part, filters } = query
  const { table } = registerOf(query.kind)
  const cut = limitOf(c, part.pageSize, part.offset)
  const order = 'r.id desc'
  if (countsItself(query)) {
    const before = `with found as materialized (select s.id from ${assetsSearched(c, query, beforeAll, countedOf(c, query))} s)`
    const besides = ', (select count(*)::int from found) as total'
    return { text: assetsOfIds(`select f.id from found f order by f.id desc ${cut}`, { table, before, order, besides }), values: c.values }
  }
  const label = filters.get('label')
  const limit = label ? String(labelledMatches) : `${c.place(part.offset + part.pageSize)}::int`
  const matches = assetsSearched(c, query, part.after ?? beforeAll, limit)
  const ids = label
    ? `select f.id from ${foundAssets(matches)} where ${labelCondition(label, 'a')} order by a.id desc ${cut}`
    : `select f.id from ${matches} f order by f.id desc ${cut}`
  return { text: assetsOfIds(ids, { table, order }), values: c.values }
}

/**
 * The same in another order. Rows that have something in the first column are walked in the order of its index; those that have not come
 * behind them, and are looked for only where a page is not full without them.
 */
const sortedStatement = (c: Conditions, query: AssetQuery): Statement => {
  const { part } = query
  const { table, storedStandings } = registerOf(query.kind)
  const lead = leadOf(query)
  const reach = part.offset + part.pageSize
  const beyond = behindValue(c, query, reach)
  const walk = ({ where, order, isMissing }: Walk) => {
    const led = isMissing ? undefined : lead
    const from = led?.from ?? `asset a${joinsOf(part.sorting)}`
    const conditions = [...filterConditions(c, query, led), ...inPlaces(c, query), where]
    return `select a.id from ${from} where ${conditions.join(' and ')} order by ${order} ${limitOf(c, reach, 0)}`
  }
  const [there, empty] = walksOf(c, beyond === undefined ? part : { ...part, behind: undefined }, 'a.id')
  const [first, second] = [beyond ?? walk(there), empty && walk(empty)]
  const besides = second
    ? ` union all select e.id from (select e.id from (${second}) e limit greatest(${c.place(reach)}::int - (select count(*)::int from first), 0)) e`
    : ''
  const outerOrder = part.sorting.map((sort) => ({
    ...sort,
    sql: assertDefined(storedStandings[sort.key], `where ${sort.key} stands`).sql,
  }))
  const cut = part.offset > 0 ? ` ${limitOf(c, part.pageSize, part.offset)}` : ''
  const text = assetsOfIds(`select id from first${besides}`, {
    table,
    before: `with first as materialized (${first})`,
    order: `${orderOf(outerOrder, 'r.id')}${cut}`,
    besides: `, ${sortValues(outerOrder)}`,
  })
  return { text, values: c.values }
}

/** Where nothing narrows the register and it is sorted by value alone: what comes behind the last value of the page before. */
const behindValue = (
  c: Conditions,
  { part, filters, where = [], chosen, sought, scope }: AssetQuery,
  reach: number,
): string | undefined => {
  const { sorting, behind } = part
  const value = behind?.values[0]
  const isWhole = filters.size === 0 && where.length === 0 && !chosen && !sought && !scope
  if (!isWhole || !behind || typeof value !== 'string' || sorting.length > 1 || firstOf(sorting).key !== 'value') return undefined
  return `select g.id from gate_assets_behind_value(${c.place(value)}, ${c.place(behind.id)}, ${firstOf(sorting).descending}, ${c.place(reach)}) g`
}

/** The assets `a` that a person asks for and may see, all of them: `begins` is the beginning of the statement, before its `select`. */
export const assetsAsked = async (reader: Reader, input: Request & Values) => {
  const { tx } = reader
  const query = await soughtBefore(tx, await assetQueryOf(reader, input), true)
  const conditions = new Conditions(tx.orgId)
  for (const text of filterConditions(conditions, query)) conditions.add(text)
  const branches = branchesOf(conditions, query)
  if (branches) conditions.add(amongPlaces(branches))
  return {
    begins: branches?.places ?? '',
    from: 'asset a',
    conditions,
    openOnly: query.openOnly === true,
    standings: registerOf(query.kind).standings,
  }
}

/** True of an asset that stands in one of the places, or that the caller sees besides. */
const amongPlaces = ({ own }: { readonly own: string | undefined }): string =>
  `(a.loc_id in (select id from place)${own ? ` or ${own}` : ''})`

/** Counts from the counters where place and state are all that is asked for; otherwise counts, up to the limit. */
export const countStatement = (orgId: Id, query: AssetQuery): Statement & { readonly exact: boolean } => {
  if (hasKeyword(query)) {
    const c = new Conditions(orgId)
    const label = query.filters.get('label')
    const labelledText = label
      ? `${foundAssets(assetsSearched(c, query, beforeAll, String(labelledMatches)))} where ${labelCondition(label, 'a')}`
      : `${assetsSearched(c, query, beforeAll, countedOf(c, query))} m`
    return { text: `select count(*)::int as n from ${labelledText}`, values: c.values, exact: false }
  }
  const c = new Conditions(orgId)
  const exact =
    !query.sought && (query.where ?? []).length === 0 && [...query.filters.keys()].every((key) => key === 'locId' || key === 'state')
  if (exact) {
    const branches = branchesOf(c, query)
    const state = query.filters.has('state') ? c.place(query.filters.get('state')) : undefined
    const places = branches ? ' and n.loc_id in (select id from place)' : ''
    const heldCountSql = branches?.own
      ? ` + (select count(*) from asset a where a.org_id = $1 and a.deleted_at is null and ${branches.own}${state ? ` and a.state = ${state}` : ''})`
      : ''
    const sum = `(select coalesce(sum(n.n), 0) from asset_count n where n.org_id = $1${places}${state ? ` and n.state = ${state}` : ''})`
    return { text: `${branches?.places ?? ''} select (${sum}${heldCountSql})::int as n`, values: c.values, exact }
  }
  const lead = leadOf({ ...query, part: { ...query.part, sorting: [] } })
  const conditions = filterConditions(c, query, lead)
  const branches = branchesOf(c, query)
  const limit = `limit ${countLimit + 1}`
  if (!branches)
    return {
      text: `select count(*)::int as n from (select from ${lead?.from ?? 'asset a'} where ${conditions.join(' and ')} ${limit}) c`,
      values: c.values,
      exact,
    }
  const all = conditions.join(' and ')
  const heldUnion = branches.own ? ` union all select a.id from asset a where ${all} and ${branches.own}` : ''
  const text = `${branches.places} select count(*)::int as n from (select a.id from asset a where ${all} and a.loc_id in (select id from place)${heldUnion} ${limit}) c`
  return { text, values: c.values, exact }
}

const isAccountKind = (place: string): place is AccountKind => Object.hasOwn(accountKinds, place)

const stateOfPlace = (place: string): string => {
  if (!isAccountKind(place)) throw malformed('请求有误：{fields}', { fields: 'place' })
  return accountKinds[place].assetState
}

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

/** What the filters but the place, the conditions and a keyword that was looked for beforehand say about a row `a`. */
const filterConditions = (c: Conditions, query: AssetQuery, lead?: Lead): string[] => {
  const { filters, where = [], today = '', spread } = query
  const { columns, standings, spreadStandings } = registerOf(query.kind)
  const conditions = ['a.org_id = $1', 'a.deleted_at is null', ...(lead ? [lead.condition] : [])]
  for (const [key, value] of filters) {
    if (key === 'locId') continue
    if (key === 'label') {
      conditions.push(labelCondition(value, 'a'))
      continue
    }
    const place = c.place(value)
    conditions.push(key === 'catId' ? `a.cat_id in ${belowNode('category', '$1', place)}` : `a.${columnOf(key)} = ${place}`)
  }
  const wholeStandings = spread ? spreadStandings : standings
  conditions.push(...conditionsOf(c, columns, { ...wholeStandings, ...lead?.standings }, { where, today }))
  if (query.chosen) conditions.push(chosenText(c, query.chosen, 'a.id'))
  if (query.sought === 'many') conditions.push(holdsKeyword(c, query.keyword ?? '', query.openOnly))
  else if (query.sought) conditions.push(`a.id = any (${c.place(query.sought)}::bigint[])`)
  return conditions
}

/** True of an asset `a` that a caller sees wherever it stands: he holds it, or it is of his departments or categories. */
const ownSql = (c: Conditions, { uid, departments, categories }: AssetScope): string => {
  const conditions = [
    `a.holder_uid = ${c.place(uid)}`,
    ...(departments.length > 0 ? [`a.dept_id = any (${c.place(departments)}::bigint[])`] : []),
    ...(categories.length > 0 ? [`a.cat_id = any (${c.place(categories)}::bigint[])`] : []),
  ]
  return conditions.length === 1 ? conditions.join() : `(${conditions.join(' or ')})`
}

/** True of an asset `a` of a caller that stands in none of the places that he may see. */
const ownBeside = (c: Conditions, scope: AssetScope, scopedSql: string): string =>
  `(${ownSql(c, scope)} and (a.loc_id is null or a.loc_id <> all (${scopedSql}::bigint[])) or a.loc_id is null and a.home_id = any (${scopedSql}::bigint[]))`

/** SQL for the assets `a` that a scope lets its reader see; nothing where he sees all. */
export const inScopeOf = (c: Conditions, scope: AssetScope | undefined): string[] => inPlaces(c, { places: undefined, scope })

/** What the place asked for and the scope say about a row `a`; all places are named, so that it is known when it is planned how much stands there. */
const inPlaces = (c: Conditions, { places, scope }: Pick<AssetQuery, 'places' | 'scope'>): string[] => {
  const among = (ids: readonly Id[]) => `a.loc_id = any (${c.place(ids)}::bigint[])`
  if (!scope) return places ? [among(places)] : []
  const scopedSql = c.place(scope.locations)
  if (!places) return [`(a.loc_id = any (${scopedSql}::bigint[]) or ${ownBeside(c, scope, scopedSql)})`]
  const ownCondition = `${ownSql(c, scope)} and ${among(places)} and a.loc_id <> all (${scopedSql}::bigint[])`
  return [`(${among(places.filter((id) => scope.locations.includes(id)))} or ${ownCondition})`]
}

/**
 * The places to look in, as `with recursive ... place (id)`, and the condition on `a` for what the caller holds outside of them;
 * undefined where neither a place nor a scope narrows the list.
 */
const branchesOf = (c: Conditions, { filters, below, scope }: AssetQuery): { places: string; own: string | undefined } | undefined => {
  const node = asText(filters.get('locId'))
  if (node === undefined) {
    if (!scope) return undefined
    const scopedSql = c.place(scope.locations)
    return {
      places: `with place (id) as materialized (select unnest(${scopedSql}::bigint[]))`,
      own: ownBeside(c, scope, scopedSql),
    }
  }
  const nodePlace = c.place(node)
  const tree = below
    ? `asked (id) as (select ${nodePlace}::bigint union select l.id from asked join location l on l.org_id = $1 and l.parent_id = asked.id and l.deleted_at is null)`
    : `asked (id) as (select ${nodePlace}::bigint)`
  if (!scope) return { places: `with recursive ${tree}, place (id) as materialized (select id from asked)`, own: undefined }
  const locationsPlace = c.place(scope.locations)
  return {
    places: `with recursive ${tree}, place (id) as materialized (select id from asked where id = any (${locationsPlace}::bigint[]))`,
    own: `${ownSql(c, scope)} and a.loc_id in (select id from asked) and a.loc_id <> all (${locationsPlace}::bigint[])`,
  }
}
