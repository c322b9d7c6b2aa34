import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { findPrograms } from './postgres/postgresPrograms.ts'
import { describePostgres, packagedPostgres, postgresLines } from './postgresVersion.ts'

test('the declared version is the one of the package', async () => {
  const { postgres } = await findPrograms(undefined)
  assert.match(spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout, new RegExp(` ${packagedPostgres.version}\\s*$`))
})

const descriptions: readonly [title: string, version: string, today: string, lines: readonly (string | RegExp)[]][] = [
  ['a packaged one of this month', '18.4', '2026-05-24', ['PostgreSQL 18.4, released on 2026-05-14, 10 days ago']],
  ['a packaged one that is half a year old', '18.4', '2026-11-28', [/198 days ago$/, /lacks the security fixes/]],
  ['one of the machine', '15.20 (Debian 15.20-0+deb12u1)', '2026-11-28', ['PostgreSQL 15.20 (Debian 15.20-0+deb12u1)']],
]
for (const [title, version, today, lines] of descriptions)
  test(`the start names ${title}`, () => {
    const actual = postgresLines(describePostgres(version, new Date(today)))
    assert.equal(actual.length, lines.length)
    for (const [index, line] of lines.entries()) {
      if (typeof line === 'string') assert.equal(actual[index], line)
      else assert.match(actual[index] ?? '', line)
    }
  })
