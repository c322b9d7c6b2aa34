import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { type Id, newId } from '../../kernel/id.ts'
import { sum } from '../../kernel/decimal.ts'
import { counted, type House } from '../testing/counted.ts'

const { ask, found, done, askAs, stockAssets, stockSupply, openTask, device, database } = await counted()
const task = 'goods/gsinventorytask'

/** Ten pieces of 100 yuan, three of them nowhere and one elsewhere; ten of a supply at one yuan, of which four are missing; a thing without a card. */
const reviewed = async () => {
  const house = await found()
  const { orgId, admin } = house.company
  await database.inTransaction(orgId, (tx) => tx.query('update location set manager_uid = $2 where org_id = $1', [orgId, admin]))
  const pieces = await stockAssets(house, house.a, 10, { price: '100' })
  await stockSupply(house, house.a, house.paper, '10')
  const { id: taskId } = await openTask(house, { slackMinutes: 0 })
  const phone = device(house.admin, taskId)
  await done(house.admin, `${task}/join`, { taskId, device: phone.name })
  await phone.push(
    ...pieces.slice(3).map((item, at) => ({ kind: 'seen', itemKind: 'asset', item, place: at === 0 ? house.b : house.a }) as const),
    { kind: 'quantity', itemKind: 'consumable', item: house.paper, place: house.a, quantity: '6' },
    { kind: 'unknown', code: 'NOBODY', place: house.a },
  )
  await done(house.admin, `${task}/review`, { taskId })
  const surplus = { modelId: house.model, name: '旧电脑', placeId: house.a, price: '900' }
  await done(house.admin, `${task}/resolve`, { taskId, becomes: 'surplus', surplus })
  return { house, taskId: taskId as Id, pieces }
}
const reportOf = (house: House, taskId: Id) => done(house.admin, `${task}/report`, { taskId })

test('the numbers of the report are those of the results (K9)', async () => {
  const { house, taskId } = await reviewed()
  const report = await reportOf(house, taskId)
  assert.deepEqual(
    [report.accuracy, report.shortage, report.surplus],
    [
      { lines: '54.55', value: '59.41' },
      { lines: 4, value: '304' },
      { lines: 1, value: '900' },
    ],
  )
  assert.deepEqual(
    report.hints.map(({ title, value }: { title: string; value: string }) => [title, value]),
    [
      ['固定资产盘亏', '300'],
      ['固定资产盘盈', '900'],
      ['存货盘亏', '4'],
    ],
  )
  const rows = await database.reading(house.company.orgId, (tx) =>
    tx.query<{ verdict: string; n: number }>(
      'select verdict, count(*)::int as n from count_result where org_id = $1 and task_id = $2 group by 1',
      [house.company.orgId, taskId],
    ),
  )
  const of = (...verdicts: string[]) => rows.filter(({ verdict }) => verdicts.includes(verdict)).reduce((all, { n }) => all + n, 0)
  for (const by of ['place', 'department', 'category']) {
    const totals = report.totals.filter((total: { by: string }) => total.by === by)
    const all = (key: string) => totals.reduce((sum: number, total: Record<string, number>) => sum + total[key]!, 0)
    assert.deepEqual(
      [all('expected'), all('found'), all('missing'), all('surplus'), all('other')],
      [11, of('found'), of('missing', 'less'), of('more', 'back'), of('elsewhere')],
      by,
    )
    assert.equal(sum(totals.map(({ value }: { value: string }) => value)), '1010')
  }
})

test('the hash is that of the results, and changes exactly when they do; who signed before is told so (K9)', async () => {
  const { house, taskId, pieces } = await reviewed()
  const first = await reportOf(house, taskId)
  assert.equal((await askAs(house.admin, `${task}/sign`, { taskId, role: 'keeper', hash: 'x' })).reason, 'count.changed')
  const signed = await done(house.admin, `${task}/sign`, { taskId, role: 'keeper', hash: first.resultHash })
  assert.deepEqual(await done(house.admin, `${task}/sign`, { taskId, role: 'keeper', hash: first.resultHash }), signed)
  const again = await reportOf(house, taskId)
  assert.deepEqual([again.resultHash, again.signatures.map(({ before }: { before: boolean }) => before)], [first.resultHash, [false]])
  const lines = [{ itemId: pieces[0], account: `store:${house.a}` }]
  await done(house.admin, `${task}/decide`, { taskId, decision: 'ignore', lines })
  const changed = await reportOf(house, taskId)
  assert.notEqual(changed.resultHash, first.resultHash)
  assert.deepEqual(
    changed.signatures.map(({ before }: { before: boolean }) => before),
    [true],
  )
  const { orgId } = house.company
  const text = await database.reading(orgId, async (tx) => {
    const rows = await tx.query<{ line: string }>(
      `select jsonb_build_array(item_kind, item_id::text, account, round, verdict, strength, seen, seen_uid::text, trim_scale(counted)::text,
         trim_scale(expected)::text, trim_scale(difference)::text, decision, reason, note)::text as line
       from count_result where org_id = $1 and task_id = $2 order by item_id, account collate "C", round`,
      [orgId, taskId],
    )
    const codes = await tx.query<{ line: string }>(
      `select jsonb_build_array(code, loc_id::text, becomes, asset_id::text, surplus)::text as line
       from count_unknown where org_id = $1 and task_id = $2 order by id`,
      [orgId, taskId],
    )
    return [...rows, ...codes].map(({ line }) => line).join('\n')
  })
  assert.equal(changed.resultHash, createHash('sha256').update(text).digest('hex'))
})

test('paper and workbook say the same as the report', async () => {
  const { house, taskId } = await reviewed()
  const report = await reportOf(house, taskId)
  const pdf = await ask({ method: 'GET', path: `/api/${task}/pdf/${taskId}`, token: house.admin })
  assert.equal(pdf.bytes.subarray(0, 5).toString(), '%PDF-')
  const sheet = await ask({ method: 'GET', path: `/api/${task}/export/${taskId}`, token: house.admin })
  const { sheets } = await readXlsx(sheet.bytes)
  const rowsOf = (name: string) => sheets.find((each) => each.name === name)!.rows
  assert.ok(rowsOf('概况').some(([label, value]) => label === '结果指纹' && value === report.resultHash))
  const differences = rowsOf('盘盈盘亏明细表')
  assert.equal(differences.length - 1, report.shortage.lines + report.surplus.lines + 1)
  assert.equal(sum(differences.slice(1).map((row) => String(row[6]))), '596')
})

test('whoever counts reads no report, and another organisation none of it', async () => {
  const { house, taskId } = await reviewed()
  const counter = await house.company.hire(`counter${newId()}`)
  const token = await house.company.tokenOf(counter)
  const shares = [{ kind: 'place', personId: counter, refId: house.a }]
  assert.equal((await askAs(house.admin, `${task}/share`, { taskId, shares })).reason, 'count.notOpen')
  for (const path of ['report', 'documents']) assert.equal((await askAs(token, `${task}/${path}`, { taskId })).code, 404)
  const other = await found()
  assert.equal((await askAs(other.admin, `${task}/report`, { taskId })).code, 404)
  for (const path of ['pdf', 'export'])
    assert.equal((await ask({ method: 'GET', path: `/api/${task}/${path}/${taskId}`, token: other.admin })).status, 404)
})
