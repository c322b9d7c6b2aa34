import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { auditDatabase } from '../../audit/audit.ts'
import { testDatabase } from '../../db/testing.ts'
import type { Tx } from '../../db/tx.ts'
import { callOf, foundCompany, insert } from '../../testing/company.ts'
import { closeUnposted, patchInApproval, postApproved, submit } from '../engine.ts'
import { reverse } from '../reverse.ts'
import type { Flows } from '../flows.ts'
import { giveUp } from './givingUp.ts'

/** Three people at once around supplies of which there are too few, in random plans; SCARCE_ROUNDS says how many. */
const rounds = Number(process.env['SCARCE_ROUNDS'] ?? 10)
const { database, newOrganisation } = await testDatabase({ poolSize: 10 })
const flows = (inUse: boolean): Flows =>
  ({ installed: async () => inUse, start: async () => ({ processId: newId(), isRunning: true }) }) as unknown as Flows
const [issue, arrival, giveBack] = ['CsOutstockOrder', 'CsInstockOrder', 'CsReturnOrder'].map((name) => documentKind(name)!) as [
  NonNullable<ReturnType<typeof documentKind>>,
  NonNullable<ReturnType<typeof documentKind>>,
  NonNullable<ReturnType<typeof documentKind>>,
]

const step = fc.record({ what: fc.nat(9), which: fc.nat(99), whom: fc.boolean(), much: fc.integer({ min: 1, max: 9 }) })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** What there is, to choose from: applications that wait for an answer, and what is in the books. */
const founded = async () => {
  const company = await foundCompany(database, await newOrganisation())
  const other = newId()
  await database.inTransaction(company.orgId, (tx) => insert(tx, 'person', [{ id: other, username: `o${other}`, user_name: '李娜' }]))
  return { ...company, other, asked: [] as Id[], posted: [] as { id: Id; whom: Id }[] }
}
type World = Awaited<ReturnType<typeof founded>>

/** Answers whether it was done; what the business refuses is no fault. */
const take = async (world: World, { what, which, whom, much }: Step): Promise<void> => {
  const { orgId, keeper, storeA, paper, pens, asked, posted } = world
  const person = whom ? world.staff : world.other
  const quantity = String(much)
  const rest = which % 2 ? 'wait' : 'drop'
  const given = String(which % (much + 1))
  const within = <R>(work: (tx: Tx) => Promise<R>) => database.inTransaction(orgId, work)
  const call = (tx: Tx, uid: Id = keeper) =>
    callOf(tx, uid, uid === keeper ? ['csoutstockorder:post', 'csinstockorder:post', 'csreturnorder:post'] : [])
  const header = { from: storeA, recipient: person, reason: '办公' }
  const chosen = posted[which % Math.max(1, posted.length)]
  const open = asked[which % Math.max(1, asked.length)]
  const line = { item: paper, quantity, ...(which % 3 ? {} : { given, rest }) }
  const issued = (lines: object, sourceId?: Id) =>
    within((tx) =>
      submit(
        call(tx),
        flows(false),
        {
          kind: issue,
          id: newId(),
          raw: { header: { ...header, ...(sourceId && { recipient: chosen!.whom }) }, lines: [lines as never], sourceId },
        },
        {},
      ),
    )
  if (what === 0 || what === 1)
    await within((tx) =>
      submit(
        call(tx),
        flows(false),
        { kind: arrival, id: newId(), raw: { header: { to: storeA }, lines: [{ item: which % 5 ? paper : pens, quantity, price: '3' }] } },
        {},
      ),
    )
  else if (what === 2 || what === 3)
    asked.push(
      (
        await within((tx) =>
          submit(call(tx, person), flows(true), { kind: issue, id: newId(), raw: { header, lines: [{ item: paper, quantity }] } }, {}),
        )
      ).id,
    )
  else if ((what === 4 || what === 5) && open) {
    const answer = which % 4 ? { given, rest } : which % 8 ? { instead: pens, note: '换笔' } : {}
    await within(async (tx) => {
      const [asks] = await tx.query<{ quantity: string; whom: Id }>(
        'select l.quantity, d.subject_uid as whom from document_line l join document d on d.org_id = l.org_id and d.id = l.document_id where l.org_id = $1 and d.id = $2',
        [orgId, open],
      )
      await patchInApproval(tx, open, {
        patch: { lines: [{ item: paper, quantity: asks!.quantity, ...answer }] },
        actor: keeper,
        atMs: Date.now(),
      })
      await postApproved(tx, open, keeper, Date.now())
      posted.push({ id: open, whom: asks!.whom })
    })
  } else if (what === 6) posted.push({ id: (await issued(line)).id, whom: person })
  else if (what === 7 && chosen) {
    const { id } = await issued({ item: paper, quantity, sourceLine: 1 }, chosen.id)
    posted.push({ id, whom: chosen.whom })
  } else if (what === 8 && chosen)
    if (which % 2) await within((tx) => reverse(call(tx), issue, chosen.id, '错'))
    else await within((tx) => giveUp(call(tx, which % 4 ? chosen.whom : keeper), issue, chosen.id, '不等了'))
  else if (what === 9)
    if (which % 2 && open) await refused(world, open)
    else
      await within((tx) =>
        submit(
          call(tx),
          flows(false),
          {
            kind: giveBack,
            id: newId(),
            raw: { header: { returner: person, to: storeA, reason: '没用完' }, lines: [{ item: paper, quantity }] },
          },
          {},
        ),
      )
}

/** The approval says no, as long as it has said nothing. */
const refused = ({ orgId, keeper }: World, id: Id): Promise<void> =>
  database.inTransaction(orgId, async (tx) => {
    const [row] = await tx.query<{ state: string }>('select state from document where org_id = $1 and id = $2 for update', [orgId, id])
    if (row!.state === 'inApproval') await closeUnposted(tx, id, { state: 'rejected', actor: keeper, atMs: Date.now() })
  })

/** Nothing is handed out that was not there, nothing twice; no one is promised more than there is, and no one told twice. */
const recount = ({ orgId }: World) =>
  database.reading(orgId, (tx) =>
    tx.query(
      `select 'handed and back' as what from balance b where b.org_id = $1 and (b.on_hand < b.reserved or b.on_hand < 0)
       union all select 'made of nothing' from (
         select item_id, sum(on_hand) as n from balance where org_id = $1 group by 1) b
         left join (select item_id, sum(quantity) as n from move where org_id = $1 and from_account like 'supplier%' group by 1) m using (item_id)
         where b.n <> coalesce(m.n, 0)
       union all select 'kept and not reserved' from balance b where b.org_id = $1 and b.reserved <> coalesce((
         select sum(r.quantity) from reservation r where r.org_id = $1 and r.account = b.account and r.item_id = b.item_id), 0)
       union all select 'more than was asked for' from document_line where org_id = $1 and done_quantity + given_up > quantity
       union all select 'handed beyond what was asked for' from document d join document_line l on l.org_id = d.org_id and l.document_id = d.id
         where d.org_id = $1 and d.kind = 'CsOutstockOrder' and d.source_id is null and l.quantity < (
           select coalesce(sum(m.quantity) filter (where m.reverses is null and not exists (select from move r where r.org_id = $1 and r.reverses = m.id)), 0)
           from move m join document f on f.org_id = $1 and f.id = m.document_id where m.org_id = $1 and (f.id = d.id or f.source_id = d.id))
       union all select 'told twice' from message where org_id = $1 and title like '您等候的%' group by uid, link having count(*) > 1`,
      [orgId],
    ),
  )

test('whatever is asked for, answered, waited for, given up and brought at once, nothing is negative and nothing doubled', async (t) => {
  const seen: Record<string, number> = {}
  const plan = fc.array(step, { minLength: 8, maxLength: 8, size: 'max' })
  await fc.assert(
    fc.asyncProperty(fc.tuple(plan, plan, plan), async (plans) => {
      const world = await founded()
      await Promise.all(
        plans.map(async (steps) => {
          for (const each of steps)
            try {
              await take(world, each)
              seen['done'] = (seen['done'] ?? 0) + 1
            } catch (error) {
              if (!(error instanceof RefusalError)) throw error
              seen[error.refusal.reason] = (seen[error.refusal.reason] ?? 0) + 1
            }
        }),
      )
      assert.deepEqual(await recount(world), [])
      for (const id of world.asked) await refused(world, id)
      const reserved = await database.reading(world.orgId, (tx) =>
        tx.query('select from balance where org_id = $1 and reserved <> 0', [world.orgId]),
      )
      assert.equal(reserved.length, 0)
    }),
    { numRuns: rounds, endOnFailure: true, ...(process.env['SCARCE_ROUNDS'] ? {} : { seed: 1 }) },
  )
  assert.deepEqual(
    (await auditDatabase(database)).filter(({ count }) => count > 0),
    [],
  )
  t.diagnostic(JSON.stringify(seen))
})
