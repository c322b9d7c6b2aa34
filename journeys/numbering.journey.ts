import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../kernel/id.ts'
import { answered, openStage, visit } from './stage.ts'

const { ask, windowOf } = await openStage()

test('an administrator makes a rule for codes on the phone; what is taken in next is numbered by it, and the default comes back', async () => {
  const { page, complaints } = await windowOf('admin')
  await visit(page, '/pages/user/numbers')
  const rule = page.locator('section').filter({ has: page.getByRole('heading', { name: '资产编码规则' }) })
  const save = async () => {
    const { code, msg } = await answered(page, '/sysoperation/update', () => rule.getByRole('button', { name: '保存' }).tap())
    assert.equal(code, 0, msg)
  }
  await rule.getByRole('textbox', { name: '固定文字' }).fill('IT ')
  await rule.getByText('固定文字为1到12个字母、数字或 - _ . /').waitFor()
  assert.equal(await rule.getByRole('button', { name: '保存' }).isDisabled(), true)
  await rule.getByRole('textbox', { name: '固定文字' }).fill('IT-')
  await rule.getByRole('button', { name: '添加编码' }).tap()
  await rule.getByText(/例：IT-\d{4}FL001000001/).waitFor()
  const moveUp = (place: number) => rule.getByRole('listitem').nth(place).getByRole('button', { name: '上移' }).tap()
  await moveUp(2)
  await rule.getByText(/例：IT-FL001\d{4}000001/).waitFor()
  await moveUp(2)
  await rule.getByText(/例：IT-\d{4}FL001000001/).waitFor()
  await save()

  const [model] = (await ask('admin', '/api/goods/gsgoods/list', { pageSize: 1 })).page.list
  const [place] = (await ask('admin', '/api/goods/gsgoodsloc/list', { pageSize: 1 })).page.list
  const { page: categories } = await ask('admin', '/api/goods/gscat/list', { pageSize: 200 })
  const codeOf = async (): Promise<string> => {
    const lines = [{ model: model.id, quantity: '1' }]
    const { code, msg } = await ask('admin', '/api/goods/gsinstockorder/submit', { id: newId(), header: { to: place.id }, lines })
    assert.equal(code, 0, msg)
    return (await ask('admin', '/api/goods/gsgoodsinstance/list', { pageSize: 1 })).page.list[0].instanceCode
  }
  const { catCode } = categories.list.find(({ id }: { id: string }) => id === model.catId)
  assert.match(await codeOf(), new RegExp(`^IT-\\d{4}${catCode}000001$`))

  await page.reload()
  await rule.getByRole('button', { name: '恢复默认' }).tap()
  await save()
  assert.match(await codeOf(), /^ZC\d{10}$/)
  assert.deepEqual(complaints, [])
})

test('an organisation numbers its documents shortly; what was numbered before keeps its number', async () => {
  const { page, complaints } = await windowOf('admin', 'desk')
  await visit(page, '/pages/user/numbers')
  const rule = page.locator('section').filter({ has: page.getByRole('heading', { name: '单号规则' }) })
  const { code, msg } = await answered(page, '/sysoperation/update', () => rule.getByRole('switch', { name: '自己定规则' }).click())
  assert.equal(code, 0, msg)
  await rule.getByText(/例：LY\d{4}-0001/).waitFor()

  const [model] = (await ask('admin', '/api/goods/gsgoods/list', { pageSize: 1 })).page.list
  const order = { id: newId(), header: { reason: '更换' }, lines: [{ model: model.id, quantity: '1', price: '1.00' }] }
  assert.equal((await ask('admin', '/api/goods/gspurchaseorder/save', order)).code, 0)
  const { list } = (await ask('admin', '/api/goods/gspurchaseorder/list', { pageSize: 50 })).page
  const numbers: string[] = list.map((row: { code: string }) => row.code)
  assert.equal(numbers.filter((number) => /^CG\d{4}-\d{4}$/.test(number)).length, 1)
  assert.deepEqual(complaints, [])
})
