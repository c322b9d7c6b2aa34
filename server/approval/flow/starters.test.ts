import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as v from 'valibot'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { codesOf } from '../../../domain/access/codes.ts'
import { roleWords } from '../../../domain/access/roles.ts'
import type { Circle, Policy } from '../../../domain/approval/flow/definition.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { documentOperations } from '../../../domain/documents/operations.ts'
import type { InputOf, Operation, OutputOf } from '../../../domain/operations/define.ts'
import type { FunctionCode } from '../../../domain/rules/functionCode.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { testDatabase } from '../../db/testing.ts'
import { documentHandlers } from '../../documents/handlers.ts'
import { callOf } from '../../testing/company.ts'
import { flowHandlers } from '../design/handlers.ts'
import { processHandlers } from '../process/handlers.ts'
import { askForPaper, documents, flows, foundOffice, type Office, publishFlow, stock } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase({
  poolSize: 4,
  breaks: ['ledger: what is reserved is the sum of the reservations'],
})
const handlers = [...processHandlers(documents), ...flowHandlers(documents), ...documentHandlers(flows)]
const employee = codesOf([])
const everything = codesOf(roleWords)

const ask = async <O extends Operation>(
  office: Office,
  uid: Id,
  operation: O,
  input: InputOf<O>,
  codes: ReadonlySet<FunctionCode> = employee,
): Promise<OutputOf<O>> => {
  const handler = handlers.find((one) => one.operation.name === operation.name)!
  assert.ok(handler.signedIn)
  return (await database.inTransaction(office.orgId, (tx) =>
    handler.run(callOf(tx, uid, codes), v.parse(operation.input, input) as never),
  )) as OutputOf<O>
}
const refused = (error: unknown): boolean => error instanceof RefusalError && error.refusal.reason === 'approval.notAStarter'

/** The keys of the flows that a person is offered, without the organisation's suffix. */
const offered = async (office: Office, uid: Id, codes?: ReadonlySet<FunctionCode>): Promise<string[]> =>
  (await ask(office, uid, flowOperations.installedFlows, { state: 2 }, codes)).list.map(({ flowKey }) => flowKey.slice(0, -5))

const keepOut = async (office: Office, starters: Policy['starters']): Promise<void> => {
  const [row] = await database.reading(office.orgId, (tx) =>
    tx.query<{ body: { body: [] } }>('select body from wf_definition where org_id = $1 and flow_key = $2 order by version desc limit 1', [
      office.orgId,
      'csoutstock',
    ]),
  )
  await publishFlow(database, office, row!.body.body, { starters })
}
const circle = (part: Partial<Circle>): Circle => ({ users: [], depts: [], roles: [], ...part })

suite('who may start a flow', () => {
  test('an employee is offered what he may submit; the rest nobody offers him and nobody saves', async () => {
    const office = await foundOffice(database, await newOrganisation(), ['csoutstock', 'gspurchase', 'outstock'])
    assert.deepEqual((await offered(office, office.staff)).toSorted(), ['csoutstock', 'outstock'])
    assert.deepEqual((await offered(office, office.admin, everything)).toSorted(), ['csoutstock', 'gspurchase', 'outstock'])
    const { list: categories } = await ask(office, office.staff, flowOperations.categories, {})
    assert.deepEqual(
      categories.map(({ flowCount }) => flowCount),
      [1, 1, 0],
    )
    await assert.rejects(ask(office, office.staff, processOperations.applyForm, { flowKey: 'gspurchase' }), refused)
    const preview = await ask(office, office.staff, processOperations.preview, { flowKey: 'gspurchase' })
    assert.deepEqual([preview.progress, preview.refusal?.reason], [[], 'approval.notAStarter'])
    const { list } = await ask(office, office.staff, flowOperations.flows, {})
    assert.deepEqual(list.map(({ flowKey }) => flowKey.slice(0, -5)).toSorted(), ['csoutstock', 'outstock'])
  })

  test('people, departments and roles are let in or kept out, in every list, at the start and with a draft', async () => {
    const office = await foundOffice(database, await newOrganisation())
    await stock(database, office, '10')
    const kind = documentKind('CsOutstockOrder')!
    const draft = {
      header: { from: office.storeA, recipient: office.staff, reason: '办公' },
      lines: [{ item: office.paper, quantity: '1' }],
    }
    const save = () => ask(office, office.staff, documentOperations(kind).save, { id: newId(), ...draft })
    const table: [Policy['starters'], boolean][] = [
      [undefined, true],
      [{ only: circle({ users: [office.second] }) }, false],
      [{ only: circle({ depts: [office.department] }) }, true],
      [{ only: circle({ roles: ['consummanager'] }) }, false],
      [{ except: circle({ users: [office.staff] }) }, false],
      [{ only: circle({ depts: [office.department] }), except: circle({ users: [office.boss] }) }, true],
    ]
    for (const [starters, may] of table) {
      const words = JSON.stringify(starters)
      await keepOut(office, starters)
      assert.equal((await offered(office, office.staff)).includes('csoutstock'), may, words)
      if (may) {
        await save()
        await askForPaper(database, office, '1')
        continue
      }
      await assert.rejects(save(), refused, words)
      await assert.rejects(askForPaper(database, office, '1'), refused, words)
    }
  })

  test('what somebody has to do with stays among the flows that he may look for', async () => {
    const office = await foundOffice(database, await newOrganisation())
    await stock(database, office, '10')
    await keepOut(office, { except: circle({ users: [office.boss, office.second] }) })
    await askForPaper(database, office, '1')
    const all = async (uid: Id) => (await ask(office, uid, flowOperations.installedFlows, { state: 2, all: true })).list.length
    assert.deepEqual([await all(office.boss), await all(office.second), (await offered(office, office.boss)).length], [1, 0, 0])
  })
})
