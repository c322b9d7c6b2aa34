import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mapPage, readmePage } from './map.ts'

const root = join(import.meta.dirname, '..')

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('docs/map.md is as the code is; otherwise run npm run map', async () => {
  assert.equal(read('docs/map.md'), await mapPage())
})

test('the settings in README.md are as declared; otherwise run npm run map', () => {
  assert.equal(read('README.md'), readmePage())
})

test('README.md points at files that are there', () => {
  const targets = [...read('README.md').matchAll(/\]\(([\w./-]+)\)|src="([^"]+)"/g)].map(([, link, picture]) => link ?? picture!)
  assert.ok(targets.length > 5)
  for (const target of targets) assert.ok(existsSync(join(root, target)), target)
})
