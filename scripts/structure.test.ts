import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { structureFaults, type Source } from './structure.ts'

const house = (files: Record<string, string[] | Partial<Source>>) =>
  new Map(
    Object.entries(files).map(([path, given]) => [
      path,
      { imports: [], needs: [], isBarrel: false, ...(Array.isArray(given) ? { imports: given, needs: given } : given) },
    ]),
  )

const table: [title: string, files: Record<string, string[] | Partial<Source>>, fault: RegExp | undefined][] = [
  [
    'everything looks to its left',
    { 'web/main.tsx': ['web/a.ts'], 'web/a.ts': ['domain/rules/b.ts'], 'domain/rules/b.ts': ['kernel/c.ts'], 'kernel/c.ts': [] },
    undefined,
  ],
  [
    'a folder that looks to its right',
    { 'domain/b.test.ts': ['server/x.test.ts'], 'server/x.test.ts': [] },
    /domain may not look at server/,
  ],
  ['web that looks at server', { 'web/main.tsx': ['server/x.test.ts'], 'server/x.test.ts': [] }, /web may not look at server/],
  ['server that looks at scripts', { 'server/x.test.ts': ['scripts/a.ts'], 'scripts/a.ts': [] }, /server may not look at scripts/],
  [
    'a circle',
    { 'scripts/s.ts': ['kernel/a.ts'], 'kernel/a.ts': ['kernel/b.ts'], 'kernel/b.ts': ['kernel/c.ts'], 'kernel/c.ts': ['kernel/a.ts'] },
    /kernel\/a\.ts → kernel\/b\.ts → kernel\/c\.ts → kernel\/a\.ts/,
  ],
  [
    'a way back that is fetched on demand',
    { 'scripts/s.ts': ['kernel/a.ts'], 'kernel/a.ts': ['kernel/b.ts'], 'kernel/b.ts': { imports: ['kernel/a.ts'] } },
    undefined,
  ],
  [
    'a room that looks at one before it',
    { 'scripts/s.ts': ['server/documents/a.ts'], 'server/documents/a.ts': ['server/ledger/b.ts'], 'server/ledger/b.ts': [] },
    undefined,
  ],
  [
    'a room that looks at one after it',
    { 'server/main.ts': ['server/ledger/b.ts'], 'server/ledger/b.ts': ['server/documents/a.ts'], 'server/documents/a.ts': [] },
    /ledger comes before documents/,
  ],
  [
    'access that looks at the demo',
    { 'server/main.ts': ['server/access/a.ts'], 'server/access/a.ts': ['server/demo/b.ts'], 'server/demo/b.ts': [] },
    /access comes before demo/,
  ],
  [
    'a room within a room that looks at one after it',
    {
      'web/main.tsx': ['domain/approval/form/a.ts'],
      'domain/approval/form/a.ts': ['domain/approval/flow/b.ts'],
      'domain/approval/flow/b.ts': [],
    },
    /approval\/form comes before approval\/flow/,
  ],
  [
    'a kind of document in the folder of its noun',
    {
      'web/main.tsx': ['domain/documents/all.ts', 'domain/counting/table.ts'],
      'domain/documents/all.ts': ['domain/counting/document.ts'],
      'domain/counting/document.ts': ['domain/documents/define.ts'],
      'domain/counting/table.ts': ['domain/counting/document.ts'],
      'domain/documents/define.ts': [],
    },
    undefined,
  ],
  [
    'a kind of document that looks at the rest of its noun',
    {
      'web/main.tsx': ['domain/counting/document.ts'],
      'domain/counting/document.ts': ['domain/counting/table.ts'],
      'domain/counting/table.ts': [],
    },
    /documents comes before counting/,
  ],
  [
    'a noun that looks at what it brings to the demo',
    { 'server/main.ts': ['server/counting/a.ts'], 'server/counting/a.ts': ['server/counting/demo.ts'], 'server/counting/demo.ts': [] },
    /counting comes before demo/,
  ],
  [
    'a folder that nobody ranked',
    { 'web/main.tsx': ['domain/other/a.ts'], 'domain/other/a.ts': [] },
    /has no place in the order of domain/,
  ],
  ['a test that looks at a room after it', { 'server/ledger/a.test.ts': ['server/demo/b.ts'], 'server/demo/b.ts': [] }, undefined],
  [
    'the product standing on what is for tests',
    { 'server/main.ts': ['server/testing/a.ts'], 'server/testing/a.ts': [] },
    /server\/main\.ts imports server\/testing\/a\.ts, which is for tests/,
  ],
  ['a file that nothing imports', { 'kernel/a.ts': [] }, /kernel\/a\.ts is imported by nothing/],
  ['a file that only its test imports', { 'kernel/a.ts': [], 'kernel/a.test.ts': ['kernel/a.ts'] }, /kernel\/a\.ts is imported by nothing/],
  ['what tests stand on', { 'server/db/testing.ts': [], 'server/a.test.ts': ['server/db/testing.ts'] }, undefined],
  ['a barrel', { 'scripts/index.ts': { isBarrel: true } }, /only passes on/],
  ['a drawer', { 'scripts/utils/date.ts': [] }, /drawer/],
]
for (const [title, files, fault] of table)
  test(`${title}: ${fault ? 'refused' : 'fine'}`, () => {
    const faults = structureFaults(house(files))
    if (fault) assert.match(faults.join('\n'), fault)
    else assert.deepEqual(faults, [])
  })

test('calls are declared in files that the build of the web app knows by their names', () => {
  const domain = join(import.meta.dirname, '../domain')
  const paths = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  const misplacedPaths = paths.filter(
    (path) =>
      !/(^|\/)(operations(\/\w+)?|\w+Operations)\.ts$/.test(path) &&
      /^export const \w+ = operation\(/m.test(readFileSync(join(domain, path), 'utf8')),
  )
  assert.deepEqual(misplacedPaths, [])
})
