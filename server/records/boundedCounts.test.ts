import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { insert } from '../testing/company.ts'
import { desks, type Row } from '../testing/desk.ts'
import { searchTextOf, storedGrams } from '../search/searchText.ts'

/** A register whose newest 2,000 assets hold few of what is looked for, and a book with more documents than are counted. */
const { app, newDesk } = await desks({ breaks: 'everything' })
const desk = await newDesk()
const { orgId, admin } = desk.company
const store = newId()
const model = newId()
const rare = searchTextOf(['投影仪'])
const usual = searchTextOf(['笔记本'])

await app.database.inTransaction(orgId, async (tx) => {
  await insert(tx, 'location', [{ id: store, loc_code: 'S', loc_name: '库房', search: '库房' }])
  await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '型号', search: '型号' }])
  await tx.query(
    `insert into asset (org_id, id, instance_code, instance_name, goods_id, loc_id, account, state, search)
     select $1, n, 'A' || n, case when n % 30 = 0 then '投影仪' else '笔记本' end, $2, $3::bigint, 'store:' || $3::bigint, 'idle',
       case when n % 30 = 0 then $4 else $5 end
     from generate_series(1, 3600) n`,
    [orgId, model, store, rare, usual],
  )
  await tx.query(
    'insert into asset_search (org_id, asset_id, grams) select $1, n, case when n % 30 = 0 then $2 else $3 end from generate_series(1, 3600) n',
    [orgId, storedGrams(rare), storedGrams(usual)],
  )
  await tx.query(
    `insert into document (org_id, id, kind, code, state, author_uid, header, body_hash)
     select $1, n, 'CsInstockOrder', 'R' || n, 'posted', $2, jsonb_build_object('to', $3::text), '' from generate_series(1, 10000) n`,
    [orgId, admin, store],
  )
})

const list = async (path: string, body: Row): Promise<Row> => {
  const answer = await desk.call(`${path}/list`, body)
  assert.equal(answer['code'], 0, JSON.stringify(answer))
  return answer['page']
}
const idsOf = (page: Row): string[] => page['list'].map((row: Row) => row['id'])
const projectors = Array.from({ length: 120 }, (_, index) => String(3600 - index * 30))

describe('matches of a keyword', () => {
  const pages: readonly (readonly [title: string, body: Row, total: number, more: boolean | undefined])[] = [
    ['are counted to the next hundred behind the page', { likeQuery: '投影', pageSize: 50 }, 100, true],
    ['are counted further for a page that lies further', { likeQuery: '投影', pageSize: 50, page: 2 }, 120, undefined],
    ['are counted further for a large page', { likeQuery: '投影', pageSize: 100 }, 120, undefined],
    ['are counted to the end where they are few', { likeQuery: '投影 A3600', pageSize: 50 }, 0, undefined],
    ['are counted past the newest that are read', { likeQuery: '投影', pageSize: 200 }, 120, undefined],
  ]
  for (const [title, body, total, more] of pages)
    test(title, async () => {
      const page = await list('goods/gsgoodsinstance', body)
      assert.deepEqual([page['totalCount'], page['more']], [total, more])
    })

  test('are all found, by numbers and by cursor, each once and the newest first', async () => {
    const numberedPages = await Promise.all(
      [1, 2, 3].map((page) => list('goods/gsgoodsinstance', { likeQuery: '投影', pageSize: 50, page })),
    )
    assert.deepEqual(numberedPages.flatMap(idsOf), projectors)
    const first = await list('goods/gsgoodsinstance', { likeQuery: '投影', pageSize: 100 })
    const nextPage = await list('goods/gsgoodsinstance', { likeQuery: '投影', pageSize: 100, after: first['next'] })
    assert.deepEqual([...idsOf(first), ...idsOf(nextPage)], projectors)
  })

  test('are counted where the page that is asked for lies behind them', async () => {
    const page = await list('goods/gsgoodsinstance', { likeQuery: '投影', pageSize: 50, page: 9 })
    assert.deepEqual([page['totalCount'], page['list']], [120, []])
  })

  test('are found by two words and by three', async () => {
    for (const likeQuery of ['投影 库房', '投影 库房 型号'])
      assert.deepEqual(idsOf(await list('goods/gsgoodsinstance', { likeQuery, pageSize: 200 })), projectors, likeQuery)
  })
})

describe('documents of a kind', () => {
  test('are counted to ten thousand, and said to be more where a draft of the reader comes on top', async () => {
    const before = await list('consum/csinstockorder', { pageSize: 50 })
    assert.deepEqual([before['totalCount'], before['more']], [10_000, undefined])
    await app.database.inTransaction(orgId, (tx) =>
      tx.query(
        `insert into document (org_id, id, kind, code, state, author_uid, header, body_hash) values ($1, 20000, 'CsInstockOrder', 'D', 'draft', $2, '{}', '')`,
        [orgId, admin],
      ),
    )
    const after = await list('consum/csinstockorder', { pageSize: 50 })
    assert.deepEqual([after['totalCount'], after['more'], idsOf(after)[0]], [10_000, true, '20000'])
  })

  test('are more than ten thousand each time they are asked for', async () => {
    await app.database.inTransaction(orgId, (tx) =>
      tx.query(
        `insert into document (org_id, id, kind, code, state, author_uid, header, body_hash) values ($1, 20001, 'CsInstockOrder', 'P', 'posted', $2, '{}', '')`,
        [orgId, admin],
      ),
    )
    for (const pageSize of [20, 50, 50]) {
      const page = await list('consum/csinstockorder', { pageSize })
      assert.deepEqual([page['totalCount'], page['more']], [10_000, true])
    }
  })

  test('say what their headers refer to is called', async () => {
    const { list: rows } = await list('consum/csinstockorder', { pageSize: 3, state: 'posted' })
    assert.deepEqual(rows.at(-1)['names'], { [store]: '库房' })
  })
})
