import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveredDashboards } from '../domain/dashboards/delivered.ts'
import { type Report, reports, whereOf } from '../domain/reports/reports.ts'
import { tableNamed } from '../domain/tables/operations.ts'
import { dayAt } from '../kernel/day.ts'
import { newId } from '../kernel/id.ts'
import { demoPassword } from '../server/access/demoUsers.ts'
import { makeSetupCode } from '../server/organisations/setup.ts'
import { searchOf } from '../web/table/address.ts'
import { openStage, visit } from './stage.ts'

const { base, database, windowOf } = await openStage({ empty: true })
const founder = { operationName: '青山木业有限公司', userName: '李青', username: 'founder', password: demoPassword }
const foundAnswer = await fetch(`${base}/api/setup/found`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ...founder, id: newId(), code: await makeSetupCode(database) }),
})
assert.equal(foundAnswer.status, 200)

const pathOf = (report: Report): string => {
  const { screen = '', search = '' } = tableNamed(report.table.name) ?? {}
  const screenSearch = Object.fromEntries(new URLSearchParams(search))
  const { groups } = report
  const query = searchOf(report.table, screenSearch, { where: whereOf(report, dayAt(Date.now())), groups })
  return `${screen}?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))}`
}

/** Screens without a record, with the words that they begin with. */
const screens: readonly (readonly [path: string, words: string])[] = [
  ...reports.map((report): [string, string] => [pathOf(report), emptyWordsOf(report)]),
  ...deliveredDashboards.map(({ key, tiles }): [string, string] => [`/pages/dashboards/index?id=${key}`, tiles[0]?.title ?? '']),
  ['/pages/user/subscriptions', '还没有定期发送'],
  ['/pages/user/apikeys', '还没有密钥'],
  ['/pages/user/webhooks', '还没有Webhook'],
  ['/pages/goods/GsGoodsInstance/asof', '这一天没有这样的资产'],
  ['/pages/goods/GsGoodsInstance/moves', '没有流转记录'],
  ['/pages/consumables/stockBook/index', '这段时间没有库存和收发'],
  ['/pages/consumables/stockBook/entries', '没有收发记录'],
  ['/pages/goods/GsBook/months', '还没有账簿'],
]

function emptyWordsOf({ table, where }: Report): string {
  if (table.name === 'gsvalue') return '还没有启用账簿'
  if (typeof where !== 'function' && where.length === 0) return ''
  return '没有可以汇总的数据'
}

for (const size of ['phone', 'desk'] as const)
  test(`on a ${size} every report, dashboard and list of an organisation without records says what it lacks`, async () => {
    const { page, complaints } = await windowOf('founder', size)
    for (const [path, words] of screens) {
      await visit(page, path)
      await (words === '' ? page.locator('.groups:visible p.font-medium') : page.getByText(words).filter({ visible: true }))
        .first()
        .waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, path)
    }
    assert.deepEqual(complaints, [])
    await page.close()
  })
