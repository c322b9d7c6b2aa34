import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { LogTemplate } from '../../domain/worklog/operations.ts'
import type { DueRule } from '../../domain/worklog/due.ts'
import type { LogPeriod } from '../../domain/worklog/period.ts'
import { peopleOf } from '../approval/process/lists.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { departmentsBelow } from './people.ts'

/** A template as it is stored. */
export type StoredTemplate = {
  id: Id
  name: string
  period: LogPeriod
  state: LogTemplate['state']
  form_key: string
  form_version: number | null
  departments: Id[]
  exempt: Id[]
  receivers: Id[]
  to_head: boolean
  due: DueRule
  remind_minutes: number | null
  done_field: string | null
  plan_field: string | null
  since: string | null
  version: number
}

const columns = `t.id, t.name, t.period, t.state, t.form_key, t.form_version, t.departments, t.exempt, t.receivers, t.to_head, t.due,
  t.remind_minutes, t.done_field, t.plan_field, t.since, t.version`

/** SQL for whether a person (SQL) writes with template `t`. */
const writesWith = (uid: string): string =>
  `t.state = 'active' and not (${uid} = any (t.exempt)) and (cardinality(t.departments) = 0 or exists (
     with recursive below as (${departmentsBelow('t.departments')})
     select from below b where b.id in (select p.dept_id from person p where p.org_id = $1 and p.id = ${uid}
       union all select m.dept_id from person_department m where m.org_id = $1 and m.uid = ${uid})))`

/** One template, `locked` against others who change it. */
export const templateOf = async (tx: Tx, id: Id, isLocked = false): Promise<StoredTemplate> => {
  const [row] = await tx.query<StoredTemplate>(
    `select ${columns} from log_template t where t.org_id = $1 and t.id = $2${isLocked ? ' for update' : ''}`,
    [tx.orgId, id],
  )
  if (!row) throw new NotFound()
  return row
}

/** The same for a person who writes with it. Refuses where it is not for him. */
export const templateToWriteWith = async (tx: Tx, id: Id, uid: Id): Promise<StoredTemplate & { readonly form_version: number }> => {
  const [row] = await tx.query<StoredTemplate & { writes: boolean }>(
    `select ${columns}, ${writesWith('$3')} as writes from log_template t where t.org_id = $1 and t.id = $2`,
    [tx.orgId, id, uid],
  )
  if (!row) throw new NotFound()
  if (!row.writes || row.form_version === null) return refuse('worklog.notYours', '您不用填写“{template}”', { template: row.name })
  return { ...row, form_version: row.form_version }
}

/** Every template for the person who designs them; otherwise those that one writes with or sees the standings of. */
export const listTemplates = async (tx: Tx, session: Session): Promise<LogTemplate[]> => {
  const designs = session.codes.has('mylogtemplate:save')
  const rows = await tx.query<StoredTemplate & { writes: boolean; heads: boolean }>(
    `select ${columns}, ${writesWith('$2')} as writes,
       exists (select from department d where d.org_id = $1 and d.manager_uid = $2 and d.deleted_at is null) as heads
     from log_template t where t.org_id = $1 order by t.created_at, t.id`,
    [tx.orgId, session.uid],
  )
  const visibleTemplates = rows.map((row) => ({ ...row, standings: designs || row.receivers.includes(session.uid) || row.heads }))
  return answersOf(
    tx,
    visibleTemplates.filter(({ writes, standings, state }) => designs || (state !== 'draft' && (writes || standings))),
  )
}

export const templateAnswer = async (tx: Tx, session: Session, id: Id): Promise<LogTemplate> =>
  (await listTemplates(tx, session)).find((template) => template.id === id) ??
  refuse('worklog.notYours', '您不用填写“{template}”', { template: '' })

const answersOf = async (tx: Tx, rows: readonly (StoredTemplate & { writes: boolean; standings: boolean })[]): Promise<LogTemplate[]> => {
  const ids = [...new Set(rows.flatMap(({ departments }) => departments))]
  const [people, departments] = await Promise.all([
    peopleOf(
      tx,
      rows.flatMap(({ exempt, receivers }) => [...exempt, ...receivers]),
    ),
    ids.length === 0
      ? []
      : tx.query<{ id: Id; name: string }>('select id, dept_name as name from department where org_id = $1 and id = any ($2::bigint[])', [
          tx.orgId,
          ids,
        ]),
  ])
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    period: row.period,
    state: row.state,
    formKey: row.form_key,
    formVersion: row.form_version,
    departments: departments.filter(({ id }) => row.departments.includes(id)),
    exempt: row.exempt.map(people),
    receivers: row.receivers.map(people),
    toHead: row.to_head,
    due: row.due,
    remindMinutes: row.remind_minutes,
    doneField: row.done_field,
    planField: row.plan_field,
    version: row.version,
    mine: row.writes,
    standings: row.standings,
  }))
}
