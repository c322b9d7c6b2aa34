import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { defaultFlows } from '../../domain/approval/flow/templates/all.ts'
import { deliveredCategories } from '../../domain/records/classification.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'

const { ask, newCompany, database } = await testApp(handlers)

const beginner = async () => {
  const company = await newCompany()
  const token = await company.tokenOf(company.admin)
  const post = async (path: string, body: object = {}) => (await ask({ path, body, token })).json
  const steps = async () => {
    const { result } = (await ask({ method: 'GET', path: '/api/operation/sysoperation/beginning', token })).json
    const named = (key: 'done' | 'skipped') =>
      result.steps.filter((each: Record<string, unknown>) => each[key]).map(({ step }: { step: string }) => step)
    return { begun: result.begun, done: named('done'), skipped: named('skipped'), counts: result.counts, delivered: result.delivered }
  }
  return { ...company, post, steps }
}
const deliveredCount = deliveredCategories.asset.length + deliveredCategories.consumable.length

test('the delivered classes come in one press, whole, once, however often and at once it is pressed', async () => {
  const { post, orgId, steps } = await beginner()
  const answers = await Promise.all([post('/api/goods/gscat/deliver'), post('/api/goods/gscat/deliver'), post('/api/goods/gscat/deliver')])
  assert.deepEqual(answers.map(({ result }) => result.made).toSorted(), [0, 0, deliveredCount])
  const rows = await database.reading(orgId, (tx) =>
    tx.query<{ code: string; above: string | null; life: number | null }>(
      `select c.cat_code as code, p.cat_code as above, c.useful_life_months as life
       from category c left join category p on p.org_id = c.org_id and p.id = c.parent_id where c.org_id = $1 order by 1`,
      [orgId],
    ),
  )
  const expected = [...deliveredCategories.asset, ...deliveredCategories.consumable]
    .map(([code, , above, life]) => ({ code, above: above ?? null, life: life ?? null }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
  assert.deepEqual(rows, expected)
  assert.deepEqual((await steps()).done, ['categories'])
})

test('classes that the organisation has made its own stay as they are', async () => {
  const { post } = await beginner()
  const own = await post('/api/goods/gscat/save', { catCode: 'A02000000', catName: '我们的设备', catKind: 'asset' })
  assert.equal((await post('/api/goods/gscat/deliver', { kind: 'asset' })).result.made, deliveredCategories.asset.length - 1)
  const list = (await post('/api/goods/gscat/list', { pageSize: 100 })).page.list
  assert.equal(list.find(({ catCode }: { catCode: string }) => catCode === 'A02000000').catName, '我们的设备')
  assert.equal(list.find(({ catCode }: { catCode: string }) => catCode === 'A02010000').parentId, own.result.id)
})

test('the recommended flows come in one press; one that was switched off stays off', async () => {
  const { post, steps } = await beginner()
  const key = defaultFlows[0]!.key
  await post('/api/workflow/installFlow', { flowKey: key })
  await post('/api/workflow/switchFlow', { flowKey: key, state: 3 })
  assert.deepEqual((await post('/api/workflow/installRecommended')).result, {
    installed: defaultFlows.length - 1,
    flows: defaultFlows.length,
  })
  assert.deepEqual((await post('/api/workflow/installRecommended')).result, { installed: 0, flows: defaultFlows.length })
  const { done, counts } = await steps()
  assert.deepEqual([done, counts.flows], [['flows'], defaultFlows.length - 1])
})

test('an administrator is told of newer templates of flows in use and of recommended ones that were never installed', async () => {
  const { post, steps, orgId } = await beginner()
  const delivered = async () => (await steps()).delivered
  assert.deepEqual(await delivered(), { newer: 0, missing: 0 }, 'who has no flow yet')
  const [first, second] = defaultFlows.map(({ key }) => key) as [string, string]
  for (const flowKey of [first, second]) await post('/api/workflow/installFlow', { flowKey })
  await database.inTransaction(orgId, (tx) => tx.query('update wf_flow set template_version = 0 where org_id = $1', [orgId]))
  await post('/api/workflow/switchFlow', { flowKey: second, state: 3 })
  assert.deepEqual(await delivered(), { newer: 1, missing: defaultFlows.length - 2 })
})

test('people, places and who manages them are counted as they are', async () => {
  const { post, steps, hire, admin, orgId } = await beginner()
  assert.equal((await steps()).counts.people, 0)
  const { result: department } = await post('/api/pro/sysdept/save', { deptCode: 'D1', deptName: '行政部' })
  await hire('colleague', [], { deptId: department.id })
  const place = newId()
  await post('/api/goods/gsgoodsloc/save', { id: place, locCode: 'A', locName: '总部' })
  assert.deepEqual((await steps()).done, ['people', 'invite'])
  assert.equal((await steps()).counts.unheadedDepartments, 1)
  await database.inTransaction(orgId, (tx) => tx.query('update department set manager_uid = $2 where org_id = $1', [orgId, admin]))
  assert.equal((await steps()).counts.unmanagedPlaces, 1)
  await post('/api/goods/gsgoodsloc/update', { id: place, managerUid: admin })
  // The person who manages a place manages what is below it.
  await post('/api/goods/gsgoodsloc/save', { locCode: 'B', locName: '仓库', parentId: place })
  assert.deepEqual((await steps()).done, ['people', 'heads', 'places', 'invite'])
})

test('steps are left out and taken up again; with all of them it is over', async () => {
  const { post, steps } = await beginner()
  const skip = (what: string[], skipped: boolean) => post('/api/operation/sysoperation/skipBeginning', { steps: what, skipped })
  await skip(['company', 'invite'], true)
  await skip(['company', 'flows'], true)
  assert.deepEqual((await steps()).skipped, ['company', 'flows', 'invite'])
  await skip(['flows', 'places'], false)
  assert.deepEqual((await steps()).skipped, ['company', 'invite'])
  await skip(['people', 'heads', 'places', 'categories', 'flows', 'assets'], true)
  assert.equal((await steps()).begun, true)
})
