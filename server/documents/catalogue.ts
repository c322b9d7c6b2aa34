import type { Id } from '../../kernel/id.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import { type CatalogueNoun, catalogueOf } from '../../domain/documents/catalogue.ts'
import type { ListRequest, OutputOf } from '../../domain/operations/define.ts'
import { type catalogueList, type CatalogueRow, idleCountLimit } from '../../domain/documents/catalogueOperations.ts'
import type { SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import { countLimit, numberedPartOf, pageFor } from '../page.ts'
import { belowNode, Conditions, limitOf } from '../db/conditions.ts'
import { likePattern } from '../search/searchText.ts'

type CatalogueQuery = ListRequest & { of: CatalogueNoun; catId?: Id | undefined }

/**
 * A page of what may be asked for. The page is found by the cheap question whether there is any; how many there are is counted for its rows
 * only.
 */
export const listCatalogue = async ({ tx, session }: SignedIn, input: CatalogueQuery): Promise<OutputOf<typeof catalogueList>> => {
  const part = numberedPartOf(input)
  const { any, free } = stocks[input.of]
  const c = new Conditions(tx.orgId)
  c.add('g.org_id = $1 and g.deleted_at is null')
  if (input.catId) c.add(`g.cat_id in ${belowNode('category', '$1', c.place(input.catId))}`)
  const keyword = input.likeQuery?.trim()
  if (keyword) c.add(`g.search like ${c.place(likePattern(keyword))}`)
  const where = c.texts.join(' and ')
  const counting = [...c.values]
  const [author, kinds] = [c.place(session.uid), c.place(kindsOf(input.of))]
  const [matchCount, rows] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from (select from "${input.of}" g where ${where} limit ${countLimit + 1}) g`,
        counting,
      ),
    ),
    tx.query<CatalogueRow>(
      `with asked as (
         select l.item_id as id, min(d.nth) as nth
         from (select d.id, row_number() over (order by d.id desc) as nth
               from unnest(${kinds}::text[]) as k (kind) cross join lateral (
                 select id from document where org_id = $1 and author_uid = ${author} and kind = k.kind and state <> 'draft' order by id desc limit 20) d) d
         join document_line l on l.org_id = $1 and l.document_id = d.id where l.item_id is not null group by 1
       ), page as (
         select g.id, a.nth, ${any} as "any" from "${input.of}" g left join asked a on a.id = g.id
         where ${where} order by a.nth, "any" desc, g.goods_code, g.id ${limitOf(c, part.pageSize, part.offset)}
       )
       select g.id, g.goods_code as code, g.goods_name as name, concat_ws(' ', g.brand, g.spec) as text, g.unit,
              split_part(g.goods_image, ',', 1) as picture, g.cat_id as "catId", g.price, s.free, p.nth is not null as asked
       from page p join "${input.of}" g on g.org_id = $1 and g.id = p.id cross join lateral (${free}) s
       order by p.nth, p."any" desc, g.goods_code, g.id`,
      c.values,
    ),
  ])
  return pageFor(part, rows, matchCount.n)
}

/** The kinds whose lines are filled from a catalogue. */
const kindsOf = (noun: CatalogueNoun): string[] => documentKinds.filter((kind) => catalogueOf(kind)?.of === noun).map(({ kind }) => kind)

/** SQL on a row `g` of a catalogue: whether there is any of it, and how much no one else is about to get. */
const stocks: Readonly<Record<CatalogueNoun, { readonly any: string; readonly free: string }>> = {
  model: {
    any: `exists (select from asset a where a.org_id = $1 and a.goods_id = g.id and a.state = 'idle' and a.deleted_at is null)`,
    free: `select count(*)::numeric as free from (
      select from asset a join balance b on b.org_id = $1 and b.item_id = a.id and b.reserved = 0
      where a.org_id = $1 and a.goods_id = g.id and a.state = 'idle' and a.deleted_at is null limit ${idleCountLimit}) a`,
  },
  consumable: {
    any: `exists (select from balance b where b.org_id = $1 and b.item_id = g.id and b.account like 'store:_%' and b.on_hand > b.reserved)`,
    free: `select coalesce(sum(b.on_hand - b.reserved), 0) as free from balance b
      where b.org_id = $1 and b.item_id = g.id and b.account like 'store:_%'`,
  },
}
