import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { dayAt } from '../../kernel/day.ts'
import { newId, type Id } from '../../kernel/id.ts'
import { ownOrder } from '../../domain/licence/offers.ts'
import { auditDatabase } from '../audit/audit.ts'
import { addOrder } from '../licence/licence.ts'
import { machinesOf } from './citus/testCluster.ts'
import { startEmbedded } from './embedded.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openDatabase, type Database } from './pool.ts'
import { poolModes, startPgBouncer } from './pooler/testPooler.ts'
import type { Tx } from './tx.ts'

export type TestDatabase = {
  /** The owner's address, for what the run-time role may not do. */
  readonly url: string
  readonly database: Database
  /** A fresh organisation with a licence: tests share the database and never see each other. */
  readonly newOrganisation: (name?: string) => Promise<Id>
  /** What stands on the database closes first, so that nothing writes while it is audited; the last one named, first. */
  readonly closeFirst: (close: () => Promise<unknown>) => void
}

/**
 * A migrated database for the tests of one file, gone when they are done. `npm test` has one cluster for all files and names it in
 * ZAICE_TEST_DATABASE; a file run alone starts its own. At the end everything in it must add up; `breaks` names the checks of the audit
 * that the file fails on purpose, because it writes rows past the books. `template`: another database than the empty one to begin with.
 * `isAlone`: on a cluster of its own, where what is tested waits for every transaction that is open anywhere in it.
 */
export const testDatabase = async ({
  poolSize = 8,
  breaks = [],
  template: given,
  isAlone = false,
}: {
  poolSize?: number
  breaks?: readonly string[] | 'everything'
  template?: string | undefined
  isAlone?: boolean
} = {}): Promise<TestDatabase> => {
  const sharedUrl = isAlone ? undefined : process.env.ZAICE_TEST_DATABASE
  const template = given ?? sharedUrl ?? (await (ownTemplate ??= startOwn()))
  const name = `test_${randomBytes(8).toString('hex')}`
  const url = await copyDatabase(template, name)
  const pooler = poolModeOfSuite && (await startPgBouncer(url, poolModeOfSuite))
  const database = openDatabase({ url: pooler?.url ?? url, directUrl: url, poolSize })
  const closings: (() => Promise<unknown>)[] = []
  const end = async () => {
    open.delete(end)
    await database.close()
    await pooler?.stop()
    for (const machine of await machinesOf(template)) await asOwner(machine, (client) => client.query(`drop database ${name} with (force)`))
  }
  open.add(end)
  after(async () => {
    try {
      for (const close of closings.toReversed()) await close()
      if (breaks !== 'everything') await gatherStatistics(url)
      const faults =
        breaks === 'everything' ? [] : (await auditDatabase(database)).filter(({ check, count }) => count > 0 && !breaks.includes(check))
      assert.deepEqual(faults, [], 'everything in the database adds up')
    } catch (fault) {
      // The runner calls no hook after one that failed, and what stays open would keep the process from ending.
      for (const endDatabase of open) await endDatabase()
      throw fault
    }
    await end()
  })
  return {
    url,
    database,
    closeFirst: (close) => closings.push(close),
    newOrganisation: async (organisationName = '测试公司') => {
      const orgId = newId()
      await database.inTransaction(orgId, async (tx) => {
        await tx.query('insert into organisation (org_id, name) values ($1, $2)', [orgId, organisationName])
        await addOrder(tx, ownOrder(dayAt(Date.now())), '测试')
      })
      return orgId
    },
  }
}

/** The whole suite goes through PgBouncer where ZAICE_TEST_POOL_MODE says so. */
const poolModeOfSuite = poolModes.find((mode) => mode === process.env.ZAICE_TEST_POOL_MODE)

/** How the databases of the files that share this process end. */
const open = new Set<() => Promise<void>>()

/** The cluster of a process that was started without one, or where a test has to be alone. */
let ownTemplate: Promise<string> | undefined

const startOwn = async (): Promise<string> => {
  const dir = mkdtempSync(join(tmpdir(), 'zaice-test-'))
  const cluster = await startEmbedded({ dir, durable: false, maxConnections: 200 })
  // When nothing is left to do, the tests of every file in this process are done.
  process.once('beforeExit', async () => {
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  })
  await migrate(cluster.url, readMigrations(join(import.meta.dirname, 'migrations')))
  return cluster.url
}

/** Copies a database that no one is connected to, on every machine of its cluster; the address of the copy. */
export const copyDatabase = async (template: string, name: string): Promise<string> => {
  for (const machine of await machinesOf(template)) await copyOn(machine, name, new URL(template).username)
  return template.replace(/\/[^/]*$/, `/${name}`)
}

const copyOn = (template: string, name: string, owner: string): Promise<void> =>
  asOwner(template, async (client) => {
    const source = pg.escapeIdentifier(new URL(template).pathname.slice(1))
    for (let tries = 1; ; tries++) {
      try {
        await client.query(`create database ${name} template ${source} owner ${pg.escapeIdentifier(owner)} strategy file_copy`)
        return
      } catch (error) {
        // Another file is copying the same template at this moment.
        if (!(error instanceof pg.DatabaseError && error.code === '55006') || tries === 50) throw error
        await sleep(100)
      }
    }
  })

/**
 * Counts what large tables hold, as in a database in use: nothing does so here by itself, and what goes through all of it, such as the
 * audit, would go through whole tables for each row.
 */
export const gatherStatistics = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > $1",
      [largeBytes],
    )
    if (rows.length > 0) await client.query(`analyze ${rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`)
  } finally {
    await client.end()
  }
}

const largeBytes = 100_000

/** The same transaction, whose statements go through `query`. */
export const withQuery = (tx: Tx, query: Tx['query']): Tx => ({
  orgId: tx.orgId,
  now: tx.now,
  memory: tx.memory,
  query,
  attempt: (run) => tx.attempt(run),
  atCommit: (write, item) => tx.atCommit(write, item),
})

const asOwner = async <R>(template: string, run: (client: pg.Client) => Promise<R>): Promise<R> => {
  const client = new pg.Client({ connectionString: template.replace(/\/[^/]*$/, '/postgres') })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
