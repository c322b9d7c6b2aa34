import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definitionOf } from '../../../domain/approval/flow/templates/define.ts'
import { flowTemplate } from '../../../domain/approval/flow/templates/all.ts'
import type { Definition } from '../../../domain/approval/flow/definition.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { flowTrial } from '../../../domain/approval/operations/trial.ts'
import type { Condition } from '../../../domain/approval/form/condition.ts'
import type { Form } from '../../../domain/approval/form/form.ts'
import { kindNamed } from '../../../domain/documents/all.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import type { Session } from '../../call.ts'
import { testDatabase } from '../../db/testing.ts'
import { submit } from '../../documents/engine.ts'
import { callOf, insert } from '../../testing/company.ts'
import { flowHandlers } from '../design/handlers.ts'
import { diagramOf } from '../process/diagram.ts'
import { processHandlers } from '../process/handlers.ts'
import { officeCalls } from '../testing/calls.ts'
import { assertSound, documents, flows, foundOffice, type Office, publishFlow, stateOf } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase()
const ask = officeCalls(database, [...flowHandlers(documents), ...processHandlers(documents)])
const flowKey = 'transorderFlow'

/** An office whose assets have a grade and whose people have a title; two assets that `staff` uses. */
const furnishedOffice = async (): Promise<Office & { readonly plain: Id; readonly secret: Id; readonly bare: Id }> => {
  const office = await foundOffice(database, await newOrganisation(), [flowKey])
  await database.inTransaction(office.orgId, async (tx) => {
    const grades = { type: 'choice', many: false, options: ['公开', '内部', '机密'].map((value) => ({ value, label: value })) }
    await insert(
      tx,
      'own_field',
      [
        { noun: 'asset', key: 'x1', label: '密级', control: grades, value_column: 'text' },
        { noun: 'person', key: 'x2', label: '职称', control: { type: 'text', max: 20, lines: 1 }, value_column: 'text' },
        { noun: 'department', key: 'x3', label: '额度', control: { type: 'money' }, value_column: 'number' },
      ].map((field, position) => ({ ...field, position, created_by: office.admin })),
    )
    await tx.query(`update person set own_values = '{"x2":"教授"}' where org_id = $1 and id = $2`, [tx.orgId, office.boss])
    await tx.query(`update department set own_values = '{"x3":"5000"}' where org_id = $1 and id = $2`, [tx.orgId, office.department])
  })
  const submitOrder = (kind: string, header: Form, lines: Form[]) =>
    database.inTransaction(office.orgId, (tx) =>
      submit(
        callOf(tx, office.keeper, [`${kind.toLowerCase()}:submit`, `${kind.toLowerCase()}:post`]),
        flows,
        { kind: kindNamed(kind), id: newId(), raw: { header, lines } },
        {},
      ),
    )
  await submitOrder('GsInstockOrder', { to: office.storeA }, [{ model: office.model, quantity: '3', price: '1' }])
  const [plain = '', secret = '', bare = ''] = await database.inTransaction(office.orgId, async (tx) => {
    const rows = await tx.query<{ id: Id }>('select id from asset where org_id = $1 order by id', [tx.orgId])
    for (const [index, grade] of ['公开', '机密'].entries())
      await tx.query('update asset set own_values = $3 where org_id = $1 and id = $2', [tx.orgId, rows[index]?.id, { x1: grade }])
    return rows.map(({ id }) => id)
  })
  await submitOrder('GsOutstockOrder', { recipient: office.staff, reason: '入职' }, [
    { model: office.model, quantity: '3', assets: [plain, secret, bare] },
  ])
  return { ...office, plain, secret, bare }
}

const branchOn = (office: Office, when: Condition): Definition['body'] => [
  {
    t: 'branch',
    id: 'grade',
    name: '密级',
    kind: 'xor',
    arms: [
      { id: 'high', name: '要保密', when, body: [approval('guard', '保密办', [{ k: 'users', ids: [office.admin] }])] },
      { id: 'low', name: '其他', body: [approval('keeper', '库管', [{ k: 'users', ids: [office.keeper] }])] },
    ],
  },
]
const secretOf = (quantifier?: 'all'): Condition => ({ f: 'lines.asset$x1', op: 'eq', v: '机密', ...(quantifier && { quantifier }) })

const handOver = async (office: Office, assetIds: readonly Id[], uid = office.staff): Promise<Id> => {
  const body = { header: { receiver: office.second, reason: '交接' }, lines: assetIds.map((asset) => ({ asset })) }
  const { processId } = await database.inTransaction(office.orgId, (tx) =>
    submit(callOf(tx, uid, ['gstransorder:submit']), flows, { kind: kindNamed('GsTransOrder'), id: newId(), raw: body }, {}),
  )
  return assertDefined(processId, 'the process')
}
const stepsOf = async (office: Office, processId: Id): Promise<string[]> =>
  openTasks(await stateOf(database, office, processId)).map(({ step }) => step.node)

suite('own fields in conditions of a flow', () => {
  test('a branch asks any or all of the assets', async () => {
    const office = await furnishedOffice()
    await publishFlow(database, office, branchOn(office, secretOf()), {}, { key: flowKey })
    assert.deepEqual(await stepsOf(office, await handOver(office, [office.plain, office.secret])), ['guard'])
    assert.deepEqual(await stepsOf(office, await handOver(office, [office.bare])), ['keeper'])
    const second = await furnishedOffice()
    await publishFlow(database, second, branchOn(second, secretOf('all')), {}, { key: flowKey })
    assert.deepEqual(await stepsOf(second, await handOver(second, [second.plain, second.secret])), ['keeper'])
    const third = await furnishedOffice()
    await publishFlow(database, third, branchOn(third, secretOf('all')), {}, { key: flowKey })
    assert.deepEqual(await stepsOf(third, await handOver(third, [third.secret])), ['guard'])
    for (const one of [office, second, third]) await assertSound(database, one)
  })

  test('so does one of the applicant, of a person of the form and of the department', async () => {
    for (const [when, step] of [
      [{ f: '$initiator$x2', op: 'eq', v: '教授' }, 'keeper'],
      [{ f: '$initiator$x2', op: 'empty' }, 'guard'],
      [{ f: 'receiver$x2', op: 'contains', v: '教' }, 'keeper'],
      [{ f: '$dept$x3', op: 'ge', v: '5000' }, 'guard'],
      [{ f: '$dept$x3', op: 'gt', v: '5000' }, 'keeper'],
    ] as const) {
      const office = await furnishedOffice()
      await publishFlow(database, office, branchOn(office, when), {}, { key: flowKey })
      assert.deepEqual(await stepsOf(office, await handOver(office, [office.plain])), [step], JSON.stringify(when))
    }
  })

  test('it is published as any second field, and is none where no such field is there', async () => {
    const office = await furnishedOffice()
    const saveDraft = async (when: Condition) => {
      const { revision, body } = await ask(office, office.admin, flowOperations.definition, { flowKey, version: 'draft' })
      const next = { ...(body as Definition), body: branchOn(office, when) }
      return ask(office, office.admin, flowOperations.saveDefinition, { flowKey, revision, body: next })
    }
    const sound = await saveDraft(secretOf('all'))
    assert.deepEqual(
      sound.problems.filter(({ level }) => level === 'error'),
      [],
    )
    const wrong = await saveDraft({ f: 'lines.asset$x7', op: 'empty' })
    assert.ok(wrong.problems.some(({ level, words }) => level === 'error' && words.includes('lines.asset$x7')))
    await database.inTransaction(office.orgId, async (tx) => {
      await insert(tx, 'role', [{ id: newId(), role_code: 'own1', role_name: '审计', role_type: 2, hidden_fields: ['x1'] }])
    })
    const ofHidden = await saveDraft(secretOf())
    assert.ok(ofHidden.problems.some(({ level, words }) => level === 'warning' && words.includes('有的角色看不到“密级”')))
  })

  test('a trial takes what is typed and reads no record', async () => {
    const office = await furnishedOffice()
    const body = { ...definitionOf(assertDefined(flowTemplate(flowKey), 'the template'), 1), body: branchOn(office, secretOf()) }
    const runTrial = (ownValues: object) =>
      ask(office, office.admin, flowTrial, { flowKey, body, form: { lines: [{ asset: office.secret }] }, ownValues })
    const emptyTrial = await runTrial({})
    assert.deepEqual(
      emptyTrial.progress.map(({ nodeName }) => nodeName).filter((name) => name === '库管' || name === '保密办'),
      ['库管'],
    )
    assert.deepEqual(
      emptyTrial.paths.map(({ arms, answers }) => [arms.map(({ name }) => name), answers]),
      [[['要保密'], [{ label: '资产的密级', value: '机密' }]]],
    )
    const filledTrial = await runTrial({ 'lines.asset$x1': '机密' })
    assert.ok(filledTrial.progress.some(({ nodeName }) => nodeName === '保密办'))
  })

  test('a reader who may not see the field is not told what the branch asks', async () => {
    const office = await furnishedOffice()
    await publishFlow(database, office, branchOn(office, secretOf()), {}, { key: flowKey })
    const processId = await handOver(office, [office.secret])
    const drawingFor = async (more: Partial<Session>): Promise<string> => {
      const { nodes } = await database.reading(office.orgId, (tx) => diagramOf(callOf(tx, office.staff, [], more), documents, processId))
      return JSON.stringify(nodes)
    }
    assert.match(await drawingFor({}), /资产的密级为机密/)
    assert.doesNotMatch(await drawingFor({ locations: [] }), /密级为/)
    assert.doesNotMatch(await drawingFor({ hiddenFields: new Set(['x1']) }), /密级为/)
    const words = JSON.stringify(await ask(office, office.staff, processOperations.progress, { processId }))
    assert.doesNotMatch(words, /机密/)
  })
})
