import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertDefined } from '../../kernel/assert.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'

const { ask, newCompany, database } = await testApp(handlers)

/** A new company: one administrator, one employee without a department, no heads, the recommended flows, one store with two assets. */
const beginCompany = async () => {
  const company = await newCompany()
  const { orgId, admin } = company
  const employee = await company.hire('newcomer')
  const tokens = { admin: await company.tokenOf(admin), employee: await company.tokenOf(employee) }
  const post = async (path: string, body: object, by: keyof typeof tokens = 'admin') => {
    const { json } = await ask({ path: `/api/${path}`, body, token: tokens[by] })
    assert.equal(json['code'], 0, `${path}: ${json['msg']} ${JSON.stringify(json['details'] ?? '')}`)
    return json['result'] ?? json['page']
  }
  const read = async (path: string) => (await ask({ method: 'GET', path: `/api/${path}`, token: tokens.admin })).json['result']
  const store = (await post('goods/gsgoodsloc/save', { locCode: 'CK', locName: '仓库', managerUid: admin })).id as Id
  const model = (await post('goods/gsgoods/save', { goodsCode: 'M1', goodsName: '投影仪' })).id as Id
  await post('goods/gsinstockorder/submit', { id: newId(), header: { to: store }, lines: [{ model, quantity: '2' }] })
  await post('workflow/installRecommended', {})
  const assets = await database.reading(orgId, (tx) =>
    tx.query<{ id: Id; state: string; holder: Id | null }>(
      'select id, state, holder_uid as holder from asset where org_id = $1 order by id',
      [orgId],
    ),
  )
  return { ...company, employee, store, model, post, read, assets: assets.map(({ id }) => id) }
}
type NewCompany = Awaited<ReturnType<typeof beginCompany>>

const standingOf = async ({ orgId }: NewCompany, asset: Id) => {
  const [row] = await database.reading(orgId, (tx) =>
    tx.query<{ state: string; holder: Id | null }>('select state, holder_uid as holder from asset where org_id = $1 and id = $2', [
      orgId,
      asset,
    ]),
  )
  return assertDefined(row, 'the asset')
}

/** Agrees to everything that waits for the administrator, who names the asset where a step asks for it; the names of the steps. */
const agreeToAll = async ({ post, read }: NewCompany, asset: Id): Promise<string[]> => {
  const steps: string[] = []
  for (let round = 0; round < 6; round++) {
    const [task] = (await post('workflow/listRuntimeTask', { status: 1, pageSize: 10 })).list
    if (!task) return steps
    const { form } = await read(`workflow/getTaskById/${task.id}`)
    const lines = (form.values.lines as Record<string, unknown>[]).map((line) => ({ ...line, assets: [asset] }))
    const isNaming = form.permissions['lines.assets'] === 'write' || form.permissions['lines.assets'] === 'required'
    assert.equal(task.batch, !isNaming)
    await post('workflow/flowApprove', { taskId: task.id, formRev: form.formRev, ...(isNaming && { patch: { lines } }) })
    steps.push(isNaming ? 'named' : 'agreed')
  }
  throw new Error('the work of the administrator does not end')
}

test('with one administrator and no heads the first request, the first loan and the first count come to their end', async () => {
  const company = await beginCompany()
  const { employee, store, model, post, read } = company
  const first = assertDefined(company.assets[0], 'the first asset')
  const second = assertDefined(company.assets[1], 'the second asset')
  const line = { model, quantity: '1' }

  await post('goods/gsoutstockorder/submit', { id: newId(), header: { recipient: employee, reason: '办公' }, lines: [line] }, 'employee')
  assert.deepEqual(await agreeToAll(company, first), ['agreed', 'named'])
  assert.deepEqual(await standingOf(company, first), { state: 'inUse', holder: employee })

  const loan = { borrower: employee, dueOn: '2031-01-31', reason: '会议' }
  await post('goods/gsborroworder/submit', { id: newId(), header: loan, lines: [line] }, 'employee')
  assert.deepEqual(await agreeToAll(company, second), ['agreed', 'named'])
  assert.equal((await standingOf(company, second)).state, 'lent')
  await post('goods/gsrevertorder/submit', { id: newId(), header: { to: store }, lines: [{ asset: second }] }, 'employee')
  await agreeToAll(company, second)
  assert.deepEqual(await standingOf(company, second), { state: 'idle', holder: null })

  const scope = { kinds: ['asset'] }
  const plan = await post('goods/gsinventoryplan/save', { plan: { name: '首次盘点', methods: ['scan'], scope } })
  const task = await post('goods/gsinventorytask/open', { planId: plan.id })
  const device = randomUUID()
  await post('goods/gsinventorytask/join', { taskId: task.id, device })
  const events = company.assets.map((item, index) => ({
    id: randomUUID(),
    seq: index + 1,
    round: 1,
    kind: 'seen',
    itemKind: 'asset',
    item,
    place: store,
    source: 'camera',
    at: new Date().toISOString(),
  }))
  const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex')
  const clock = { clientAt: new Date().toISOString(), roundTripMs: 20 }
  await post('goods/gsinventorytask/push', { taskId: task.id, device, from: 1, events, digest, ...clock })
  await post('goods/gsinventorytask/review', { taskId: task.id })
  await post('goods/gsinventorytask/close', { taskId: task.id })
  assert.equal((await read(`goods/gsinventorytask/info/${task.id}`)).state, 'closed')
})
