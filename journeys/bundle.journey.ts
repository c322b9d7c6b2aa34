import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeBundle } from '../scripts/bundle/bundle.ts'

const folder = mkdtempSync(join(tmpdir(), 'zaice-bundle-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the bundle, asks it for its readiness and its page, and stops it; run by the Node of the bundle, wherever that has no way out. */
const walk = `
  const server = require('node:child_process').spawn(process.env.BUNDLE + '/zaice', ['start'], { stdio: 'ignore' })
  const ended = new Promise((done) => server.once('exit', done))
  const ask = async (path) => (await fetch('http://127.0.0.1:' + process.env.PORT + path)).text()
  const ready = async () => {
    for (;;) {
      const text = await ask('/readyz').catch(() => '')
      if (text.includes('"ready"') || server.exitCode !== null) return text
      await new Promise((later) => setTimeout(later, 300))
    }
  }
  ready().then(async (text) => {
    console.log(text)
    console.log((await ask('/')).slice(0, 15))
    server.kill('SIGTERM')
    console.log('ended with', await ended)
  })`

/** A network of its own, where the machine lets one be made. */
const apart = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
const isApart = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0

test('the bundle runs by itself, on a machine without a network', { skip: process.platform !== 'linux' }, async () => {
  await makeBundle(join(folder, 'zaice'), { withPostgres: true })
  const node = join(folder, 'zaice/node_modules/node/bin/node')
  const [command = node, ...args] = [...(isApart ? apart : []), node, '-e', walk]
  const child = spawn(command, args, {
    env: {
      PATH: process.env['PATH'],
      BUNDLE: join(folder, 'zaice'),
      DATA_DIR: join(folder, 'data'),
      DEMO: 'off',
      PORT: String(isApart ? 18_080 : 18_000 + (process.pid % 900)),
      HOME: folder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let words = ''
  child.stdout.on('data', (chunk) => (words += String(chunk)))
  const end = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await Promise.race([end, sleep(180_000, undefined, { ref: false }).then(() => child.kill())])
  const [readiness = '', page, lastLine] = words.trim().split('\n')
  assert.equal(JSON.parse(readiness || '{}').status, 'ready', words)
  assert.equal(page, '<!doctype html>')
  assert.equal(lastLine, 'ended with 0')
})
