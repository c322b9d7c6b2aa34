import type { Id } from '../../kernel/id.ts'
import { asset } from '../../domain/records/asset.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { belowNode, type Conditions } from '../db/conditions.ts'
import { columnOf } from '../db/recordTable.ts'
import { openSearchOf } from '../search/recordSearch.ts'
import { likePattern, queryGrams, spellingsOf, wordsOf } from '../search/searchText.ts'
import { recordReferredTo } from '../tables/records.ts'

/** What narrows a search of assets besides its keyword. */
export type SearchQuery = {
  readonly keyword: string
  readonly filters: ReadonlyMap<string, unknown>
  readonly below: boolean
  readonly scope: { readonly locations: readonly Id[]; readonly uid: Id } | undefined
  readonly openOnly?: boolean
}

export const beforeAll: Id = '9223372036854775807'

/** So many of the newest assets are looked through before an index is asked: what stands in many is among them. */
const newestRead = 2000

/** Every asset that a search finds, `f`, with its row `a`, taken one by one, so that one plan is as good for every organisation. */
export const foundAssets = (matches: string): string =>
  `${matches} f cross join lateral (select * from asset a where a.org_id = $1 and a.id = f.id offset 0) a`

/** Assets `a` whose code or serial number is the one of `$2` in whatever case. */
export const calledInAnyCase = `${foundAssets('gate_asset_codes(bare_code($2), null, null, 1000)')}
   where lower($2) in (lower(a.instance_code), lower(a.serial_no))`

/** True of an asset `a` in whose text, or in the name of something that it refers to, every word of a keyword stands. */
export const holdsKeyword = (c: Conditions, keyword: string, openOnly = false): string => {
  const text = openOnly ? openSearchOf(asset, 'a') : 'a.search'
  const words = wordsOf(keyword).map((word) => {
    const patterns = c.place(spellingsOf(word).map(likePattern))
    const nameConditions = namedBy(openOnly).map(({ key, kind }) => `a.${columnOf(key)} = any (array(${calledAlike(kind, patterns)}))`)
    return `(${[`${text} like any (${patterns}::text[])`, ...nameConditions].join(' or ')})`
  })
  return words.join(' and ')
}

/** The references by whose names assets are found, with what they refer to. */
const namedBy = (openOnly = false): { readonly key: string; readonly kind: RecordKind }[] =>
  asset.searchedBy.filter((key) => !openOnly || asset.open?.includes(key)).map((key) => ({ key, kind: recordReferredTo(asset, key) }))

/** The ids of what is called like one of the patterns. */
const calledAlike = (kind: RecordKind, patterns: string): string =>
  `select n.id from "${kind.table}" n where n.org_id = $1 and ${openSearchOf(kind, 'n')} like any (${patterns}::text[])`

/**
 * The ids of assets in which every word stands, at most `limit` (SQL), the newest of those before an id; a table to select from. The newest assets
 * are looked through here, by a plan that is kept; a function that is planned anew for its words looks for those that are missing then. For the
 * person who manages no place and has few things the function finds them at once.
 */
export const assetsSearched = (c: Conditions, query: SearchQuery, before: Id, limit: string): string => {
  const { keyword, scope, openOnly } = query
  const beforePlace = c.place(before)
  const newest = `from asset a where a.org_id = $1 and a.deleted_at is null and a.id < ${beforePlace}::bigint order by a.id desc`
  if (scope?.locations.length === 0) return olderAssets(c, query, { before: `${beforePlace}::bigint`, limit, found: '0' })
  const conditions = [holdsKeyword(c, keyword, openOnly), ...narrowingConditions(c, query)].join(' and ')
  const older = olderAssets(c, query, { before: 'newest.last', limit, found: 'newest.found' })
  return `(with walked as materialized (
      select a.id from (select a.* ${newest} limit ${newestRead}) a where ${conditions} order by a.id desc limit ${limit}
    )
    select w.id from walked w
    union all
    select o.id from (select n.found, (select a.id ${newest} offset ${newestRead - 1} limit 1) as last
      from (select count(*)::int as found from walked) n where n.found < ${limit} offset 0) newest
    cross join lateral ${older} o where newest.last is not null)`
}

/** What the filters and the scope of a search say about a row `a`. */
const narrowingConditions = (c: Conditions, { filters, below, scope }: SearchQuery): string[] => {
  const conditions: string[] = []
  for (const [key, tree] of Object.entries(filterTrees)) {
    if (!filters.has(key)) continue
    const place = c.place(filters.get(key))
    const isTree = tree !== undefined && (below || key !== 'locId')
    conditions.push(isTree ? `a.${columnOf(key)} = any (array${belowNode(tree, '$1', place)})` : `a.${columnOf(key)} = ${place}`)
  }
  if (scope) {
    const places = `any (${c.place(scope.locations)}::bigint[])`
    conditions.push(`(a.loc_id = ${places} or a.loc_id is null and a.home_id = ${places} or a.holder_uid = ${c.place(scope.uid)}::bigint)`)
  }
  return conditions
}

/** The filters that a search knows, and the tree of those that mean a node and all below it. */
const filterTrees: Readonly<Record<string, string | undefined>> = {
  locId: 'location',
  goodsId: undefined,
  catId: 'category',
  deptId: undefined,
  state: undefined,
  holderUid: undefined,
  supplierId: undefined,
  condition: undefined,
}

type Missing = { readonly before: string; readonly limit: string; readonly found: string }

/** The function that finds the assets before an id which are still missing. */
const olderAssets = (
  c: Conditions,
  { keyword, filters, below, scope, openOnly = false }: SearchQuery,
  { before, limit, found }: Missing,
): string => {
  const words = wordsOf(keyword).map((word) => {
    const spellings = spellingsOf(word)
    const alike = JSON.stringify(spellings.map((spelling) => ({ like: likePattern(spelling), grams: queryGrams(spelling) })))
    const patterns = c.place(spellings.map(likePattern))
    const nameArguments = namedBy(openOnly).map(
      ({ key, kind }) => `, '${columnOf(key).replaceAll('"', '')}', array(${calledAlike(kind, patterns)})::text`,
    )
    return `jsonb_build_object('alike', ${c.place(alike)}::jsonb${nameArguments.join('')})`
  })
  const argument = (key: string, type: string) => (filters.has(key) ? `${c.place(filters.get(key))}::${type}` : 'null')
  const exactly = (key: string) => (filters.has(key) ? `array[${c.place(filters.get(key))}::bigint]` : 'null')
  const node = (key: string, tree: string) => (filters.has(key) ? `array${belowNode(tree, '$1', c.place(filters.get(key)))}` : 'null')
  return `gate_seek_assets(${[
    `jsonb_build_array(${words.join(', ')})`,
    String(openOnly),
    scope ? `${c.place(scope.locations)}::bigint[]` : 'null',
    scope ? `${c.place(scope.uid)}::bigint` : 'null',
    below ? node('locId', 'location') : exactly('locId'),
    exactly('goodsId'),
    node('catId', 'category'),
    argument('deptId', 'bigint'),
    argument('state', 'text'),
    argument('holderUid', 'bigint'),
    argument('supplierId', 'bigint'),
    argument('condition', 'text'),
    before,
    limit,
    found,
  ].join(', ')})`
}
