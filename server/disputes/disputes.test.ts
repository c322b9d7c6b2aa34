import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { disputeAddress, type DisputeRow } from '../../domain/disputes/operations.ts'
import { dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { findSession } from '../access/sessions.ts'
import { organisationChecks } from '../audit/organisation.ts'
import { chatHandlers } from '../chat/handlers.ts'
import { foreseenClearing } from '../chat/retention.ts'
import { createHttp } from '../http.ts'
import type { Job, PieceWorker, WholeWorker } from '../jobs/jobs.ts'
import { openArchive } from '../takeout/archive.ts'
import { testApp } from '../testing/app.ts'
import { disputeHandlers, endingJob, makingJob } from './disputes.ts'
import { addDisputeRoute } from './downloadRoute.ts'
import { disputeWorkers } from './disputeWorkers.ts'

const { app, ask, newCompany, database } = await testApp([...chatHandlers(async () => undefined), ...disputeHandlers])
const dir = mkdtempSync(join(tmpdir(), 'zaice-disputes-'))
after(() => rmSync(dir, { recursive: true, force: true }))
const find = (token: string) => findSession(database, token)
const door = await createHttp({ app, handlers: [], findSession: find, signInClients: {}, checkOutput: true })
addDisputeRoute(door, app, find)
after(() => door.close())

const company = await newCompany()
const { orgId } = company
const who = async (uid: Id) => {
  const token = await company.tokenOf(uid)
  const call = async (path: string, body: object) => (await ask({ path: `/api/msg/${path}`, body, token })).json
  const done = async (path: string, body: object) => {
    const json = await call(path, body)
    assert.equal(json.code, 0, `${path}: ${JSON.stringify(json)}`)
    return json.result
  }
  return {
    uid,
    call,
    done,
    say: (chatId: Id, text: string) => done('msgchatmessage/save', { id: newId(), chatId, content: { kind: 'text', body: { text } } }),
    rows: async (): Promise<DisputeRow[]> => (await done('msgdispute/list', {})).list,
    fetch: (id: Id, headers = {}) => door.inject({ url: disputeAddress(id), headers: { cookie: `zaice_files=${token}`, ...headers } }),
  }
}
const boss = await who(company.admin)
const second = await who(await company.hire('second', ['tenant'], { userName: '副总' }))
const third = await who(await company.hire('third', ['tenant'], { userName: '第三' }))
const a = await who(await company.hire('a', [], { userName: '甲' }))
const b = await who(await company.hire('b', [], { userName: '乙' }))
const c = await who(await company.hire('c', [], { userName: '丙' }))
const today = dayAt(Date.now())
const span = { from: today, to: today, withFiles: false, reason: '货款纠纷需要核对' }

const workers = disputeWorkers(app, new AbortController().signal)
const jobOf = (kind: string, id: Id): Job => ({ orgId, id: '1', kind, key: id, body: { id, language: 'zh' }, attempts: 1 })
const make = (id: Id) => (workers.find(({ kind }) => kind === makingJob) as PieceWorker).piece(database, jobOf(makingJob, id), app.log)
const end = (id: Id) =>
  database.inTransaction(orgId, (tx) => (workers.find(({ kind }) => kind === endingJob) as WholeWorker).run(tx, jobOf(endingJob, id)))
const sheetsOf = async (bytes: Buffer) => {
  const path = join(dir, newId())
  await writeFile(path, bytes)
  const file = await open(path)
  const archive = await openArchive(file)
  const read = await Promise.all(
    [...archive.names].map(
      async (name) => [name, name.endsWith('.xlsx') ? (await readXlsx(await archive.read(name))).sheets[0]!.rows : []] as const,
    ),
  )
  await file.close()
  return new Map(read)
}
const notesOf = async (reader: typeof a, chatId: Id) =>
  (await reader.done('msgchatmessage/list', { chatId })).list.flatMap(
    ({ content }: { content: { kind: string; body: { note?: string; by?: object; names?: string[] } } }) =>
      content.kind === 'note' && content.body.note === 'exported' ? [content.body] : [],
  )

const pair = (await a.done('msgchat/open', { uid: b.uid })).chatId
await a.say(pair, '您欠我一千元')
const taken = await b.say(pair, '我写错了')
await b.done('msgchatmessage/recall', { chatId: pair, id: taken.id })
await b.say(pair, '=已经还了')
const alone = (await a.done('msgchat/open', { uid: c.uid })).chatId
await a.say(alone, '与此无关')
const group = newId()
await a.done('msgchat/save', { id: group, name: '采购群', uids: [b.uid, c.uid] })
await a.say(group, '群里甲说')
await c.say(group, '群里丙说')

test('two administrators take out what two people said, and the two read that it was', async () => {
  const id = newId()
  const asked = { id, ...span, uids: [a.uid, b.uid] }
  const row: DisputeRow = await boss.done('msgdispute/save', asked)
  assert.deepEqual([row.state, row.mayDecide, row.mayWithdraw, row.people.length, row.messages], ['asked', false, true, 2, 0])
  assert.equal((await boss.done('msgdispute/save', asked)).id, id, 'sent again it is the same')
  assert.equal((await boss.call('msgdispute/save', { ...asked, uids: [a.uid] })).reason, 'dispute.other')
  assert.equal((await boss.call('msgdispute/decide', { id, agreed: true })).reason, 'dispute.own')
  assert.equal((await boss.fetch(id)).statusCode, 404)
  assert.deepEqual(await notesOf(a, pair), [], 'nothing is taken out yet')
  assert.equal((await second.rows())[0]!.mayDecide, true)
  await second.done('msgdispute/decide', { id, agreed: true })
  await second.done('msgdispute/decide', { id, agreed: true })
  assert.equal((await third.call('msgdispute/decide', { id, agreed: false })).reason, 'dispute.decided')
  await b.say(pair, '申请之后才说的')
  await make(id)
  await make(id)
  const [made] = await boss.rows()
  assert.deepEqual(
    [made!.state, made!.messages, made!.mayFetch, (await third.rows())[0]!.mayFetch],
    ['done', 4, true, false],
    JSON.stringify(made),
  )
  assert.equal((await boss.fetch(id, { range: 'bytes=1-' })).statusCode, 206)
  assert.equal((await boss.rows())[0]!.steps.at(-1)!.step, 'fetched', 'a part is a fetching as well')
  const fetched = await boss.fetch(id)
  assert.equal(fetched.statusCode, 200)
  const sheets = await sheetsOf(fetched.rawPayload)
  assert.deepEqual([...sheets.keys()], ['说明.txt', '001 甲-乙.xlsx', '002 采购群.xlsx'])
  const cells = (name: string) =>
    sheets
      .get(name)!
      .slice(1)
      .map((line) => [line[2], line[3]])
  assert.deepEqual(cells('001 甲-乙.xlsx'), [
    ['甲', '您欠我一千元'],
    ['乙', '[已撤回]'],
    ['乙', '=已经还了'],
  ])
  assert.deepEqual(cells('002 采购群.xlsx'), [['甲', '群里甲说']], 'nobody else’s words')
  assert.equal((await second.fetch(id)).statusCode, 200)
  for (const other of [third, a, c]) assert.equal((await other.fetch(id)).statusCode, 404)
  for (const [chatId, told] of [
    [pair, 1],
    [group, 1],
    [alone, 0],
  ] as const)
    assert.equal((await notesOf(a, chatId)).length, told)
  const [note] = await notesOf(b, pair)
  assert.deepEqual([note.names, note.by.uid], [['副总'], boss.uid])
  assert.deepEqual(
    (await boss.rows())[0]!.steps.map(({ step }) => step),
    ['asked', 'agreed', 'made', 'fetched', 'fetched'],
  )
  await end(id)
  assert.deepEqual([(await boss.rows())[0]!.state, (await boss.fetch(id)).statusCode], ['gone', 404])
  for (const check of organisationChecks)
    assert.deepEqual(
      await database.reading(orgId, (tx) => check.faults((text, values) => tx.query(text, values), orgId, {})),
      { count: 0, example: null },
      check.name,
    )
})

test('groups are found by their names, and taken out whole', async () => {
  const found = await boss.done('msgdispute/groups', { likeQuery: '采购' })
  assert.deepEqual(found.list, [{ id: group, name: '采购群', kind: 'group', memberCount: 3 }])
  assert.deepEqual((await boss.done('msgdispute/groups', { likeQuery: '甲' })).list, [], 'no pair')
  const id = newId()
  assert.equal((await boss.call('msgdispute/save', { id, ...span, chatIds: [pair] })).code, 404, 'two people are named by their names')
  await boss.done('msgdispute/save', { id, ...span, chatIds: [group] })
  await second.done('msgdispute/decide', { id, agreed: true })
  await make(id)
  const sheets = await sheetsOf((await second.fetch(id)).rawPayload)
  assert.ok(sheets.get('001 采购群.xlsx')!.some((line) => line[3] === '群里丙说'))
  await second.done('msgdispute/delete', { id })
  assert.deepEqual([(await second.rows())[0]!.state, (await second.fetch(id)).statusCode], ['gone', 404])
})

test('what is refused, taken back or not answered leaves nothing; what is open holds the clearing', async () => {
  const ids = [newId(), newId(), newId()] as const
  for (const id of ids) await boss.done('msgdispute/save', { id, ...span, chatIds: [group] })
  const later = Date.now() + 400 * 86_400_000
  const held = async () => (await database.reading(orgId, (tx) => foreseenClearing(tx, later, 30))).held
  assert.equal(await held(), 1)
  await second.done('msgdispute/decide', { id: ids[0], agreed: false })
  assert.equal((await second.call('msgdispute/delete', { id: ids[1] })).reason, 'dispute.notYours')
  await boss.done('msgdispute/delete', { id: ids[1] })
  await end(ids[2])
  assert.equal(await held(), 0)
  for (const id of ids) await make(id)
  const states = (await boss.rows()).filter(({ id }) => ids.includes(id)).map(({ state }) => state)
  assert.deepEqual(states.toSorted(), ['refused', 'withdrawn', 'withdrawn'])
  assert.equal((await notesOf(a, group)).length, 2, 'of the two before')
})

test('where nothing was said there is no file and no word of it; who is no administrator asks for nothing', async () => {
  const id = newId()
  const { state } = await boss.done('msgdispute/save', { id, ...span, uids: [b.uid, c.uid], from: '2020-01-01', to: '2020-01-02' })
  assert.equal(state, 'asked', 'nothing is told before both agree')
  await second.done('msgdispute/decide', { id, agreed: true })
  await make(id)
  const [row] = await boss.rows()
  assert.deepEqual([row!.state, row!.failure], ['failed', '这些日子里没有符合的消息'])
  for (const path of ['list', 'groups', 'save', 'decide', 'delete']) assert.equal((await a.call(`msgdispute/${path}`, {})).code, 403, path)
  for (const wrong of [
    { uids: [] },
    { uids: [a.uid], chatIds: [group] },
    { uids: [a.uid], reason: '短' },
    { uids: [a.uid], to: '2020-01-01' },
  ])
    assert.equal((await boss.call('msgdispute/save', { id: newId(), ...span, ...wrong })).code, 400, JSON.stringify(wrong))
})

test('the only administrator is told that there has to be another', async () => {
  const small = await newCompany()
  const token = await small.tokenOf(small.admin)
  const uid = await small.hire('x')
  const { json } = await ask({ path: '/api/msg/msgdispute/save', body: { id: newId(), ...span, uids: [uid] }, token })
  assert.equal(json.reason, 'dispute.alone')
})
