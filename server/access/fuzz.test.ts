import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../../kernel/id.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import type { Operation } from '../../domain/operations/define.ts'
import { recordKinds } from '../../domain/records/all.ts'
import { understand } from '../input.ts'
import { handlers } from '../routes.ts'
import { dryRun, openDoor, testApp, type Ask } from '../testing/app.ts'
import { arbitraryOf, type Words } from '../testing/arbitrary.ts'
import { insert } from '../testing/company.ts'
import { sweepSeed } from '../testing/sweep.ts'
import { makeOperatorCode } from './operatorPass.ts'

/** Every operation with inputs found from its schema, good and odd: nothing ends in a fault, and what cannot be understood is refused. */
const { app, ask, newCompany, database, logged } = await testApp(handlers)
const company = await newCompany()
const token = await company.tokenOf(company.admin)
const door = await openDoor({ ...app, database: dryRun(database) }, handlers)

/** One thing of each kind has this id, so that many requests get beyond the first look. */
const thing = newId()
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'department', [{ id: thing, dept_code: 'D', dept_name: '研发部', manager_uid: company.admin }])
  await insert(tx, 'person', [{ id: thing, username: 'thing', user_name: '李明', dept_id: thing }])
  await insert(tx, 'location', [{ id: thing, loc_code: 'A', loc_name: '一号库', manager_uid: company.admin }])
  await insert(tx, 'category', [{ id: thing, cat_code: 'C', cat_name: '电脑' }])
  await insert(tx, 'supplier', [{ id: thing, supplier_code: 'S', supplier_name: '联想' }])
  await insert(tx, 'model', [{ id: thing, goods_code: 'M', goods_name: '笔记本', cat_id: thing }])
  await insert(tx, 'consumable', [{ id: thing, goods_code: 'P', goods_name: '复印纸', unit: '包' }])
  await insert(tx, 'news', [{ id: thing, title: '通知', publisher_uid: company.admin, state: 2 }])
  await insert(tx, 'message', [{ id: thing, uid: company.admin, msg_type: 2, category: 'system', title: '你好' }])
})

const keys = [
  ...documentKinds.flatMap((kind) => [...Object.keys(kind.header), ...Object.keys(kind.line)]),
  ...recordKinds.flatMap((kind) => Object.keys(kind.fields)),
]
const words: Words = { ids: [thing, company.admin, newId()], text: '联想', keys: [...new Set(keys)] }
const samples = Number(process.env.FUZZ_SAMPLES ?? 4)

/** The request, and what the server makes of it before the schema: texts where it comes in a query. */
const requestOf = (operation: Operation, input: unknown): { asked: Ask; arrives: object } => {
  const places = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const values: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {}
  const textOf = (value: unknown) =>
    (typeof value === 'string' ? value.replace(/[\ud800-\udfff]/g, '') || '1' : JSON.stringify(value)).slice(0, 190)
  const named = Object.fromEntries(places.map((place) => [place, textOf(values[place] ?? thing)]))
  const path = operation.path.replace(/\{(\w+)\}/g, (_, place: string) => encodeURIComponent(named[place]!))
  for (const place of places) delete values[place]
  if (operation.method === 'POST') {
    const body = places.length > 0 ? values : input
    return { asked: { path, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }, arrives: arrived(body, named) }
  }
  const query = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, textOf(value)]))
  return { asked: { method: 'GET', path: `${path}?${new URLSearchParams(query)}` }, arrives: { ...query, ...named } }
}

/** What the log says of the last fault. */
const faultOf = (): string => {
  const line = logged.findLast((each) => each.includes('"level":50'))
  return line === undefined ? '' : JSON.stringify(JSON.parse(line).error).slice(0, 700)
}

/** Another each time: one of the operations ends it. */
const operatorToken = async (): Promise<string> =>
  (await ask({ path: '/api/operator/enter', body: { code: await makeOperatorCode(database, '王运维') } })).json.result.token

const arrived = (body: unknown, named: object): object => {
  const read: unknown = JSON.parse(JSON.stringify(body))
  if (Array.isArray(read)) return { ids: read, ...named }
  return typeof read === 'object' && read !== null ? { ...read, ...named } : { ...named }
}

test('no input of any operation ends in a fault, and what a schema does not take is refused', async () => {
  const wrong: string[] = []
  let taken = 0
  for (const [place, { operation }] of handlers.entries())
    for (const [at, input] of fc.sample(arbitraryOf(operation.input, words, 6), { seed: sweepSeed + place, numRuns: samples }).entries()) {
      const { asked, arrives } = requestOf(operation, input)
      // A sign-in client shows itself and comes from somewhere else each time, or it would soon be asked to wait.
      const who =
        operation.access === 'client'
          ? { headers: { authorization: `Basic ${btoa('app:app')}`, ...asked.headers } }
          : { token: operation.access === 'operator' ? await operatorToken() : token }
      const { status, text } = await door({ ...asked, ...who, ip: `10.2.${at}.${taken % 250}` })
      const fits = understand(operation, arrives, operation.reads ? [] : undefined).success
      if (fits) taken++
      const say = (what: string) =>
        wrong.push(
          [
            `${operation.name} ${what}: ${status} ${text.slice(0, 150)}`,
            JSON.stringify(asked.body ?? asked.path).slice(0, 400),
            faultOf(),
          ].join('\n    '),
        )
      if (status >= 500) say('ends in a fault')
      else if (!fits && status !== 400) say('takes what its schema does not')
      else if (text.includes('"reason":"conflict.')) say('leaves its words to the database')
    }
  assert.equal(wrong.length, 0, `seed ${sweepSeed}, ${wrong.length} wrong\n${wrong.slice(0, 40).join('\n')}`)
  assert.ok(taken > (handlers.length * samples) / 6, 'many inputs are taken')
})
