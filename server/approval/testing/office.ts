import assert from 'node:assert/strict'
import { type Id, newId } from '../../../kernel/id.ts'
import type { Definition } from '../../../domain/approval/flow/definition.ts'
import { approval, headOfDepartment } from '../../../domain/approval/flow/templates/define.ts'
import { fold } from '../../../domain/approval/flow/evolve.ts'
import { openTasks, type State } from '../../../domain/approval/flow/state.ts'
import { roleCodeOf } from '../../../domain/access/roles.ts'
import { kindNamed } from '../../../domain/documents/all.ts'
import { documentPort } from '../../documents/approval.ts'
import { submit, type SubmitResult } from '../../documents/engine.ts'
import type { Database } from '../../db/pool.ts'
import { callOf, type Company, foundCompany, insert } from '../../testing/company.ts'
import { documentFlows } from '../process/documentFlows.ts'
import type { Action } from '../../../domain/approval/flow/command.ts'
import { installFlow } from '../design/install.ts'
import { command, type CommandOutcome } from '../flow/run.ts'
import { readEntries, readProcess } from '../flow/store.ts'

/** The approval engine and documents, tied together as the process ties them. */
const port = documentPort(() => flows)
export const flows = documentFlows(port)
export const documents = port

/** A company with a department: `boss` heads it, `staff` and `second` work in it, `keeper` manages supplies, `admin` everything. */
export type Office = Company & { readonly boss: Id; readonly second: Id; readonly admin: Id; readonly department: Id }

export const foundOffice = async (database: Database, orgId: Id, installed: readonly string[] = ['csoutstock']): Promise<Office> => {
  const company = await foundCompany(database, orgId)
  const office = { ...company, boss: newId(), second: newId(), admin: newId(), department: newId() }
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'department', [{ id: office.department, dept_code: 'D1', dept_name: '行政部' }])
    await insert(tx, 'person', [
      { id: office.boss, username: `boss${office.boss}`, user_name: '赵经理', dept_id: office.department },
      { id: office.second, username: `second${office.second}`, user_name: '周红', dept_id: office.department },
      { id: office.admin, username: `admin${office.admin}`, user_name: '管理员', admin: true },
    ])
    await tx.query('update person set dept_id = $2 where org_id = $1 and id = $3', [orgId, office.department, office.staff])
    await tx.query('update department set manager_uid = $2 where org_id = $1', [orgId, office.boss])
    for (const word of ['consummanager', 'goodsmanager'] as const) {
      const [known] = await tx.query<{ id: Id }>('select id from role where org_id = $1 and role_code = $2', [
        orgId,
        roleCodeOf(word, orgId),
      ])
      const id = known?.id ?? newId()
      if (!known) await insert(tx, 'role', [{ id, role_code: roleCodeOf(word, orgId), role_name: word, role_type: 1 }])
      await insert(tx, 'person_role', [{ uid: office.keeper, role_id: id }])
    }
    for (const key of installed) await installFlow(tx, key, office.admin)
  })
  return office
}

/** Puts `quantity` of paper into store A, posted directly. */
export const stock = (database: Database, office: Office, quantity: string): Promise<SubmitResult> => {
  const kind = kindNamed('CsInstockOrder')
  const body = { header: { to: office.storeA }, lines: [{ item: office.paper, quantity, price: '2' }] }
  return database.inTransaction(office.orgId, (tx) =>
    submit(callOf(tx, office.keeper, ['csinstockorder:post']), flows, { kind, id: newId(), raw: body }, {}),
  )
}

/** A person asks for paper; the answer names the process. */
export const askForPaper = (
  database: Database,
  office: Office,
  quantity: string,
  { uid = office.staff, id = newId(), commandId }: { uid?: Id; id?: Id; commandId?: string } = {},
): Promise<SubmitResult> => {
  const kind = kindNamed('CsOutstockOrder')
  const body = { header: { from: office.storeA, recipient: uid, reason: '办公' }, lines: [{ item: office.paper, quantity }] }
  return database.inTransaction(office.orgId, (tx) =>
    submit({ ...callOf(tx, uid, ['csoutstockorder:submit']), ...(commandId ? { commandId } : {}) }, flows, { kind, id, raw: body }, {}),
  )
}

/** Publishes a definition of our own as the flow of supplies, or of another `key`. */
export const publishFlow = async (
  database: Database,
  office: Office,
  body: Definition['body'],
  policy: Partial<Definition['policy']> = {},
  more: Partial<Definition> = {},
): Promise<void> => {
  const { key = 'csoutstock' } = more
  await database.inTransaction(office.orgId, async (tx) => {
    const [row] = await tx.query<{ body: Definition; version: number }>(
      'select body, version from wf_definition where org_id = $1 and flow_key = $2 order by version desc limit 1',
      [office.orgId, key],
    )
    const next = { ...row!.body, version: row!.version + 1, policy: { ...row!.body.policy, dedupe: 'none', ...policy }, body, ...more }
    await tx.query('insert into wf_definition (org_id, flow_key, version, body) values ($1, $2, $3, $4)', [
      office.orgId,
      key,
      next.version,
      next,
    ])
    await tx.query('update wf_flow set active_version = $2 where org_id = $1 and flow_key = $3', [office.orgId, next.version, key])
  })
}

/** The head, then the keeper, who fills in nothing: what the books refuse he cannot mend. */
export const writingNothing = (office: Office): Definition['body'] => [
  headOfDepartment(),
  approval('keeper', '发放', [{ k: 'users', ids: [office.keeper] }]),
]

export type Loose = { readonly t: Action['t']; readonly [key: string]: unknown }

/** One command by one person. What it lacks of a task id or the form's revision is read off the process. */
export const act = async (
  database: Database,
  office: Office,
  processId: Id,
  uid: Id,
  action: Loose,
  commandId?: string,
): Promise<CommandOutcome> => {
  const state = await stateOf(database, office, processId)
  const own = openTasks(state).find(({ task }) => task.user === uid)
  const full = { formRev: state.formRev, ...(own ? { taskId: own.task.id } : {}), ...action } as unknown as Action
  return database.inTransaction(office.orgId, (tx) =>
    command({ tx, documents, actor: { uid, admin: uid === office.admin } }, { processId }, full, { commandId }),
  )
}

export const stateOf = async (database: Database, office: Office, processId: Id): Promise<State> =>
  (await database.reading(office.orgId, (tx) => readProcess(tx, { processId }))).state

export const documentState = async (database: Database, office: Office, id: Id): Promise<string> =>
  (
    await database.reading(office.orgId, (tx) =>
      tx.query<{ state: string }>('select state from document where org_id = $1 and id = $2', [office.orgId, id]),
    )
  )[0]!.state

export const paperLeft = async (database: Database, office: Office): Promise<string> =>
  (
    await database.reading(office.orgId, (tx) =>
      tx.query<{ on_hand: string }>('select on_hand from balance where org_id = $1 and account = $2 and item_id = $3', [
        office.orgId,
        `store:${office.storeA}`,
        office.paper,
      ]),
    )
  )[0]!.on_hand

/** What must always hold of every process of an organisation, or of one: the log folds to the state, the work list is the state's, no one is stuck. */
export const assertSound = async (database: Database, office: Office, only?: Id): Promise<void> => {
  const { orgId } = office
  await database.reading(orgId, async (tx) => {
    const processes = await tx.query<{ id: Id; state: State; status: string; rev: number; form_rev: number; suspended: boolean }>(
      'select id, state, status, rev, form_rev, suspended from wf_instance where org_id = $1 and ($2::bigint is null or id = $2)',
      [orgId, only ?? null],
    )
    for (const process of processes) {
      const entries = await readEntries(tx, process.id)
      const events = entries.flatMap((entry) => entry.events)
      assert.deepEqual(JSON.parse(JSON.stringify(fold(events))), process.state, 'the log folds to the state')
      assert.equal(process.rev, events.length)
      let seq = 1
      for (const entry of entries) {
        assert.equal(entry.seq, seq)
        seq += entry.events.length
      }
      assert.deepEqual(
        [process.status, process.form_rev, process.suspended],
        [process.state.status, process.state.formRev, process.state.suspended],
      )
      const rows = await tx.query<{ id: Id; assignee_uid: Id; status: number; claimed: boolean }>(
        'select id, assignee_uid, status, claimed from wf_task where org_id = $1 and instance_id = $2 and status in (0, 1) order by id',
        [orgId, process.id],
      )
      const live = process.state.steps
        .flatMap((step) => step.tasks)
        .filter((task) => task.status === 'open' || task.status === 'waiting')
        .map((task) => ({ id: task.id, assignee_uid: task.user, status: task.status === 'open' ? 1 : 0, claimed: task.claimed === true }))
        .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
      assert.deepEqual(rows, live, 'the work list has the tasks of the state')
      if (process.status === 'running')
        assert.ok(
          rows.some(({ status }) => status === 1),
          'somebody is asked',
        )
      const incidents = await tx.query('select 1 from wf_incident where org_id = $1 and instance_id = $2 and resolved_at is null', [
        orgId,
        process.id,
      ])
      assert.equal(incidents.length > 0, process.status === 'posting', 'an unposted document has an incident')
    }
    const wrong = await tx.query(
      `select d.id from document d left join lateral (
         select i.status from wf_instance i where i.org_id = d.org_id and i.document_id = d.id order by i.id desc limit 1) i on true
       where d.org_id = $1 and d.instance_id is not null and (i.status = 'approved') is distinct from (d.state in ('posted', 'inProgress', 'reversed'))`,
      [orgId],
    )
    assert.deepEqual(wrong, [], 'a document is posted where its flow was approved, and nowhere else')
  })
}
