import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { pino } from 'pino'
import { newId, type Id } from '../../kernel/id.ts'
import type { RoleWord } from '../../domain/access/roles.ts'
import { type NewOrder, ownOrder } from '../../domain/licence/offers.ts'
import { hashPassword } from '../access/passwords.ts'
import { createOrganisation, createPerson, type NewPerson } from '../access/people.ts'
import { findSession, openSession } from '../access/sessions.ts'
import type { App, Handler, Session } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { testDatabase } from '../db/testing.ts'
import { openSpool } from '../storage/spool.ts'
import { folderStorage } from '../storage/storage.ts'
import { noMap } from '../maps/source.ts'
import { noBackupWork } from '../backups/backupWork.ts'
import { openHeavy } from '../heavy/heavy.ts'
import { realRobots } from '../robots/robotCalls.ts'
import { createHttp } from '../http.ts'
import { readSettings } from '../settings.ts'
import { readTwins } from './twin.ts'

export type Ask = {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly token?: string | undefined
  readonly ip?: string
}
/** `json` is whatever was answered; the test says what it expects there. */
export type Answered = {
  readonly status: number
  readonly text: string
  readonly bytes: Buffer
  readonly json: ReturnType<typeof JSON.parse>
}

export type TestApp = {
  readonly app: App
  readonly database: Database
  /** The owner's address of the database. */
  readonly url: string
  /** One request through the whole server, as it comes from the network. */
  readonly ask: (asked: Ask) => Promise<Answered>
  /** An organisation with its roles, an administrator `admin`, and what it may keep: without a limit unless the test says otherwise. */
  readonly newCompany: (name?: string, orders?: readonly NewOrder[]) => Promise<Company>
  /** Makes companies that have what one has at this moment, at a small part of what it cost to come to it. */
  readonly readTwins: (company: Company) => Promise<() => Promise<Company>>
  /** The messages of everything that was logged. */
  readonly logged: readonly string[]
}
export type Company = {
  readonly orgId: Id
  readonly admin: Id
  readonly hire: (username: string, roles?: readonly RoleWord[], more?: Partial<NewPerson>) => Promise<Id>
  /** A token of a person who has signed in. */
  readonly tokenOf: (uid: Id) => Promise<string>
}

/** The password of everyone who `hire` made. */
export const testPassword = 'Demo2026'

/** Made once for the files that share this process, as it is slow on purpose. */
let hashOfTestPassword: Promise<string> | undefined

/** The server on a database of its own, with answers held against their declaration. Closed when the tests of the file are done. */
export const testApp = async (handlers: readonly Handler[], options?: Parameters<typeof testDatabase>[0]): Promise<TestApp> => {
  const { database, url } = await testDatabase(options)
  const logged: string[] = []
  const log = pino({ level: 'info', serializers: { error: pino.stdSerializers.err } }, { write: (line: string) => void logged.push(line) })
  const dir = mkdtempSync(join(tmpdir(), 'zaice-test-files-'))
  after(() => rmSync(dir, { recursive: true, force: true }))
  const app: App = { settings: readSettings({ DATA_DIR: dir }), database, ...keepingIn(dir), log }
  const passwordHash = await (hashOfTestPassword ??= hashPassword(testPassword))

  return {
    app,
    database,
    url,
    logged,
    ask: await openDoor(app, handlers),
    newCompany: openCompanies(database, passwordHash),
    readTwins: async ({ orgId, admin }) => {
      const makeTwin = await readTwins(url, orgId)
      return async () => {
        const twin = newId()
        await makeTwin(twin)
        return { orgId: twin, admin, ...staffOf(database, twin, passwordHash) }
      }
    },
  }
}

/** Makes organisations on a database, each with an administrator. */
export const openCompanies =
  (database: Database, passwordHash: string): TestApp['newCompany'] =>
  async (name = '测试公司', orders = [ownOrder('2020-01-01')]) => {
    const orgId = newId()
    await database.inTransaction(orgId, async (tx) => {
      await createOrganisation(tx, { name })
      for (const { purchaseType, periodName, price, assetScope, startDate, endDate } of orders)
        await tx.query(
          `insert into licence_order (org_id, id, purchase_type, start_date, end_date, order_state, period_name, price, asset_scope)
           values ($1, $2, $3, $4, $5, 1, $6, $7, $8)`,
          [orgId, newId(), purchaseType, startDate, endDate, periodName, price, assetScope],
        )
    })
    const staff = staffOf(database, orgId, passwordHash)
    const admin = await staff.hire(`admin-${orgId}`, ['tenant', 'goodsmanager', 'consummanager'])
    return { orgId, admin, ...staff }
  }

const staffOf = (database: Database, orgId: Id, passwordHash: string): Pick<Company, 'hire' | 'tokenOf'> => ({
  hire: (username, roles = [], more = {}) =>
    database.inTransaction(orgId, (tx) => createPerson(tx, { username, userName: username, passwordHash, roles, ...more })),
  tokenOf: (uid) => database.inTransaction(orgId, (tx) => openSession(tx, { uid, client: 'app', platform: 'test' })),
})

/** What keeps files, and works on them, a map without tiles, and no workplace chat, for the tests of a file. */
export const keepingIn = (
  dir: string,
): Pick<App, 'storage' | 'spool' | 'backups' | 'heavy' | 'map' | 'workplaces' | 'robots' | 'address' | 'textsOf'> => {
  const heavy = openHeavy({ atOnce: 2, megabytes: 1024 })
  after(heavy.stop)
  return {
    storage: folderStorage(dir),
    spool: openSpool(join(dir, 'incoming')),
    backups: noBackupWork,
    heavy,
    map: noMap,
    workplaces: new Map(),
    robots: realRobots,
    address: () => 'http://zaice.test',
    textsOf: async () => [],
  }
}

/** Opens another door to the same house: `findSession` may know other people than the session table does. */
export const openDoor = async (
  app: App,
  handlers: readonly Handler[],
  find: (token: string) => Promise<Session | undefined> = (token) => findSession(app.database, token),
): Promise<TestApp['ask']> => {
  const server = await createHttp({ app, handlers, findSession: find, signInClients: { app: 'app', pc: 'pc' }, checkOutput: true })
  after(() => server.close())
  return async ({ method = 'POST', path, body, headers = {}, token, ip }) => {
    const answer = await server.inject({
      method,
      url: path,
      headers: { ...(token !== undefined && { authorization: `bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
      ...(ip !== undefined && { remoteAddress: ip }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, text: answer.body, bytes: answer.rawPayload, json: isJson ? answer.json() : {} }
  }
}

/** A database on which every transaction ends as if it had never been: the next one finds everything as it was. */
export const dryRun = (database: Database): Database => ({
  ...database,
  inTransaction: async (orgId, run, limits) => {
    let result: Awaited<ReturnType<typeof run>> | undefined
    try {
      await database.inTransaction(
        orgId,
        async (tx) => {
          result = await run(tx)
          throw new TakenBack()
        },
        limits,
      )
    } catch (thrown) {
      if (!(thrown instanceof TakenBack)) throw thrown
    }
    return result!
  },
})

class TakenBack extends Error {}
