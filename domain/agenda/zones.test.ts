import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

/** Wherever the server stands, an agenda is the same. */
for (const zone of ['UTC', 'Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe'])
  test(`the agenda on a machine in ${zone}`, () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const files = ['agenda.test.ts', 'feed.test.ts'].map((name) => join(import.meta.dirname, name))
    const { status, stdout } = spawnSync(process.execPath, ['--test', ...files], {
      env: { ...env, TZ: zone, PROPERTY_RUNS: '10' },
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout)
  })
