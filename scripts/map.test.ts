import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { indexPage, operatingPage, operatingPages } from './map.ts'

const root = join(import.meta.dirname, '..')

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('docs/index.md is as the code is; otherwise run npm run map', async () => {
  assert.equal(read('docs/index.md'), await indexPage())
})

for (const path of Object.keys(operatingPages))
  test(`the settings in ${path} are as declared; otherwise run npm run map`, () => {
    assert.equal(read(path), operatingPage(path))
  })

test('the pages for readers point at files that are there', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })].filter((page) => page !== 'docs/index.md')
  const targets = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([\w./-]+)(?:#[\w-]+)?\)|src="([^"]+)"/g)].map(([, link, picture]) =>
      join(dirname(page), link ?? picture ?? ''),
    ),
  )
  assert.ok(targets.length > 50)
  assert.deepEqual(
    targets.filter((target) => !existsSync(join(root, target))),
    [],
  )
})

test('the map names functions and files that are there', () => {
  const map = read('docs/map.md')
  const pairs = [...map.matchAll(/`(\w+)`, `([\w/]+\.tsx?)`/g)]
  assert.ok(pairs.length > 15)
  const missing = pairs.filter(([, name, path]) => !new RegExp(`\\b(?:const|type|function|readonly) ${name}\\b`).test(read(path ?? '')))
  assert.deepEqual(
    missing.map(([pair]) => pair),
    [],
  )
  const paths = [...map.matchAll(/`([\w/]+\/[\w/.]+\.(?:tsx?|md))`/g)].map(([, path]) => path ?? '')
  assert.deepEqual(
    paths.filter((path) => !existsSync(join(root, path))),
    [],
  )
})

test('no decision takes more than 300 words', () => {
  const words = (page: string) => read(page).split(/\s+/).filter(Boolean).length
  assert.deepEqual(
    globSync('docs/decisions/[0-9]*.md', { cwd: root }).filter((page) => words(page) > 300),
    [],
  )
})

test('each decision stands in the index of decisions once', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, page]) => page ?? '')
  const pages = globSync('docs/decisions/[0-9]*.md', { cwd: root }).map((page) => basename(page))
  assert.deepEqual(listed.toSorted(), pages.toSorted())
})
