import { join } from 'node:path'
import { addDays, dayAt } from '../../kernel/day.ts'
import { newId } from '../../kernel/id.ts'
import { addMonths } from '../../kernel/month.ts'
import { openDatabase } from '../../server/db/pool.ts'
import { onlyRow } from '../../server/db/rows.ts'
import type { Tx } from '../../server/db/tx.ts'
import { copyDatabase, dropDatabase, settle } from '../databases.ts'
import { overHttp, percentile, type Request, type Run, together } from '../load.ts'
import { printBar } from '../report.ts'
import { type Measuring, serve } from '../serving.ts'

const turns = 5
const supplies = 2_000
const days = 700

/** The stock book of a million moves takes a second at most; a close two. */
const secondsForMillion = 1
const secondsOfClose = 2

/** The stock book of as many moves as the register has assets, over HTTP. Answers how many bars were missed. */
export const measureStockBook = async ({ url, dir, data: { large }, say }: Measuring): Promise<number> => {
  const copy = await copyDatabase(url, 'bench_stock_book')
  const database = openDatabase({ url: copy, poolSize: 2 })
  say('Stock book')
  let missedCount = 0
  try {
    const { orgId, admin } = large
    const moves = await database.inTransaction(orgId, (tx) => plantMoves(tx, admin.uid), { statementSeconds: 600 })
    await settle(copy)
    const server = await serve(copy, join(dir, 'stockBook'))
    const crowd = await overHttp(server.port, 1, ({ status, body }) =>
      status === 200 && /"code":0/.test(body.slice(0, 40)) ? undefined : `${status} ${body.slice(0, 200)}`,
    )
    const timed = async (words: string, path: string, body: object, count: number): Promise<number> => {
      const request: Request = { method: 'POST', path, token: admin.token, body }
      const runs: Run[] = []
      for (let turn = 0; turn < count; turn++) {
        let isSent = false
        runs.push(
          await crowd.run(() => {
            if (isSent) return undefined
            isSent = true
            return request
          }),
        )
      }
      const { times, failures } = together(runs)
      for (const failure of failures.slice(0, 1)) say(`${words}: ${failure}`)
      missedCount += failures.length > 0 ? 1 : 0
      return percentile(times, 0.5) / 1000
    }
    try {
      const today = dayAt(Date.now())
      const month = `${today.slice(0, 7)}-01`
      for (const [words, from] of [
        ['a month', month],
        ['two years', addDays(today, -days)],
      ] as const)
        for (const by of ['goods', 'place', 'goodsPlace']) {
          const title = `stock book, ${moves} moves, ${words} by ${by}`
          const seconds = await timed(title, '/api/consum/csstockbook/list', { from, to: today, by, pageSize: 100 }, turns)
          if (!printBar(`${title}; seconds for a million`, (seconds / moves) * 1_000_000, { atMost: secondsForMillion })) missedCount++
        }
      const title = `stock book, a month of ${moves} moves closed`
      const closedMonth = addMonths(month, -1).slice(0, 7)
      const seconds = await timed(title, '/api/consum/csstockmonth/close', { month: closedMonth }, 1)
      if (!printBar(`${title}; seconds for a million`, (seconds / moves) * 1_000_000, { atMost: secondsOfClose })) missedCount++
    } finally {
      await crowd.end()
      await server.stop()
    }
  } finally {
    await database.close()
    await dropDatabase(copy)
  }
  return missedCount
}

/** Supplies, and receipts of them in ten stores over two years: one for each asset. Answers how many. */
const plantMoves = async (tx: Tx, uid: string): Promise<number> => {
  const [documentId, firstId] = [newId(), newId()]
  await tx.query(
    `insert into document (org_id, id, kind, code, state, stage, author_uid, header, body_hash) values ($1, $2, 'CsInstockOrder', 'BENCH', 'posted', 1, $3, '{}', '')`,
    [tx.orgId, documentId, uid],
  )
  await tx.query(
    `insert into consumable (org_id, id, goods_code, goods_name) select $1, $2::bigint + n, 'B' || n, '耗材' || n from generate_series(1, ${supplies}) n`,
    [tx.orgId, firstId],
  )
  await tx.query(
    `insert into move (org_id, id, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost, to_seq, to_after, business_date, actor_uid)
     select $1, $2::bigint + 1000000 + a.n, $3::bigint, 0, a.n, 'consumable', $2::bigint + 1 + a.n % ${supplies}, 'supplier:', 'store:' || l.id, 1 + a.n % 7, 10,
       1, 1, $4::date - (${days} - (a.n * ${days}::bigint / a.all_n)::int), $5::bigint
     from (select row_number() over (order by id)::int as n, count(*) over () as all_n from asset where org_id = $1) a
     join (select id, row_number() over (order by id) - 1 as place from location where org_id = $1 order by id limit 10) l on l.place = a.n % 10`,
    [tx.orgId, firstId, documentId, dayAt(tx.now()), uid],
  )
  await tx.query(
    `insert into balance (org_id, account, item_id, item_kind, on_hand, value, seq)
     select $1, m.to_account, m.item_id, 'consumable', sum(m.quantity), sum(m.cost), count(*) from move m
     where m.org_id = $1 and m.document_id = $2 group by m.to_account, m.item_id`,
    [tx.orgId, documentId],
  )
  const { moves } = await onlyRow(
    tx.query<{ moves: number }>('select count(*)::int as moves from move where org_id = $1 and document_id = $2', [tx.orgId, documentId]),
  )
  return moves
}
