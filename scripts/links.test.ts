import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { screens } from '../web/screens.ts'
import type { ScreenRow } from '../web/shell/screenRow.ts'

const root = join(import.meta.dirname, '..')
const rows: readonly ScreenRow[] = screens

/** The links that the server writes into messages and papers: the path of a screen, and the names in its query. */
const links = globSync(['server/**/*.ts', 'domain/**/*.ts'], { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/['"`#](\/pages\/[\w/-]+)(?:\?([^'"`\s]*))?['"`]/g)].map(
      ([, screen, query = '']) => ({
        from: path,
        screen: screen!,
        names: [...query.matchAll(/(?:^|&)(\w+)=/g)].map(([, name]) => name!),
      }),
    ),
  )

test('every link that the server writes leads to a screen, and says what that screen needs', () => {
  assert.ok(links.some(({ names }) => names.length > 0))
  const wrong = links.flatMap(({ from, screen, names }) => {
    const row = rows.find(({ path }) => path === screen)
    if (!row) return [`${from}: ${screen} is no screen`]
    const unread = row.search ? names.filter((name) => !row.search!.includes(name)) : []
    const lacks = names.length > 0 && row.needs !== undefined && !row.needs.some((name) => names.includes(name))
    return unread.length > 0 || lacks ? [`${from}: ${screen} does not understand ${names.join(', ')}`] : []
  })
  assert.deepEqual(wrong, [])
})
