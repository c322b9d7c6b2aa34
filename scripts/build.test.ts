import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { replaceFolder } from './build.ts'

const dir = mkdtempSync(join(tmpdir(), 'zaice-build-'))
after(() => rmSync(dir, { recursive: true }))

test('a folder takes the place of another whole, with nothing of it and nothing left beside', () => {
  const make = (name: string, file: string) => {
    mkdirSync(join(dir, name))
    writeFileSync(join(dir, name, file), name)
    return join(dir, name)
  }
  const place = join(dir, 'web')
  replaceFolder(make('one', 'a.js'), place)
  assert.deepEqual(readdirSync(dir), ['web'])
  replaceFolder(make('two', 'b.js'), place)
  assert.deepEqual([readdirSync(dir), readdirSync(place)], [['web'], ['b.js']])
  assert.equal(readFileSync(join(place, 'b.js'), 'utf8'), 'two')
})
