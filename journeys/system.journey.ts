import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeOperatorCode } from '../server/access/operatorPass.ts'
import { noteOutcome } from '../server/backups/outcomes.ts'
import { enqueue } from '../server/jobs/jobs.ts'
import { openStage } from './stage.ts'

const backups = mkdtempSync(join(tmpdir(), 'zaice-journey-backups-'))
after(() => rmSync(backups, { recursive: true, force: true }))
const { base, database, stranger } = await openStage({ env: { BACKUP_FOLDER: backups } })

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

  const { page, complaints } = await stranger('phone')
  await page.goto(`${base}/#/pages/operator?code=${await makeOperatorCode(database, '王运维')}`)
  await page.getByRole('button', { name: '进入', exact: true }).tap()
  await page.getByRole('button', { name: '运行状况' }).tap()
  await page.getByText('审计发现了问题').waitFor()
  await page.getByText('moves add up: 2').waitFor()
  await page.getByText('2个后台任务多次失败后停下').waitFor()

  await page.getByRole('button', { name: '查看原因' }).tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('connect ECONNREFUSED').first().waitFor()
  await sheet.getByRole('button', { name: '重新运行', exact: true }).first().tap()
  await page.getByText('1个任务重新运行').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '全部重新运行' }).tap()
  await page.getByText('停下的后台任务').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: /2026-11-29 02:00/ }).tap()
  await sheet.getByText(/deploy\/restore\.sh/).waitFor()
  await sheet.getByRole('button', { name: /^检查/ }).tap()
  await sheet.getByText(/zaice\.dump is not as it was backed up/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('有问题').first().waitFor()
  assert.deepEqual(complaints, [])
})
