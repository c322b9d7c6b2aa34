import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type * as v from 'valibot'
import { type Id, newId } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { openTasks } from '../../domain/approval/flow/state.ts'
import { idInput, type Operation } from '../../domain/operations/define.ts'
import { act, askForPaper, foundOffice, stateOf, stock } from '../approval/testing/office.ts'
import { handlers } from '../routes.ts'
import { type Ask, dryRun, openDoor, testApp } from '../testing/app.ts'
import { arbitraryOf } from '../testing/arbitrary.ts'
import { insert } from '../testing/company.ts'

/**
 * Every operation that takes an id, asked by people who may not read the application, its task and its document: the answer to an id that
 * exists is the answer to one that does not, to the letter.
 */
const { app, newCompany, database } = await testApp(handlers)
const company = await newCompany()
const other = await newCompany()
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

const seed = Number(process.env.FUZZ_SEED ?? 20261128)
const samples = Number(process.env.FUZZ_SAMPLES ?? 1)

const outsider = await company.hire('outsider')
const outsiders: readonly { readonly who: string; readonly uid: Id; readonly token: string; readonly asks: readonly string[] }[] = [
  { who: 'a colleague', uid: outsider, token: await company.tokenOf(outsider), asks: Object.keys(targets) },
  { who: 'another company', uid: other.admin, token: await other.tokenOf(other.admin), asks: ['process', 'document', 'task'] },
]

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

const requestOf = (operation: Operation, input: unknown): Ask => {
  const values: Record<string, unknown> = Object.fromEntries(Object.entries(input ?? {}))
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const path = operation.path.replace(/\{(\w+)\}/g, (_, place: string) => {
    const text = textOf(values[place])
    delete values[place]
    return encodeURIComponent(text)
  })
  if (operation.method === 'POST') return { path, body: values }
  const query = Object.entries(values).map(([key, value]) => [key, textOf(value)])
  return { method: 'GET', path: `${path}?${new URLSearchParams(Object.fromEntries(query))}` }
}

/** What was answered, without the ids, moments and keys that differ from one call to the next. */
const answerOf = async (operation: Operation, token: string, input: unknown): Promise<string> => {
  const { status, text } = await door({ ...requestOf(operation, input), token })
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
  for (const [at, operation] of asked.entries())
    for (const { who, uid, token, asks } of outsiders) {
      const inputsWith = (id: Id) =>
        fc.sample(arbitraryOf(operation.input, { ids: [id, id, uid], text: '联想', keys: ['item'] }), {
          seed: seed + at,
          numRuns: samples,
        })
      const answers = (id: Id) => Promise.all(inputsWith(id).map((input) => answerOf(operation, token, input)))
      const absent = await answers(newId())
      if (absent.every((answer) => answer.startsWith('403 '))) continue
      for (const [what, id] of Object.entries(targets).filter(([name]) => asks.includes(name)))
        for (const [index, answer] of (await answers(id)).entries())
          if (answer !== absent[index] && !isExcused(operation, answer))
            wrong.set(`${operation.name} tells ${who} of the ${what}`, `${answer.slice(0, 300)}\n    ${absent[index]?.slice(0, 300)}`)
    }
  assert.ok(asked.length > 100, 'most operations take an id')
  const list = [...wrong].map(([what, answers]) => `${what}\n    ${answers}`)
  assert.equal(list.length, 0, `seed ${seed}, ${list.length} wrong\n${list.slice(0, 60).join('\n')}`)
})
