import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { deliveredDashboards } from '../domain/dashboards/delivered.ts'
import { ownOrder } from '../domain/licence/offers.ts'
import { type Report, reports, whereOf } from '../domain/reports/reports.ts'
import { tableNamed } from '../domain/tables/operations.ts'
import { dayAt } from '../kernel/day.ts'
import { type Id, newId } from '../kernel/id.ts'
import { demoPassword } from '../server/access/demoUsers.ts'
import { makeOperatorCode } from '../server/access/operatorPass.ts'
import { hashPassword } from '../server/access/passwords.ts'
import { createPerson } from '../server/access/people.ts'
import { noteOutcome } from '../server/backups/outcomes.ts'
import { enqueue } from '../server/jobs/jobs.ts'
import { foundOrganisation } from '../server/organisations/foundation.ts'
import { makeSetupCode } from '../server/organisations/setup.ts'
import { searchOf } from '../web/table/address.ts'
import { goTo, openStage, visit, type Window } from './stage.ts'

/** How companies begin, bring their register, invite their people, and how the operator keeps them. */
const backups = mkdtempSync(join(tmpdir(), 'zaice-journey-backups-'))
after(() => rmSync(backups, { recursive: true, force: true }))
const { base, database, stranger, windowOf } = await openStage({ empty: true, env: { BACKUP_FOLDER: backups } })

const colleagues = [
  ['姓名', '手机号码', '部门', '职位'],
  ...Array.from({ length: 60 }, (_, at) => [
    `同事${String(at + 1).padStart(2, '0')}`,
    `1370013${7000 + at}`,
    ['研发部', '市场部', '综合部'][at % 3]!,
    '职员',
  ]),
]
const assets = [
  ['资产编码', '资产名称', '资产型号', '资产分类', '所在区域', '序列号', '原值', '采购日期'],
  ...Array.from({ length: 40 }, (_, at) => [
    `ZC-${String(at + 1).padStart(4, '0')}`,
    '联想笔记本',
    '联想 ThinkPad T14',
    '便携式计算机',
    '总部仓库',
    `SN-${1000 + at}`,
    '6899',
    '2025-03-12',
  ]),
]
const sheetOf = (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((row) => row.join(',')).join('\r\n')),
})

test('from an empty database to a company of sixty with its assets, on a phone, by presses alone', async () => {
  const code = await makeSetupCode(database)
  const { page, complaints } = await stranger()
  let presses = 0
  const press = async (what: Locator) => {
    await what.click()
    presses++
  }
  const box = (name: RegExp) => page.getByRole('textbox', { name })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const step = (name: RegExp) => page.getByRole('button', { name })

  await page.goto(`${base}/#/pages/setup?code=${code}`)
  await box(/^公司名称/).fill('青山木业有限公司')
  await box(/^您的姓名/).fill('李青')
  await box(/^登录名/)
    .last()
    .fill('13900139000')
  await box(/^新密码/).fill('Begin2026')
  await box(/^再次输入新密码/).fill('Begin2026')
  await press(button('创建并开始'))
  await page.waitForURL(/#\/pages\/user\/beginning/)

  const bringIn = async (file: ReturnType<typeof sheetOf>, count: number) => {
    const sheet = page.getByRole('dialog', { name: /^导入/ })
    await sheet.locator('input[type=file]').setInputFiles(file)
    presses++
    await press(sheet.getByRole('button', { name: '检查数据' }))
    const makeMissing = sheet.getByRole('switch', { name: /自动新建/ })
    const bring = sheet.getByRole('button', { name: `导入 ${count} 行` })
    await bring.or(makeMissing).first().waitFor()
    if ((await makeMissing.isVisible()) && !(await makeMissing.isChecked())) await press(makeMissing)
    await press(bring)
    await sheet.getByText(`已导入 ${count} 项`).waitFor()
    await press(sheet.getByRole('button', { name: '完成' }))
    await press(button('返回'))
  }

  // The company goes without a logo for now.
  await press(button('跳过'))
  await press(button('导入人员'))
  await bringIn(sheetOf('人员.csv', colleagues), 60)
  await step(/60位同事，3个下级部门/).waitFor()
  await step(/3个部门还没有负责人/).waitFor()
  await press(button('跳过'))

  await press(button('添加区域'))
  await box(/^区域编码/).fill('CK')
  await box(/^区域名称/).fill('总部仓库')
  await press(button('保存'))
  await step(/1个区域，都有管理员/).waitFor()

  await press(button('启用标准分类'))
  await step(/\d+个分类/).waitFor()
  await press(button('安装推荐流程'))
  await step(/11个流程使用中/).waitFor()

  await press(button('导入资产'))
  await bringIn(sheetOf('资产.csv', assets), 40)
  await step(/40件资产/).waitFor()
  await press(button('跳过'))
  await press(button('开始工作'))
  await page.waitForURL(/#\/pages\/index\/index/)
  await button('资产发放').first().waitFor()
  assert.equal(await page.getByText('开始使用').count(), 0, 'what is done goes away')

  const [{ org_id: orgId }] = (await database.gate<{ org_id: string }>('select org_id from gate_organisations()')) as [{ org_id: string }]
  const [figures] = await database.reading(orgId, (tx) =>
    tx.query(
      `select (select count(*)::int from person where org_id = $1) as people, (select count(*)::int from department where org_id = $1) as departments,
              (select count(*)::int from asset where org_id = $1 and state = 'idle') as idle, (select sum(value)::text from asset where org_id = $1) as worth,
              (select count(distinct c.cat_name)::int from asset a join category c on c.org_id = a.org_id and c.id = a.cat_id where a.org_id = $1) as classes`,
      [orgId],
    ),
  )
  assert.deepEqual(figures, { people: 61, departments: 4, idle: 40, worth: '275960.00', classes: 1 })
  assert.deepEqual(complaints, [])
  process.stdout.write(`${presses} presses from the first address to the workbench\n`)
  assert.ok(presses <= 25, `${presses} presses`)
})

/** Another company of the same installation, which has its administrator and nothing else. */
const foundCompany = async (username: string): Promise<Id> => {
  const passwordHash = await hashPassword(demoPassword)
  const [orgId, name] = [newId(), '白桦木业有限公司']
  const administrator = { username, userName: '李青', passwordHash }
  await database.inTransaction(orgId, (tx) =>
    foundOrganisation(tx, { name, department: { code: '01', name }, administrator, orders: [ownOrder(dayAt(Date.now()))] }),
  )
  return orgId
}

/** What a company keeps its register in: the headers of everyday, dates with points, amounts with commas, people by name. */
const register = [
  ['序号', '资产编号', '资产名称', '规格型号', '类别名称', '部门名称', '领用人', '存放地点', '开始使用日期', '账面原值（元）', '资产现状'],
  ...Array.from({ length: 400 }, (_, at) => [
    String(at + 1),
    `GD-${String(at + 1).padStart(4, '0')}`,
    ['笔记本', '显示器', '打印机', '办公椅'][at % 4] ?? '',
    ['ThinkPad X1', 'U2723QE', 'M7268W', 'Ergo-2'][at % 4] ?? '',
    at % 4 === 3 ? '家具' : '电子设备',
    ['研发部', '财务部', '行政部'][at % 3] ?? '',
    at % 5 === 0 ? '' : `${'赵钱孙李周吴郑陈'[at % 8]}小明`,
    `${(at % 3) + 1}楼`,
    `2023.${(at % 12) + 1}.${(at % 27) + 1}`,
    `"${at % 9},200.50"`,
    at % 5 === 0 ? '闲置' : '在用',
  ]),
]
  .map((row) => row.join(','))
  .join('\r\n')

test('a register of four hundred rows with everyday headers comes in by five presses', async (context) => {
  await foundCompany('register')
  const { page, complaints } = await windowOf('register', 'desk')
  let presses = 0
  const press = async (place: Locator) => {
    await place.click()
    presses += 1
  }
  await goTo(page, '/pages/goods/GsGoodsInstance/index')
  await press(page.getByRole('button', { name: '导入', exact: true }).first())
  const sheet = page.getByRole('dialog', { name: /^导入/ })
  await sheet.locator('input[type=file]').setInputFiles({ name: '台账.csv', mimeType: 'text/csv', buffer: Buffer.from(register) })
  presses += 1
  await press(sheet.getByRole('button', { name: '检查数据' }))
  await press(sheet.getByRole('button', { name: '导入 400 行' }))
  await sheet.getByText('已导入 400 项').waitFor()
  await press(sheet.getByRole('button', { name: '完成' }))
  context.diagnostic(`${presses} presses`)
  assert.ok(presses <= 5, `${presses} presses`)
  await page.getByText('GD-0400').filter({ visible: true }).first().waitFor()
  assert.deepEqual(complaints, [])
})

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

test('every report, dashboard and list of a company without records says what it lacks, on a phone and on a desk', async () => {
  await foundCompany('founder')
  const { page, complaints } = await windowOf('founder')
  const widths = [390, 1440]
  for (const [path, words] of screens) {
    await visit(page, path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await (words === '' ? page.locator('.groups:visible p.font-medium') : page.getByText(words).filter({ visible: true }))
        .first()
        .waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, `${path} at ${width}`)
    }
    // The next screen is opened at the size that this one ends with.
    widths.reverse()
  }
  assert.deepEqual(complaints, [])
  await page.close()
})

/** What is put on the clipboard is told. */
const copiesOf = async ({ page }: Window): Promise<() => Promise<string>> => {
  await page.evaluate(() => {
    const writeText = async (text: string) => void Object.assign(globalThis, { copied: text })
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  })
  return async () => String(await (await page.waitForFunction(() => (globalThis as { copied?: string }).copied)).jsonValue())
}

/** Shows a link in a window in which nobody is signed in. */
const openLink = async (page: Page, link: string): Promise<void> => {
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(link)
}

test('people without a way in are invited by one press on a desk and come in by their links on a phone', async () => {
  const orgId = await foundCompany('inviter')
  await database.inTransaction(orgId, async (tx) => {
    await createPerson(tx, { userName: '迎新甲', phone: '13766660001' })
    await createPerson(tx, { userName: '迎新乙' })
  })
  const desk = await windowOf('inviter', 'desk')
  const { page, complaints } = desk
  const sheet = page.getByRole('dialog')
  await visit(page, '/pages/user/beginning')
  await page.getByText('2位同事').waitFor()
  await page.getByRole('button', { name: /邀请同事/ }).click()
  await page.getByRole('button', { name: '去邀请' }).click()

  await page.getByRole('cell', { name: '迎新甲' }).waitFor()
  const copied = await copiesOf(desk)
  await page.getByRole('button', { name: '邀请全部2人' }).click()
  await sheet.getByRole('button', { name: '复制全部' }).click()
  const linkOf = (name: string, text: string): string => new RegExp(`${name}，[^]*?(http\\S+)`).exec(text)![1]!
  const text = await copied()
  await page.keyboard.press('Escape')
  await sheet.first().waitFor({ state: 'hidden' })

  const { page: own } = await stranger('phone')
  const comeIn = async (link: string, phone?: string) => {
    await openLink(own, link)
    await own.getByRole('heading', { name: /^迎新.，欢迎加入/ }).waitFor()
    if (phone) await own.getByLabel('手机号码').fill(phone)
    await own.getByLabel('新密码').first().fill('Mine2026')
    await own.getByLabel('再次输入新密码').fill('Mine2026')
    await own.getByRole('button', { name: '设置密码并加入' }).click()
    await own.waitForURL(/#\/pages\/index\/index/)
    await own.getByText('我的申请').filter({ visible: true }).first().waitFor()
  }
  await comeIn(linkOf('迎新甲', text))
  await comeIn(linkOf('迎新乙', text), '13766660002')

  await page.getByText('所有人都已加入').waitFor()
  await openLink(own, linkOf('迎新甲', text))
  await own.getByText('这个邀请已经使用过，请直接登录').waitFor()

  await page.getByRole('button', { name: '邀请链接' }).click()
  await sheet.getByRole('button', { name: '生成链接和二维码' }).click()
  await sheet.getByRole('img', { name: '邀请二维码' }).waitFor()
  const open = (await sheet.getByText(/\/#\/pages\/join\?token=/).textContent())!
  await page.keyboard.press('Escape')
  await sheet.first().waitFor({ state: 'hidden' })
  await page.getByRole('tab', { name: '邀请记录' }).click()

  // The person who goes to another address leaves sheets and questions behind closed; going back closes them first.
  for (const open of ['撤回', '邀请链接']) {
    const asked = page.getByRole(open === '撤回' ? 'alertdialog' : 'dialog')
    const press = () => page.getByRole('button', { name: open, exact: true }).first().click()
    await press()
    await asked.waitFor()
    await page.goBack()
    await asked.waitFor({ state: 'hidden' })
    assert.match(page.url(), /addressbook\/invite/)
    await press()
    await asked.waitFor()
    await page.evaluate(() => (location.hash = '#/pages/help'))
    await asked.waitFor({ state: 'hidden' })
    await page.goBack()
    await page.getByRole('button', { name: open, exact: true }).first().waitFor()
    await asked.waitFor({ state: 'hidden' })
  }
  await page.getByRole('button', { name: '撤回', exact: true }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: '撤回', exact: true }).click()
  await page.getByText('已撤回').filter({ visible: true }).first().waitFor()
  await openLink(own, open)
  await own.getByText('这个邀请已被撤回，请联系管理员').waitFor()
  assert.deepEqual(complaints, [])
})

/** The window of the person who runs the installation. */
const operator = await stranger('desk')

test('the operator makes another company on a desk, whose administrator comes in by the link; closed, nobody is let in', async () => {
  const { page, complaints } = operator
  const sheet = page.getByRole('dialog')
  await page.goto(`${base}/#/pages/operator?code=${await makeOperatorCode(database, '王运维')}`)
  await page.getByRole('button', { name: '进入', exact: true }).click()
  await page.getByRole('button', { name: '新建组织' }).click()
  await sheet.getByRole('textbox', { name: /^公司名称/ }).fill('白鹭商贸有限公司')
  await sheet.getByRole('textbox', { name: /^姓名/ }).fill('吴桐')
  await sheet.getByRole('textbox', { name: /^登录名/ }).fill('13700137009')
  await sheet.getByRole('radio', { name: '试用' }).click()
  await sheet.getByRole('button', { name: '创建组织' }).click()
  const copied = await copiesOf(operator)
  await page.getByRole('button', { name: '复制链接' }).click()
  const link = await copied()
  await page.keyboard.press('Escape')

  const { page: own } = await stranger('phone')
  await own.goto(link)
  await own.getByRole('heading', { name: '吴桐，欢迎加入白鹭商贸有限公司' }).waitFor()
  await own.getByLabel('新密码').first().fill('Mine2026')
  await own.getByLabel('再次输入新密码').fill('Mine2026')
  await own.getByRole('button', { name: '设置密码并加入' }).click()
  await own.getByText('开始使用').filter({ visible: true }).first().waitFor()

  await page.getByRole('row', { name: /白鹭商贸有限公司.*试用版30天.*0 \/ 10/ }).click()
  await sheet.getByRole('button', { name: '关闭组织' }).click()
  await sheet.getByRole('textbox').fill('白鹭商贸有限公司')
  await sheet.getByRole('button', { name: '关闭组织' }).click()
  await sheet.getByRole('button', { name: '重新开启' }).waitFor()
  await sheet.getByText('关闭组织').waitFor()
  await own.reload()
  await own.waitForURL(/#\/pages\/login/)
  assert.deepEqual(complaints, [])
})

test('the operator sees on a phone what is amiss, runs jobs again and checks a backup', async () => {
  mkdirSync(join(backups, '2026-11-28T180000'))
  writeFileSync(join(backups, '2026-11-28T180000/zaice.dump'), 'dump')
  writeFileSync(join(backups, '2026-11-28T180000/SHA256SUMS'), `${'0'.repeat(64)}  zaice.dump\n`)
  const [organisation] = await database.gate<{ org_id: string }>('select org_id from gate_organisations() order by 1')
  await database.inTransaction(organisation?.org_id ?? '', async (tx) => {
    for (const key of ['a', 'b']) await enqueue(tx, { kind: 'probe', key })
    await tx.query(
      `update job set lease_until = 'infinity', attempts = 10, last_error = 'connect ECONNREFUSED' where org_id = $1 and kind = 'probe'`,
      [tx.orgId],
    )
  })
  await noteOutcome(database, 'audit', { at: new Date().toISOString(), fault: 'moves add up: 2' })

  const { page, complaints } = operator
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '运行状况' }).click()
  await page.getByText('审计发现了问题').waitFor()
  await page.getByText('moves add up: 2').waitFor()
  await page.getByText('2个后台任务多次失败后停下').waitFor()

  await page.getByRole('button', { name: '查看原因' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('connect ECONNREFUSED').first().waitFor()
  await sheet.getByRole('button', { name: '重新运行', exact: true }).first().click()
  await page.getByText('1个任务重新运行').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '全部重新运行' }).click()
  await page.getByText('停下的后台任务').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: /2026-11-29 02:00/ }).click()
  await sheet.getByText(/deploy\/restore\.sh/).waitFor()
  await sheet.getByRole('button', { name: /^检查/ }).click()
  await sheet.getByText(/zaice\.dump is not as it was backed up/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('有问题').first().waitFor()
  assert.deepEqual(complaints, [])
})
