import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mapPage } from './map.ts'

const root = join(import.meta.dirname, '..')

test('docs/map.md is as the code is; otherwise run npm run map', async () => {
  assert.equal(readFileSync(join(root, 'docs/map.md'), 'utf8'), await mapPage())
})
