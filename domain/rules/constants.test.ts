import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badgeOnTab, badgeOnWorkbench } from './constants.ts'

const badges: [count: number, tab: string | undefined, workbench: string | undefined][] = [
  [-1, undefined, undefined],
  [0, undefined, undefined],
  [1, '1', '1'],
  [99, '99', '99'],
  [100, '99', '99+'],
  [12345, '99', '99+'],
]
for (const [count, tab, workbench] of badges) {
  test(`${count} shows ${tab} on a tab and ${workbench} on the workbench`, () => {
    assert.equal(badgeOnTab(count), tab)
    assert.equal(badgeOnWorkbench(count), workbench)
  })
}
