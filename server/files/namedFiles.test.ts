import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { newId, type Id } from '../../kernel/id.ts'
import { headOfDepartment } from '../../domain/approval/flow/templates/define.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert, uploadedFile } from '../testing/company.ts'
import { installFlow } from '../approval/design/install.ts'

/** A path may be written only by the person who uploaded the file; what stood there before may stay. */
const { app, database, newCompany, ask } = await testApp(handlers, { breaks: ['approval: the state of a flow is what its log adds up to'] })

const company = await newCompany()
const { orgId, admin } = company
const department = newId()
await database.inTransaction(orgId, (tx) => insert(tx, 'department', [{ id: department, dept_code: 'D', dept_name: '行政部' }]))
const boss = await company.hire(`boss${orgId}`, [], { deptId: department })
const staff = await company.hire(`staff${orgId}`, [], { deptId: department })
const other = await newCompany()
const [store, model, asset] = [newId(), newId(), newId()]
await database.inTransaction(orgId, async (tx) => {
  await tx.query('update department set manager_uid = $2 where org_id = $1', [orgId, boss])
  await insert(tx, 'location', [{ id: store, loc_code: 'A', loc_name: '一号库', manager_uid: company.admin }])
  await insert(tx, 'model', [{ id: model, goods_code: 'M1', goods_name: '电脑' }])
  await installFlow(tx, 'outstock', admin)
})
const own = (uid: Id, mime?: string) => database.inTransaction(orgId, (tx) => uploadedFile(tx, uid, mime))
const foreign = await database.inTransaction(other.orgId, (tx) => uploadedFile(tx, other.admin))

const send = async (uid: Id, path: string, body: object) =>
  (await ask({ path: `/api/${path}`, body, token: await company.tokenOf(uid) })).json
const done = async (uid: Id, path: string, body: object) => {
  const json = await send(uid, path, body)
  assert.equal(json.success, true, `${path}: ${JSON.stringify(json)}`)
  return json
}

await done(admin, 'goods/gsgoodsinstance/save', { id: asset, instanceName: '电脑', goodsId: model, locId: store })
const file = (path: string) => ({ path, name: '合同', sizeBytes: 1 })
const repair = (header: object) => ({ header: { reason: '坏了', ...header }, lines: [{ asset }] })

const design = {
  schema: 1,
  items: [
    { t: 'field', key: 'photo', label: '照片', required: false, control: { type: 'pictures', max: 3 } },
    { t: 'field', key: 'contract', label: '合同', required: false, control: { type: 'attachments', max: 3 } },
    {
      t: 'table',
      key: 'lines',
      label: '明细',
      min: 0,
      max: 5,
      columns: [{ t: 'field', key: 'photo', label: '照片', required: false, control: { type: 'pictures', max: 3 } }],
    },
  ],
}
const { formKey, revision } = (await done(admin, 'workflow/form/save', { formName: '拍照', revision: 0, design })).result
await done(admin, 'workflow/form/publish', { formKey, revision })
const { flowKey } = (await done(admin, 'workflow/createFlow', { flowName: '拍照', flowIcon: 'camera', color: '#0081ff', formKey })).result
const drawn = (await done(admin, 'workflow/definition', { flowKey, version: 'draft' })).result
const body = [{ ...headOfDepartment(), fields: { photo: 'write' } }]
const kept = (await done(admin, 'workflow/saveDefinition', { flowKey, revision: 1, body: { ...drawn.body, body } })).result
await done(admin, 'workflow/publishDefinition', { flowKey, revision: kept.revision })

const started = async (form: object = {}) => (await done(staff, 'workflow/startProcess', { flowKey, form })).result.processId as Id
const taskOf = async (processId: Id) => {
  const { list } = (await done(boss, 'workflow/listRuntimeTask', { pageSize: 100 })).page
  const { taskId, formRev } = list.find((row: { processId: Id }) => row.processId === processId)
  return { taskId, formRev }
}

type Sent = [path: string, body: object]

/** A place where a path is written: the person who writes it, whether it must be a picture, and the request. */
const places: [place: string, uid: Id, picture: boolean, request: (path: string) => Promise<Sent> | Sent][] = [
  ['a new record', admin, true, (path) => ['goods/gsgoods/save', { goodsCode: newId(), goodsName: '椅', goodsImage: [path] }]],
  ['a record', admin, true, (path) => ['goods/gsgoods/update', { id: model, goodsImage: [path] }]],
  ['a card', admin, true, (path) => ['goods/gsgoodsinstance/update', { id: asset, instanceImage: [path] }]],
  ['somebody’s avatar', admin, true, (path) => ['pro/person/update', { uid: staff, avatar: [path] }]],
  ['the own avatar', staff, true, (path) => ['pro/sysuser/update', { avatar: path }]],
  ['news', admin, true, (path) => ['news/newannnews/save', { title: '新闻', pic: [path] }]],
  ['the text of news', admin, true, (path) => ['news/newannnews/save', { title: '新闻', body: [{ kind: 'picture', url: path }] }]],
  ['files of news', admin, false, (path) => ['news/newannnews/save', { title: '新闻', body: [{ kind: 'files', files: [file(path)] }] }]],
  ['pictures of a draft', staff, true, (path) => ['goods/gsrepairorder/save', { id: newId(), ...repair({ pictures: [path] }) }]],
  ['attachments of a draft', staff, false, (path) => ['goods/gsrepairorder/save', { id: newId(), ...repair({ files: [file(path)] }) }]],
  [
    'a draft that is changed',
    staff,
    true,
    async (path) => {
      const id = newId()
      await done(staff, 'goods/gsrepairorder/save', { id, ...repair({}) })
      return ['goods/gsrepairorder/update', { id, ...repair({ pictures: [path] }) }]
    },
  ],
  [
    'what is submitted',
    admin,
    true,
    (path) => [
      'goods/gsinventoryorder/submit',
      { id: newId(), header: { name: '盘点', place: store, pictures: [path] }, lines: [{ asset, result: 'found' }] },
    ],
  ],
  [
    'what an administrator changes of a document in approval',
    admin,
    true,
    async (path) => {
      const order = { id: newId(), header: { recipient: staff, reason: '新人' }, lines: [{ model, quantity: '1' }] }
      const { processId } = (await done(staff, 'goods/gsoutstockorder/submit', order)).result
      return ['workflow/updateProcess', { processId, formRev: 1, patch: { pictures: [path] }, reason: '补' }]
    },
  ],
  ['a draft of an application', staff, true, (path) => ['workflow/draft/save', { flowKey, form: { photo: [path] }, revision: 0 }]],
  ['an application', staff, true, (path) => ['workflow/startProcess', { flowKey, form: { photo: [path] } }]],
  ['a row of an application', staff, true, (path) => ['workflow/startProcess', { flowKey, form: { lines: [{ photo: [path] }] } }]],
  ['attachments of an application', staff, false, (path) => ['workflow/startProcess', { flowKey, form: { contract: [file(path)] } }]],
  [
    'what an approver changes',
    boss,
    true,
    async (path) => ['workflow/flowApprove', { ...(await taskOf(await started())), patch: { photo: [path] } }],
  ],
  [
    'an administrator’s change',
    admin,
    true,
    async (path) => ['workflow/updateProcess', { processId: await started(), formRev: 1, patch: { photo: [path] }, reason: '补' }],
  ],
  ['a signature', boss, true, async (path) => ['workflow/flowApprove', { ...(await taskOf(await started())), signature: path }]],
  [
    'attachments of a no',
    boss,
    false,
    async (path) => ['workflow/flowReject', { ...(await taskOf(await started())), comment: '不', attachments: [path] }],
  ],
  ['a comment', staff, false, async (path) => ['workflow/comment', { processId: await started(), body: '看', attachments: [path] }]],
  ['the signature at hand', staff, true, (path) => ['workflow/opinionSignatureSave', { signature: path }]],
]

for (const [place, uid, picture, request] of places)
  suite(`a path in ${place}`, () => {
    const strangers: [whose: string, path: () => Promise<string> | string][] = [
      ['another organisation’s', () => foreign],
      ['nobody’s', () => foreign.replace(/\d+\.png/, '0.png')],
      ['a colleague’s', () => own(uid === staff ? boss : staff)],
      ...(picture ? ([['of another kind', () => own(uid, 'application/pdf')]] as [string, () => Promise<string>][]) : []),
    ]
    for (const [whose, path] of strangers)
      test(`${whose} is refused`, async () => {
        const json = await send(uid, ...(await request(await path())))
        assert.equal(json.reason, 'file.notYours', JSON.stringify(json))
      })
    test('that is no path of ours is malformed', async () => {
      for (const path of ['../x.png', '/etc/passwd', 'a%2fb.png', 'https://else.where/x.png', `${foreign}/../x.png`]) {
        const json = await send(uid, ...(await request(path)))
        assert.notEqual(json.success, true, path)
      }
    })
    test('the own is taken', async () => {
      await done(uid, ...(await request(await own(uid))))
    })
  })

suite('what stood there before stays, whoever put it there', () => {
  test('on a record', async () => {
    const [path, more] = [await own(admin), await own(admin)]
    const second = await company.hire(`second${newId()}`, ['goodsmanager', 'tenant'])
    const id = newId()
    await done(admin, 'goods/gsgoods/save', { id, goodsCode: id, goodsName: '灯', goodsImage: [path] })
    await done(second, 'goods/gsgoods/update', { id, goodsName: '台灯', goodsImage: [path] })
    assert.equal((await send(second, 'goods/gsgoods/update', { id, goodsImage: [more] })).reason, 'file.notYours')
  })
  test('in news', async () => {
    const path = await own(admin)
    const second = await company.hire(`second${newId()}`, ['tenant'])
    const { newsId } = (await done(admin, 'news/newannnews/save', { title: '一', pic: [path], body: [{ kind: 'picture', url: path }] }))
      .result
    await done(second, 'news/newannnews/update', { id: newsId, title: '二', pic: [path], body: [{ kind: 'picture', url: path }] })
  })
  test('in an application that an approver changes, and again in a new one only what is the applicant’s', async () => {
    const [path, approver] = [await own(staff), await own(boss)]
    const processId = await started({ photo: [path] })
    await done(boss, 'workflow/updateProcess', { processId, formRev: 1, patch: { photo: [path, approver] }, reason: '补' })
    await done(staff, 'workflow/withdraw', { processId, comment: '重来' })
    const { form, former } = (await done(staff, 'workflow/getApplyFlowForm', { flowKey, processId })).result
    assert.deepEqual([form.values.photo, former.dropped], [[path], ['照片']])
  })
  test('along with the document that is followed', async () => {
    const path = await own(boss, 'application/pdf')
    const [order, stockIn] = [newId(), newId()]
    await database.inTransaction(orgId, (tx) =>
      tx.query('update file set uploaded_by = $3 where org_id = $1 and path = $2', [orgId, path, admin]),
    )
    await done(admin, 'goods/gspurchaseorder/submit', {
      id: order,
      header: { reason: '添置', idleReason: '另有用途', files: [file(path)] },
      lines: [{ model, quantity: '1', price: '5' }],
    })
    const second = await company.hire(`second${newId()}`, ['goodsmanager', 'tenant'])
    await done(second, 'goods/gsinstockorder/save', {
      id: stockIn,
      sourceId: order,
      header: { to: store, files: [file(path)] },
      lines: [{ model, quantity: '1', price: '5', sourceLine: 1 }],
    })
  })
})

test('what stands in the database already prints nothing of another organisation', async () => {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0081ff' } })
    .png()
    .toBuffer()
  const mine = await own(staff)
  await app.storage.put(orgId, mine, bytes, 'image/png')
  await app.storage.put(other.orgId, foreign, bytes, 'image/png')
  const picturesPrinted = async (path: string): Promise<number> => {
    const processId = await started({ photo: [mine] })
    await database.inTransaction(orgId, (tx) =>
      tx.query(`update wf_instance set state = jsonb_set(state, '{form,photo}', $3) where org_id = $1 and id = $2`, [
        orgId,
        processId,
        JSON.stringify([path]),
      ]),
    )
    const token = await company.tokenOf(staff)
    const answer = await ask({ method: 'GET', path: `/api/workflow/pdf/${processId}`, token })
    assert.equal(answer.status, 200)
    return answer.bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
  }
  assert.equal(await picturesPrinted(mine), 1)
  assert.equal(await picturesPrinted(foreign), 0)
})
