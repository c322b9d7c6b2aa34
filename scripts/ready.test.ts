import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')

/** Writes its process id and the name of the signal that ends it. */
const witness = `
import { writeFileSync } from 'node:fs'
process.on('SIGTERM', () => { writeFileSync(process.argv[2] + '.signal', 'SIGTERM'); process.exit(0) })
writeFileSync(process.argv[2] + '.pid', String(process.pid))
setInterval(() => undefined, 1000)
`

const waitForFile = async (path: string): Promise<string> => {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 50) {
    // A file is there before its content is.
    const content = existsSync(path) ? readFileSync(path, 'utf8') : ''
    if (content !== '') return content
    await sleep(50)
  }
  throw new Error(`${path} was not written`)
}

test('without a registry that answers a fresh clone says so, and what helps, and ends', () => {
  const dir = mkdtempSync(join(tmpdir(), 'zaice-ready-'))
  after(() => rmSync(dir, { recursive: true, force: true }))
  mkdirSync(join(dir, 'scripts'))
  for (const file of ['package.json', 'package-lock.json', 'scripts/ready.mjs']) cpSync(join(root, file), join(dir, file))
  const { status, stderr } = spawnSync(process.execPath, [join(dir, 'scripts/ready.mjs'), 'scripts/start.ts'], {
    encoding: 'utf8',
    env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_cache: join(dir, 'cache') },
  })
  assert.equal(status, 1)
  const lines = ['Installing the packages', 'The registry of npm does not answer', 'The packages of Zaice are missing']
  const places = lines.map((line) => stderr.indexOf(line))
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  assert.ok(!places.includes(-1), stderr)
})

const launches: readonly [title: string, signal: NodeJS.Signals][] = [
  ['npm that is told to end', 'SIGTERM'],
  ['npm that is killed', 'SIGKILL'],
]
for (const [title, signal] of launches)
  test(`${title} takes the script with it`, { skip: process.platform !== 'linux' && 'reads /proc' }, async (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'zaice-ready-'))
    t.after(() => rmSync(dir, { recursive: true, force: true }))
    writeFileSync(join(dir, 'witness.mjs'), witness)
    writeFileSync(
      join(dir, 'package.json'),
      JSON.stringify({
        scripts: { start: `node ${join(root, 'scripts/ready.mjs')} ${relative(root, join(dir, 'witness.mjs'))} ${join(dir, 'run')}` },
      }),
    )
    const npm = spawn('npm', ['start'], { cwd: dir, stdio: 'ignore' })
    const pid = Number(await waitForFile(join(dir, 'run.pid')))
    npm.kill(signal)
    assert.equal(await waitForFile(join(dir, 'run.signal')), 'SIGTERM')
    for (let waitedMs = 0; existsSync(`/proc/${pid}`) && waitedMs < 60_000; waitedMs += 50) await sleep(50)
    assert.ok(!existsSync(`/proc/${pid}`))
  })
