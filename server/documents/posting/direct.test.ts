import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { documentKind, documentKinds } from '../../../domain/documents/all.ts'
import { codeOf, documentLink } from '../../../domain/documents/define.ts'
import type { Direct } from '../../../domain/documents/operations.ts'
import { testDatabase } from '../../db/testing.ts'
import { callOf, foundCompany, uploadedFile } from '../../testing/company.ts'
import { Forbidden } from '../../httpError.ts'
import { closeUnposted, saveDraft, submit } from '../engine.ts'
import type { Flows } from '../flows.ts'

/** A keeper who hands things over at once, although a flow approves the kind. */
const { database, newOrganisation } = await testDatabase({ poolSize: 8 })
const company = await foundCompany(database, await newOrganisation())
const { orgId, storeA, storeB, keeper, staff, paper, model } = company

const flows = (inUse: boolean): Flows =>
  ({
    requireStarter: async () => {},
    installed: async () => inUse,
    start: async () => ({ processId: newId(), isRunning: true }),
  }) as unknown as Flows

type As = { uid?: Id; codes?: readonly string[]; locations?: 'all' | readonly Id[]; inUse?: boolean; direct?: Direct | undefined; id?: Id }
const sent = (
  kindName: string,
  header: Record<string, unknown>,
  line: Record<string, unknown>,
  { uid = keeper, codes, locations = [storeA], inUse = true, direct, id = newId() }: As = {},
) => {
  const kind = documentKind(kindName)!
  return database.inTransaction(orgId, (tx) =>
    submit(
      callOf(tx, uid, codes ?? [`${codeOf(kind)}:post`], { locations }),
      flows(inUse),
      { kind, id, raw: { header, lines: [line] } },
      { direct },
    ),
  )
}

const allow = (allowed: boolean) =>
  database.inTransaction(orgId, (tx) =>
    tx.query(`update organisation set settings = settings || jsonb_build_object('directIssue', $2::boolean) where org_id = $1`, [
      orgId,
      allowed,
    ]),
  )

for (const store of [storeA, storeB])
  await sent('CsInstockOrder', { to: store }, { item: paper, quantity: '100', price: '2' }, { inUse: false, locations: 'all' })
const handOver = (more: As & { from?: Id } = {}) =>
  sent(
    'CsOutstockOrder',
    { from: more.from ?? storeA, recipient: staff, reason: '打印' },
    { item: paper, quantity: '1' },
    { direct: {}, ...more },
  )
const refusedWith = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason

test('as the organisation allows it: posted at once, said so, and the receiver is told once, however often it is sent', async () => {
  await allow(true)
  const signature = await database.inTransaction(orgId, (tx) => uploadedFile(tx, keeper))
  const id = newId()
  for (let time = 0; time < 2; time++) assert.equal((await handOver({ id, direct: { signature } })).state, 'posted')
  const [held, events, messages] = await database.reading(orgId, (tx) =>
    Promise.all([
      tx.query('select on_hand from balance where org_id = $1 and account = $2 and item_id = $3', [orgId, `consumed:${staff}`, paper]),
      tx.query('select action, actor_uid, details from document_event where org_id = $1 and document_id = $2', [orgId, id]),
      tx.query('select title, link from message where org_id = $1 and uid = $2', [orgId, staff]),
    ]),
  )
  assert.deepEqual(held, [{ on_hand: '1' }])
  assert.deepEqual(events, [{ action: 'submit', actor_uid: keeper, details: { direct: true, signature } }])
  assert.deepEqual(messages, [{ title: '测试已为您办理：复印纸 ×1', link: documentLink(documentKind('CsOutstockOrder')!, id) }])
})

const thrice = <R>(act: () => Promise<R>) => Promise.all([act(), act(), act()])

test('sent three times at the same moment it is done once, and each hears the same', async () => {
  await allow(true)
  await sent('GsInstockOrder', { to: storeA }, { model, quantity: '1', price: '1' }, { inUse: false, locations: 'all' })
  const [piece] = await database.reading(orgId, (tx) =>
    tx.query<{ id: Id }>(`select id from asset where org_id = $1 and state = 'idle' order by id desc limit 1`, [orgId]),
  )
  const issued = newId()
  const answers = await thrice(() =>
    sent(
      'GsOutstockOrder',
      { recipient: staff, reason: '办公' },
      { model, quantity: '1', assets: [piece!.id] },
      { direct: {}, id: issued },
    ),
  )
  assert.equal(answers[0].state, 'posted')
  assert.deepEqual(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  const kept = newId()
  await thrice(() =>
    database.inTransaction(orgId, (tx) =>
      saveDraft(callOf(tx, staff, []), { kind: documentKind('CsReturnOrder')!, id: kept, raw: { header: { to: storeA }, lines: [] } }),
    ),
  )
})

test('where no flow is in use it needs no permission of the organisation', async () => {
  await allow(false)
  assert.equal((await handOver({ inUse: false })).state, 'posted')
})

const refusals: readonly [string, boolean, () => Promise<unknown>, (error: unknown) => boolean][] = [
  ['where the organisation does not allow it', false, () => handOver(), refusedWith('direct-not-allowed')],
  ['from a store that somebody else manages', true, () => handOver({ from: storeB }), refusedWith('not-your-location')],
  ['by somebody who keeps nothing', true, () => handOver({ uid: staff, codes: [] }), (error) => error instanceof Forbidden],
  [
    'with a picture that somebody else uploaded',
    true,
    async () => handOver({ direct: { signature: await foreign() } }),
    refusedWith('file.notYours'),
  ],
  [
    'without naming the pieces',
    true,
    () => sent('GsOutstockOrder', { recipient: staff, reason: '办公' }, { model, quantity: '1' }, { direct: {} }),
    refusedWith('incomplete'),
  ],
  [
    'of a kind that is not handed over',
    true,
    () => sent('CsInstockOrder', { to: storeA }, { item: paper, quantity: '1', price: '1' }, { direct: {} }),
    refusedWith('not-direct'),
  ],
  [
    'once its approval has begun and it came back',
    true,
    async () => {
      const { id } = await handOver({ direct: undefined })
      await database.inTransaction(orgId, (tx) => closeUnposted(tx, id, { state: 'returned', actor: keeper, atMs: tx.now() }))
      return handOver({ id })
    },
    refusedWith('not-direct'),
  ],
]
const foreign = () => database.inTransaction(orgId, (tx) => uploadedFile(tx, staff))
for (const [name, allowed, act, expected] of refusals)
  test(`refused ${name}`, async () => {
    await allow(allowed)
    await assert.rejects(act, expected)
  })

test('whatever is handed over has somebody whom it is handed to', () => {
  for (const { kind, directTitle, subject } of documentKinds) assert.ok(!directTitle || subject, kind)
})
