import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CountEvent, CountSource } from './event.ts'
import { countMethods, type CountMethod, countPlan, type CountPlan } from './plan.ts'
import { isAllowed, missingProof, ownSource, wantedOf, type CountProof } from './rules.ts'
import * as v from 'valibot'

const planOf = (more: object): CountPlan => v.parse(countPlan, { name: '盘点', scope: { kinds: ['asset'] }, methods: ['scan'], ...more })

const ways: readonly (readonly [said: Partial<CountEvent> & { source: CountSource }, by: CountMethod])[] = [
  [{ source: 'camera' }, 'scan'],
  [{ source: 'gun' }, 'scan'],
  [{ source: 'typed', code: 'AS1' }, 'scan'],
  [{ source: 'hand', code: 'AS1' }, 'scan'],
  [{ source: 'hand' }, 'hand'],
  [{ source: 'rfid' }, 'rfid'],
  [{ source: 'sheet' }, 'sheet'],
  [{ source: 'selfScan' }, 'self'],
  [{ source: 'selfPhoto' }, 'self'],
  [{ source: 'selfTick' }, 'self'],
]
for (const [said, by] of ways)
  test(`${said.source}${said.code ? ' with a code' : ''} is let by ${by} alone`, () => {
    for (const method of Object.keys(countMethods) as CountMethod[]) {
      assert.equal(isAllowed(planOf({ methods: [method] }), { kind: 'seen', ...said }), method === by, method)
      for (const kind of ['quantity', 'absent', 'void', 'finish', 'photo', 'unknown'] as const)
        assert.ok(isAllowed(planOf({ methods: [method] }), { ...said, kind }), kind)
    }
  })

test('what somebody holds he saw by its label, by a picture, or says so', () => {
  assert.deepEqual(
    [ownSource(true, true), ownSource(true, false), ownSource(false, true), ownSource(false, false)],
    ['selfScan', 'selfScan', 'selfPhoto', 'selfTick'],
  )
})

const wants: readonly (readonly [plan: object, value: string | null, wanted: CountProof])[] = [
  [{}, '900', { photo: 'never', holder: false, condition: false }],
  [{ photo: 'always' }, null, { photo: 'always', holder: false, condition: false }],
  [{ photo: 'difference' }, '900', { photo: 'difference', holder: false, condition: false }],
  [{ photo: 'value', photoFrom: '1000' }, '999.99', { photo: 'never', holder: false, condition: false }],
  [{ photo: 'value', photoFrom: '1000' }, '1000', { photo: 'always', holder: false, condition: false }],
  [{ photo: 'value', photoFrom: '1000' }, null, { photo: 'never', holder: false, condition: false }],
  [{ confirms: ['holder', 'condition', 'department'] }, null, { photo: 'never', holder: true, condition: true }],
]
for (const [plan, value, wanted] of wants)
  test(`${JSON.stringify(plan)} of ${value} wants ${JSON.stringify(wanted)}`, () => assert.deepEqual(wantedOf(planOf(plan), value), wanted))

const scan = { source: 'camera' } as const
const all: CountProof = { photo: 'always', holder: true, condition: true }
const lacks: readonly (readonly [story: string, Parameters<typeof missingProof>, string[]])[] = [
  [
    'nothing is wanted',
    [
      { photo: 'never', holder: false, condition: false },
      { seen: [scan], all: [scan], differs: true, held: true },
    ],
    [],
  ],
  [
    'everything is wanted and nothing said',
    [all, { seen: [scan], all: [scan], differs: false, held: true }],
    ['noPhoto', 'noHolder', 'noCondition'],
  ],
  ['nobody holds it', [all, { seen: [scan], all: [scan], differs: false, held: false }], ['noPhoto', 'noCondition']],
  [
    'a picture that came by itself',
    [all, { seen: [scan], all: [scan, { ...scan, file: 'a' }], differs: false, held: false }],
    ['noCondition'],
  ],
  [
    'said with a second sighting',
    [
      all,
      { seen: [scan, { ...scan, holder: '5', condition: '完好', file: 'a' }], all: [{ ...scan, file: 'a' }], differs: false, held: true },
    ],
    [],
  ],
  [
    'a picture of differences, and it does not differ',
    [
      { ...all, photo: 'difference' },
      { seen: [scan], all: [scan], differs: false, held: false },
    ],
    ['noCondition'],
  ],
  [
    'a picture of differences, and it differs',
    [
      { ...all, photo: 'difference' },
      { seen: [scan], all: [scan], differs: true, held: false },
    ],
    ['noPhoto', 'noCondition'],
  ],
  [
    'its holder is not asked how good it is',
    [
      all,
      { seen: [{ source: 'selfPhoto', file: 'a', holder: '5' }], all: [{ source: 'selfPhoto', file: 'a' }], differs: false, held: true },
    ],
    [],
  ],
]
for (const [story, asked, expected] of lacks) test(`lacking: ${story}`, () => assert.deepEqual(missingProof(...asked), expected))
