import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'

const { ask, database, newCompany } = await testApp(handlers, { breaks: 'everything' })
const today = dayAt(Date.now())

/** Two stores with a keeper each, and pieces of the first: as `lent` says. */
const company = async (lent: Readonly<Record<string, object>>) => {
  const { orgId, admin, hire, tokenOf } = await newCompany()
  const borrower = await hire(`b${newId()}`)
  const [keeper, elsewhere] = [await hire(`k${newId()}`, ['goodsmanager']), await hire(`e${newId()}`, ['goodsmanager'])]
  const [store, model] = [newId(), newId()]
  const ids = Object.fromEntries(Object.keys(lent).map((name) => [name, newId()]))
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'location', [
      { id: store, loc_code: 'A', loc_name: '一号库', manager_uid: keeper },
      { id: newId(), loc_code: 'B', loc_name: '二号库', manager_uid: elsewhere },
    ])
    await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '投影仪' }])
    for (const [name, more] of Object.entries(lent))
      await insert(tx, 'asset', [
        {
          id: ids[name],
          instance_code: name,
          instance_name: '投影仪',
          goods_id: model,
          home_id: store,
          account: `held:${borrower}`,
          state: 'lent',
          holder_uid: borrower,
          due_on: today,
          ...more,
        },
      ])
  })
  /** What the caller is answered: the refusal, or nothing. */
  const remind = async (id: Id, uid: Id) => {
    const { json } = await ask({ path: '/api/goods/gsgoodsinstance/remindHolder', body: { id }, token: await tokenOf(uid) })
    return json.success ? '' : json.msg
  }
  const told = async (): Promise<string[]> => {
    const rows = await database.reading(orgId, (tx) =>
      tx.query<{ title: string }>('select title from message where org_id = $1 and uid = $2 order by seq', [orgId, borrower]),
    )
    return rows.map(({ title }) => title)
  }
  return { orgId, admin, keeper, elsewhere, borrower, ids, remind, told, hire }
}

test('the keeper of the place reminds a borrower, once a day, whoever else asks', async () => {
  const { admin, keeper, ids, remind, told } = await company({ today: {}, late: { due_on: addDays(today, -2) } })
  assert.equal(await remind(ids['today']!, keeper), '')
  assert.deepEqual(await told(), ['投影仪（today）今天应归还'])
  assert.equal(await remind(ids['today']!, keeper), '今天已提醒过借用人')
  assert.equal(await remind(ids['today']!, admin), '今天已提醒过借用人')
  assert.equal(await remind(ids['late']!, admin), '')
  assert.deepEqual(await told(), ['投影仪（today）今天应归还', '投影仪（late）已逾期 2 天，请尽快归还'])
})

test('nobody reminds of what is not theirs to keep', async () => {
  const { borrower, elsewhere, ids, remind, told } = await company({ lent: {} })
  const other = await newCompany()
  const { json } = await ask({
    path: '/api/goods/gsgoodsinstance/remindHolder',
    body: { id: ids['lent']! },
    token: await other.tokenOf(other.admin),
  })
  assert.equal(json.success, false)
  assert.equal(await remind(ids['lent']!, elsewhere), json.msg, 'as if there were none')
  assert.notEqual(await remind(ids['lent']!, borrower), '')
  assert.deepEqual(await told(), [])
})

test('where nobody has it, or nobody listens, that is said and nobody is told', async () => {
  const { orgId, borrower, keeper, ids, remind, told } = await company({
    idle: { state: 'idle', holder_uid: null, due_on: null },
    used: { state: 'inUse', due_on: null },
    lent: {},
  })
  assert.equal(await remind(ids['idle']!, keeper), '这件资产已不在借用中')
  assert.equal(await remind(ids['used']!, keeper), '这件资产已不在借用中')
  await database.inTransaction(orgId, (tx) => insert(tx, 'reminder_off', [{ uid: borrower, kind: 'loanDue' }]))
  assert.equal(await remind(ids['lent']!, keeper), '借用人已离开或关闭了这种提醒，请直接联系')
  assert.deepEqual(await told(), [])
})
