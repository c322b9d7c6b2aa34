import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pg from 'pg'
import pino from 'pino'
import { newId } from '../../../kernel/id.ts'
import { testDatabase } from '../../db/testing.ts'
import type { ProcessFilter } from '../process/processFilters.ts'
import { listCopies, listProcesses, listTasks } from '../process/lists.ts'
import { searchWorker } from './search.ts'
import { act, askForPaper, foundOffice, type Office, stock } from '../testing/office.ts'

const { database, newOrganisation, url } = await testDatabase({ poolSize: 4 })

const opened = async (): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '10')
  return office
}

const found = (office: Office, likeQuery: string, more: Partial<ProcessFilter> = {}) =>
  database.reading(office.orgId, async (tx) => {
    const { list, totalCount } = await listProcesses(tx, { initiatorUid: undefined, likeQuery, ...more })
    assert.equal(totalCount, list.length)
    return list.map(({ id }) => id)
  })

suite('the search of applications', () => {
  test('finds by title, summary, applicant and document code, in Chinese, sounds and initials', async () => {
    const office = await opened()
    const asked = (await askForPaper(database, office, '1')).processId!
    const other = (await askForPaper(database, office, '2', { uid: office.second })).processId!
    const [{ code } = { code: '' }] = await database.reading(office.orgId, (tx) =>
      tx.query<{ code: string }>(
        'select d.code from document d join wf_instance i on i.org_id = d.org_id and i.document_id = d.id where i.org_id = $1 and i.id = $2',
        [office.orgId, asked],
      ),
    )
    const both = [other, asked]
    const table: [string, readonly string[]][] = [
      ['复', both],
      ['复印', both],
      ['fuyinzhi', both],
      ['FYZ', both],
      ['李明', [asked]],
      ['周', [other]],
      ['zhouhong', [other]],
      [code.toLowerCase(), [asked]],
      ['  复印纸 ', both],
      ['打印机', []],
      ['%', []],
    ]
    for (const [keyword, ids] of table) assert.deepEqual(await found(office, keyword), ids, keyword)

    assert.deepEqual(await found(office, 'fyz', { initiatorUid: office.second }), [other])
    assert.deepEqual(await found(office, 'fyz', { status: 'running' }), both)
    assert.deepEqual(await found(office, 'fyz', { status: 'returned' }), [])
    assert.deepEqual(await found(office, 'fyz', { status: 'ended' }), [])
    assert.deepEqual(await found(office, 'fyz', { to: '2020-01-01' }), [])
    assert.deepEqual(await found(office, 'fyz', { from: '2020-01-01', flowKey: 'csoutstock' }), both)
    const pages = await database.reading(office.orgId, async (tx) => {
      const asking = { initiatorUid: undefined, likeQuery: '复印', pageSize: 1 }
      const first = await listProcesses(tx, asking)
      return [first, await listProcesses(tx, { ...asking, after: first.next! }), await listProcesses(tx, { ...asking, page: 2 })]
    })
    assert.deepEqual(
      pages.map(({ list }) => list.map(({ id }) => id)),
      [[other], [asked], [asked]],
    )

    await act(database, office, asked, office.staff, { t: 'copy', users: [office.keeper] })
    const copies = (likeQuery: string) => database.reading(office.orgId, (tx) => listCopies(tx, { uid: office.keeper, likeQuery }))
    const { list, totalCount } = await copies('liming')
    assert.deepEqual([list.map(({ process }) => process.id), totalCount], [[asked], 1])
    assert.deepEqual((await copies('zhouhong')).list, [])

    const work = await database.reading(office.orgId, (tx) => listTasks(tx, { uid: office.boss, done: false, likeQuery: 'zhouh' }))
    assert.deepEqual([work.list.map(({ processId }) => processId), work.totalCount], [[other], 1])

    const stranger = await opened()
    assert.deepEqual(await found(stranger, '复印'), [])
  })

  test('a decision writes nothing of what an application is found by', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '1')
    const stored = () =>
      database.reading(office.orgId, (tx) =>
        tx.query('select s.xmin::text as written, s.grams from wf_instance_search s where s.org_id = $1 and s.instance_id = $2', [
          office.orgId,
          processId,
        ]),
      )
    const before = await stored()
    assert.equal(before.length, 1)
    await act(database, office, processId!, office.boss, { t: 'approve', comment: '同意', attachments: [] })
    assert.deepEqual(await stored(), before)
  })

  test('the index finds what lies behind many others, and a job fills in what had no search text', async () => {
    const office = await opened()
    const asked = (await askForPaper(database, office, '1')).processId!
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    try {
      await owner.query("select set_config('app.org', $1, false)", [office.orgId])
      await owner.query(
        `insert into wf_instance (org_id, id, flow_key, version, status, initiator_uid, title, form_rev, rev, state, created_at, updated_at, number)
         select org_id, $2::bigint + n, flow_key, version, 'approved', $3, '第' || n || '次报销', 1, 1, state, created_at, updated_at, 'SQ' || n
         from wf_instance, generate_series(1, 6000) n where org_id = $1 and id = $4`,
        [office.orgId, newId(), office.second, asked],
      )
      assert.deepEqual(await found(office, '次报销', { pageSize: 10 }), [])
      const job = { orgId: office.orgId, id: '1', kind: searchWorker.kind, key: '', body: {}, attempts: 0 }
      let pieces = 1
      while (await searchWorker.piece(database, job, pino({ enabled: false }))) pieces++
      assert.ok(pieces > 2)
      await owner.query('analyze wf_instance')
      await owner.query('vacuum analyze wf_instance_search')
      await behindMany(office, asked)
    } finally {
      await owner.query(
        "delete from wf_instance_search s using wf_instance i where s.org_id = $1 and i.org_id = $1 and i.id = s.instance_id and i.title like '第%'",
        [office.orgId],
      )
      await owner.query("delete from wf_instance where org_id = $1 and title like '第%'", [office.orgId])
      await owner.end()
    }
  })
})

const behindMany = async (office: Office, asked: string): Promise<void> => {
  assert.equal((await found(office, '第17次')).length, 1)
  const scans = await database.reading(office.orgId, async (tx) => {
    const { list } = await listProcesses(tx, { initiatorUid: undefined, likeQuery: '复印' })
    assert.deepEqual(
      list.map(({ id }) => id),
      [asked],
    )
    const [row] = await tx.query<{ n: number }>(`select pg_stat_get_xact_numscans('wf_instance_search_grams'::regclass)::int as n`)
    return row!.n
  })
  assert.ok(scans > 0)
}
