import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Id } from '../../../kernel/id.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import { headOfDepartment } from '../../../domain/approval/flow/templates/define.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { formOperations } from '../../../domain/approval/operations/forms.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import { testDatabase } from '../../db/testing.ts'
import { formHandlers } from '../design/formHandlers.ts'
import { flowHandlers } from '../design/handlers.ts'
import { processHandlers } from '../process/handlers.ts'
import { officeCalls, refusedIn } from '../testing/calls.ts'
import { documents, foundOffice, stateOf } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase({ poolSize: 4 })
const handlers = [...processHandlers(documents), ...flowHandlers(documents), ...formHandlers]
const calls = { ...processOperations, ...taskOperations, ...flowOperations, ...formOperations }

const ask = officeCalls(database, handlers)

/** A company whose flow lets the keeper, who works in no department, apply for others; the head of the applicant's department decides. */
const openOffice = async () => {
  const office = await foundOffice(database, await newOrganisation(), [])
  const { admin, keeper, boss } = office
  const reason = { t: 'field', key: 'reason', label: '事由', required: true, control: { type: 'text', max: 50, lines: 1 } }
  const design = { schema: 1, items: [reason] }
  const { formKey, revision } = await ask(office, admin, calls.saveForm, { formName: '申请', revision: 0, design })
  await ask(office, admin, calls.publishForm, { formKey, revision })
  const { flowKey } = await ask(office, admin, calls.createFlow, { flowName: '申请', flowIcon: 'laptop', color: '#0081ff', formKey })
  const { body } = await ask(office, admin, calls.definition, { flowKey, version: 'draft' })
  const policy = { ...(body as { policy: object }).policy, proxies: { users: [keeper], depts: [], roles: [] } }
  const draft = await ask(office, admin, calls.saveDefinition, {
    flowKey,
    revision: 1,
    body: { ...(body as object), policy, body: [headOfDepartment()] },
  })
  await ask(office, admin, calls.publishDefinition, { flowKey, revision: draft.revision })
  const start = (uid: Id, onBehalfOf?: Id) =>
    ask(office, uid, calls.start, { flowKey, form: { reason: '办公' }, ...(onBehalfOf && { onBehalfOf }) })
  const decide = async (processId: Id, verdict: 'approve' | 'reject', more: object = {}) => {
    const state = await stateOf(database, office, processId)
    const taskId = openTasks(state).find(({ task }) => task.user === boss)?.task.id
    return ask(office, boss, calls[verdict], { taskId, formRev: state.formRev, ...more })
  }
  return { office, flowKey, start, decide }
}

test('an application in another name is of that person, goes by his department, and names both', async () => {
  const { office, start, decide } = await openOffice()
  const { processId } = await start(office.keeper, office.staff)
  const state = await stateOf(database, office, processId ?? '')
  assert.deepEqual([state.initiator, state.proxy, state.dept], [office.staff, office.keeper, office.department])
  for (const uid of [office.boss, office.staff, office.keeper]) {
    const { process, proxy, progress } = await ask(office, uid, calls.process, { id: processId })
    assert.equal(process.initiator.uid, office.staff)
    assert.equal(proxy?.uid, office.keeper)
    assert.equal(progress[0]?.people[0]?.onBehalfOf?.uid, office.staff)
  }
  await decide(processId ?? '', 'approve')
  const receivers = await database.reading(office.orgId, (tx) =>
    tx.query<{ uid: Id }>(`select uid from message where org_id = $1 and title like '已通过%'`, [office.orgId]),
  )
  assert.deepEqual(receivers.map(({ uid }) => uid).toSorted(), [office.staff, office.keeper].toSorted())
})

test('only a proxy may, and the person must be one who may start the flow', async () => {
  const { office, flowKey, start } = await openOffice()
  await assert.rejects(start(office.second, office.staff), refusedIn(/不允许您代别人提交/))
  await assert.rejects(start(office.keeper, '999'), refusedIn(/人员不存在/))
  assert.equal((await ask(office, office.keeper, calls.applyForm, { flowKey })).isProxy, true)
  assert.equal((await ask(office, office.second, calls.applyForm, { flowKey })).isProxy, false)
  const answer = await ask(office, office.second, calls.preview, { flowKey, form: {}, onBehalfOf: office.staff })
  assert.match(answer.refusal?.words ?? '', /不允许您代别人提交/)
  const { progress } = await ask(office, office.keeper, calls.preview, { flowKey, form: {}, onBehalfOf: office.staff })
  assert.equal(
    progress.some(({ people }) => people.some(({ uid }) => uid === office.boss)),
    true,
  )
})

test('both may withdraw it, nobody else', async () => {
  const { office, start } = await openOffice()
  for (const uid of [office.keeper, office.staff]) {
    const { processId } = await start(office.keeper, office.staff)
    await assert.rejects(ask(office, office.second, calls.withdraw, { processId }))
    await ask(office, uid, calls.withdraw, { processId })
    assert.equal((await stateOf(database, office, processId ?? '')).status, 'withdrawn')
  }
})

test('an application of one’s own has no proxy', async () => {
  const { office, start } = await openOffice()
  const { processId } = await start(office.staff)
  assert.equal((await stateOf(database, office, processId ?? '')).proxy, undefined)
  assert.equal((await ask(office, office.staff, calls.process, { id: processId })).proxy, null)
})
