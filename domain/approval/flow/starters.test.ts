import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf } from '../../access/codes.ts'
import { documentKinds } from '../../documents/all.ts'
import type { Circle, Starters } from './definition.ts'
import { isStarter, startRefusal } from './starters.ts'

const who = { uid: '7', depts: ['20', '1'], roles: ['goodsmanager'] }
const circle = (part: Partial<Circle>): Circle => ({ users: [], depts: [], roles: [], ...part })

test('a circle is people, departments with all below them, and roles; an exception is stronger', () => {
  const table: [Starters | undefined, boolean][] = [
    [undefined, true],
    [{}, true],
    [{ only: circle({}) }, false],
    [{ only: circle({ users: ['7'] }) }, true],
    [{ only: circle({ users: ['8'] }) }, false],
    [{ only: circle({ depts: ['20'] }) }, true],
    [{ only: circle({ depts: ['1'] }) }, true],
    [{ only: circle({ depts: ['21'] }) }, false],
    [{ only: circle({ roles: ['goodsmanager'] }) }, true],
    [{ only: circle({ roles: ['tenant'] }) }, false],
    [{ only: circle({ users: ['8'], roles: ['goodsmanager'] }) }, true],
    [{ except: circle({}) }, true],
    [{ except: circle({ depts: ['1'] }) }, false],
    [{ except: circle({ users: ['8'] }) }, true],
    [{ only: circle({ users: ['7'] }), except: circle({ depts: ['20'] }) }, false],
  ]
  for (const [starters, may] of table) assert.equal(isStarter(starters, who), may, JSON.stringify(starters))
})

test('a flow of a document is for whoever may submit it, and then for its starters', () => {
  const employee = codesOf([])
  for (const { kind, forEmployees } of documentKinds) {
    const flow = { name: kind, documentKind: kind, starters: undefined }
    assert.equal(startRefusal(flow, who, employee) === undefined, forEmployees ?? false, kind)
    assert.equal(startRefusal(flow, who, undefined), undefined, 'what nobody asked for by hand')
  }
  const own = { name: '用章', documentKind: null, starters: { only: circle({ users: ['8'] }) } }
  assert.equal(startRefusal({ ...own, starters: undefined }, who, employee), undefined)
  assert.deepEqual(startRefusal(own, who, employee)?.params, { flow: '用章' })
})
