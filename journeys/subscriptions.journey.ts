import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Id } from '../kernel/id.ts'
import { assertDefined } from '../kernel/assert.ts'
import { openSink, readMail } from '../server/mail/testing/sink.ts'
import { until } from '../server/testing/until.ts'
import { goTo, openStage, type Answer } from './stage.ts'

const sink = await openSink()
after(() => sink.close())
const { ask, database, windowOf } = await openStage({
  env: {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(sink.port),
    SMTP_SECURITY: 'none',
    SMTP_FROM: 'zaice@house.example',
    SERVICE_REACH: 'local',
  },
})

const address = 'admin@mail.example'
const [account] = await database.gate<{ org_id: Id; uid: Id }>('select org_id, uid from gate_organisations_of_login($1)', ['admin'])
const { org_id: orgId, uid } = assertDefined(account, 'the administrator')
await database.inTransaction(orgId, async (tx) => {
  await tx.query('update person set email = $3 where org_id = $1 and id = $2', [orgId, uid, address])
  await tx.query(`insert into mail_address (org_id, uid, address, language, verified_at) values ($1, $2, $3, 'zh', now())`, [
    orgId,
    uid,
    address,
  ])
})

/** The moment of every subscription has come. */
const makeDue = () =>
  database.inTransaction(orgId, (tx) =>
    tx.query(`update job set due_at = now() - interval '1 day' where org_id = $1 and kind = 'subscription' and done_at is null`, [orgId]),
  )

test('a report becomes a tile by clicks, its dashboard is subscribed to, and the mail has the figures of the tile', async () => {
  const { page, complaints } = await windowOf('admin', 'desk')
  const button = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
  await goTo(page, '/pages/reports/index')
  await page.locator('button:visible').filter({ hasText: '闲置价值（按区域）' }).click()
  await page.locator('.groups-chart:visible').waitFor()
  await button('放入仪表板').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').nth(0).fill('闲置在哪里')
  await dialog.getByRole('textbox').nth(1).fill('闲置看板')
  await dialog.getByRole('button', { name: '放入', exact: true }).click()
  await page.getByText('已放入仪表板，点这里查看').click()
  await page.locator('.tile').filter({ hasText: '闲置在哪里' }).getByText('总部资产库').waitFor()

  await button('更多').click()
  await button('定期发送').click()
  await page.waitForURL(/subscriptions\?/)
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('button', { name: /^闲置看板.*还没有发送过/ }).waitFor()

  const dashboards: Answer[] = (await ask('admin', '/api/dashboard/list', {})).result.list
  const { id } = dashboards.find(({ title }) => title === '闲置看板')
  const [tile] = (await ask('admin', '/api/dashboard/read', { id })).result.tiles
  const { list, names, total } = tile.answer.groups
  await makeDue()
  await until('the mail is there', () => sink.mails.some(({ to }) => to === address))
  const mail = readMail(
    assertDefined(
      sink.mails.find(({ to }) => to === address),
      'the mail',
    ),
  )
  const text = mail.text.replaceAll(',', '')
  assert.match(text, /闲置在哪里/)
  const lineOf = (title: string): string =>
    assertDefined(
      text.split('\n').find((line) => line.startsWith(`${title} | `)),
      `${title} in ${text}`,
    )
  assert.ok(list.length > 1)
  for (const { keys, figures, count } of [...list, { keys: [], figures: total.figures, count: total.count }] as Answer[]) {
    const cells = lineOf(keys.length > 0 ? names[keys[0]] : '合计').split(' | ')
    assert.equal(Number(cells[1]?.replace(/[^\d.]/g, '')), Number(figures[0]))
    assert.equal(cells[2], String(count))
  }
  await page.reload()
  await page.getByRole('button', { name: /^闲置看板.*发给1个接收人/ }).waitFor()
  assert.deepEqual(complaints, [])
  await page.close()
})
