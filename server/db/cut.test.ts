import assert from 'node:assert/strict'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { after, test } from 'node:test'
import * as v from 'valibot'
import { operation } from '../../domain/operations/define.ts'
import { rightsTogether } from '../../domain/access/roleRights.ts'
import { newId } from '../../kernel/id.ts'
import { handle, type App, type Session } from '../call.ts'
import { createHttp } from '../http.ts'
import { openLog } from '../log.ts'
import { keepingIn } from '../testing/app.ts'
import { readSettings } from '../settings.ts'
import { openDatabase } from './pool.ts'
import { testDatabase } from './testing.ts'

const { database: direct, newOrganisation, url } = await testDatabase()
const orgId = await newOrganisation()

/** A line to the database that can be cut around a COMMIT: before it arrives, or when its answer is on the way back. */
type Cut = 'before COMMIT arrives' | 'after COMMIT was done' | undefined
let cut: Cut
let cuts = 0
const line = createServer((client: Socket) => {
  const server = connect(Number(new URL(url).port), '127.0.0.1')
  const hangUp = () => {
    cuts++
    client.destroy()
    server.destroy()
  }
  let committing = false
  client.on('data', (bytes) => {
    if (cut && bytes.includes('COMMIT')) {
      if (cut === 'before COMMIT arrives') return hangUp()
      committing = true
    }
    server.write(bytes)
  })
  // The answer to COMMIT never arrives, but that it is there means that it was done.
  server.on('data', (bytes) => (committing && bytes.includes('COMMIT') ? hangUp() : client.write(bytes)))
  for (const [socket, other] of [
    [client, server],
    [server, client],
  ] as const)
    socket.on('error', () => undefined).on('close', () => other.destroy())
})
await new Promise<void>((done) => line.listen(0, '127.0.0.1', done))
const through = new URL(url)
through.port = String((line.address() as AddressInfo).port)
const database = openDatabase({ url: through.href, poolSize: 4 })

const session: Session = {
  orgId,
  uid: newId(),
  userName: '测试',
  client: 'app',
  admin: false,
  roleCodes: [],
  codes: new Set(),
  departmentIds: [],
  locations: [],
  managedLocations: [],
  departments: [],
  categories: [],
  headsDepartment: false,
  hiddenFields: new Set(),
  rights: rightsTogether([]),
  mustReplacePassword: false,
  licensedUntil: Infinity,
  subjectsOnly: false,
  tokenHash: 'h',
}
const make = operation({
  name: 'make',
  path: '/make',
  title: '',
  access: 'signed-in',
  input: v.strictObject({ code: v.string() }),
  output: v.any(),
})
const app: App = { settings: readSettings({}), database, ...keepingIn('/nonexistent'), log: openLog('silent') }
const http = await createHttp({
  app,
  handlers: [
    handle(make, async ({ tx }, { code }) => {
      const id = newId()
      await tx.query("insert into location (org_id, id, loc_code, loc_name) values ($1, $2, $3, 'x')", [orgId, id, `${code}-${id}`])
      return id
    }),
  ],
  findSession: async () => session,
  signInClients: {},
  checkOutput: true,
})
after(async () => {
  await http.close()
  await database.close()
  line.close()
})

const send = (code: string, commandId: string) =>
  http.inject({ method: 'POST', url: '/make', payload: { code }, headers: { authorization: 'Bearer x', 'x-command-id': commandId } })

for (const when of ['before COMMIT arrives', 'after COMMIT was done'] as const)
  test(`a line that is cut ${when}: the caller is told to try again, and trying again makes exactly one`, async () => {
    const before = cuts
    for (let round = 0; round < 15; round++) {
      const code = `${when}-${round}`
      const commandId = crypto.randomUUID()
      cut = when
      const failed = await send(code, commandId)
      assert.equal(failed.statusCode, 503, failed.body)
      assert.equal(failed.headers['retry-after'], '1')
      cut = undefined
      const [first, second] = [await send(code, commandId), await send(code, commandId)]
      assert.equal(first.json().code, 0, first.body)
      assert.equal(second.json().result, first.json().result)
      const made = await direct.reading(orgId, (tx) =>
        tx.query<{ id: string }>("select id from location where org_id = $1 and loc_code like $2 || '-%'", [orgId, code]),
      )
      assert.deepEqual(made, [{ id: first.json().result }])
    }
    assert.equal(cuts - before, 15, 'every round met the cut')
    assert.equal(database.state().waiting, 0)
  })
