import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { listBackups, proveBackup } from '../server/backups/backupFolder.ts'
import { startEmbedded, superuserOf } from '../server/db/embedded.ts'
import { migrate, readMigrations } from '../server/db/migrate.ts'
import { settingsTable } from '../server/settings.ts'
import { entries } from './bundle/bundle.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'deploy')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')

/** Variables of those who run containers and proxies, which are no settings of the program. */
const variablesOfOthers = new Set([
  'ZAICE_HOST',
  'ZAICE_IMAGE',
  'SECRETS',
  'BACKUP_FOLDER',
  'BACKUP_KEEP_DAYS',
  'KEEP_DAYS',
  'POSTGRES_PASSWORD',
])

test('files for deployment set what there is to set', () => {
  const names = new Set(
    settingsTable()
      .matchAll(/^\| `([A-Z_]+)`/gm)
      .map(([, name = '']) => name),
  )
  const settings = files.flatMap((file) =>
    [...textOf(file).matchAll(/^\s*(?:ENV )?(?:- \{ name: )?([A-Z][A-Z_]{3,}?)(?:_FILE)?(?:=|:|,)\s/gm)].map(([, name = '']) => ({
      file,
      name,
    })),
  )
  assert.ok(settings.some(({ name }) => name === 'DATABASE_URL') && settings.some(({ name }) => name === 'TRUSTED_PROXIES'))
  assert.deepEqual(
    settings.filter(({ name }) => !names.has(name) && !variablesOfOthers.has(name)),
    [],
  )
})

test('scripts for deployment are sound, and what the image copies is there', () => {
  for (const file of files.filter((name) => name.endsWith('.sh')))
    assert.equal(spawnSync('bash', ['-n', join(folder, file)]).status, 0, file)
  const copied = [...textOf('Dockerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  for (const path of copied) assert.ok(existsSync(join(root, path)), path)
  for (const command of textOf('zaice.service').matchAll(/^ExecStart=\S+\/zaice (\w+)/gm))
    assert.ok(!command[1] || command[1] in entries, command[0])
})

test('what the compose file mounts is there, and each secret that it names is made', (t) => {
  const compose = textOf('compose.yaml')
  const mountedFiles = [...compose.matchAll(/- \.\/([\w.-]+):/g)].map(([, name = '']) => name)
  assert.ok(mountedFiles.length > 4)
  for (const name of mountedFiles) assert.ok(files.includes(name), name)
  const secrets = mkdtempSync(join(tmpdir(), 'zaice-secrets-'))
  t.after(() => rmSync(secrets, { recursive: true, force: true }))
  assert.equal(spawnSync('sh', [join(folder, 'secrets.sh'), secrets]).status, 0)
  const secretFiles = [...compose.matchAll(/^ {2}(\w+): \{ file: '\$\{SECRETS:-\.\/secrets\}\/(\w+)' \}$/gm)]
  assert.deepEqual(secretFiles.map(([, , file = '']) => file).toSorted(), readdirSync(secrets).toSorted())
  const secretNames = [...compose.matchAll(/secrets: \[([^\]]+)\]/g)].flatMap(([, names = '']) => names.split(', '))
  for (const name of secretNames)
    assert.ok(
      secretFiles.some(([, secret]) => secret === name),
      name,
    )
  const before = readFileSync(join(secrets, 'seal_key'), 'utf8')
  spawnSync('sh', [join(folder, 'secrets.sh'), secrets])
  assert.equal(readFileSync(join(secrets, 'seal_key'), 'utf8'), before, 'a secret that is there stays as it is')
})

test('what compose makes beside the program goes neither into the image nor into a commit', () => {
  const folders = [...textOf('example.env').matchAll(/^\w+=\.\/(\w+)$/gm)].map(([, name = '']) => `deploy/${name}`)
  assert.ok(folders.length > 1)
  for (const ignoreFile of ['.gitignore', '.dockerignore']) {
    const lines = readFileSync(join(root, ignoreFile), 'utf8').split('\n')
    for (const path of ['.env', ...folders]) assert.ok(lines.includes(path), `${path} in ${ignoreFile}`)
  }
})

test('each service of the compose file bounds its log, and has the time to end that the other ways give it', () => {
  const [, head = '', services = ''] = /^(x-app:.+?)^services:\n(.+?)^volumes:/ms.exec(textOf('compose.yaml')) ?? []
  const blocks = services.split(/^ {2}(?=\w)/m).filter((block) => /^\w+:/.test(block))
  assert.ok(blocks.length > 5)
  for (const block of blocks) assert.match(block.includes('*app') ? head : block, /^ +logging: \*logging$/m, block.split(':')[0])
  const [, graceSeconds] = /^ {2}stop_grace_period: (\d+)s$/m.exec(head) ?? []
  assert.match(textOf('zaice.service'), new RegExp(`^TimeoutStopSec=${graceSeconds}$`, 'm'))
  assert.match(textOf('kubernetes/deployment.yaml'), new RegExp(`^ +terminationGracePeriodSeconds: ${graceSeconds}$`, 'm'))
})

test('the script of the nights waits until two in China', () => {
  const secondsFrom = (moment: string) =>
    Number(spawnSync('bash', [join(folder, 'backup.sh'), 'until-night', String(Date.parse(moment) / 1000)], { encoding: 'utf8' }).stdout)
  assert.equal(secondsFrom('2026-12-01T01:00:00+08:00'), 3600, 'the same night, where it is started after midnight')
  assert.equal(secondsFrom('2026-12-01T02:00:00+08:00'), 86_400)
  assert.equal(secondsFrom('2026-12-01T10:00:00+08:00'), 16 * 3600)
})

const debianBin = '/usr/lib/postgresql/15/bin'

test(
  'the script of the nights backs up a database of its own version, brings it back in a scratch one, and its way back leads to the same',
  { skip: !existsSync(debianBin) },
  async (t) => {
    const place = mkdtempSync(join(tmpdir(), 'zaice-deploy-'))
    t.after(() => rmSync(place, { recursive: true, force: true }))
    const [backups, files, restoredFiles] = ['backups', 'files', 'restored'].map((name) => join(place, name))
    assert.ok(backups && files && restoredFiles)
    mkdirSync(join(files, 'files'), { recursive: true })
    mkdirSync(restoredFiles)
    writeFileSync(join(files, 'files/photo.webp'), 'photo')
    // As in the image, whose user may write into the folder of files and beside it.
    if (process.getuid?.() === 0) chownSync(join(files, 'files'), 1000, 1000)
    const run = (script: string, dir: string, ...words: string[]) => {
      const { port, password } = superuserOf(dir)
      const env = {
        ...process.env,
        PGHOST: '127.0.0.1',
        PGPORT: String(port),
        PGPASSWORD: String(password),
        BACKUPS: backups,
        FILES: files,
      }
      const { status, stdout, stderr } = spawnSync('bash', [join(folder, script), ...words], { encoding: 'utf8', env })
      return { status, words: stdout + stderr }
    }
    const migrations = readMigrations(join(root, 'server/db/migrations'))
    const first = await startEmbedded({ dir: join(place, 'first'), binDir: debianBin, durable: false })
    try {
      await migrate(first.url, migrations)
      const night = run('backup.sh', join(place, 'first'), 'once')
      assert.equal(night.status, 0, night.words)
    } finally {
      await first.stop()
    }
    const [backup] = await listBackups(backups)
    assert.deepEqual([backup?.kind, backup?.proof?.how, backup?.proof?.fault], ['dump', 'restored', ''])
    await proveBackup({ path: backup?.path ?? '', kind: 'dump' }, new Date())

    const second = await startEmbedded({ dir: join(place, 'second'), binDir: debianBin, durable: false })
    try {
      const way = run('restore.sh', join(place, 'second'), backup?.path ?? '', restoredFiles)
      assert.equal(way.status, 0, way.words)
      assert.equal(readFileSync(join(restoredFiles, 'files/photo.webp'), 'utf8'), 'photo')
      assert.equal(statSync(restoredFiles).uid, statSync(join(files, 'files')).uid, 'the servers may write into it')
      assert.deepEqual(await migrate(second.url, migrations), [], 'nothing is left to be applied')
      assert.notEqual(
        run('restore.sh', join(place, 'second'), backup?.path ?? '', restoredFiles).status,
        0,
        'a database that is in use is left alone',
      )
    } finally {
      await second.stop()
    }
  },
)

test('alerts and dashboard ask for metrics that there are', () => {
  const metrics = new Set(
    ['server/metrics/metrics.ts'].flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/'(zaice_\w+)'/g)].map(([, name = '']) => name),
    ),
  )
  const wanted = ['monitoring/alerts.yaml', 'monitoring/grafana.json'].flatMap((file) =>
    [...textOf(file).matchAll(/zaice_[a-z_]+/g)].map(([name]) => name),
  )
  assert.ok(wanted.length > 10)
  for (const name of wanted) assert.ok(metrics.has(name.replace(/_(count|bucket|sum)$/, '')), name)
  const check = spawnSync('promtool', ['check', 'rules', join(folder, 'monitoring/alerts.yaml')], { encoding: 'utf8' })
  assert.ok(check.error !== undefined || check.status === 0, check.stderr)
})
