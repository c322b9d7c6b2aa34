import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Id, newId } from '../kernel/id.ts'
import type { Node } from '../domain/approval/flow/definition.ts'
import { approval } from '../domain/approval/flow/templates/define.ts'
import { type Database, openDatabase } from '../server/db/pool.ts'
import { auditDatabase } from '../server/audit/audit.ts'
import { departmentOf, republish } from './approvals.ts'
import { makeOrganisation, type Place, signedIn, type Somebody } from './data.ts'
import { copyDatabase, dropDatabase, settle } from './databases.ts'
import { type Connection, connection, type Request } from './load.ts'
import { printBar } from './report.ts'
import { dataIn, serve, severally } from './serving.ts'

const racesInAll = Number(process.env['BENCH_RACES'] ?? 10_000)
const lanes = 6

/**
 * Lets people act on one process at the same moment, over HTTP to two server processes on one database, thousands of times; afterwards
 * everyone agrees until it is over. What must not happen: a process that does not end, a document posted twice, a log that does not
 * fold to its state, an answer that contradicts another one. Answers how many bars were missed.
 */
export const measureRaces = async ({ url, dir, say }: { url: string; dir: string; say: (line: string) => void }): Promise<number> => {
  const copy = await copyDatabase(url, 'bench_races')
  const database = openDatabase({ url: copy, poolSize: 8 })
  const field = await makeField(database)
  const servers = [await serve(copy, join(dir, 'races')), await serve(copy, join(dir, 'races'))]
  const results = races.map(() => ({ run: 0, accepted: 0, refused: 0, contradictions: [] as string[] }))
  const stuck: Id[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    // Three connections to each server, so that no one waits for his own.
    const ends = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => connection(servers[n % 2]!.port)))
    for (let n = next++; n < racesInAll; n = next++) {
      const at = n % races.length
      const { processId, answers, contradiction } = await runRace(field, database, ends, races[at]!)
      const result = results[at]!
      result.run++
      for (const { success } of answers) if (success) result.accepted++; else result.refused++ // prettier-ignore
      if (contradiction) result.contradictions.push(`${processId}: ${contradiction} ${JSON.stringify(answers)}`)
      if (!(await finish(field, database, ends, processId))) stuck.push(processId)
      if ((n + 1) % 500 === 0) say(`${n + 1} of ${racesInAll} races`)
    }
    for (const end of ends) end.end()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await Promise.all(servers.map(({ stop }) => stop()))

  console.log('| race | run | accepted | refused | contradictions |')
  console.log('|---|---|---|---|---|')
  for (const [at, { title }] of races.entries()) {
    const { run, accepted, refused, contradictions } = results[at]!
    console.log(
      `| ${title} | ${run} | ${accepted} | ${refused} | ${contradictions.length}${contradictions[0] ? ` ${contradictions[0].slice(0, 300)}` : ''} |`,
    )
  }
  await settle(copy)
  const faults = (await auditDatabase(database)).filter(({ count }) => count > 0)
  for (const { check, count, example } of faults) console.log(`audit: ${check}: ${count}, for instance ${example}`)
  const doubled = await doubledIn(database, field.place)
  await database.close()
  await dropDatabase(copy)
  const bars = [
    printBar(`races over two servers that left a process stuck, of ${racesInAll}`, stuck.length, { atMost: 0 }),
    printBar('documents posted twice or not at all', doubled, { atMost: 0 }),
    printBar('answers that contradict each other', results.reduce((sum, { contradictions }) => sum + contradictions.length, 0), { atMost: 0 }), // prettier-ignore
    printBar('faults that the audit found: logs, states, lists, books', faults.reduce((sum, { count }) => sum + count, 0), { atMost: 0 }), // prettier-ignore
  ]
  return bars.filter((met) => !met).length
}

/** Where races are run: `a`, `b` and `c` decide, `staff` ask, the administrator of the place administers. */
type Field = { readonly place: Place; readonly staff: Somebody; readonly a: Somebody; readonly b: Somebody; readonly c: Somebody }

const makeField = async (database: Database): Promise<Field> => {
  const place = await makeOrganisation(database, 0, 500, () => undefined)
  const { staff } = await departmentOf(place, database)
  const [a, b, c] = await database.inTransaction(place.orgId, (tx) => severally(['a', 'b', 'c'], 1, (name) => signedIn(tx, name, [])))
  const field = { place, staff, a: a!, b: b!, c: c! }
  await republish(place, database, (definition) => ({
    ...definition,
    policy: { ...definition.policy, dedupe: 'none' },
    body: bodyFor(field),
  }))
  return field
}

/** One person; one person and then two who both must agree; two who both must agree: by the reason that is written on the request. */
const bodyFor = ({ a, b, c }: Field): Node[] => {
  const people = (...of: Somebody[]) => [{ k: 'users' as const, ids: of.map(({ uid }) => uid) }]
  const both = { vote: { mode: 'all' as const }, fields: { reason: 'write' as const } }
  const when = (reason: string) => ({ f: 'reason', op: 'eq' as const, v: reason })
  return [
    {
      t: 'branch',
      id: 'way',
      name: '方式',
      kind: 'xor',
      arms: [
        { id: 'votes', name: '会签', when: when('votes'), body: [approval('votes1', '会签', people(a, b), both)] },
        {
          id: 'steps',
          name: '两步',
          when: when('steps'),
          body: [approval('first', '初审', people(a)), approval('votes2', '会签', people(b, c), both)],
        },
        { id: 'one', name: '一人', body: [approval('one1', '审批', people(a))] },
      ],
    },
  ]
}

type Task = { readonly taskId: Id; readonly uid: Id; readonly formRev: number }
type Said = { readonly success: boolean; readonly data: { readonly rev?: number; readonly moved?: number } | null; readonly code: number }

type Race = {
  readonly title: string
  readonly reason: 'votes' | 'steps' | 'one'
  /** All at once. `task` gives the open task of a person. */
  readonly shots: (field: Field, processId: Id, task: (of: Somebody) => Task) => Request[]
  /** What the answers, in the order of the shots, must not say together. */
  readonly isSound: (answers: readonly Said[]) => boolean
}

const accepted = (answers: readonly Said[]): number => answers.filter(({ success }) => success).length

const races: readonly Race[] = [
  {
    title: 'the last two votes',
    reason: 'votes',
    shots: ({ a, b }, _process, task) => [agree(a, task(a)), agree(b, task(b))],
    isSound: (answers) => accepted(answers) === 2,
  },
  {
    title: 'one tap sent five times with one command id',
    reason: 'one',
    shots: ({ a }, _process, task) => {
      const commandId = randomUUID()
      return Array.from({ length: 5 }, () => ({ ...agree(a, task(a)), commandId }))
    },
    isSound: (answers) => accepted(answers) === answers.length,
  },
  {
    title: 'three taps with ids of their own',
    reason: 'one',
    shots: ({ a }, _process, task) => Array.from({ length: 3 }, () => ({ ...agree(a, task(a)), commandId: randomUUID() })),
    isSound: (answers) => accepted(answers) === 1,
  },
  {
    title: 'approve against withdraw',
    reason: 'one',
    shots: ({ a, staff }, processId, task) => [agree(a, task(a)), post('withdraw', staff, { processId, comment: '撤回' })],
    isSound: (answers) => accepted(answers) === 1,
  },
  {
    title: 'approve against roll back',
    reason: 'steps',
    shots: ({ b, c }, _process, task) => [
      agree(b, task(b)),
      post('flowRollBack', c, { taskId: task(c).taskId, nodeId: 'first', comment: '退回' }),
    ],
    isSound: ([, back]) => back!.success,
  },
  {
    title: 'approve against reassign',
    reason: 'one',
    shots: ({ a, b, place }, _process, task) => [
      agree(a, task(a)),
      post('transAssignee', place.admin, { taskIds: [task(a).taskId], toUid: b.uid, reason: '改派' }),
    ],
    isSound: ([yes, moved]) => yes!.success !== (moved!.success && moved!.data?.moved === 1),
  },
  {
    title: 'approve against a change of the form',
    reason: 'votes',
    shots: ({ a, b }, processId, task) => [
      agree(a, task(a)),
      post('updateProcess', b, { processId, formRev: task(b).formRev, patch: { reason: 'changed' } }),
    ],
    // The person who agreed saw the form before the change, so his answer is the earlier one.
    isSound: ([yes, change]) => change!.success && (!yes!.success || yes!.data!.rev! < change!.data!.rev!),
  },
]

const post = (call: string, { token }: Somebody, body: object): Request => ({ method: 'POST', path: `/api/workflow/${call}`, body, token })

const agree = (who: Somebody, { taskId, formRev }: Task): Request => post('flowApprove', who, { taskId, formRev, comment: '同意' })

const runRace = async (
  field: Field,
  database: Database,
  ends: readonly Connection[],
  { reason, shots, isSound }: Race,
): Promise<{ processId: Id; answers: Said[]; contradiction?: string }> => {
  const { place, staff, a } = field
  const id = newId()
  const n = Number(BigInt(id) % 500n)
  dataIn(
    await ends[0]!.ask({
      method: 'POST',
      path: '/api/consum/csoutstockorder/submit',
      body: {
        id,
        header: { from: place.locations[0], recipient: staff.uid, reason },
        lines: [{ item: place.consumables[n], quantity: '1' }],
      },
      token: staff.token,
    }),
  )
  const [process] = await database.reading(place.orgId, (tx) =>
    tx.query<{ id: Id }>('select id from wf_instance where org_id = $1 and document_id = $2', [place.orgId, id]),
  )
  const processId = process!.id
  if (reason === 'steps') dataIn(await ends[1]!.ask(agree(a, (await openTasks(field, database, processId))[0]!)))
  const tasks = await openTasks(field, database, processId)
  const all = shots(field, processId, ({ uid }) => tasks.find((task) => task.uid === uid)!)
  const answers = await Promise.all(all.map(async (shot, at) => JSON.parse((await ends[at]!.ask(shot)).body) as Said))
  return { processId, answers, ...(isSound(answers) ? {} : { contradiction: 'the answers do not go together' }) }
}

const openTasks = ({ place: { orgId } }: Field, database: Database, processId: Id): Promise<Task[]> =>
  database.reading(orgId, (tx) =>
    tx.query<Task>(
      `select t.id as "taskId", t.assignee_uid as uid, i.form_rev as "formRev" from wf_task t
       join wf_instance i on i.org_id = t.org_id and i.id = t.instance_id
       where t.org_id = $1 and t.instance_id = $2 and t.status = 1 and i.status = 'running'`,
      [orgId, processId],
    ),
  )

/** Everyone agrees until no one is asked; true where it is over then. */
const finish = async (field: Field, database: Database, ends: readonly Connection[], processId: Id): Promise<boolean> => {
  const { orgId } = field.place
  const people = new Map([field.a, field.b, field.c, field.place.admin].map((one) => [one.uid, one]))
  for (let round = 0; round < 10; round++) {
    const tasks = await openTasks(field, database, processId)
    if (tasks.length === 0) break
    await ends[round % 2]!.ask(agree(people.get(tasks[0]!.uid)!, tasks[0]!))
  }
  const [row] = await database.reading(orgId, (tx) =>
    tx.query<{ over: boolean }>(`select status in ('approved', 'withdrawn') as over from wf_instance where org_id = $1 and id = $2`, [
      orgId,
      processId,
    ]),
  )
  return row!.over
}

/** Documents that were approved and have not exactly the one move of their one line, or have it without being approved. */
const doubledIn = (database: Database, { orgId }: Place): Promise<number> =>
  database.withPlainClient(orgId, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from wf_instance i
       left join (select document_id, count(*) as moves from move where org_id = $1 group by document_id) m on m.document_id = i.document_id
       where i.org_id = $1 and coalesce(m.moves, 0) <> case i.status when 'approved' then 1 else 0 end`,
      [orgId],
    )
    return rows[0]!.n
  })
