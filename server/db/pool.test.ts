import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { newId } from '../../kernel/id.ts'
import { RefusalError, refuse } from '../../kernel/refusal.ts'
import { NotCommitted } from './pool.ts'
import { testDatabase } from './testing.ts'
import { HttpError } from '../httpError.ts'
import type { PlanMode, Tx } from './tx.ts'

const { database, newOrganisation, url } = await testDatabase({ poolSize: 3 })

const addLocation = "insert into location (org_id, id, loc_code, loc_name) values (current_org(), $1::bigint, $1::bigint::text, '仓库')"

const countLocations = async (orgId: string): Promise<number> => {
  const [row] = await database.reading(orgId, (tx) =>
    tx.query<{ n: string }>('select count(*) as n from location where org_id = $1', [orgId]),
  )
  return Number(row!.n)
}

test('a transaction is written as a whole and read back', async () => {
  const orgId = await newOrganisation()
  await database.inTransaction(orgId, async (tx) => {
    await Promise.all([tx.query(addLocation, [newId()]), tx.query(addLocation, [newId()])])
  })
  assert.equal(await countLocations(orgId), 2)
})

test('whatever is thrown inside takes everything back and arrives outside', async () => {
  const orgId = await newOrganisation()
  const thrown = new Error('no')
  await assert.rejects(
    database.inTransaction(orgId, async (tx) => {
      await tx.query(addLocation, [newId()])
      throw thrown
    }),
    (error) => error === thrown,
  )
  assert.equal(await countLocations(orgId), 0)
})

test('what failed first is what is told, also where a statement follows twice that the connection does not know yet', async () => {
  const orgId = await newOrganisation()
  const twice = `select 'a statement of ${orgId}'`
  await assert.rejects(
    database.inTransaction(orgId, async (tx) => {
      const failing = tx.query('select 1 / 0')
      failing.catch(() => undefined)
      await Promise.all([tx.query(twice), tx.query(twice)])
      await failing
    }),
    { code: '22012' },
  )
})

test('a swallowed statement error is not taken for a committed transaction', async () => {
  const orgId = await newOrganisation()
  await assert.rejects(
    database.inTransaction(orgId, async (tx) => {
      await tx.query(addLocation, [newId()])
      await tx.query('select 1 / 0').catch(() => undefined)
    }),
    NotCommitted,
  )
  assert.equal(await countLocations(orgId), 0)
})

test('of a part that is refused nothing is left, and nothing that it said for the end; the rest is written', async () => {
  const orgId = await newOrganisation()
  const written: string[][] = []
  const write = (tx: Tx, ids: readonly string[]) => {
    written.push([...ids])
    return Promise.all(ids.map((id) => tx.query(addLocation, [id])))
  }
  const said = async (tx: Tx): Promise<string> => {
    const id = newId()
    await Promise.all([tx.query(addLocation, [newId()]), tx.atCommit(write, id)])
    return id
  }
  const kept = await database.inTransaction(orgId, async (tx) => {
    const before = await said(tx)
    const inner: string[] = []
    const no = await tx.attempt(async () => {
      await said(tx)
      await tx.attempt(() => said(tx))
      refuse('no', '不行')
    })
    const yes = await tx.attempt(async () => {
      inner.push(await said(tx))
      const deeper = await tx.attempt(async () => {
        await said(tx)
        refuse('no-deeper', '不行')
      })
      assert.equal(deeper instanceof RefusalError && deeper.refusal.reason, 'no-deeper')
      return 'done'
    })
    assert.equal(no instanceof RefusalError && no.refusal.reason, 'no')
    assert.equal(yes, 'done')
    assert.equal(written.length, 0)
    return [before, ...inner]
  })
  assert.deepEqual(written, [kept])
  assert.equal(await countLocations(orgId), 4)
})

test('what is said for the end and fails there takes everything back; outside a transaction it is written at once', async () => {
  const orgId = await newOrganisation()
  const failing = (tx: Tx) => tx.query('select 1 / 0')
  await assert.rejects(
    database.inTransaction(orgId, async (tx) => {
      await tx.query(addLocation, [newId()])
      await tx.atCommit(failing, 'once')
    }),
    { code: '22012' },
  )
  assert.equal(await countLocations(orgId), 0)
  await database.reading(orgId, (tx) => tx.atCommit((own, ids: readonly string[]) => own.query(addLocation, [ids[0]]), newId()))
  assert.equal(await countLocations(orgId), 1)
})

test('an error that is no refusal goes through a part and takes everything back', async () => {
  const orgId = await newOrganisation()
  const thrown = new Error('no')
  await assert.rejects(
    database.inTransaction(orgId, async (tx) => {
      await tx.query(addLocation, [newId()])
      await tx.attempt(() => Promise.reject(thrown))
    }),
    (error) => error === thrown,
  )
  assert.equal(await countLocations(orgId), 0)
})

test('a deadlock is run again and both transactions take effect once', async () => {
  const orgId = await newOrganisation()
  const ids = [newId(), newId()]
  await database.inTransaction(orgId, async (tx) => {
    for (const id of ids) await tx.query(addLocation, [id])
  })
  let runs = 0
  let together = 0
  let open = (): void => undefined
  const bothLocked = new Promise<void>((done) => (open = done))
  const crossing = (order: string[]) =>
    database.inTransaction(orgId, async (tx) => {
      const first = ++runs <= 2
      await tx.query('update location set version = version + 1 where org_id = $1 and id = $2', [orgId, order[0]])
      if (first && ++together === 2) open()
      if (first) await bothLocked
      await tx.query('update location set version = version + 1 where org_id = $1 and id = $2', [orgId, order[1]])
    })
  await Promise.all([crossing(ids), crossing(ids.toReversed())])
  assert.ok(runs > 2, 'one of the two met a deadlock')
  const rows = await database.reading(orgId, (tx) => tx.query('select version from location where org_id = $1', [orgId]))
  assert.deepEqual(rows, [{ version: 3 }, { version: 3 }])
})

test('a connection that served one organisation serves the next one only its own rows', async () => {
  const organisations = await Promise.all(Array.from({ length: 6 }, () => newOrganisation()))
  for (const orgId of organisations) await database.inTransaction(orgId, (tx) => tx.query(addLocation, [orgId]))
  const seen = await Promise.all(
    Array.from({ length: 60 }, (_, at) => {
      const orgId = organisations[at % organisations.length]!
      // Without a predicate on purpose: row-level security alone must hold.
      return database.reading(orgId, async (tx) => [orgId, await tx.query('select org_id from location')])
    }),
  )
  for (const [orgId, rows] of seen) assert.deepEqual(rows, [{ org_id: orgId }])
})

test('a row of another organisation cannot be written', async () => {
  const [mine, theirs] = [await newOrganisation(), await newOrganisation()]
  await assert.rejects(
    database.inTransaction(mine, (tx) =>
      tx.query("insert into location (org_id, id, loc_code, loc_name) values ($1, 1, 'x', 'x')", [theirs]),
    ),
    /row-level security/,
  )
})

test('without an organisation every table is an error and only the named functions answer', async () => {
  const orgId = await newOrganisation()
  await database.reading(orgId, (tx) => tx.query('select 1'))
  await assert.rejects(database.gate('select * from location'), /app\.org|bigint/)
  const rows = await database.gate<{ org_id: string }>('select * from gate_organisations()')
  assert.ok(rows.some((row) => row.org_id === orgId))
})

const notOrganisations = ['', '0', '-1', '1; drop table x', 'null', '99999999999999999999']
for (const orgId of notOrganisations)
  test(`${JSON.stringify(orgId)} is refused as an organisation before anything is sent`, async () => {
    await assert.rejects(
      database.reading(orgId, (tx) => tx.query('select 1')),
      /Not an organisation/,
    )
  })

test('a statement after the end of its request is an error, not a statement of the next request', async () => {
  const orgId = await newOrganisation()
  const kept = await database.reading(orgId, async (tx) => tx)
  await assert.rejects(kept.query('select 1'), /after its request/)
})

test('a killed connection fails its request, and the next request gets a new one', async () => {
  const orgId = await newOrganisation()
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await assert.rejects(
    database.inTransaction(orgId, async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
      await tx.query(addLocation, [newId()])
      // The owner is a member of the run-time role, so it may end its sessions.
      await owner.query('set role zaice_app')
      await owner.query('select pg_terminate_backend($1)', [row!.pid])
      await tx.query('select 1')
    }),
  )
  await owner.end()
  assert.equal(await countLocations(orgId), 0)
})

test('limits of one call end with it', async () => {
  const orgId = await newOrganisation()
  const limit = (limits?: { statementSeconds: number }) =>
    database.inTransaction(orgId, async (tx) => (await tx.query("select current_setting('statement_timeout') as t"))[0]!.t, limits)
  assert.equal(await limit({ statementSeconds: 60 }), '1min')
  assert.equal(await limit(), '5s')
})

test('a question of somebody’s own that takes too long is told so', async () => {
  const orgId = await newOrganisation()
  const asked = (planned?: PlanMode) =>
    database.inTransaction(orgId, (tx) => tx.query('select pg_sleep(60)', [], planned), { statementSeconds: 0.01 })
  await assert.rejects(asked('anew'), (error) => error instanceof HttpError && error.refusal.reason === 'server.slow')
  await assert.rejects(asked(), { code: '57014' })
})

test('more requests than connections wait for their turn', async () => {
  const orgId = await newOrganisation()
  await Promise.all(Array.from({ length: 40 }, () => database.inTransaction(orgId, (tx) => tx.query(addLocation, [newId()]))))
  assert.equal(await countLocations(orgId), 40)
  assert.ok(database.state().open <= 3)
  assert.equal(database.state().waiting, 0)
})

test('a plain client is bound to the organisation as well', async () => {
  const [mine, theirs] = [await newOrganisation(), await newOrganisation()]
  await database.inTransaction(theirs, (tx) => tx.query(addLocation, [newId()]))
  const seen = await database.withPlainClient(mine, async (client) => (await client.query('select * from location')).rows)
  assert.deepEqual(seen, [])
})

test('one organisation leaves connections to the others, and those who wait take turns', async () => {
  const { database: pool, newOrganisation } = await testDatabase({ poolSize: 8 })
  const [greedy, modest] = [await newOrganisation(), await newOrganisation()]
  let open = (): void => undefined
  const mayEnd = new Promise<void>((done) => (open = done))
  let begun = 0
  let holding: Promise<void>[] = []
  const sixHold = new Promise<void>((done) => {
    const hold = async (tx: Tx) => {
      await tx.query('select 1')
      if (++begun === 6) done()
      await mayEnd
    }
    holding = Array.from({ length: 30 }, () => pool.inTransaction(greedy, hold))
  })
  try {
    await sixHold
    // Three at once: two of them find the quarter that is left, the third one waits for these and not for the thirty.
    await Promise.all([1, 2, 3].map(() => pool.reading(modest, (tx) => tx.query('select 1'))))
    assert.deepEqual(pool.state(), { open: 8, idle: 2, waiting: 24 })
  } finally {
    open()
    await Promise.all(holding)
  }
})

test('asked severally, nothing is held between statements', async () => {
  const { database: pool, newOrganisation } = await testDatabase({ poolSize: 1 })
  const [mine, theirs] = [await newOrganisation(), await newOrganisation()]
  const asking = pool.severally(mine)
  await asking.query('select 1')
  assert.deepEqual(await pool.reading(theirs, (tx) => tx.query('select current_org() as id')), [{ id: theirs }])
  assert.deepEqual(await asking.query('select current_org() as id'), [{ id: mine }])
})

test('a unique value that another stored between check and write is found by another run; one that stays is told', async () => {
  const orgId = await newOrganisation()
  const insertCode = (tx: Tx, code: string) =>
    tx.query("insert into location (org_id, id, loc_code, loc_name) values (current_org(), $1, $2, '仓库')", [newId(), code])
  let runs = 0
  const done = await database.inTransaction(orgId, async (tx) => {
    runs++
    const taken = await tx.query('select from location where org_id = $1 and loc_code = $2', [orgId, 'K1'])
    if (taken.length > 0) return 'taken'
    // Another one comes between.
    await database.inTransaction(orgId, (other) => insertCode(other, 'K1'))
    await insertCode(tx, 'K1')
    return 'stored'
  })
  assert.deepEqual([done, runs, await countLocations(orgId)], ['taken', 2, 1])
  runs = 0
  await assert.rejects(
    database.inTransaction(orgId, async (tx) => {
      runs++
      await insertCode(tx, 'K1')
    }),
    { code: '23505' },
  )
  assert.equal(runs, 2)
})

test('a lock that does not come free in time is waited for once more', async () => {
  const orgId = await newOrganisation()
  const id = newId()
  await database.inTransaction(orgId, (tx) => tx.query(addLocation, [id]))
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  const lockIt = 'select from location where org_id = $1 and id = $2 for update'
  try {
    await holder.query('begin')
    await holder.query("select set_config('app.org', $1, true)", [orgId])
    assert.equal((await holder.query(lockIt, [orgId, id])).rowCount, 1)
    let runs = 0
    const rows = await database.inTransaction(
      orgId,
      async (tx) => {
        if (++runs === 2) await holder.query('commit')
        return tx.query(lockIt, [orgId, id])
      },
      { lockSeconds: 0.05 },
    )
    assert.deepEqual([rows.length, runs], [1, 2])
  } finally {
    await holder.end()
  }
})

test('what is still under way when a transaction is taken back writes nothing afterwards', async () => {
  const orgId = await newOrganisation()
  const addOneByOne = async (tx: Tx): Promise<void> => {
    for (let n = 0; n < 5; n++) await tx.query(addLocation, [newId()])
  }
  let leftBehind: Promise<void> | undefined
  await assert.rejects(
    database.inTransaction(orgId, async (tx) => {
      leftBehind = addOneByOne(tx)
      await Promise.all([leftBehind, tx.query('select 1').then(() => refuse('no', '不行'))])
    }),
    RefusalError,
  )
  await assert.rejects(async () => leftBehind, /came after its request was answered/)
  assert.equal(await countLocations(orgId), 0)
})

test('what is still under way when an attempt is taken back writes nothing afterwards, the rest of the transaction does', async () => {
  const orgId = await newOrganisation()
  const announced: string[] = []
  const write = async (_: Tx, items: readonly string[]) => announced.push(...items)
  const leftBehind: Promise<unknown>[] = []
  await database.inTransaction(orgId, async (tx) => {
    const addOneByOne = async (): Promise<void> => {
      for (let n = 0; n < 5; n++) await tx.query(addLocation, [newId()])
      await tx.atCommit(write, 'left behind')
    }
    const outcome = await tx.attempt(async () => {
      const within = tx.attempt(addOneByOne)
      leftBehind.push(within, addOneByOne())
      await Promise.all([...leftBehind, tx.query('select 1').then(() => refuse('no', '不行'))])
    })
    assert.ok(outcome instanceof RefusalError)
    await tx.query(addLocation, [newId()])
    await tx.query('select pg_sleep(0.05)')
    await tx.atCommit(write, 'afterwards')
  })
  for (const promise of leftBehind) await assert.rejects(async () => promise, /came after its attempt was taken back/)
  assert.deepEqual(announced, ['afterwards'])
  assert.equal(await countLocations(orgId), 1)
})
