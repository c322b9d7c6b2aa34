import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { codesOf } from '../domain/access/codes.ts'
import { menuFor, workbenchGroups } from '../domain/access/menus.ts'
import { roleWords } from '../domain/access/roles.ts'
import { screens } from './screens.ts'
import type { ScreenRow } from './shell/screenRow.ts'

/** Screens that no menu, screen or message leads to, with the reason why they are there. */
const fromOutside: Readonly<Record<string, string>> = {
  '/pages/user/userexit': 'a chat host’s menu opens it to leave; 我的 asks on the spot',
  '/pages/common/exit': 'a chat host’s menu shows it after closing; elsewhere one is at the sign-in after leaving',
  '/pages/common/error': 'a chat host opens it with what went wrong before this app was there',
  '/pages/common/helloWorld': 'the address to give to somebody who does not know the product yet',
  '/choose-location': 'what carries the app opens it and hears the place as an event; our screens ask over themselves (choosePlace)',
  '/pages/goods/components/goodsScan/index_h5': 'the address that browsers have in the contract for goodsScan/index',
  '/pages/goods/components/inventoryScan/index_h5': 'the address that browsers have in the contract for inventoryScan/index',
}

const root = join(import.meta.dirname, '..')
const sources = ['web', 'server', 'domain', 'hosts']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$|^web\/(screens|(\w+\/)+rows)\.ts$|^domain\/access\/menus\.ts$/.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8').replaceAll(/useSearch\('[^']*'\)/g, ''))
  .join('\n')

/** What the workbench and the office grid of 协同 show to a person with every role. */
const menu = menuFor(codesOf(roleWords))
const offered = new Set(
  [
    ...workbenchGroups(menu).flatMap(({ entries }) => entries),
    ...menu.filter(({ parentCode, alwaysShow }) => parentCode === 'office' && alwaysShow === 1),
  ].map(({ mobilePath }) => mobilePath),
)

/** Lists and forms of documents and records are opened by what they are of: `places.ts`. */
const isReached = ({ path, tab, props }: ScreenRow): boolean =>
  tab !== undefined || props !== undefined || offered.has(path) || [`'`, '?', '`', '"'].some((end) => sources.includes(path + end))

for (const screen of screens)
  test(`${screen.path} ${fromOutside[screen.path] ? 'is only opened from outside' : 'is reached from a menu, a screen or a message'}`, () =>
    assert.equal(isReached(screen), fromOutside[screen.path] === undefined, fromOutside[screen.path]))

test('the list of what is opened from outside names screens that there are', () => {
  const paths = new Set<string>(screens.map(({ path }) => path))
  for (const path of Object.keys(fromOutside)) assert.ok(paths.has(path), path)
})
