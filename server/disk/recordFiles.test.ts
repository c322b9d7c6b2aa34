import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { installFlow } from '../approval/design/install.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { openDisk } from './testing/disk.ts'

/** The history of an asset: the files of its folder, and what reserved it. */
const { app, ask, database, newCompany } = await testApp(handlers)
const { call, upload } = await openDisk(app)

const office = async () => {
  const company = await newCompany()
  const keeper = await company.hire(`k${newId()}`, ['goodsmanager'], { userName: '周明' })
  const holder = await company.hire(`h${newId()}`, [], { userName: '李明' })
  const [place, model, supplier] = [newId(), newId(), newId()]
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(tx, 'location', [{ id: place, loc_code: 'L', loc_name: '库房', manager_uid: keeper }])
    await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '电脑' }])
    await insert(tx, 'supplier', [{ id: supplier, supplier_code: 'S', supplier_name: '华强' }])
  })
  const tokens = {
    admin: await company.tokenOf(company.admin),
    keeper: await company.tokenOf(keeper),
    holder: await company.tokenOf(holder),
  }
  const post = async (path: string, body: object, token: string, language = 'zh') =>
    (await ask({ path: `/api/${path}`, body, token, headers: { 'accept-language': language } })).json
  const submit = async (kind: string, header: object, line: object) => {
    const answer = await post(`goods/${kind}/submit`, { id: newId(), header, lines: [line] }, tokens.keeper)
    assert.equal(answer.success, true, answer.msg)
  }
  await submit('gsinstockorder', { to: place }, { model, quantity: '1' })
  const [card] = await database.reading(company.orgId, (tx) =>
    tx.query<{ id: Id }>('select id from asset where org_id = $1', [company.orgId]),
  )
  const asset = card?.id ?? ''
  await submit('gsoutstockorder', { recipient: holder, reason: '入职' }, { model, quantity: '1', assets: [asset] })
  await database.inTransaction(company.orgId, (tx) => installFlow(tx, 'gshandle', company.admin))
  const history = async (token = tokens.admin, language = 'zh') => {
    const actions: string[] = []
    for (let after: string | undefined, hasMore = true; hasMore;) {
      const { page } = await post(
        'goods/gsgoodsinstance/history',
        { instanceId: asset, pageSize: 2, ...(after && { after }) },
        token,
        language,
      )
      actions.push(
        ...page.list.flatMap(({ action, changes }: { action: string; changes: unknown[] }) => (changes.length > 0 ? [] : action)),
      )
      assert.ok(page.totalCount >= actions.length)
      after = page.next
      hasMore = after !== undefined
    }
    return actions
  }
  return { ...company, keeper, tokens, asset, supplier, post, history }
}

test('the history of an asset tells what was done with the files of its folder, page by page, and outlives them', async () => {
  const { tokens, asset, supplier, history } = await office()
  const { admin } = tokens
  const contract = await upload(admin, asset, '合同.txt', Buffer.from('1'))
  await upload(admin, asset, '合同.txt', Buffer.from('2'), 'version')
  const photo = await upload(admin, asset, '照片.txt', Buffer.from('3'))
  await call(admin, 'netdisknode/move', { ids: [photo.id], parentId: supplier })
  await call(admin, 'netdisknode/delete', { ids: [contract.id] })
  await call(admin, 'netdisknode/restore', { ids: [contract.id] })
  await call(admin, 'netdisknode/delete', { ids: [contract.id] })
  await call(admin, 'netdisknode/purge', { ids: [contract.id] })
  assert.deepEqual(await history(), [
    '文件夹移除了“合同.txt”',
    '文件夹添加了“合同.txt”',
    '文件夹移除了“合同.txt”',
    '文件夹移除了“照片.txt”',
    '文件夹添加了“照片.txt”',
    '文件夹更新了“合同.txt”',
    '文件夹添加了“合同.txt”',
  ])
  assert.equal((await history(admin, 'en'))[0], '“合同.txt” removed from the folder')
  const { result } = (await ask({ method: 'GET', path: `/api/goods/gssupplier/events/${supplier}`, token: admin })).json
  assert.deepEqual(
    result.map(({ action, otherName }: { action: string; otherName: string }) => [action, otherName]),
    [['attach', '照片.txt']],
  )
})

test('an application that reserves an asset stands in its history for those who may read the application', async () => {
  const { tokens, asset, history, post } = await office()
  const id: Id = newId()
  const handled = await post(
    'goods/gshandleorder/submit',
    { id, header: { method: 'scrap', reason: '损坏' }, lines: [{ asset }] },
    tokens.keeper,
  )
  assert.equal(handled.success, true, handled.msg)
  assert.deepEqual(await history(), ['资产处置申请占用了资产'])
  assert.deepEqual(await history(tokens.holder), [], 'the holder sees the asset and not the application')
  assert.equal((await post('goods/gshandleorder/withdraw', { id }, tokens.keeper)).success, true)
  assert.deepEqual(await history(tokens.keeper, 'en'), [
    'No longer reserved for Asset disposal: Withdrawn',
    'Reserved for an application: Asset disposal',
  ])
})
