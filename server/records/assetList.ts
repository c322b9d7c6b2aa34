import type { Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { recordOf } from '../../domain/records/all.ts'
import { accountKinds } from '../../domain/ledger/account.ts'
import { type ListRequest, type Page } from '../../domain/operations/define.ts'
import type { RecordRow } from '../../domain/operations/records.ts'
import { asset, type labelsDue } from '../../domain/records/asset.ts'
import type { Session, SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { likePattern, queryGrams } from '../search/searchText.ts'
import { malformed } from '../unanswered.ts'
import { dueOf, isLabelled, lastLabel } from './labelled.ts'
import { filtersOf } from './list.ts'
import { countLimit, pageFor, type Part, partOf } from '../page.ts'
import { belowNode, Conditions, limitOf } from '../db/conditions.ts'
import { columnOf, rowOf, tableOf, type Values } from '../db/recordTable.ts'
import { asSeenBy, requireOpenOnly } from '../access/scope.ts'
import { openSearchOf } from '../search/recordSearch.ts'

/** Matches of a keyword are counted this far only: counting on would cost more than the page. */
const countLimitOfSearch = 1000
/** With a keyword and an order other than newest first, or a label that is due, this many of the newest matches are looked through. */
const sortedMatches = 10_000
const beforeAll: Id = '9223372036854775807'

/** Which assets are asked for. */
export type AssetQuery = {
  readonly part: Part
  /** By the keys of the asset's fields; read and checked. */
  readonly filters: ReadonlyMap<string, unknown>
  /** False: `locId` means that place alone, without what is below it. */
  readonly below: boolean
  readonly keyword: string | undefined
  /** The data scope: assets in these places, and those that `uid` holds; undefined for all. */
  readonly scope: { readonly locations: readonly Id[]; readonly uid: Id } | undefined
  /** True where rows are among them of which the reader sees the open fields only: the keyword is looked for in those. */
  readonly openOnly?: boolean
}

type KeywordQuery = AssetQuery & { readonly keyword: string }
const hasKeyword = (query: AssetQuery): query is KeywordQuery => query.keyword !== undefined

/** The caller's register: filtered, searched, inside their data scope. */
export const listAssets = async ({ tx, session }: SignedIn, input: ListRequest & Values): Promise<Page<RecordRow>> => {
  const page = await findAssets(tx, assetQueryOf(session, input))
  return { ...page, list: page.list.map((row) => asSeenBy(session, asset, row)) }
}

/** The rows of a page of it alone, for whoever goes through the whole register. */
export const assetRowsAfter = async ({ tx, session }: SignedIn, input: ListRequest & Values): Promise<RecordRow[]> => {
  const page = pageStatement(tx.orgId, assetQueryOf(session, input))
  return (await tx.query<Values>(page.text, page.values)).map((row) => asSeenBy(session, asset, rowOf(table, row)))
}

/**
 * What a list request means for this caller. A form that asks for something in store may pick from every place, by what everybody may see
 * of a card.
 */
export const assetQueryOf = (session: Session, input: ListRequest & Values): AssetQuery => {
  const filters = filtersOf(asset, input)
  if (input['place']) filters.set('state', stateOfPlace(String(input['place'])))
  const picking = Boolean(input['match'] || input['place']) && filters.get('state') === 'idle'
  const everywhere = session.locations === 'all'
  if (picking && !everywhere) requireOpenOnly(asset, input)
  if (isTrue(input['mine']) && !everywhere && session.locations.length === 0) filters.set('holderUid', session.uid)
  return {
    part: partOf(input),
    filters,
    below: input['below'] === undefined || isTrue(input['below']),
    keyword: input.likeQuery?.trim() || undefined,
    openOnly: picking && !everywhere,
    scope: everywhere || picking ? undefined : { locations: session.locations as readonly Id[], uid: session.uid },
  }
}

export const findAssets = async (tx: Tx, query: AssetQuery): Promise<Page<RecordRow>> => {
  const { part } = query
  const limit = query.keyword === undefined ? countLimit : countLimitOfSearch
  const page = pageStatement(tx.orgId, query)
  const count = countStatement(tx.orgId, query)
  const [counted, rows] = await Promise.all([
    onlyRow(tx.query<{ n: number }>(count.text, count.values)),
    tx.query<Values>(page.text, page.values),
  ])
  return pageFor(
    part,
    rows.map((row) => rowOf(table, row)),
    counted.n,
    count.exact ? Number.MAX_SAFE_INTEGER : limit,
  )
}

/**
 * The full rows for ids that a subquery finds, in its order. `offset 0` lets the database think of nothing but to take them one by one, so that
 * its plan is as good for every organisation and is made once.
 */
export const assetsOfIds = (ids: string, order: string): string =>
  `select ${table.selectList} from (${ids}) p
   cross join lateral (select * from asset a where a.org_id = $1 and a.id = p.id offset 0) r order by ${order}`

type Statement = { readonly text: string; readonly values: readonly unknown[] }

/** The page's ids are found first, from indexes where they can be; names are joined to its few rows only. */
export const pageStatement = (orgId: Id, query: AssetQuery): Statement => {
  const { part } = query
  const c = new Conditions(orgId)
  const { order } = part
  const by = order && `${columnOf(order.key)} ${order.descending ? 'desc' : 'asc'} nulls last, `
  const outer = by ? `r.${by}r.id desc` : 'r.id desc'
  const cut = limitOf(c, part.pageSize, part.offset)
  if (hasKeyword(query)) {
    const label = query.filters.get('label') as LabelDue | undefined
    const [before, limit] = [part.after ?? beforeAll, order || label ? sortedMatches : part.offset + part.pageSize]
    const named = namedMatches(c, query, before, limit)
    const matches = `(select s.id from ${searchCall(c, orgId, query, before, limit)} s union all (${named.ids}))`
    const narrowed = label ? ` where ${labelCondition(label, 'a')}` : ''
    const ids =
      by || label
        ? `select f.id from ${matches} f join asset a on a.org_id = $1 and a.id = f.id${narrowed} order by ${by ? `a.${by}` : ''}a.id desc ${cut}`
        : `select f.id from ${matches} f order by f.id desc ${cut}`
    return { text: `${named.places} ${assetsOfIds(ids, outer)}`, values: c.values }
  }
  const conditions = filterConditions(c, query)
  if (part.after !== undefined) conditions.push(`a.id < ${c.place(part.after)}`)
  const branches = branchesOf(c, query)
  if (!branches)
    return {
      text: assetsOfIds(
        `select a.id from asset a where ${conditions.join(' and ')} order by ${by ? `a.${by}` : ''}a.id desc ${cut}`,
        outer,
      ),
      values: c.values,
    }
  const { places, own } = branches
  const all = conditions.join(' and ')
  if (by) {
    const where = `${all} and (a.loc_id in (select id from place)${own ? ` or ${own}` : ''})`
    return {
      text: `${places} ${assetsOfIds(`select a.id from asset a where ${where} order by a.${by}a.id desc ${cut}`, outer)}`,
      values: c.values,
    }
  }
  // One index walk for each place, each as long as the page reaches; what a caller holds elsewhere is one more.
  const reach = `order by a.id desc ${limitOf(c, part.offset + part.pageSize, 0)}`
  const walks = `select w.id from place cross join lateral (select a.id from asset a where ${all} and a.loc_id = place.id ${reach}) w`
  const held = own ? ` union all (select a.id from asset a where ${all} and ${own} ${reach})` : ''
  return { text: `${places} ${assetsOfIds(`select u.id from (${walks}${held}) u order by u.id desc ${cut}`, outer)}`, values: c.values }
}

/** Counts from the counters where place and state are all that is asked for; otherwise counts, up to the limit. */
export const countStatement = (orgId: Id, query: AssetQuery): Statement & { readonly exact: boolean } => {
  if (hasKeyword(query)) {
    const c = new Conditions(orgId)
    const most = countLimitOfSearch + 1
    const plain = query.filters.size === 0 && query.scope === undefined
    const label = query.filters.get('label') as LabelDue | undefined
    const found = label
      ? `select count(*) from ${searchCall(c, orgId, query, beforeAll, sortedMatches)} f join asset a on a.org_id = $1 and a.id = f.id where ${labelCondition(label, 'a')}`
      : plain
        ? `select gate_count_assets(${c.place(queryGrams(query.keyword))}::text[], ${c.place(likePattern(query.keyword))}, ${c.place(most)})`
        : `select count(*) from ${searchCall(c, orgId, query, beforeAll, most)} f`
    const named = namedMatches(c, query, beforeAll, most)
    const text = `${named.places} select ((${found}) + (select count(*) from (${named.ids} limit ${most}) m))::int as n`
    return { text, values: c.values, exact: false }
  }
  const c = new Conditions(orgId)
  const exact = [...query.filters.keys()].every((key) => key === 'locId' || key === 'state')
  if (exact) {
    const branches = branchesOf(c, query)
    const state = query.filters.has('state') ? c.place(query.filters.get('state')) : undefined
    const places = branches ? ' and n.loc_id in (select id from place)' : ''
    const held = branches?.own
      ? ` + (select count(*) from asset a where a.org_id = $1 and a.deleted_at is null and ${branches.own}${state ? ` and a.state = ${state}` : ''})`
      : ''
    const sum = `(select coalesce(sum(n.n), 0) from asset_count n where n.org_id = $1${places}${state ? ` and n.state = ${state}` : ''})`
    return { text: `${branches?.places ?? ''} select (${sum}${held})::int as n`, values: c.values, exact }
  }
  const conditions = filterConditions(c, query)
  const branches = branchesOf(c, query)
  const limit = `limit ${countLimit + 1}`
  if (!branches)
    return {
      text: `select count(*)::int as n from (select from asset a where ${conditions.join(' and ')} ${limit}) c`,
      values: c.values,
      exact,
    }
  const all = conditions.join(' and ')
  const held = branches.own ? ` union all select a.id from asset a where ${all} and ${branches.own}` : ''
  const text = `${branches.places} select count(*)::int as n from (select a.id from asset a where ${all} and a.loc_id in (select id from place)${held} ${limit}) c`
  return { text, values: c.values, exact }
}

const table = tableOf(asset)

const stateOfPlace = (place: string): string => {
  if (!Object.hasOwn(accountKinds, place)) throw malformed('请求有误：{fields}', { fields: 'place' })
  return accountKinds[place as keyof typeof accountKinds].assetState
}

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

type LabelDue = (typeof labelsDue)[number]['value']

/** Whether the label of a row `of` is due. One row is looked at after the other: nothing says beforehand how many there are. */
const labelCondition = (due: LabelDue, of: string): string => {
  const { never, changed } = dueOf(asset, of)
  const why = due === 'never' ? never : due === 'changed' ? changed : `(${never} or ${changed})`
  return `${isLabelled(of)} and exists (select from (select) one left join ${lastLabel(asset, of)} on true where ${why} offset 0)`
}

/** What the filters but the place say about a row `a`. */
const filterConditions = (c: Conditions, { filters }: AssetQuery): string[] => {
  const conditions = ['a.org_id = $1', 'a.deleted_at is null']
  for (const [key, value] of filters) {
    if (key === 'locId') continue
    if (key === 'label') {
      conditions.push(labelCondition(value as LabelDue, 'a'))
      continue
    }
    const place = c.place(value)
    conditions.push(key === 'catId' ? `a.cat_id in ${belowNode('category', '$1', place)}` : `a.${columnOf(key)} = ${place}`)
  }
  return conditions
}

/**
 * The places to look in, as `with recursive ... place (id)`, and the condition on `a` for what the caller holds outside of them;
 * undefined where neither a place nor a scope narrows the list.
 */
const branchesOf = (c: Conditions, { filters, below, scope }: AssetQuery): { places: string; own: string | undefined } | undefined => {
  const node = filters.get('locId') as Id | undefined
  if (node === undefined) {
    if (!scope) return undefined
    const scoped = c.place(scope.locations)
    return {
      places: `with place (id) as materialized (select unnest(${scoped}::bigint[]))`,
      own: `(a.holder_uid = ${c.place(scope.uid)} and (a.loc_id is null or a.loc_id <> all (${scoped}::bigint[])) or a.loc_id is null and a.home_id = any (${scoped}::bigint[]))`,
    }
  }
  const at = c.place(node)
  const tree = below
    ? `asked (id) as (select ${at}::bigint union select l.id from asked join location l on l.org_id = $1 and l.parent_id = asked.id and l.deleted_at is null)`
    : `asked (id) as (select ${at}::bigint)`
  if (!scope) return { places: `with recursive ${tree}, place (id) as materialized (select id from asked)`, own: undefined }
  const scoped = c.place(scope.locations)
  return {
    places: `with recursive ${tree}, place (id) as materialized (select id from asked where id = any (${scoped}::bigint[]))`,
    own: `a.holder_uid = ${c.place(scope.uid)} and a.loc_id in (select id from asked) and a.loc_id <> all (${scoped}::bigint[])`,
  }
}

/**
 * What a keyword finds by the name of a model, a place or a person that the asset refers to, and not by its own text: from the indexes of those
 * references, so long for each as the page reaches. Where rows are seen by their open fields only, those fields alone count. `places` is the
 * beginning of the statement.
 */
const namedMatches = (c: Conditions, query: KeywordQuery, before: Id, limit: number): { places: string; ids: string } => {
  const pattern = c.place(likePattern(query.keyword))
  const conditions = filterConditions(c, query)
  conditions.push(`a.id < ${c.place(before)}`, `${query.openOnly ? openSearchOf(asset, 'a') : 'a.search'} not like ${pattern}`)
  const branches = branchesOf(c, query)
  if (branches) conditions.push(`(a.loc_id in (select id from place)${branches.own ? ` or ${branches.own}` : ''})`)
  const keys = asset.searchedBy.filter((key) => !query.openOnly || asset.open?.includes(key))
  const walks = keys.map((key) => {
    const { to } = asset.fields[key]!.control as { to: Exclude<Noun, 'document'> }
    const named = recordOf(to)
    const own = `${conditions.join(' and ')} and a.${columnOf(key)} = n.id order by a.id desc limit ${limit}`
    return `select w.id from "${named.table}" n cross join lateral (select a.id from asset a where ${own}) w
      where n.org_id = $1 and ${openSearchOf(named, 'n')} like ${pattern}`
  })
  return { places: branches?.places ?? '', ids: walks.join(' union ') }
}

/** The function that finds a keyword, as a table of ids: the plain one, or where the list is narrowed the one that narrows as it goes. */
const searchCall = (
  c: Conditions,
  orgId: Id,
  { keyword, filters, below, scope, openOnly }: KeywordQuery,
  before: Id,
  limit: number,
): string => {
  const grams = `${c.place(queryGrams(keyword))}::text[]`
  const pattern = c.place(likePattern(keyword))
  if (filters.size === 0 && !scope && !openOnly) return `gate_search_assets(${grams}, ${pattern}, ${c.place(before)}, ${c.place(limit)})`
  const one = (key: string, type: string) => (filters.has(key) ? `${c.place(filters.get(key))}::${type}` : 'null')
  const node = (key: string, tree: string) =>
    filters.has(key) ? `array${belowNode(tree, c.place(orgId), c.place(filters.get(key)))}` : 'null'
  return `${openOnly ? 'gate_find_open_assets' : 'gate_find_assets'}(${[
    grams,
    pattern,
    scope ? `${c.place(scope.locations)}::bigint[]` : 'null',
    scope ? `${c.place(scope.uid)}::bigint` : 'null',
    below ? node('locId', 'location') : filters.has('locId') ? `array[${c.place(filters.get('locId'))}::bigint]` : 'null',
    filters.has('goodsId') ? `array[${c.place(filters.get('goodsId'))}::bigint]` : 'null',
    node('catId', 'category'),
    one('deptId', 'bigint'),
    one('state', 'text'),
    one('holderUid', 'bigint'),
    one('supplierId', 'bigint'),
    one('condition', 'text'),
    c.place(before),
    c.place(limit),
  ].join(', ')})`
}
