import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readMoment } from './restore/moment.ts'

const root = join(import.meta.dirname, '..')
const place = mkdtempSync(join(tmpdir(), 'zaice-operating-'))
after(() => rmSync(place, { recursive: true, force: true }))
const [dataDir, backups] = [join(place, 'data'), join(place, 'backups')]

const page = readFileSync(join(root, 'docs/operating.md'), 'utf8')
const section = page.slice(page.indexOf('## Backups'), page.indexOf('### Of a database of your own'))
const commands = [...section.matchAll(/^ {4}npm run (\w+) -- (.+)$/gm)].map(([, script = '', words = '']) => ({ script, words }))

/** What of its kind lies in a folder, for the name that the page has as an example. */
const newestIn = (folder: string, pattern: RegExp): string => {
  const name = readdirSync(folder)
    .filter((candidate) => pattern.test(candidate))
    .toSorted()
    .at(-1)
  assert.ok(name, `${folder} has one like ${pattern.source}`)
  return name
}

/** The words of a command with the folders of this test, the backup and the moment that there are. */
const argumentsOf = (words: string): string[] =>
  [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, moment, plain = '']) => {
    if (moment !== undefined) return `${new Date().toISOString().slice(0, 19)}Z`
    if (plain.startsWith('before-restore-')) return newestIn(dataDir, /^before-restore-/)
    if (/\d{4}-\d\d-\d\dT\d{6}$/.test(plain)) return join(backups, newestIn(backups, /^\d{4}-\d\d-\d\dT\d{6}$/))
    return plain.replace('/mnt/backups', backups)
  })

const pathOf = (script: string): string => (script === 'restore' ? 'scripts/restore/restore.ts' : `scripts/${script}.ts`)

test('each command that the page names for backups runs, in its order', () => {
  assert.deepEqual(
    commands.map(({ script, words }) => `${script} ${words.split(' ')[0]}`),
    ['backup --to', 'backup --list', 'backup --check', 'backup --drill', 'restore --from', 'restore --back', 'restore --until'],
  )
  for (const { script, words } of commands) {
    const run = spawnSync(process.execPath, [join(root, pathOf(script)), ...argumentsOf(words)], {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        BACKUP_FOLDER: backups,
        WAL_FOLDER: join(place, 'log'),
        DATABASE_URL: '',
        DISK_RESERVE_MEGABYTES: '0',
      },
    })
    assert.equal(run.status, 0, `${script} ${words}\n${run.stdout}${run.stderr}`)
  }
})

test('a restore by another user than that of the server is refused', { skip: process.getuid?.() !== 0 }, () => {
  const ofAnotherUser = join(place, 'of-another-user')
  mkdirSync(ofAnotherUser)
  chownSync(ofAnotherUser, 1000, 1000)
  const run = spawnSync(process.execPath, [join(root, 'scripts/restore/restore.ts'), '--from', join(backups, 'any')], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: ofAnotherUser, DATABASE_URL: '' },
  })
  assert.equal(run.status, 1)
  assert.match(run.stderr, /belongs to user 1000/)
  assert.deepEqual(readdirSync(ofAnotherUser), [])
})

test('each host that the program names stands among the addresses that the page lists', () => {
  const addresses = page.slice(page.indexOf('## Addresses that it calls'), page.indexOf('## Several processes'))
  const named = ['server', 'hosts', 'web', 'devices', 'domain'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$|\/testing\/|\/standIn\/|english/i.test(path))
      .flatMap((path) =>
        [...readFileSync(join(root, folder, path), 'utf8').matchAll(/(?<=['"`]https?:\/\/)[a-z0-9-]+(?:\.[a-z0-9-]+)+/g)].map(
          ([host]) => host,
        ),
      ),
  )
  const hosts = new Set(named.filter((host) => !isOfNobody(host)))
  assert.ok(hosts.size > 10)
  assert.deepEqual(
    [...hosts].filter((host) => !addresses.includes(host)),
    [],
  )
})

/** Names of formats and examples in texts, which nothing is sent to. */
const isOfNobody = (host: string): boolean => /^[\d.]+$|^zaice\.app$|^www\.w3\.org$|\.(example|test)$|(^|\.)example\.(com|org)$/.test(host)

test('a moment is one in China where no zone is said', () => {
  assert.equal(readMoment('2026-11-29 10:00'), '2026-11-29T02:00:00.000Z')
  assert.equal(readMoment('2026-11-29'), '2026-11-28T16:00:00.000Z')
  assert.equal(readMoment('2026-11-29T10:00:30Z'), '2026-11-29T10:00:30.000Z')
  assert.equal(readMoment('2026-11-29 10:00+02:00'), '2026-11-29T08:00:00.000Z')
  for (const text of ['yesterday', '2026-13-01', '10:00']) assert.throws(() => readMoment(text), /is no moment/)
})
