import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import type { Fields } from '../../kernel/field.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { flowTemplates } from '../../domain/approval/flow/templates/all.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import { type DocumentKind, documentStates, type DocumentState, pathOf } from '../../domain/documents/define.ts'
import { type End, isInside } from '../../domain/ledger/ledger.ts'
import { add, compare, negate } from '../../kernel/decimal.ts'
import { leaverJob } from '../access/people.ts'
import { openSession } from '../access/sessions.ts'
import { isBusy } from '../db/busy.ts'
import { installFlow } from '../approval/design/install.ts'
import { startJobs } from '../jobs/jobs.ts'
import { auditDatabase } from '../audit/audit.ts'
import { handlers } from '../routes.ts'
import { type Answered, testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { workers } from '../workers.ts'
import { headerOf, valuesOf } from './body.ts'
import { bodyOf, type DocumentRecord, type LineRecord } from './store.ts'

/** The quick setting takes the same plans each time; with RANDOM_ROUNDS they are new ones, unless RANDOM_SEED names them. */
const { RANDOM_ROUNDS: rounds, RANDOM_SEED: seed } = process.env

const { app, ask, database, newCompany, url } = await testApp(handlers, { poolSize: 10 })

/** What a person does: numbers that choose among what there is at that moment. */
type Step = { readonly what: number; readonly which: number; readonly whom: number; readonly where: number; readonly much: number }
const step = fc.record({ what: fc.nat(99), which: fc.nat(9999), whom: fc.nat(99), where: fc.nat(99), much: fc.nat(99) })

type World = {
  readonly orgId: Id
  readonly people: readonly Person[]
  readonly places: readonly Id[]
  readonly models: readonly Id[]
  readonly supplies: readonly Id[]
  /** What was answered with success, to be found again at the end. */
  readonly acknowledged: Acknowledged[]
}
type Person = { readonly uid: Id; token: string }
type Acknowledged = { readonly id: Id; readonly code?: string; readonly state: DocumentState }

/** An administrator, a keeper of assets, one of supplies, a head of department and three employees; four places, two models, two supplies. */
const founded = async (withFlows: boolean): Promise<World> => {
  const company = await newCompany()
  const { orgId } = company
  const [places, models, supplies, department] = [[newId(), newId(), newId(), newId()], [newId(), newId()], [newId(), newId()], newId()]
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'department', [{ id: department, dept_code: 'D', dept_name: '部门' }])
    await insert(
      tx,
      'location',
      places.map((id, index) => ({ id, loc_code: `L${index}`, loc_name: `库${index}` })),
    )
    await insert(
      tx,
      'model',
      models.map((id, index) => ({ id, goods_code: `M${index}`, goods_name: `型号${index}` })),
    )
    await insert(
      tx,
      'consumable',
      supplies.map((id, index) => ({ id, goods_code: `C${index}`, goods_name: `耗材${index}`, unit: '个' })),
    )
  })
  const hired: Id[] = []
  for (const [name, roles] of [
    ['keeper', ['goodsmanager']],
    ['stock', ['consummanager']],
    ['boss', []],
    ['a', []],
    ['b', []],
    ['c', []],
  ] as const)
    hired.push(await company.hire(`${name}-${orgId}`, roles, { deptId: department }))
  await database.inTransaction(orgId, async (tx) => {
    await tx.query('update department set manager_uid = $2 where org_id = $1', [orgId, hired[2]])
    await tx.query('update location set manager_uid = $2 where org_id = $1 and id = any ($3::bigint[])', [
      orgId,
      hired[0],
      places.slice(0, 3),
    ])
    if (withFlows) for (const { key } of flowTemplates) await installFlow(tx, key, company.admin)
  })
  const people = await Promise.all([company.admin, ...hired].map(async (uid) => ({ uid, token: await company.tokenOf(uid) })))
  return { orgId, people, places, models, supplies, acknowledged: [] }
}

/** Of what there is too little: asked for, brought and given back more often than the rest. */
const scarceKinds = documentKinds.filter(({ kind }) => ['CsInstockOrder', 'CsOutstockOrder', 'CsReturnOrder'].includes(kind))

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)]

/** Rows of the organisation, past everyone's rights: what there is to choose from. */
const rows = <R extends object>(world: World, text: string): Promise<R[]> =>
  again(() => database.reading(world.orgId, (tx) => tx.query<R>(text, [world.orgId])))

/** The test's own looks may meet a line that was cut; then they look again. */
const again = async <R>(look: () => Promise<R>): Promise<R> => {
  for (;;)
    try {
      return await look()
    } catch (error) {
      if (!isBusy(error)) throw error
    }
}

/** A document of any kind, filled in by what its fields are. */
const written = async (world: World, kind: DocumentKind, { which, whom, where, much }: Step) => {
  const assets = await rows<{ id: Id; state: string; goods_id: Id; loc_id: Id | null }>(
    world,
    'select id, state, goods_id, loc_id from asset where org_id = $1 and deleted_at is null order by id',
  )
  // Most returns of supplies are of what a person holds.
  const held =
    kind.kind === 'CsReturnOrder' && much % 4 > 0
      ? pick(
          await rows<{ uid: Id; item: Id }>(
            world,
            `select split_part(account, ':', 2) as uid, item_id as item from balance
             where org_id = $1 and account like 'consumed:%' and on_hand > reserved order by account, item_id`,
          ),
          which,
        )
      : undefined
  const valuesOf = (fields: Fields, line: number): Record<string, unknown> => {
    const values: Record<string, unknown> = {}
    for (const [key, { control, required, filledBy }] of Object.entries(fields)) {
      if (filledBy === 'nobody') continue
      if (required === 'never' && (much + key.length) % 3 === 0) continue
      if (control.type === 'reference') {
        const place = pick(world.places, where + (key === 'to' ? 1 : 0))
        const model = pick(world.models, which + line)
        const fitting = assets.filter(
          ({ state }) => control.filter?.['state'] === undefined || much % 7 === 0 || state === control.filter['state'],
        )
        if (control.to === 'asset' && control.many)
          values[key] =
            much % 2
              ? fitting
                  .filter(({ goods_id }) => goods_id === model)
                  .slice(which % 5, (which % 5) + 1)
                  .map(({ id }) => id)
              : undefined
        else if (control.to === 'asset') values[key] = pick(fitting, which + line * (much % 3))?.id
        else if (control.to === 'person') values[key] = held?.uid ?? pick(world.people, whom)!.uid
        else if (control.to === 'location') values[key] = place
        else if (control.to === 'model') values[key] = model
        else if (control.to === 'consumable') values[key] = held?.item ?? pick(world.supplies, which + line)
      } else if (key === 'given') values[key] = String(which % 3)
      else if (control.type === 'quantity') values[key] = String(Object.keys(fields).includes('assets') ? 1 : 1 + (much % 4))
      else if (control.type === 'money') values[key] = String(much)
      else if (control.type === 'choice') values[key] = pick(control.options, much)!.value
      // Half a year ago, or far ahead where only that can be meant.
      else if (control.type === 'date') values[key] = control.notBefore ? '2099-12-31' : '2026-01-31'
      else if (control.type === 'text' && key !== 'serials') values[key] = `事由${much}`
    }
    return values
  }
  const header = valuesOf(kind.header, 0)
  const lines: Record<string, unknown>[] = Array.from({ length: 1 + (much % 3) }, (_, line) => valuesOf(kind.line, line))
  const source =
    kind.from &&
    much % 2 &&
    pick(
      await rows<{ id: Id }>(world, `select id from document where org_id = $1 and kind = '${kind.from.kind}' order by id desc limit 5`),
      which,
    )
  if (!source) return { header, lines }
  const followed = await rows<{ line_no: number; data: Record<string, unknown>; subject: Id | null }>(
    world,
    `select l.line_no, l.data, d.subject_uid as subject from document_line l join document d on d.org_id = l.org_id and d.id = l.document_id
     where l.org_id = $1 and l.document_id = ${source.id}`,
  )
  return {
    // What carries out the rest of another is for the same person.
    header: kind.from!.kind === kind.kind && kind.subject ? { ...header, [kind.subject]: followed[0]?.subject } : header,
    lines: followed.map(({ line_no, data }) => ({ ...lines[0], [kind.from!.match]: data[kind.from!.match], sourceLine: line_no })),
    sourceId: source.id,
  }
}

/** One step of one person; the answers that came, those of a request that was sent twice beside each other. */
const take = async (world: World, who: number, chosen: Step): Promise<Answered[]> => {
  const { what, which, whom, much } = chosen
  const { token, uid } = world.people[who]!
  const post = (path: string, body: unknown) => {
    const command = { path, body, token, ...(which % 2 && { headers: { 'x-command-id': randomUUID() } }) }
    return Promise.all(much % 4 === 0 ? [ask(command), ask(command)] : [ask(command)])
  }
  if (what < 45) {
    const kind = pick(what < 12 ? scarceKinds : documentKinds, which)!
    return post(`/api/${pathOf(kind)}/submit`, { id: newId(), ...(await written(world, kind, chosen)) })
  }
  if (what < 75) {
    const tasks = await rows<{ id: Id; uid: Id }>(
      world,
      'select id, assignee_uid as uid from wf_task where org_id = $1 and status = 1 order by id',
    )
    const own = tasks.filter((task) => task.uid === uid)
    const task = pick(own.length > 0 ? own : tasks, which)
    if (!task) return []
    const seen = await ask({ method: 'GET', path: `/api/workflow/getTaskById/${task.id}`, token })
    if (seen.status !== 200) return [seen]
    const { process, form } = seen.json['result']
    const onTask = { taskId: task.id, formRev: form.formRev }
    const to = pick(world.people, whom)!.uid
    if (what < 63) {
      const idle = await rows<{ id: Id; goods_id: Id }>(
        world,
        `select id, goods_id from asset where org_id = $1 and state = 'idle' and deleted_at is null order by id desc`,
      )
      const lines = (form.values.lines as Record<string, unknown>[]).map((line, index) => ({
        ...line,
        assets: idle
          .filter(({ goods_id }) => goods_id === line['model'])
          .slice(index, index + Number(line['quantity']))
          .map(({ id }) => id),
      }))
      const answered = (form.values.lines as Record<string, unknown>[]).map((line) => ({
        ...line,
        ...(much % 3 && { given: String(Math.min(much % 4, Number(line['quantity']))), rest: much % 2 ? 'wait' : 'drop' }),
      }))
      const patch =
        'lines.assets' in form.permissions ? { patch: { lines } } : 'lines.given' in form.permissions ? { patch: { lines: answered } } : {}
      return post('/api/workflow/flowApprove', { ...onTask, ...patch })
    }
    if (what < 66) return post('/api/workflow/flowReject', { ...onTask, comment: '不行' })
    if (what < 69) return post('/api/workflow/flowRollBack', { taskId: task.id, nodeId: 'START', comment: '再看看' })
    if (what < 70) return post('/api/workflow/flowTrans', { taskId: task.id, toUid: to })
    if (what < 71) return post('/api/workflow/delegate', { taskId: task.id, toUid: to })
    if (what < 72) return post('/api/workflow/addSign', { taskId: task.id, uids: [to], where: 'before' })
    if (what < 73) return post('/api/workflow/terminate', { processId: process.id, reason: '不办了' })
    return post('/api/workflow/takeBack', { taskId: task.id })
  }
  const document = pick(
    await rows<{ id: Id; kind: string }>(world, 'select id, kind from document where org_id = $1 order by id desc limit 60'),
    which,
  )
  if (what < 94 && document) {
    const { id, kind: name } = document
    const kind = documentKinds.find((each) => each.kind === name)!
    const path = `/api/${pathOf(kind)}`
    if (what < 82) return post(`${path}/reverse`, { id })
    if (what < 84) return post(`${path}/giveUp`, { id, reason: '不等了' })
    if (what < 87) return post(`${path}/withdraw`, { id })
    if (what < 92)
      return post(`${path}/advance`, {
        id,
        stage:
          pick(
            (kind.stages ?? []).map(({ key }) => key),
            1,
          ) ?? 'none',
      })
    return post(`${path}/submit`, { id })
  }
  if (what < 96) return post('/api/pro/sysuser/update', { uid: world.people.at(-1)!.uid, state: much % 2 ? 'disabled' : 'active' })
  if (what < 98) return post('/api/goods/gsgoodsloc/delete', [world.places.at(-1)!])
  return post('/api/consum/csconsum/delete', [pick(world.supplies, which)!])
}

/** Cuts one line to the database, whatever is on it. */
const cut = async (owner: pg.Client): Promise<void> => {
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = 'zaice' order by random() limit 1`,
  )
}

/** Lets the jobs do what they would do in the next minutes. */
const settle = async (world: World, wake: () => void): Promise<void> => {
  for (;;) {
    const open = await again(() =>
      database.inTransaction(world.orgId, (tx) =>
        tx.query(
          `update job set due_at = least(due_at, now()), lease_until = case when last_error is null then lease_until end
         where org_id = $1 and kind = $2 and done_at is null and lease_until is distinct from 'infinity' returning 1`,
          [world.orgId, leaverJob],
        ),
      ),
    )
    if (open.length === 0) return
    wake()
    await sleep(10)
  }
}

/** What the answer to a command says of a document, if it was a success. */
const acknowledgedBy = ({ json }: Answered): Acknowledged[] => {
  const { id, code, state } = (json['success'] && json['result']) || {}
  return id && state in documentStates ? [{ id, code, state }] : []
}

/** A new token for a person whose last one ended, unless they are out of service. */
const signInAgain = (world: World, person: Person): Promise<void> =>
  again(() =>
    database.inTransaction(world.orgId, async (tx) => {
      const active = await tx.query("select from person where org_id = $1 and id = $2 and state = 'active' for share", [
        world.orgId,
        person.uid,
      ])
      if (active.length > 0) person.token = await openSession(tx, { uid: person.uid, client: 'app', platform: 'test' })
    }),
  )

type Recounted = DocumentRecord & { readonly lines: readonly LineRecord[]; readonly moved: Readonly<Record<string, number>> }

/** The books once more, from what stands on the documents alone; answers what differs, in words. */
const recount = async (world: World): Promise<string[]> => {
  const documents = await rows<Recounted>(
    world,
    `select d.id, d.code, d.kind, d.state, d.stage, d.header, d.source_id as "sourceId",
            (select coalesce(jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'data', l.data) order by l.line_no), '[]')
             from document_line l where l.org_id = d.org_id and l.document_id = d.id) as lines,
            (select coalesce(jsonb_object_agg(m.key, m.quantity), '{}') from (
               select stage || '/' || line_no as key, sum(quantity) filter (where reverses is null) as quantity
               from move where org_id = d.org_id and document_id = d.id group by 1) m) as moved
     from document d where d.org_id = $1`,
  )
  const found: string[] = []
  const stock = new Map<string, string>()
  const count = (end: End, item: Id, quantity: string) => {
    if (!('account' in end) || !isInside(end.account) || !world.supplies.includes(item)) return
    const key = `${end.account} ${item}`
    stock.set(key, add(stock.get(key) ?? '0', quantity))
  }
  for (const document of documents) {
    const kind = documentKinds.find(({ kind: name }) => name === document.kind)!
    const body = bodyOf(document, document.lines)
    const stages = ['inProgress', 'posted', 'reversed'].includes(document.state) ? document.stage : 0
    const due: Record<string, number> = {}
    for (let stage = 0; stage < stages; stage++)
      for (const line of body.lines) {
        const moves = kind.moves?.(headerOf(body), valuesOf(line), stage) ?? []
        const made = stage === 0 ? (kind.createdAssets?.(headerOf(body), valuesOf(line)) ?? []) : []
        const quantity = [...moves, ...made].reduce((total, each) => total + Number(each.quantity), 0)
        if (quantity > 0) due[`${stage}/${line.lineNo}`] = quantity
        if (document.state === 'reversed') continue
        for (const { item, quantity: much, from, to } of moves) {
          count(from, item, negate(much))
          count(to, item, much)
        }
      }
    // What only writes on cards may move a piece to the store that its card names then.
    if ((kind.moves ?? kind.createdAssets) && !kind.cardChanges && !isDeepStrictEqual(due, document.moved))
      found.push(`${document.code} ${document.state}: ${JSON.stringify(document.moved)} was moved and not ${JSON.stringify(due)}`)
  }
  const balances = await rows<{ key: string; quantity: string }>(
    world,
    "select account || ' ' || item_id as key, on_hand as quantity from balance where org_id = $1 and item_kind = 'consumable'",
  )
  const booked = new Map(balances.map(({ key, quantity }) => [key, quantity]))
  for (const key of new Set([...stock.keys(), ...booked.keys()]))
    if (compare(stock.get(key) ?? '0', booked.get(key) ?? '0') !== 0)
      found.push(`${key}: ${booked.get(key)} in the books and ${stock.get(key)} on the documents`)

  const stored = new Map(documents.map(({ id, code, state }) => [id, { code, state }]))
  for (const { id, code, state } of world.acknowledged) {
    const now = stored.get(id)
    if (!now || (code !== undefined && code !== now.code)) found.push(`${id} was acknowledged as ${code} and is ${now?.code}`)
    else if (state === 'reversed' && now.state !== 'reversed') found.push(`${now.code} was reversed and is ${now.state}`)
    else if (state === 'posted' && !['posted', 'reversed'].includes(now.state)) found.push(`${now.code} was posted and is ${now.state}`)
  }
  return found
}

for (const withFlows of [false, true])
  test(`whatever several people do at once ${withFlows ? 'under flows' : 'without flows'}, with lines cut, the books add up`, async (t) => {
    const owner = new pg.Client(url)
    await owner.connect()
    t.after(() => owner.end())
    const jobs = startJobs(database, app.log, workers)
    t.after(() => jobs.stop())
    const seen: Record<string, number> = {}
    const plan = fc.array(fc.noBias(step), { minLength: 25, maxLength: 25, size: 'max' })
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { minLength: 7, maxLength: 7, size: 'max' }), async (plans) => {
        const world = await again(() => founded(withFlows))
        const follow = async (steps: readonly Step[], who: number) => {
          for (const [at, chosen] of steps.entries()) {
            if (who === 0 && at % 5 === 4) await cut(owner)
            const answers = await take(world, who, chosen)
            for (const { status, json, text } of answers) {
              const key = `${status} ${json['reason'] ?? ''}`
              seen[key] = (seen[key] ?? 0) + 1
              assert.ok([200, 401, 403, 404, 503].includes(status), `${JSON.stringify(chosen)}: ${text}`)
              assert.doesNotMatch(String(json['reason']), /^conflict/, `${JSON.stringify(chosen)}: ${text}`)
            }
            world.acknowledged.push(...answers.flatMap(acknowledgedBy))
            if (answers.some(({ status }) => status === 401)) await signInAgain(world, world.people[who]!)
          }
        }
        await Promise.all(plans.map(follow))
        await settle(world, jobs.wake)
        const faults = (await auditDatabase(database)).filter(({ count }) => count > 0)
        assert.deepEqual([...faults, ...(await recount(world))], [])
      }),
      { numRuns: Number(rounds ?? 2), endOnFailure: true, ...(seed || !rounds ? { seed: Number(seed ?? 1) } : {}) },
    )
    t.diagnostic(JSON.stringify(seen))
  })
