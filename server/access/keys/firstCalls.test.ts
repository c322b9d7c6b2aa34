import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { firstCalls } from '../../../domain/access/firstCalls.ts'
import { newId } from '../../../kernel/id.ts'
import { createHttp } from '../../http.ts'
import { handlers } from '../../routes.ts'
import { testApp } from '../../testing/app.ts'
import { insert } from '../../testing/company.ts'
import { findSession } from '../sessions.ts'

/** The programs of the first call, as the page and docs/api.md print them, against a server that listens. */
const { app, ask, newCompany, database } = await testApp(handlers, { breaks: 'everything' })
const company = await newCompany()
await database.inTransaction(company.orgId, async (tx) => {
  const model = newId()
  await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '笔记本' }])
  const asset = { goods_id: model, instance_name: '笔记本', state: 'idle' }
  await insert(
    tx,
    'asset',
    Array.from({ length: 102 }, (_, index) => ({ ...asset, id: newId(), instance_code: `NB-${String(index).padStart(3, '0')}` })),
  )
})
const saveAnswer = await ask({
  path: '/api/operation/apikey/save',
  token: await company.tokenOf(company.admin),
  body: { id: newId(), name: '第一次', isService: false, codes: ['gsgoodsinstance:list'], isReadOnly: true, days: 30 },
})
const http = await createHttp({ app, handlers, findSession: (token) => findSession(database, token), signInClients: {}, checkOutput: true })
const dir = mkdtempSync(join(tmpdir(), 'zaice-first-call-'))
after(async () => {
  await http.close()
  rmSync(dir, { recursive: true, force: true })
})
const url = await http.listen({ port: 0, host: '127.0.0.1' })
const programs: Readonly<Record<string, string>> = { sh: 'sh', py: 'python3', mjs: process.execPath }
const page = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8')

for (const { program, fileEnding, code } of firstCalls(url))
  test(`the sample for ${program} reads the assets as it is printed`, async () => {
    assert.ok(page.includes(code.replaceAll(url, 'http://localhost:3000')), 'docs/api.md has it')
    const file = join(dir, `first.${fileEnding}`)
    writeFileSync(file, code)
    const { stdout } = await promisify(execFile)(programs[fileEnding] ?? '', [file], {
      env: { ...process.env, ZAICE_KEY: saveAnswer.json.result.token },
    })
    assert.match(stdout, /NB-101/)
    if (fileEnding !== 'sh') assert.equal(stdout.trim().split('\n').length, 102)
  })
