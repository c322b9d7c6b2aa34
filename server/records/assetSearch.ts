import type { Id } from '../../kernel/id.ts'
import { asset } from '../../domain/records/asset.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import type { AssetScope } from '../access/scope.ts'
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
  /** Of a scope of departments and categories as well no function of the database knows; the words are asked of each row there. */
  readonly scope: Pick<AssetScope, 'locations' | 'uid'> | undefined
  readonly openOnly?: boolean
}

export const beforeAll: Id = '9223372036854775807'

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
 * The function that finds assets in which every word stands, at most `limit` (SQL), the newest of those before an id, as a table of ids: in their
 * own text, or in the name of a model, a place, a person or whatever else is searched that they refer to. Where rows are seen by their open fields
 * only, those alone count.
 */
export const assetsSearched = (
  c: Conditions,
  { keyword, filters, below, scope, openOnly = false }: SearchQuery,
  before: Id,
  limit: string,
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
    c.place(before),
    limit,
  ].join(', ')})`
}
