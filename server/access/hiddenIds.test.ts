import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as v from 'valibot'
import { type Id, newId } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { openTasks } from '../../domain/approval/flow/state.ts'
import { idInput, type Operation } from '../../domain/operations/define.ts'
import { act, askForPaper, foundOffice, stateOf, stock } from '../approval/testing/office.ts'
import { handlers } from '../routes.ts'
import { dryRun, openDoor, testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { inputsOf, requestOf, sweepSeed } from '../testing/sweep.ts'

/**
 * Every operation that takes an id, asked by a colleague who may not read the application, its task and its document: the answer to an id that
 * exists is the answer to one that does not, to the letter. What belongs to another organisation is the matter of mirror.test.ts.
 */
const { app, newCompany, database } = await testApp(handlers)
const company = await newCompany()
const office = await foundOffice(database, company.orgId)
await stock(database, office, '100')
const door = await openDoor({ ...app, database: dryRun(database) }, handlers)

/** The ids of one application: itself, its open task and its document. */
const idsOf = async (documentId: Id, processId: Id): Promise<Record<string, Id>> => {
  const [open] = openTasks(await stateOf(database, office, processId))
  return { process: processId, document: documentId, ...(open && { task: open.task.id }) }
}

const runningDocument = newId()
const running = assertDefined((await askForPaper(database, office, '1', { id: runningDocument })).processId, 'the running application')
const endedDocument = newId()
const ended = assertDefined((await askForPaper(database, office, '1', { id: endedDocument })).processId, 'the withdrawn application')
const decided = assertDefined((await idsOf(endedDocument, ended)).task, 'its task')
await act(database, office, ended, office.staff, { t: 'withdraw' })
await act(database, office, running, office.staff, { t: 'comment', body: '请尽快' })
const [comment] = await database.reading(company.orgId, (tx) =>
  tx.query<{ id: Id }>('select id from wf_comment where org_id = $1 and instance_id = $2', [tx.orgId, running]),
)
const incident = newId()
const draft = newId()
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'wf_incident', [
    { id: incident, instance_id: running, kind: 'posting', reason: 'ledger.short', words: '库存不足', params: {}, created_at: new Date() },
  ])
  const [flow] = await tx.query<{ flow_key: string }>('select flow_key from wf_flow where org_id = $1 limit 1', [tx.orgId])
  await insert(tx, 'wf_application_draft', [{ id: draft, uid: office.staff, flow_key: flow?.flow_key, form: {} }])
})
const targets: Record<string, Id> = {
  ...(await idsOf(runningDocument, running)),
  'withdrawn process': ended,
  'withdrawn document': endedDocument,
  'decided task': decided,
  comment: assertDefined(comment, 'the comment').id,
  incident,
  draft,
}

const outsider = await company.hire('outsider')
const token = await company.tokenOf(outsider)

/** True where the input has a place for an id. */
const takesId = (of: v.GenericSchema | undefined, seen = new Set<unknown>()): boolean => {
  if (of === undefined || seen.has(of)) return false
  if (of === (idInput as v.GenericSchema)) return true
  seen.add(of)
  const { entries = {}, wrapped, item, items = [], options = [], value } = of as Partial<SchemaNode>
  return [...Object.values(entries), wrapped, item, ...items, ...options, value].some(
    (one) => typeof one === 'object' && takesId(one as v.GenericSchema, seen),
  )
}
type SchemaNode = {
  readonly entries: Record<string, v.GenericSchema>
  readonly wrapped: v.GenericSchema
  readonly item: v.GenericSchema
  readonly items: readonly v.GenericSchema[]
  readonly options: readonly unknown[]
  readonly value: v.GenericSchema
}

/** What was answered, without the ids, moments and keys that differ from one call to the next. */
const answerOf = async (operation: Operation, token: string, input: unknown): Promise<string> => {
  const { status, text } = await door({ ...requestOf(operation, input, '0'), token })
  // A paper bears the moment at which it was drawn, also in what is compressed.
  if (text.startsWith('%PDF')) return `${status} %PDF`
  return `${status} ${text
    .replace(/[\w-]{40,}/g, '*')
    .replace(/\d{15,}/g, '#')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '@')
    .replace(/"timestamp":\d+/g, '')
    .replace(/"requestId":"[^"]*"/g, '')}`
}

/** An id that the caller chose for something new is refused where it is used; a limit of calls tells of the caller alone. */
const isExcused = ({ name }: Operation, answer: string): boolean =>
  answer.startsWith('429 ') || (/\.(save|submit)$/.test(name) && (answer.includes('"reason":"id-used"') || answer.startsWith('404 ')))

test('an id that exists is answered as one that does not, wherever its reader may not read', async () => {
  const asked = handlers.map(({ operation }) => operation).filter(({ input }) => takesId(input))
  const wrong = new Map<string, string>()
  for (const [place, operation] of asked.entries()) {
    const answersTo = (id: Id) => {
      const [input] = inputsOf(operation, place, { ids: [id, id, outsider], text: '联想', keys: ['item'] }, 1)
      return answerOf(operation, token, input)
    }
    const absent = await answersTo(newId())
    if (absent.startsWith('403 ')) continue
    for (const [what, id] of Object.entries(targets)) {
      const answer = await answersTo(id)
      if (answer !== absent && !isExcused(operation, answer))
        wrong.set(`${operation.name} tells a colleague of the ${what}`, `${answer.slice(0, 300)}\n    ${absent.slice(0, 300)}`)
    }
  }
  assert.ok(asked.length > 100, 'most operations take an id')
  const list = [...wrong].map(([what, answers]) => `${what}\n    ${answers}`)
  assert.equal(list.length, 0, `seed ${sweepSeed}, ${list.length} wrong\n${list.slice(0, 60).join('\n')}`)
})
