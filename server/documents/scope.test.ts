import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { addDays, dayAt } from '../../kernel/day.ts'
import type { Field, Fields } from '../../kernel/field.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import { codeOf, type DocumentKind } from '../../domain/documents/define.ts'
import { testDatabase } from '../db/testing.ts'
import type { Tx } from '../db/tx.ts'
import { callOf, foundCompany, insert } from '../testing/company.ts'
import type { RawBody } from './body.ts'
import { advance } from './receipts/advance.ts'
import { saveDraft, submit, updateDraft } from './engine.ts'
import { reverse } from './reverse.ts'
import type { Flows } from './flows.ts'

/**
 * A keeper of store A before stores and assets of others, for every kind of document: what stands in store B, or in a person's hands where
 * store B's keeper looks after it, he cannot take, change or put there, whether the kind is approved or goes straight into the books.
 */
const { database, newOrganisation } = await testDatabase()
const company = await foundCompany(database, await newOrganisation())
const { storeA, storeB, keeper, staff, model, paper } = company
const yesterday = addDays(dayAt(Date.now()), -1)
type Store = 'A' | 'B'
const stores = { A: storeA, B: storeB }
const flows = (installed: boolean): Flows => ({
  requireStarter: () => Promise.resolve(),
  installed: () => Promise.resolve(installed),
  start: () => Promise.resolve({ processId: newId(), isRunning: true }),
  withdraw: () => Promise.reject(new Error('not asked for')),
  readerOf: () => Promise.resolve({ takesPart: false, permissions: {} }),
})

/** One asset in each state in each store's care. */
const pieces: Record<string, Record<Store, Id>> = { idle: { A: '', B: '' }, inUse: { A: '', B: '' }, lent: { A: '', B: '' } }
await database.inTransaction(company.orgId, (tx) => insert(tx, 'supplier', [{ id: '7', supplier_code: 'S', supplier_name: '联想' }]))
const posted = (kindName: string, header: object, line: object) =>
  database.inTransaction(company.orgId, async (tx) => {
    const kind = documentKinds.find(({ kind }) => kind === kindName)!
    const id = newId()
    await submit(
      callOf(tx, keeper, [`${codeOf(kind)}:post`]),
      flows(false),
      { kind, id, raw: { header: { ...header }, lines: [{ ...line }] } },
      {},
    )
    return tx.query<{ item_id: Id }>('select item_id from move where org_id = $1 and document_id = $2 order by item_id', [tx.orgId, id])
  })
for (const store of ['A', 'B'] as const) {
  const made = await posted('GsInstockOrder', { to: stores[store] }, { model, quantity: '3', price: '100' })
  const [idle, inUse, lent] = made.map(({ item_id }) => item_id) as [Id, Id, Id]
  await posted('GsOutstockOrder', { recipient: staff, reason: '办公' }, { model, quantity: '1', assets: [inUse] })
  await posted('GsBorrowOrder', { borrower: staff, dueOn: dayAt(Date.now()), reason: '出差' }, { model, quantity: '1', assets: [lent] })
  await posted('CsInstockOrder', { to: stores[store] }, { item: paper, quantity: '10', price: '2' })
  for (const [state, id] of Object.entries({ idle, inUse, lent })) pieces[state]![store] = id
}

/** The least that a kind asks for; places of one's own kind in `own`, the others in `other`, assets in `care` of a store. */
const bodyOf = (kind: DocumentKind, { own, other, care }: { own: Store; other: Store; care: Store }): RawBody => {
  const valueOf = ({ control, label }: Field, key: string): unknown => {
    switch (control.type) {
      case 'reference': {
        if (control.to === 'location') return stores[control.filter?.['own'] === true ? own : other]
        if (control.to === 'asset') {
          const { state, states } = (control.filter ?? {}) as { state?: string; states?: string[] }
          const piece = pieces[state ?? (states?.includes('inUse') ? 'inUse' : 'idle')]![care]
          return control.many ? [piece] : piece
        }
        // The person who borrowed the lent pieces; anyone else as well as the keeper.
        return { person: key === 'borrower' ? staff : keeper, model, consumable: paper, supplier: '7' }[control.to as string]
      }
      case 'choice':
        // What is missing is what a count does something about.
        return (control.options.find(({ value }) => value === 'missing') ?? control.options.at(-1)!).value
      case 'date':
        return addDays(dayAt(Date.now()), control.notBefore === 'tomorrow' ? 1 : 0)
      case 'datetime':
        return `${yesterday} 09:00`
      case 'period':
        return { from: `${yesterday} 09:00`, to: `${yesterday} 12:00` }
      case 'text':
        return label
      default:
        return '1'
    }
  }
  const filled = (fields: Fields) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([key, field]) =>
        field.required === 'never' &&
        key !== 'place' &&
        key !== 'remark' &&
        key !== 'addition' &&
        !kind.policies?.some(({ reason }) => reason === key)
          ? []
          : [[key, valueOf(field, key)] as const],
      ),
    )
  const { asset, ...line } = filled(kind.line)
  const whole = asset === undefined ? line : { asset, ...line }
  // Assets become others that cost as much.
  const lines = kind.conversion ? [{ asset }, { ...line, value: '100' }] : [whole]
  return { header: filled(kind.header), lines }
}

const said: string[] = []
type Verdict = 'refused' | 'taken'

/** In a transaction that is taken back. Anything but the refusal of a foreign place counts as taken: it was not the scope that said no. */
const verdictOf = async (run: (tx: Tx) => Promise<unknown>): Promise<Verdict> => {
  try {
    await database.inTransaction(company.orgId, async (tx) => {
      await run(tx)
      throw new Error('taken back')
    })
    return 'taken'
  } catch (error) {
    said.push(error instanceof RefusalError ? error.refusal.reason : String(error))
    return error instanceof RefusalError && error.refusal.reason === 'not-your-location' ? 'refused' : 'taken'
  }
}

const keeperCall = (tx: Tx, kind: DocumentKind) =>
  callOf(
    tx,
    keeper,
    ['post', 'advance', 'reverse', 'submit', 'save'].map((verb) => `${codeOf(kind)}:${verb}`),
    { locations: [storeA] },
  )

const submitted = (kind: DocumentKind, body: RawBody, installed: boolean) =>
  verdictOf((tx) => submit(keeperCall(tx, kind), flows(installed), { kind, id: newId(), raw: body }, {}))
const saved = (kind: DocumentKind, body: RawBody) => verdictOf((tx) => saveDraft(keeperCall(tx, kind), { kind, id: newId(), raw: body }))
const updated = (kind: DocumentKind, from: RawBody, to: RawBody) =>
  verdictOf(async (tx) => {
    const id = newId()
    const call = keeperCall(tx, kind)
    await saveDraft(call, { kind, id, raw: from })
    await updateDraft(call, flows(false), { kind, id, raw: to }, {})
  })

const hasOwn = (kind: DocumentKind): boolean =>
  [...Object.entries(kind.header), ...Object.entries(kind.line)].some(
    ([key, { control, required }]) =>
      control.type === 'reference' && control.filter?.['own'] === true && (required !== 'never' || key === 'place'),
  )
/** It neither moves nor changes anything that stands in a place, or only its recipients' place. */
const touchesNothing = ['GsValueOrder', 'GsPurchaseOrder', 'CsPurchaseOrder', 'OaLeaveOrder', 'OaMakeupOrder']
/** Things that people have come back through any door. */
const comesIn = ['GsReturnOrder', 'GsRevertOrder', 'CsReturnOrder']

for (const kind of documentKinds)
  describe(kind.kind, () => {
    const own = bodyOf(kind, { own: 'A', other: kind.kind.endsWith('AllocateOrder') ? 'B' : 'A', care: 'A' })
    const taken: Verdict = 'taken'
    test('about what is his own is not refused for its place', async () => {
      for (const installed of [false, true]) {
        assert.equal(await submitted(kind, own, installed), taken)
        assert.equal(said.at(-1), kind.kind === 'CsReturnOrder' ? 'not-held' : 'Error: taken back')
      }
      assert.equal(await saved(kind, own), taken)
    })
    if (hasOwn(kind))
      test('names no place of others where it asks for his own: submitted, saved or changed', async () => {
        const body = bodyOf(kind, { own: 'B', other: 'A', care: 'A' })
        for (const installed of [false, true]) assert.equal(await submitted(kind, body, installed), 'refused')
        assert.equal(await saved(kind, body), 'refused')
        assert.equal(await updated(kind, own, body), 'refused')
      })
    const namesAssets = Object.values(kind.line).some(({ control }) => control.type === 'reference' && control.to === 'asset')
    const namesStores = kind.kind === 'GsAllocateOrder'
    if (namesAssets && !namesStores)
      test('about an asset in the care of others', async () => {
        const body = bodyOf(kind, { own: 'A', other: 'A', care: 'B' })
        const verdict = comesIn.includes(kind.kind) || kind.keptBy === 'finance' ? 'taken' : 'refused'
        assert.equal(await submitted(kind, body, false), verdict, said.at(-1))
        // Employees may ask for pieces of any store as well; the rest is the keeper's own work.
        const asks = Object.values(kind.line).some(({ control }) => control.type === 'reference' && control.to === 'asset' && control.many)
        assert.equal(await submitted(kind, body, true), asks ? 'taken' : verdict)
      })
    if (!touchesNothing.includes(kind.kind))
      test('puts nothing into a store of others and takes nothing out of it', async () => {
        const body = bodyOf(kind, { own: 'B', other: 'B', care: 'B' })
        const differs = kind.kind.endsWith('AllocateOrder') ? { ...body, header: { ...body.header, to: storeA } } : body
        assert.equal(await submitted(kind, differs, false), 'refused', said.at(-1))
      })
  })

test('what others posted he neither goes on with nor takes back', async () => {
  const kindOf = (name: string) => documentKinds.find(({ kind }) => kind === name)!
  for (const name of ['GsAjustOrder', 'GsHealthOrder', 'GsRepairOrder', 'GsHandleOrder']) {
    const kind = kindOf(name)
    const verdict = await verdictOf(async (tx) => {
      const id = newId()
      const everything = callOf(tx, newId(), [`${codeOf(kind)}:post`])
      await insert(tx, 'person', [{ id: everything.session.uid, username: `x${id}`, user_name: '管理员' }])
      await submit(everything, flows(false), { kind, id, raw: bodyOf(kind, { own: 'B', other: 'B', care: 'B' }) }, {})
      const after = kind.stages ? () => advance(keeperCall(tx, kind), kind, { id, key: kind.stages![1]!.key }) : undefined
      await (after ? after() : reverse(keeperCall(tx, kind), kind, id, undefined))
    })
    assert.equal(verdict, 'refused', `${name} ${said.at(-1)}`)
  }
})

test('issues and counts need a place that one manages, of an administrator too; drafts as well', async () => {
  for (const kind of documentKinds) {
    const needs = ['GsOutstockOrder', 'CsOutstockOrder', 'GsInventoryOrder'].includes(kind.kind)
    for (const [uid, locations, manages] of [
      [keeper, 'all', true],
      [staff, 'all', false],
      [staff, [], false],
    ] as const) {
      const reasonOf = async (run: (tx: Tx) => Promise<unknown>) => {
        try {
          await database.inTransaction(company.orgId, async (tx) => {
            await run(tx)
            throw new Error('taken back')
          })
        } catch (error) {
          return error instanceof RefusalError ? error.refusal.reason : undefined
        }
        return undefined
      }
      const call = (tx: Tx) => callOf(tx, uid, [`${codeOf(kind)}:post`], { locations })
      const refused = needs && !manages
      const body = bodyOf(kind, { own: 'A', other: 'A', care: 'A' })
      assert.equal((await reasonOf((tx) => saveDraft(call(tx), { kind, id: newId(), raw: {} }))) === 'location.none', refused, kind.kind)
      assert.equal(
        (await reasonOf((tx) => submit(call(tx), flows(false), { kind, id: newId(), raw: body }, {}))) === 'location.none',
        refused,
        kind.kind,
      )
      // The person who applies as an employee needs none.
      const employee = (tx: Tx) => callOf(tx, uid, [], { locations: [] })
      assert.notEqual(
        await reasonOf((tx) => submit(employee(tx), flows(true), { kind, id: newId(), raw: body }, {})),
        'location.none',
        kind.kind,
      )
    }
  }
})
