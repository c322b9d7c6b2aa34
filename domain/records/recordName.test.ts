import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asset } from './asset.ts'
import { type RecordKind, calledOf } from './define.ts'
import { location } from './location.ts'
import { model } from './model.ts'

test('words alone say enough of a record to tell it apart, as far as it is known', () => {
  for (const [kind, row, called] of [
    [asset, { instanceName: '笔记本', instanceCode: 'ZC001' }, '笔记本（ZC001）'],
    [asset, { instanceName: '笔记本（ZC001）' }, '笔记本（ZC001）'],
    [model, { goodsName: '笔记本', spec: '14寸' }, '笔记本 14寸'],
    [model, { goodsName: '笔记本', spec: null }, '笔记本'],
    [location, { locName: '一号库', locCode: 'L1' }, '一号库'],
    [location, {}, ''],
  ] as [RecordKind, Record<string, unknown>, string][])
    assert.equal(calledOf(kind, row), called)
})
