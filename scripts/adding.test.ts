import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { newId } from '../kernel/id.ts'
import type * as audits from '../server/audit/audit.ts'
import type * as catalogue from '../server/db/catalogue.ts'
import type * as migrations from '../server/db/migrate.ts'
import { testDatabase } from '../server/db/testing.ts'
import type * as telling from '../server/messaging/notify.ts'
import type * as product from '../server/main.ts'
import type * as setup from '../server/organisations/setup.ts'
import { readSettings } from '../server/settings.ts'
import { add, additionsIn } from './adding.ts'
import type * as structure from './structure.ts'
import type * as wording from './words.ts'

const root = join(import.meta.dirname, '..')
const additions = additionsIn(readFileSync(join(root, 'docs/adding.md'), 'utf8'))

/** The sources with what the page adds, in a folder of their own. */
const tree = mkdtempSync(join(tmpdir(), 'zaice-adding-'))
const aside = new Set(['node_modules', 'dist', 'data', '.git'])
cpSync(root, tree, { recursive: true, filter: (from) => !aside.has(relative(root, from).split(sep)[0]!) })
symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
add(tree, additions)

/** What a file of the copy exports. */
const from = (path: string): Promise<unknown> => import(pathToFileURL(join(tree, path)).href)

/** What a program says that finds faults in the copy; empty where it finds none. */
const faultsOf = (program: string, ...words: readonly string[]): Promise<string> =>
  promisify(execFile)(join(root, 'node_modules/.bin', program), words, { cwd: tree }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )

const { url, closeFirst } = await testDatabase({ breaks: 'everything' })
after(() => rmSync(tree, { recursive: true, force: true }))

test('the copy has no fault in types, form, order and words', async () => {
  const { readSources, structureFaults } = (await from('scripts/structure.ts')) as typeof structure
  const { readDictionaries, readSaid, wordFaults } = (await from('scripts/words.ts')) as typeof wording
  assert.deepEqual(structureFaults(readSources(tree)), [])
  assert.deepEqual(wordFaults(readSaid(tree), await readDictionaries(tree)), [])
  const made = additions.flatMap(({ path, language }) => (language.startsWith('ts') ? [path] : []))
  assert.equal(await faultsOf('oxfmt', '--check', ...made), '')
  // Tests that the page does not add are checked with the tree itself.
  const project = { extends: './tsconfig.json', exclude: ['**/*.test.ts', 'journeys', 'bench'], files: made }
  writeFileSync(join(tree, 'tsconfig.additions.json'), JSON.stringify(project))
  assert.equal(await faultsOf('tsc', '--noEmit', '--checkers', '1', '-p', 'tsconfig.additions.json'), '')
})

test('what was added is there: in the menu, to write, to read, to put into the books', async () => {
  const { migrate, readMigrations } = (await from('server/db/migrate.ts')) as typeof migrations
  const { catalogueFaults } = (await from('server/db/catalogue.ts')) as typeof catalogue
  const { createServer, migrationsDir } = (await from('server/main.ts')) as typeof product
  const { makeSetupCode } = (await from('server/organisations/setup.ts')) as typeof setup
  const { auditDatabase } = (await from('server/audit/audit.ts')) as typeof audits

  assert.deepEqual(
    await migrate(url, readMigrations(migrationsDir)),
    additions.flatMap(({ path, language }) => (language === 'sql' ? [path.slice(path.lastIndexOf('/') + 1)] : [])),
  )
  assert.deepEqual(await catalogueFaults(url), [])

  const dir = mkdtempSync(join(tmpdir(), 'zaice-adding-files-'))
  const server = await createServer(readSettings({ PORT: '0', DATA_DIR: dir, DATABASE_URL: url, LOG_LEVEL: 'error' }), url)
  closeFirst(async () => {
    await server.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const base = await server.listen()

  let token = ''
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const told = (await answer.json()) as ReturnType<typeof JSON.parse>
    assert.equal(told.code, 0, `${path}: ${JSON.stringify(told)}`)
    return told.page ?? told.result ?? told
  }

  const founded = await ask('/api/setup/found', {
    id: newId(),
    code: await makeSetupCode(server.app.database),
    operationName: '测试公司',
    userName: '陈管理',
    username: 'admin',
    password: 'Demo2026',
  })
  token = `bearer ${founded.access_token}`

  const menu: { mobilePath: string; resourceName: string; icon: string }[] = await ask('/api/auth/resources')
  const entries = menu.map(({ mobilePath, resourceName, icon }) => `${mobilePath} ${resourceName} ${icon}`)
  for (const entry of [
    '/pages/goods/GsSealOrder/index 资产封存 archive',
    '/pages/goods/GsSealOrder/gssealorder-pedit 资产封存 archive',
    '/pages/goods/mainpage/places 资产分布 chart-column',
    '/pages/goods/GsProject/gsprojectlist 项目 briefcase-business',
    '/pages/goods/GsProject/gsprojectedit 编辑项目 briefcase-business',
  ])
    assert.ok(entries.includes(entry), entry)

  const manager: string = founded['X-UID']
  const place = (locCode: string) => ask('/api/goods/gsgoodsloc/save', { locCode, locName: locCode, managerUid: manager })
  const [store, rest] = [await place('仓库'), await place('封存间')]
  const model = await ask('/api/goods/gsgoods/save', { goodsCode: 'M1', goodsName: '交换机' })

  const macAddress = '00:1A:2B:3C:4D:5E'
  const card = { instanceCode: 'ZC-1', instanceName: '交换机', goodsId: model.id, locId: store.id, macAddress }
  const asset = await ask('/api/goods/gsgoodsinstance/save', card)
  const cardOf = (id: string) => ask(`/api/goods/gsgoodsinstance/info/${id}`)
  assert.equal((await cardOf(asset.id)).macAddress, macAddress)
  const found = await ask('/api/goods/gsgoodsinstance/list', { likeQuery: '3C:4D' })
  assert.deepEqual(
    found.list.map(({ id }: { id: string }) => id),
    [asset.id],
  )

  const standing = await ask('/api/goods/gsgoodsinstance/byPlace')
  assert.deepEqual(standing, [{ locId: store.id, place: '仓库', pieces: 1, value: '0' }])

  const order = await ask('/api/goods/gssealorder/save', {
    header: { place: rest.id, reason: '停用' },
    lines: [{ asset: asset.id }],
  })
  const submitted = await ask('/api/goods/gssealorder/submit', { id: order.id })
  assert.equal(submitted.state, 'posted')
  assert.match(submitted.code, /^FC/)
  assert.equal((await cardOf(asset.id)).locId, rest.id)

  const project = await ask('/api/goods/gsproject/save', { projectCode: 'P1', projectName: '机房改造', managerUid: manager })
  await ask('/api/goods/gsproject/update', { id: project.id, version: project.version, startedOn: '2026-03-01' })
  const listed = await ask('/api/goods/gsproject/list', { likeQuery: '机房', managerUid: manager })
  assert.deepEqual(
    listed.list.map((row: Record<string, unknown>) => [row['projectName'], row['startedOn']]),
    [['机房改造', '2026-03-01']],
  )
  assert.deepEqual(await ask('/api/goods/gsproject/delete', { ids: [project.id] }), { deleted: 1 })

  const { notify } = (await from('server/messaging/notify.ts')) as typeof telling
  await server.app.database.inTransaction(founded['X-OperationId'], async (tx) => {
    await tx.query("update person set email = 'chen@example.com' where org_id = $1 and id = $2", [tx.orgId, manager])
    await notify(tx, { uids: [manager], msgType: 2, category: 'system', title: '盘点开始' })
  })
  const mails = () => readdirSync(join(tree, 'mail')).map((name) => readFileSync(join(tree, 'mail', name), 'utf8'))
  for (const deadline = Date.now() + 60_000; !existsSync(join(tree, 'mail')) || mails().every((mail) => mail === ''); await sleep(50))
    assert.ok(Date.now() < deadline, 'the mail is written')
  assert.deepEqual(mails(), [`To: chen@example.com\r\nSubject: =?utf-8?B?${Buffer.from('盘点开始').toString('base64')}?=\r\n\r\n\r\n`])

  assert.deepEqual(
    (await auditDatabase(server.app.database)).filter(({ count }) => count > 0),
    [],
  )
})
