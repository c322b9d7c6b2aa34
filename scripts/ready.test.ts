import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
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
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 50) {
    if (existsSync(path)) return readFileSync(path, 'utf8')
    await sleep(50)
  }
  throw new Error(`${path} was not written`)
}

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
    for (let waitedMs = 0; existsSync(`/proc/${pid}`) && waitedMs < 5000; waitedMs += 50) await sleep(50)
    assert.ok(!existsSync(`/proc/${pid}`))
  })
