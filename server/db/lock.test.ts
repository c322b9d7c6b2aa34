import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { FolderHeld, holdFolder } from './lock.ts'

const folder = (t: TestContext): string => {
  const dir = mkdtempSync(join(tmpdir(), 'zaice-lock-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Another process that holds the folder until it is killed. */
const holderOf = async (t: TestContext, dir: string) => {
  const code = `const { holdFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}); holdFolder(${JSON.stringify(dir)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await new Promise((done) => child.stdout.once('data', done))
  return child
}

test('a second process is told which one holds the folder', async (t) => {
  const dir = folder(t)
  const holder = await holderOf(t, dir)
  assert.throws(
    () => holdFolder(dir),
    (error) => error instanceof FolderHeld && error.message.includes(`process ${holder.pid}`),
  )
})

test('a folder whose holder was killed is taken over', async (t) => {
  const dir = folder(t)
  const holder = await holderOf(t, dir)
  const gone = new Promise((done) => holder.once('exit', done))
  holder.kill('SIGKILL')
  await gone
  const giveBack = holdFolder(dir)
  assert.equal(JSON.parse(readFileSync(join(dir, 'held-by.json'), 'utf8')).pid, process.pid)
  giveBack()
  assert.equal(existsSync(join(dir, 'held-by.json')), false)
})

const leftOvers: [title: string, text: string][] = [
  ['of another process that got the same id', JSON.stringify({ pid: process.ppid, started: 'long ago' })],
  ['that was half written', '{"pid":'],
]
for (const [title, text] of leftOvers)
  test(`a lock ${title} does not count`, (t) => {
    const dir = folder(t)
    writeFileSync(join(dir, 'held-by.json'), text)
    holdFolder(dir)()
  })
