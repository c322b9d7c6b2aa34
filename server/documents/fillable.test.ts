import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentKind } from '../../domain/documents/all.ts'
import { newId } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { documentFlows } from '../approval/process/documentFlows.ts'
import type { Session } from '../call.ts'
import { testDatabase } from '../db/testing.ts'
import { callOf } from '../testing/company.ts'
import { livedCompany } from '../testing/lived.ts'
import { documentPort } from './approval.ts'
import type { Body } from './body.ts'
import { saveDraft, submit, updateDraft } from './engine.ts'
import type { Flows } from './flows.ts'
import { requireFillable } from './scope.ts'

const repair = documentKind('GsRepairOrder')!
type Values = Record<string, unknown>
const body = (header: Values, ...lines: Values[]): Body => ({
  header,
  lines: lines.map((values, index) => ({ lineNo: index + 1, sourceLine: undefined, values })),
  sourceId: undefined,
})
const said = (run: () => void): unknown => {
  try {
    run()
    return undefined
  } catch (error) {
    assert.ok(error instanceof RefusalError)
    return [error.refusal.reason, error.refusal.params['field']]
  }
}

const rows: [title: string, keeps: boolean, sent: Body, before: Body | undefined, refused: unknown][] = [
  ['what everybody fills in', false, body({ reason: '坏了' }, { asset: '1' }), undefined, undefined],
  ['a supplier', false, body({ supplier: '7' }), undefined, ['field.keepers', '维修商']],
  ['the cost of a line', false, body({}, { asset: '1' }, { asset: '2', cost: '3' }), undefined, ['field.keepers', '维修费用']],
  ['all of it by a keeper', true, body({ supplier: '7' }, { asset: '1', cost: '3' }), undefined, undefined],
  [
    'what a keeper wrote comes back',
    false,
    body({ supplier: '7' }, { asset: '1', cost: '3' }),
    body({ supplier: '7' }, { asset: '1', cost: '3' }),
    undefined,
  ],
  ['what a keeper wrote, changed', false, body({ supplier: '8' }), body({ supplier: '7' }), ['field.keepers', '维修商']],
  ['what a keeper wrote, left out', false, body({}), body({ supplier: '7' }), undefined],
]
for (const [title, keeps, sent, before, refused] of rows)
  test(`what keepers fill in: ${title}`, () => {
    const session = { codes: new Set(keeps ? ['gsrepairorder:post'] : []) } as unknown as Session
    assert.deepEqual(
      said(() => requireFillable(session, repair, sent, before)),
      refused,
    )
  })

test('no way of writing takes from an employee what keepers fill in', async () => {
  const { database } = await testDatabase()
  const { orgId, staff, laptops } = await livedCompany(database)
  const flows: Flows = documentFlows(documentPort((): Flows => flows))
  const plain = { header: { reason: '坏了' }, lines: [{ asset: laptops[0] }] }
  const priced = { ...plain, lines: [{ asset: laptops[0], cost: '3' }] }
  const draft = newId()
  const by = <R>(run: (call: ReturnType<typeof callOf>) => Promise<R>) =>
    database.inTransaction(orgId, (tx) => run(callOf(tx, staff, ['gsrepairorder:save', 'gsrepairorder:submit'])))
  await by((call) => saveDraft(call, { kind: repair, id: draft, raw: plain }))
  const keepersOnly = (error: unknown) => error instanceof RefusalError && error.refusal.reason === 'field.keepers'
  await assert.rejects(
    by((call) => saveDraft(call, { kind: repair, id: newId(), raw: priced })),
    keepersOnly,
  )
  await assert.rejects(
    by((call) => updateDraft(call, flows, { kind: repair, id: draft, raw: priced }, {})),
    keepersOnly,
  )
  await assert.rejects(
    by((call) => submit(call, flows, { kind: repair, id: newId(), raw: priced }, {})),
    keepersOnly,
  )
  await assert.rejects(
    by((call) => submit(call, flows, { kind: repair, id: draft, raw: priced }, {})),
    keepersOnly,
  )
})
