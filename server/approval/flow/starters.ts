import type { Id } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { roleWordOf } from '../../../domain/access/roles.ts'
import type { Circle } from '../../../domain/approval/flow/definition.ts'
import { proxyRefusal, type Startable, type Starter, startRefusal } from '../../../domain/approval/flow/starters.ts'
import type { FunctionCode } from '../../../domain/rules/functionCode.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'

/** A person as the starters of flows name him. A role counts although he looks at the employee view at the moment. */
export const starterOf = async (tx: Tx, uid: Id): Promise<Starter> => {
  const row = await onlyRow(tx.query<{ depts: Id[]; roles: string[] }>(starterText, [tx.orgId, uid]))
  return { uid, depts: row.depts, roles: row.roles.map((code) => roleWordOf(code, tx.orgId) ?? code) }
}

/** Refuses in words who may not start a flow. Who a person is, is looked up only where the flow asks. */
export const requireStarter = async (tx: Tx, flow: Startable, uid: Id, codes: ReadonlySet<FunctionCode> | undefined): Promise<void> => {
  const starter = flow.starters ? await starterOf(tx, uid) : { uid, depts: [], roles: [] }
  const refusalFound = startRefusal(flow, starter, codes)
  if (refusalFound) throw new RefusalError(refusalFound)
}

/** Refuses in words a person who may not apply in another's name. */
export const requireProxy = async (tx: Tx, flow: Pick<Startable, 'name'>, proxies: Circle | undefined, uid: Id): Promise<void> => {
  const refusalFound = proxyRefusal(flow, proxies, await starterOf(tx, uid))
  if (refusalFound) throw new RefusalError(refusalFound)
}

/** True where a person may apply in the name of others. */
export const isProxy = async (tx: Tx, proxies: Circle | undefined, uid: Id): Promise<boolean> =>
  proxies !== undefined && proxyRefusal({ name: '' }, proxies, await starterOf(tx, uid)) === undefined

/** The same for the flow that is in use under a key; where none is, there is nothing to refuse. */
export const requireStarterOf = async (tx: Tx, flowKey: string, uid: Id, codes: ReadonlySet<FunctionCode> | undefined): Promise<void> => {
  const [flow] = await tx.query<Startable>(startableText, [tx.orgId, flowKey])
  if (flow) await requireStarter(tx, flow, uid, codes)
}

const startableText = `
  select f.name, f.document_kind as "documentKind", d.body -> 'policy' -> 'starters' as starters
  from wf_flow f join wf_definition d on d.org_id = $1 and d.flow_key = f.flow_key and d.version = f.active_version
  where f.org_id = $1 and f.flow_key = $2 and f.state = 2`

const starterText = `
  with recursive up as (
    select d.id, d.parent_id from department d where d.org_id = $1 and d.deleted_at is null and (
      d.id = (select p.dept_id from person p where p.org_id = $1 and p.id = $2)
      or d.id in (select o.dept_id from person_department o where o.org_id = $1 and o.uid = $2))
    union
    select d.id, d.parent_id from up join department d on d.org_id = $1 and d.id = up.parent_id and d.deleted_at is null
  )
  select array(select up.id::text from up) as depts,
         array(select r.role_code from person_role pr join role r on r.org_id = $1 and r.id = pr.role_id
               where pr.org_id = $1 and pr.uid = $2) as roles`
