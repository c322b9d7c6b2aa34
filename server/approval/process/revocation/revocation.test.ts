import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Id } from '../../../../kernel/id.ts'
import { fill } from '../../../../kernel/refusal.ts'
import { openTasks } from '../../../../domain/approval/flow/state.ts'
import { approval } from '../../../../domain/approval/flow/templates/define.ts'
import { flowOperations } from '../../../../domain/approval/operations/flows.ts'
import { formOperations } from '../../../../domain/approval/operations/forms.ts'
import { paperOf } from '../../../../domain/approval/process/paper.ts'
import { linkOperations } from '../../../../domain/approval/operations/links.ts'
import { revocationOperations } from '../../../../domain/approval/operations/revocation.ts'
import { processOperations } from '../../../../domain/approval/operations/processes.ts'
import { taskOperations } from '../../../../domain/approval/operations/tasks.ts'
import { testDatabase } from '../../../db/testing.ts'
import { formHandlers } from '../../design/formHandlers.ts'
import { flowHandlers } from '../../design/handlers.ts'
import { processHandlers } from '../handlers.ts'
import { linkHandlers } from '../links.ts'
import { officeCalls, refusedIn } from '../../testing/calls.ts'
import { documents, foundOffice, type Office, stateOf } from '../../testing/office.ts'

const { database, newOrganisation } = await testDatabase({ poolSize: 4 })
const handlers = [...linkHandlers, ...processHandlers(documents), ...flowHandlers(documents), ...formHandlers]
const calls = { ...processOperations, ...taskOperations, ...flowOperations, ...formOperations, ...revocationOperations, ...linkOperations }

const ask = officeCalls(database, handlers)

/** A company with an application that two people have approved. */
const openOffice = async () => {
  const office = await foundOffice(database, await newOrganisation(), [])
  const { admin, boss, second } = office
  const reason = { t: 'field', key: 'reason', label: '事由', required: true, control: { type: 'text', max: 50, lines: 1 } }
  const { formKey, revision } = await ask(office, admin, calls.saveForm, {
    formName: '申请',
    revision: 0,
    design: { schema: 1, items: [reason] },
  })
  await ask(office, admin, calls.publishForm, { formKey, revision })
  const { flowKey } = await ask(office, admin, calls.createFlow, { flowName: '申请', flowIcon: 'laptop', color: '#0081ff', formKey })
  const { body } = await ask(office, admin, calls.definition, { flowKey, version: 'draft' })
  const steps = [boss, second].map((uid, place) => approval(`s${place}`, `第${place}步`, [{ k: 'users', ids: [uid] }]))
  const draft = await ask(office, admin, calls.saveDefinition, { flowKey, revision: 1, body: { ...(body as object), body: steps } })
  await ask(office, admin, calls.publishDefinition, { flowKey, revision: draft.revision })
  const { processId } = await ask(office, office.staff, calls.start, { flowKey, form: { reason: '办公' } })
  const id = processId ?? ''
  await decide(office, id, 'approve')
  await decide(office, id, 'approve')
  return { office, id }
}

/** What the person who is asked decides. */
const decide = async (office: Office, processId: Id, verdict: 'approve' | 'reject', more: object = {}): Promise<Id> => {
  const state = await stateOf(database, office, processId)
  const [open] = openTasks(state)
  await ask(office, open?.task.user ?? '', calls[verdict], { taskId: open?.task.id, formRev: state.formRev, ...more })
  return open?.task.user ?? ''
}

const revoke = (office: Office, processId: Id, uid = office.staff) => ask(office, uid, calls.revoke, { processId, reason: '不需要了' })

const speaker = { say: (words: string, params = {}) => fill(words, params), nameOf: (id: string) => id }

test('the people who approved it agree one after the other, then it is revoked, on screens, in lists and on paper', async () => {
  const { office, id } = await openOffice()
  const before = await ask(office, office.staff, calls.process, { id })
  assert.deepEqual(before.revocation, { allowed: true, revokedAt: null, processId: null })
  const { processId: revocation } = await revoke(office, id)
  const detail = await ask(office, office.boss, calls.process, { id: revocation })
  assert.match(detail.process.title, /提交的申请（作废）$/)
  assert.deepEqual((detail.form.values as { application: Id[] }).application, [id])
  assert.equal((await ask(office, office.staff, calls.process, { id })).revocation.processId, revocation)
  assert.deepEqual([await decide(office, revocation, 'approve'), await decide(office, revocation, 'approve')], [office.boss, office.second])
  const after = await ask(office, office.staff, calls.process, { id })
  assert.equal(after.process.status, 'approved')
  assert.equal(after.process.isRevoked, true)
  assert.equal(after.process.statusName, '已作废')
  assert.equal(after.revocation.allowed, false)
  const paper = paperOf(after, speaker, { organisation: '公司', by: '人', at: '2026-01-01T00:00:00.000Z' })
  assert.deepEqual([paper.status, paper.good], ['已作废', false])
  const links = await ask(office, office.boss, calls.links, { ids: [id] })
  assert.equal(links.list[0]?.isRevoked, true)
  const { list } = await ask(office, office.staff, calls.processes, { scope: 'mine' })
  assert.equal(list.find((row) => row.id === id)?.isRevoked, true)
})

test('a rejected revocation leaves it as it was, and another may be asked for', async () => {
  const { office, id } = await openOffice()
  const { processId: revocation } = await revoke(office, id)
  await decide(office, revocation, 'reject', { comment: '不同意' })
  const { process, revocation: standing } = await ask(office, office.staff, calls.process, { id })
  assert.equal(process.isRevoked, false)
  assert.deepEqual(standing, { allowed: true, revokedAt: null, processId: null })
  await revoke(office, id)
})

test('it is asked for once, by whom it belongs to, of what was approved', async () => {
  const { office, id } = await openOffice()
  await assert.rejects(revoke(office, id, office.boss))
  const { processId: revocation } = await revoke(office, id)
  await assert.rejects(revoke(office, id), refusedIn(/正在审批中/))
  await assert.rejects(revoke(office, revocation), refusedIn(/已通过的才能作废/))
  await decide(office, revocation, 'approve')
  await decide(office, revocation, 'approve')
  await assert.rejects(revoke(office, id), refusedIn(/已经作废/))
  await assert.rejects(revoke(office, revocation), refusedIn(/已通过的才能作废/))
})

test('nobody begins a revocation by its form', async () => {
  const { office, id } = await openOffice()
  await revoke(office, id)
  const { list } = await ask(office, office.staff, calls.installedFlows, {})
  assert.equal(
    list.some(({ flowName }) => flowName === '作废申请'),
    false,
  )
})

test('the organisation designs how revocations are decided', async () => {
  const { office, id } = await openOffice()
  await revoke(office, id)
  const { list } = await ask(office, office.admin, calls.installedFlows, { all: true })
  const flowKey = list.find(({ flowName }) => flowName === '作废申请')?.flowKey
  const { body } = await ask(office, office.admin, calls.definition, { flowKey, version: 1 })
  const steps = [approval('one', '负责人', [{ k: 'users', ids: [office.boss] }])]
  const policy = { ...(body as { policy: object }).policy, admins: [office.admin] }
  const draft = await ask(office, office.admin, calls.saveDefinition, {
    flowKey,
    revision: 0,
    body: { ...(body as object), policy, body: steps },
  })
  assert.deepEqual(
    draft.problems.filter(({ level }) => level === 'error'),
    [],
  )
  await ask(office, office.admin, calls.publishDefinition, { flowKey, revision: draft.revision })
})
