import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type Day, dayAt } from '../../../kernel/day.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { codeOf } from '../../../domain/documents/define.ts'
import { testDatabase } from '../../db/testing.ts'
import { submit } from '../../documents/engine.ts'
import type { Flows } from '../../documents/flows.ts'
import { reverse } from '../../documents/reverse.ts'
import { callOf, foundCompany } from '../../testing/company.ts'
import { listAsOf } from './asOf.ts'
import { listAssetMoves } from './assetMoves.ts'

/** The register of other days, held against what it was on them. */
// The days lie ahead, inside the licence; moves bear the moment of the database.
const { database, newOrganisation } = await testDatabase({ breaks: 'everything' })
const flows = { installed: async () => false } as unknown as Flows
const daysAhead = 30
/** The last of the days. */
const lastDay = addDays(dayAt(Date.now()), daysAhead)
const dayMs = 86_400_000

type Standing = { id: Id; state: string; loc: Id | null; holder: Id | null; dept: Id | null; value: string | null }

test('the register of a day is what it was on that day, whatever happened since', async () => {
  const { orgId, keeper, storeA, storeB, staff, model } = await foundCompany(database, await newOrganisation())
  const at = (days: number): number => Date.now() + (daysAhead - days) * dayMs
  const send = async (days: number, kindName: string, header: object, lines: object[]): Promise<Id> => {
    const kind = documentKind(kindName)
    assert.ok(kind)
    const { id } = await database.inTransaction(orgId, (tx) =>
      submit(
        { ...callOf(tx, keeper, [`${codeOf(kind)}:post`]), at: at(days) },
        flows,
        { kind, id: newId(), raw: { header: header as never, lines: lines as never } },
        {},
      ),
    )
    return id
  }
  const register = () =>
    database.reading(orgId, (tx) =>
      tx.query<Standing>(
        `select id, state, coalesce(case when account like 'store:_%' then substr(account, 7)::bigint end, loc_id) as loc,
           holder_uid as holder, dept_id as dept, value from asset where org_id = $1 and is_inside(account) and deleted_at is null order by id desc`,
        [orgId],
      ),
    )
  const asOf = (day: Day, more: object = {}) =>
    database.reading(orgId, async (tx) => {
      const { list } = await listAsOf(callOf(tx, keeper, []), { day, pageSize: 100, ...more })
      return list
    })

  const snapshots: { day: Day; rows: Standing[] }[] = []
  const keep = async (days: number) => snapshots.push({ day: addDays(lastDay, -days), rows: await register() })
  await send(30, 'GsInstockOrder', { to: storeA }, [{ model, quantity: '3', price: '1000' }])
  await keep(30)
  const [first, second, third] = (await register()).map(({ id }) => id).toReversed()
  await send(20, 'GsOutstockOrder', { recipient: staff, reason: '用' }, [{ model, quantity: '1', assets: [first] }])
  await keep(20)
  const lent = await send(15, 'GsBorrowOrder', { borrower: staff, dueOn: addDays(lastDay, 5), reason: '用' }, [
    { model, quantity: '1', assets: [second] },
  ])
  await keep(15)
  await send(10, 'GsReturnOrder', { to: storeB, reason: '还' }, [{ asset: first }])
  await send(8, 'GsHandleOrder', { method: 'scrap', reason: '坏' }, [{ asset: third }])
  await keep(8)
  const kind = documentKind('GsBorrowOrder')
  assert.ok(kind)
  await database.inTransaction(orgId, (tx) => reverse({ ...callOf(tx, keeper, ['gsborroworder:reverse']), at: at(3) }, kind, lent, '错'))
  await keep(3)

  assert.deepEqual(await asOf(addDays(lastDay, -31)), [])
  const names = new Map<Id | null, string>([
    [storeA, '一号库'],
    [storeB, '二号库'],
    [staff, '李明'],
  ])
  for (const { day, rows } of snapshots)
    assert.deepEqual(
      (await asOf(day)).map(({ id, state, locName, holderName, value }) => [id, state, locName, holderName, Number(value)]),
      rows.map(({ id, state, loc, holder, value }) => [id, state, names.get(loc) ?? null, names.get(holder) ?? null, Number(value)]),
      day,
    )
  const holderTerms = [{ key: 'holderUid', is: 'in' as const, value: [staff] }]
  assert.deepEqual(
    (await asOf(addDays(lastDay, -12), { where: holderTerms })).map(({ id }) => id),
    [second, first],
  )
  assert.deepEqual(await asOf(lastDay, { where: holderTerms }), [])

  const moves = await database.reading(orgId, (tx) =>
    listAssetMoves(callOf(tx, keeper, []), {
      where: [{ any: ['fromUid', 'toUid'].map((key) => ({ key, is: 'in', value: [staff] })) }],
      pageSize: 2,
    }),
  )
  assert.equal(moves.totalCount, 4)
  const secondPage = await database.reading(orgId, (tx) =>
    listAssetMoves(callOf(tx, keeper, []), {
      where: [{ any: ['fromUid', 'toUid'].map((key) => ({ key, is: 'in', value: [staff] })) }],
      pageSize: 10,
      after: moves.next,
    }),
  )
  assert.deepEqual(
    [...moves.list, ...secondPage.list].map(({ to }) => to),
    ['在库 · 一号库', '在库 · 二号库', '借出 · 李明', '在用 · 李明'],
  )
})

test('of other days a keeper sees the assets that are his to see lastDay', async () => {
  const { orgId, keeper, storeA, storeB, model } = await foundCompany(database, await newOrganisation())
  const kind = documentKind('GsInstockOrder')
  assert.ok(kind)
  for (const to of [storeA, storeB])
    await database.inTransaction(orgId, (tx) =>
      submit(
        callOf(tx, keeper, ['gsinstockorder:post']),
        flows,
        { kind, id: newId(), raw: { header: { to } as never, lines: [{ model, quantity: '1', price: '5' }] as never } },
        {},
      ),
    )
  const { list } = await database.reading(orgId, (tx) =>
    listAsOf(callOf(tx, keeper, [], { locations: [storeA], hiddenFields: new Set(['value']) }), { day: lastDay }),
  )
  assert.deepEqual(
    list.map(({ locName, value }) => [locName, value]),
    [['一号库', null]],
  )
})
