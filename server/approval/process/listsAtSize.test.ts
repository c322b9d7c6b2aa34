import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pg from 'pg'
import type { Id } from '../../../kernel/id.ts'
import type { Page } from '../../../domain/operations/define.ts'
import type { Tx } from '../../db/tx.ts'
import { withQuery, testDatabase } from '../../db/testing.ts'
import { listCopies, listProcesses, listTasks } from './lists.ts'
import { askForPaper, foundOffice, type Office, stock } from '../testing/office.ts'

const { database, newOrganisation, url } = await testDatabase({ poolSize: 4 })

const rows = 3000
/** Blocks that a page of 20 may touch: a few for each row and for what is shown of it, none for the rows that it does not show. */
const blocksAtMost = 1500

type Row = { readonly id: Id }
type Part = { readonly page?: number; readonly after?: string; readonly likeQuery?: string; readonly flowKey?: string }
type List = (tx: Tx, uid: Id, part: Part) => Promise<Page<Row>>
const lists: Readonly<Record<string, List>> = {
  todo: (tx, uid, part) => listTasks(tx, { uid, done: false, pageSize: 20, ...part }),
  done: (tx, uid, part) => listTasks(tx, { uid, done: true, pageSize: 20, ...part }),
  started: (tx, initiatorUid, part) => listProcesses(tx, { initiatorUid, pageSize: 20, ...part }),
  'started and running': (tx, initiatorUid, part) => listProcesses(tx, { initiatorUid, status: 'running', pageSize: 20, ...part }),
  copied: (tx, uid, part) => listCopies(tx, { uid, pageSize: 20, ...part }),
  unread: (tx, uid, part) => listCopies(tx, { uid, read: false, pageSize: 20, ...part }),
}

suite('lists of somebody with very many rows', () => {
  test('a page touches what it shows, planned for its values or for any, and follows the page before it', async () => {
    const office = await foundOffice(database, await newOrganisation())
    await stock(database, office, '10')
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    try {
      await owner.query("select set_config('app.org', $1, false)", [office.orgId])
      await fill(owner, office, (await askForPaper(database, office, '1')).processId!)
      for (const [name, list] of Object.entries(lists)) {
        const asked = (part: Part) => database.reading(office.orgId, (tx) => list(tx, office.boss, part))
        const idsOf = async (part: Part) => (await asked(part)).list.map(({ id }) => id)
        const first = await asked({})
        assert.ok(first.totalCount >= rows, `${name}: ${first.totalCount}`)
        const second = await idsOf({ page: 2 })
        assert.equal(new Set([...second, ...first.list.map(({ id }) => id)]).size, 40, name)
        assert.deepEqual(await idsOf({ after: first.next! }), second, name)
        assert.deepEqual(await idsOf({ page: 2, flowKey: 'csoutstock' }), second, name)
        const worded = await asked({ page: 2, likeQuery: '复印' })
        assert.deepEqual([worded.list.map(({ id }) => id), worded.totalCount, worded.more], [second, 1000, true], name)
        const none = await asked({ likeQuery: '复印乙' })
        assert.deepEqual([none.list, none.totalCount, none.more], [[], 0, undefined], name)

        for (const part of [{}, { page: 100 }, { after: first.next! }, { flowKey: 'csoutstock' }, { likeQuery: '复印' }])
          for (const { mode, blocks } of await blocksOf(owner, office, (tx) => list(tx, office.boss, part)))
            assert.ok(blocks <= blocksAtMost, `${name} ${JSON.stringify(part)}: ${blocks} blocks, ${mode}`)
      }
    } finally {
      for (const table of ['wf_cc', 'wf_task', 'wf_instance_search'])
        await owner.query(`delete from ${table} where org_id = $1 and instance_id < 100000`, [office.orgId])
      await owner.query('delete from wf_instance where org_id = $1 and id < 100000', [office.orgId])
      await owner.end()
    }
  })
})

/** A process copied many times, each with a task that the head has to do, one that he has done and a copy for him. What grew is analysed, as it soon is; the small tables beside are not. */
const fill = async (owner: pg.Client, office: Office, sample: Id): Promise<void> => {
  await owner.query(
    `insert into wf_instance (org_id, id, flow_key, version, status, initiator_uid, title, summary, form_rev, rev, state, created_at, updated_at, search, number)
     select org_id, n, flow_key, version, status, $2, title, summary, form_rev, rev, state, created_at - n * interval '1 second', updated_at, search, 'T' || n
     from wf_instance, generate_series(1, $4::int) n where org_id = $1 and id = $3`,
    [office.orgId, office.boss, sample, rows],
  )
  await owner.query(
    `insert into wf_instance_search (org_id, instance_id, grams)
     select org_id, n, grams from wf_instance_search, generate_series(1, $3::int) n where org_id = $1 and instance_id = $2`,
    [office.orgId, sample, rows],
  )
  await owner.query(
    `insert into wf_task (org_id, id, instance_id, step_id, node_id, node_name, kind, assignee_uid, status, opened_at, decided_at, flow_key, title, initiator_uid)
     select t.org_id, n * 10 + s, n, t.step_id, t.node_id, t.node_name, t.kind, $2, s, t.opened_at - n * interval '1 second',
            case s when 2 then t.opened_at - n * interval '1 second' end, t.flow_key, t.title, $2
     from wf_task t, generate_series(1, $4::int) n, generate_series(1, 2) s where t.org_id = $1 and t.instance_id = $3 and t.status = 1`,
    [office.orgId, office.boss, sample, rows],
  )
  await owner.query(
    'insert into wf_cc (org_id, id, instance_id, uid, created_at) select $1, n, n, $2, now() from generate_series(1, $3::int) n',
    [office.orgId, office.boss, rows],
  )
  await owner.query('analyze wf_instance, wf_instance_search, wf_task, wf_cc')
}

/** Blocks that the pages among the statements of `work` touch, planned for their values and planned for any. */
const blocksOf = async (
  owner: pg.Client,
  { orgId }: Office,
  work: (tx: Tx) => Promise<unknown>,
): Promise<{ readonly mode: string; readonly blocks: number }[]> => {
  const statements: { readonly text: string; readonly values: readonly unknown[] }[] = []
  await database.reading(orgId, (tx) => {
    const noting: Tx['query'] = (text, values = []) => {
      statements.push({ text, values })
      return tx.query(text, values)
    }
    return work(withQuery(tx, noting))
  })
  const found: { mode: string; blocks: number }[] = []
  for (const { text, values } of statements.filter((one) => / desc limit (20|\$\d+ offset)/.test(one.text))) {
    await owner.query('begin; set local role zaice_app')
    await owner.query(`prepare page as ${text}`)
    const given = values.map((value) =>
      value === null
        ? 'null'
        : Array.isArray(value)
          ? `array[${value.map((one) => owner.escapeLiteral(String(one))).join()}]::text[]`
          : owner.escapeLiteral(String(value)),
    )
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await owner.query(`set local plan_cache_mode = ${mode}`)
      const { rows: plans } = await owner.query(`explain (analyze, buffers, format json) execute page(${given.join()})`)
      const { Plan: plan } = plans[0]['QUERY PLAN'][0]
      found.push({ mode, blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] })
    }
    await owner.query('deallocate page')
    await owner.query('rollback')
  }
  assert.ok(found.length > 0)
  return found
}
