import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf } from '../../domain/access/codes.ts'
import { menuFor } from '../../domain/access/menus.ts'
import { roleWords } from '../../domain/access/roles.ts'
import { flowTemplates } from '../../domain/approval/flow/templates/all.ts'
import { menuIcon } from './menuIcon.ts'

test('every icon that the menu or a delivered flow names is drawn', () => {
  const names = [...menuFor(codesOf(roleWords)), ...flowTemplates].map(({ icon }) => icon)
  assert.deepEqual(
    [...new Set(names)].filter((name) => menuIcon(name) === menuIcon('no such icon')),
    [],
  )
})
