import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, says, visit } from './stage.ts'

const { windowOf, ask } = await openStage()

test('a place gets its point where the person stands, and is found on the map with its assets', async () => {
  const { page, complaints } = await windowOf('admin')
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ longitude: 120.25, latitude: 30.25, accuracy: 12 })
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  await visit(page, '/pages/goods/GsGoodsLoc/gsgoodslocedit')
  await page.getByRole('textbox', { name: '区域编码' }).fill('MAP-1')
  await page.getByRole('textbox', { name: '区域名称' }).fill('江边展厅')
  await button('在地图上选').click()
  const chooser = page.getByRole('dialog')
  await chooser.getByText('120.25, 30.25').waitFor()
  // What is near stands in a list beside the map; a name in pinyin finds more.
  await chooser.getByRole('searchbox').fill('sfgs')
  await chooser.getByText('没有找到').waitFor()
  await chooser.getByRole('searchbox').fill('shfgs')
  await chooser.getByRole('button', { name: /上海分公司/ }).waitFor()
  await chooser.getByLabel('名称', { exact: true }).fill('展厅正门')
  await chooser.getByRole('button', { name: '就选这里' }).click()
  await chooser.waitFor({ state: 'hidden' })
  assert.equal(await page.getByLabel('经度').inputValue(), '120.25')
  await says(page.getByText('已保存'), () => page.getByRole('button', { name: '保存', exact: true }).click())

  const { page: found } = await ask('admin', '/api/goods/gsgoodsloc/list', { likeQuery: 'MAP-1' })
  const { point } = found.list[0]
  assert.deepEqual(point, { longitude: 120.25, latitude: 30.25, system: 'WGS-84', name: '展厅正门', address: '' })

  await visit(page, '/pages/goods/GsGoodsLoc/gsgoodslocmap')
  await button(/^江边展厅.*0件/).waitFor()
  await button(/^上海分公司.*\d+件/)
    .last()
    .click()
  await page.waitForURL(/GsGoodsInstance\/index\?locId=\d+/)

  await visit(page, '/open-location?longitude=121.5903&latitude=31.2011&name=%E4%B8%8A%E6%B5%B7%E5%88%86%E5%85%AC%E5%8F%B8')
  await button('离我多远').click()
  await page.getByText(/在您东北方向16\d公里/).waitFor()
  assert.match((await page.getByRole('link', { name: '高德地图' }).getAttribute('href'))!, /coordinate=wgs84/)
  assert.deepEqual(complaints, [])
})
