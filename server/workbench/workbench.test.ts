import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { addDays, dayAt } from '../../kernel/day.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { notify } from '../messaging/notify.ts'
import { insertNews, publishNews } from '../news/news.ts'
import { markNewsRead } from '../news/readRecords.ts'
import { workbenchHandlers } from './workbench.ts'

const { ask, newCompany, database } = await testApp(workbenchHandlers, {
  breaks: [
    'ledger: as many assets are on the register as there are in the books',
    'assets: state, holder, place and due day follow from the account',
    'assets: a history begins with what brought the piece in',
    'approval: the log of a flow has no hole',
    'approval: the state of a flow is what its log adds up to',
    'approval: the columns beside the state say the same',
    'approval: whoever has a part in a flow may open it',
    'approval: the work list has the open tasks of the state and no other',
  ],
})

const asked = async (token: string, path: string) => (await ask({ path: `/api/pro/workbench/${path}`, body: {}, token })).json['result']

/** A company with one flow; `runs` puts a process of it there with the open tasks named. */
const office = async () => {
  const company = await newCompany('乙公司')
  const staff = await company.hire(`staff${newId()}`)
  const inside = <R>(run: Parameters<typeof database.inTransaction<R>>[1]) => database.inTransaction(company.orgId, run)
  await inside(async (tx) => {
    await insert(tx, 'wf_flow', [
      { flow_key: 'outstock', name: '资产发放', module_code: 'gs_goods', icon: 'box', color: '#0081ff', document_kind: 'GsOutstockOrder' },
    ])
    await insert(tx, 'wf_definition', [{ flow_key: 'outstock', version: 1, body: {} }])
  })
  return {
    ...company,
    staff,
    inside,
    runs: (status: string, assignees: readonly (readonly [uid: string, status: number])[] = []) =>
      inside(async (tx) => {
        const id = newId()
        const now = new Date().toISOString()
        await insert(tx, 'wf_instance', [
          {
            id,
            number: `SQ${id}`,
            flow_key: 'outstock',
            version: 1,
            status,
            initiator_uid: staff,
            title: '申领',
            form_rev: 1,
            rev: 1,
            state: {},
            created_at: now,
            updated_at: now,
          },
        ])
        await insert(
          tx,
          'wf_task',
          assignees.map(([uid, taskStatus]) => ({
            id: newId(),
            instance_id: id,
            step_id: 's',
            node_id: 'n',
            node_name: '审批',
            kind: 'approve',
            assignee_uid: uid,
            status: taskStatus,
            opened_at: now,
            decided_at: taskStatus === 2 ? now : null,
            flow_key: 'outstock',
            title: '申领',
            initiator_uid: staff,
          })),
        )
      }),
  }
}

test('the counters count what is open, for whoever asks', async () => {
  const { admin, staff, tokenOf, inside, runs } = await office()
  await runs('running', [[admin, 1]])
  await runs('returned', [[admin, 2]])
  await runs('approved', [[admin, 5]])
  await runs('running', [
    [admin, 0],
    [staff, 1],
  ])
  await inside((tx) => notify(tx, { uids: [staff], msgType: messageTypes.notify, category: 'system', title: '您好' }))
  assert.deepEqual(await asked(await tokenOf(staff), 'counts'), {
    applyCount: 3,
    approveCount: 1,
    receiptCount: 0,
    countCount: 0,
    leaverCount: 0,
    unreadCount: 1,
    admin: 0,
    isAdmin: false,
    canQuery: false,
  })
  assert.deepEqual(await asked(await tokenOf(admin), 'counts'), {
    applyCount: 0,
    approveCount: 1,
    receiptCount: 0,
    countCount: 0,
    leaverCount: 0,
    unreadCount: 0,
    admin: 1,
    isAdmin: true,
    canQuery: false,
  })
})

test('the home has the organisation, the managed locations, what one holds, the licence and the news', async () => {
  const { orgId, admin, staff, tokenOf, inside } = await office()
  const today = dayAt(Date.now())
  const first = newId()
  const second = newId()
  await inside(async (tx) => {
    const [own, second_, model] = [newId(), newId(), newId()]
    await insert(tx, 'location', [
      { id: own, loc_code: 'A', loc_name: '一号库', manager_uid: staff },
      { id: second_, loc_code: 'B', loc_name: '二号库' },
      { id: newId(), loc_code: 'C', loc_name: '三号库' },
    ])
    await insert(tx, 'location_user', [
      { loc_id: second_, uid: staff, kind: 'manager' },
      { loc_id: second_, uid: admin, kind: 'user' },
    ])
    await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '电脑' }])
    const asset = (code: string, state: string, due_on: string | null = null) => ({
      id: newId(),
      instance_code: code,
      instance_name: '电脑',
      goods_id: model,
      state,
      holder_uid: staff,
      due_on,
    })
    await insert(tx, 'asset', [
      asset('1', 'inUse'),
      asset('2', 'lent', addDays(today, 7)),
      asset('3', 'lent', addDays(today, 8)),
      asset('4', 'lent', addDays(today, -1)),
      asset('5', 'lent', today),
    ])
    await tx.query('update asset_register set n = 5 where org_id = $1', [orgId])
    await tx.query('delete from licence_order where org_id = $1', [orgId])
    await insert(tx, 'licence_order', [
      {
        id: newId(),
        purchase_type: 'new',
        start_date: addDays(today, -10),
        end_date: addDays(today, 20),
        order_state: 1,
        period_name: '试用版30天',
        price: '0',
        asset_scope: 10,
      },
    ])
    await insertNews(tx, first, admin, { title: '有图', pic: ['news/a.webp'] })
    await publishNews(tx, first, admin)
    await insertNews(tx, second, admin, { title: '无图' })
    await publishNews(tx, second, admin)
    await insertNews(tx, newId(), admin, { title: '草稿', pic: ['news/b.webp'] })
    await markNewsRead(tx, second, staff)
  })
  const home = await asked(await tokenOf(staff), 'home')
  assert.deepEqual(home.organisation, { operationId: orgId, operationName: '乙公司', operationAvatar: '' })
  assert.deepEqual(
    home.locations.map(({ locName }: { locName: string }) => locName),
    ['一号库', '二号库'],
  )
  assert.equal(home.canQuery, true)
  assert.deepEqual(home.mine, { inUse: 1, lent: 4, dueSoon: 2, overdue: 1 })
  const { endDate: _, ...licence } = home.licence
  assert.deepEqual(licence, { periodName: '试用版30天', trial: true, assetLimit: 10, assetCount: 5 })
  assert.deepEqual(
    home.news.map(({ newsId, pic, read, userEntity }: { newsId: string; pic: string; read: boolean; userEntity: { uid: string } }) => [
      newsId,
      JSON.parse(pic).length,
      read,
      userEntity.uid,
    ]),
    [
      [first, 1, false, admin],
      [second, 0, true, admin],
    ],
  )
  assert.deepEqual((await asked(await tokenOf(admin), 'home')).locations, [])
})
