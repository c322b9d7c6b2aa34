import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordOf } from '../../domain/records/all.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import { stockTable } from '../../domain/records/stockTable.ts'
import { reports, reportShown, whereOf } from '../../domain/reports/reports.ts'
import { type AddressedView, addressedIn, searchOf } from './address.ts'

const table = tableOfRecord(recordOf('asset'))

const looks: readonly (readonly [title: string, look: AddressedView, search: Readonly<Record<string, string>>])[] = [
  ['nothing asked', {}, {}],
  ['a choice of two', { where: [{ key: 'state', is: 'in', value: ['idle', 'lent'] }] }, { where: 'state.in.idle.lent' }],
  ['up to a day', { where: [{ key: 'boughtOn', is: 'between', value: ['', '2021-12-31'] }] }, { where: 'boughtOn.between..2021-12-31' }],
  ['a number with decimals', { where: [{ key: 'value', is: 'between', value: ['-1.5', ''] }] }, { where: 'value.between.-1!15.' }],
  [
    'words with everything that stands between parts',
    { where: [{ key: 'remark', is: 'contains', value: 'a.b*c_d!0 屏幕' }] },
    { where: 'remark.contains.a!1b!2c!3d!00 屏幕' },
  ],
  ['nothing there', { where: [{ key: 'holderUid', is: 'empty' }] }, { where: 'holderUid.empty' }],
  ['the last days', { where: [{ key: 'boughtOn', is: 'last', value: '30' }] }, { where: 'boughtOn.last.30' }],
  [
    'two terms, one of alternatives',
    {
      where: [
        { key: 'state', is: 'in', value: ['idle'] },
        {
          any: [
            { key: 'condition', is: 'in', value: ['broken'] },
            { key: 'locId', is: 'notIn', value: ['12', '13'] },
          ],
        },
      ],
    },
    { where: 'state.in.idle*condition.in.broken_locId.notIn.12.13' },
  ],
  ['sorted by two', { sort: [{ key: 'value', descending: true }, { key: 'instanceCode' }] }, { sort: 'value-*instanceCode' }],
  ['words sought', { likeQuery: '笔记本' }, { q: '笔记本' }],
  ['a saved view as it is', { viewId: '7' }, { view: '7' }],
  ['a saved view without its conditions and its order', { viewId: '7', where: [], sort: [] }, { view: '7', where: '*', sort: '*' }],
]
for (const [title, look, search] of looks)
  test(`${title}: the address says it and is read as the same`, () => {
    assert.deepEqual(searchOf(table, {}, look), search)
    assert.deepEqual(addressedIn(table, search), look)
  })

const addresses: readonly (readonly [title: string, search: Readonly<Record<string, string>>, look: AddressedView])[] = [
  ['a value by the name of its column', { state: 'idle' }, { where: [{ key: 'state', is: 'in', value: ['idle'] }] }],
  ['what is none of its choices asks nothing', { state: 'under' }, {}],
  [
    'what the list says itself counts before that',
    { state: 'idle', where: 'state.in.lent' },
    { where: [{ key: 'state', is: 'in', value: ['lent'] }] },
  ],
  [
    'unknown columns and ways of asking are left out',
    { where: 'nothing.in.1*state.between.a*state.in.idle', sort: 'remark-*value' },
    { where: [{ key: 'state', is: 'in', value: ['idle'] }], sort: [{ key: 'value' }] },
  ],
  [
    'alternatives of which one is left are a condition',
    { where: 'nothing.in.1_state.in.idle' },
    { where: [{ key: 'state', is: 'in', value: ['idle'] }] },
  ],
]
for (const [title, search, look] of addresses) test(title, () => assert.deepEqual(addressedIn(table, search), look))

test('a name that may be yes asks for that where the address says 1', () => {
  const where = [
    { key: 'low', is: 'yes' },
    { key: 'locId', is: 'in', value: ['7'] },
  ]
  assert.deepEqual(addressedIn(stockTable, { low: '1', locId: '7' }), { where })
  assert.deepEqual(addressedIn(stockTable, { low: '0' }), {})
})

test('what else stands in the address stays; a value by the name of its column becomes a condition', () =>
  assert.deepEqual(
    searchOf(table, { import: '1', state: 'idle', open: 'asset:1' }, { where: [{ key: 'state', is: 'in', value: ['idle'] }] }),
    {
      import: '1',
      open: 'asset:1',
      where: 'state.in.idle',
    },
  ))

test('the address of each delivered report is known as that report, narrowed as well; grouped otherwise it is none', () => {
  const day = '2026-03-16'
  for (const report of reports) {
    const look = { where: whereOf(report, day), groups: report.groups }
    const { where = [], groups } = addressedIn(report.table, searchOf(report.table, {}, look))
    assert.ok(groups, report.key)
    assert.equal(reportShown(report.table.name, { where, groups }, day)?.key, report.key)
    const narrowedWhere = [...where, { key: 'remark', is: 'contains' as const, value: 'A4' }]
    assert.equal(reportShown(report.table.name, { where: narrowedWhere, groups }, day)?.key, report.key)
    assert.equal(reportShown(report.table.name, { where, groups: { by: [], figures: [] } }, day), undefined)
  }
})
