import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { RefusalError } from '../../../kernel/refusal.ts'
import type { Approve, Definition } from '../../../domain/approval/flow/definition.ts'
import { flowTemplate } from '../../../domain/approval/flow/templates/all.ts'
import { approval, definitionOf } from '../../../domain/approval/flow/templates/define.ts'
import type { Operation, OutputOf } from '../../../domain/operations/define.ts'
import { flowOperations as calls } from '../../../domain/approval/operations/flows.ts'
import { testDatabase } from '../../db/testing.ts'
import { NotFound } from '../../httpError.ts'
import { callOf } from '../../testing/company.ts'
import { flowHandlers } from './handlers.ts'
import { documents, foundOffice, type Office, publishFlow } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase()
const handlers = flowHandlers(documents)
const flowKey = 'csoutstock'
const template = flowTemplate(flowKey)!
const [head, keeper] = template.body as [Approve, Approve]

const ask = async <O extends Operation>(
  office: Office,
  operation: O,
  input: unknown,
  language: 'zh' | 'en' = 'zh',
): Promise<OutputOf<O>> => {
  const handler = handlers.find((one) => one.operation === operation)!
  const run = operation.reads ? database.reading : database.inTransaction
  const answer = await run(office.orgId, (tx) =>
    handler.run({ ...callOf(tx, office.admin, []), language } as never, v.parse(operation.input, input) as never),
  )
  return v.parse(operation.output, answer) as OutputOf<O>
}
const refusedWith = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason

/** An office that installed an older template, whose keeper could change nothing, and then made its own of it. */
const withOlderTemplate = async (ours: Definition['body']): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation())
  const older = { ...definitionOf(template, 1), policy: { ...definitionOf(template, 1).policy, takeBack: false }, body: [head, { ...keeper, fields: {} }] } // prettier-ignore
  await database.inTransaction(office.orgId, (tx) =>
    tx.query('update wf_flow set template_version = 0, template_body = $2 where org_id = $1', [office.orgId, older]),
  )
  await publishFlow(database, office, ours, { ...older.policy, dedupe: 'consecutive' })
  return office
}
const review = approval('review', '复核', [{ k: 'initiator' }])
const flowOf = (office: Office) =>
  database.reading(office.orgId, async (tx) => (await tx.query<{ template_version: number }>('select template_version from wf_flow where org_id = $1', [office.orgId]))[0]!) // prettier-ignore

test('what only the template changed comes, what only we changed stays, and publishing notes it', async () => {
  const office = await withOlderTemplate([{ ...head, name: '主管审批' }, { ...keeper, fields: {} }, review])
  const update = await ask(office, calls.templateUpdate, { flowKey })
  assert.deepEqual([update.from, update.to, update.draft, update.flow.update], [0, template.version, 0, true])
  const lines = (rows: typeof update.rows) =>
    rows.map(({ key, by, taken, subject, theirs, ours }) => [key, by, taken, subject, theirs.map(({ label, to }) => `${label}${to}`), ours.map(({ label, to }) => `${label}${to}`)]) // prettier-ignore
  assert.deepEqual(lines(update.rows), [
    ['policy.takeBack', 'theirs', 'theirs', '流程', ['允许撤回审批是'], []],
    ['head', 'ours', 'ours', '主管审批', [], ['名称主管审批']],
    ['keeper', 'theirs', 'theirs', '耗材管理员发放', ['“领用仓库”的权限必填', '“本次发放”的权限可编辑', '“替代耗材”的权限可编辑', '“不足部分”的权限可编辑', '“给申请人的说明”的权限可编辑'], []], // prettier-ignore
    ['review', 'ours', 'ours', '复核', [], ['“耗材管理员发放”之后，发起人本人']],
  ])
  const inEnglish = await ask(office, calls.templateUpdate, { flowKey }, 'en')
  assert.deepEqual(
    inEnglish.rows.map(({ theirs, ours }) => theirs.length + ours.length),
    update.rows.map(({ theirs, ours }) => theirs.length + ours.length),
    'a reader of English is told as much',
  )
  const taking = { flowKey, version: template.version, choices: {}, draft: 0 }
  await assert.rejects(ask(office, calls.takeTemplate, { ...taking, version: 9 }), refusedWith('approval.templateChanged'))
  const { revision, problems } = await ask(office, calls.takeTemplate, taking)
  assert.deepEqual(problems.filter(({ level }) => level === 'error'), []) // prettier-ignore
  assert.equal((await flowOf(office)).template_version, 0, 'a draft changes nothing')
  await assert.rejects(ask(office, calls.takeTemplate, taking), refusedWith('changed-meanwhile'))
  const { version } = await ask(office, calls.publishDefinition, { flowKey, revision })
  const { body } = (await ask(office, calls.definition, { flowKey, version })) as { body: Record<string, unknown> }
  assert.deepEqual((body as unknown as Definition).body.map(({ name }) => name), ['主管审批', '耗材管理员发放', '复核']) // prettier-ignore
  assert.deepEqual(((body as unknown as Definition).body[1] as Approve).fields, keeper.fields)
  assert.equal((await flowOf(office)).template_version, template.version)
  const after = await ask(office, calls.templateUpdate, { flowKey })
  assert.deepEqual([after.flow.update, after.rows.map(({ key, by }) => `${key} ${by}`)], [false, ['head ours', 'review ours']])
})

test('what both changed is for somebody to decide', async () => {
  const office = await withOlderTemplate([head, { ...keeper, fields: {}, vote: { mode: 'all' } }])
  const { rows } = await ask(office, calls.templateUpdate, { flowKey })
  const conflict = rows.find(({ key }) => key === 'keeper')!
  assert.deepEqual([conflict.by, conflict.taken, conflict.theirs.length, conflict.ours.map(({ to }) => to)], ['conflict', null, 5, ['需要所有人同意']]) // prettier-ignore
  const taking = { flowKey, version: template.version, draft: 0 }
  await assert.rejects(ask(office, calls.takeTemplate, { ...taking, choices: {} }), refusedWith('approval.mergeOpen'))
  for (const [side, vote] of [
    ['theirs', 'or'],
    ['ours', 'all'],
  ] as const) {
    // prettier-ignore
    const { draft } = await ask(office, calls.templateUpdate, { flowKey })
    await ask(office, calls.takeTemplate, { ...taking, draft, choices: { keeper: side } })
    const { body } = (await ask(office, calls.definition, { flowKey, version: 'draft' })) as { body: Record<string, unknown> }
    assert.equal(((body as unknown as Definition).body[1] as Approve).vote.mode, vote)
  }
})

test('a flow of our own has no template', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await database.inTransaction(office.orgId, (tx) =>
    tx.query('update wf_flow set template_key = null, template_version = null, template_body = null where org_id = $1', [office.orgId]),
  )
  await assert.rejects(ask(office, calls.templateUpdate, { flowKey }), refusedWith('approval.noTemplate'))
  await assert.rejects(ask(office, calls.templateUpdate, { flowKey: 'nothing' }), NotFound)
})
