import { type Id, isId } from '../../../kernel/id.ts'
import { type Directory, type Fact, factKey, type FactValues, type UserFact } from '../../../domain/approval/flow/directory.ts'
import { seatsMax } from '../../../domain/approval/flow/assign.ts'
import { roleCodeOf, roleWordOf, roleWords } from '../../../domain/access/roles.ts'
import type { Form } from '../../../domain/approval/form/form.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { readOwnFields } from '../../db/organisationKind.ts'
import { survivorsOf } from '../../db/recordForwards.ts'
import { managersAbove } from '../../access/places.ts'
import type { Tx } from '../../db/tx.ts'

/** What a fact may depend on besides itself. */
export type DirectoryQuery = { readonly processId: Id; readonly flowKey: string }

/**
 * Looks facts up, in one round trip. It sees the whole organisation, no matter who asks: an approver is found even by people who may not
 * look at him. The person who is found comes with his own fact, which the next question would be about.
 */
export const loadFacts = async (tx: Tx, need: readonly Fact[], query: DirectoryQuery): Promise<Directory> => {
  const answers: FactAnswers = {}
  const factsOf = <K extends Fact['k']>(k: K): Extract<Fact, { k: K }>[] =>
    need.filter((fact): fact is Extract<Fact, { k: K }> => fact.k === k)
  await Promise.all([
    users(tx, factsOf('user'), query, answers),
    roles(tx, factsOf('role'), query, answers),
    chains(tx, [...factsOf('deptHead'), ...factsOf('supervisors'), ...factsOf('deptPath')], query, answers),
    grants(tx, factsOf('rolesOf'), answers),
    ownValues(tx, factsOf('ownValue'), answers),
    keepers(tx, [...factsOf('locationManager'), ...factsOf('warehouseKeeper')], query, answers),
    custodians(tx, factsOf('assetCustodian'), query, answers),
    holders(tx, factsOf('position'), query, answers),
    members(tx, factsOf('members'), query, answers),
    loads(tx, factsOf('load'), answers),
    authors(tx, factsOf('commentAuthor'), query, answers),
    participants(tx, factsOf('participant'), query, answers),
  ])
  return answers
}

type FactAnswers = Record<string, FactValues[Fact['k']]>
type PersonRow = { uid: Id | null; active: boolean | null; successor: Id | null; agent: Id | null }

const remember = (answers: FactAnswers, rows: readonly PersonRow[]): void => {
  for (const { uid, active, successor, agent } of rows) {
    if (uid === null) continue
    const fact: UserFact = { active: active === true, ...(successor ? { successor } : {}), ...(agent ? { agent } : {}) }
    answers[factKey({ k: 'user', user: uid })] = fact
  }
}

/** The facts about a person `p`, with what must be joined for them. */
const personColumns = `p.id as uid, p.state = 'active' and p.deleted_at is null as active, h.successor_uid as successor, a.agent_uid as agent`
const standIns = (flowKey: string) => `
  left join wf_handover h on h.org_id = $1 and h.uid = p.id
  left join wf_delegation a on a.org_id = $1 and a.principal_uid = p.id and a.valid @> now() and (a.flow_keys = '{}' or ${flowKey} = any (a.flow_keys))`

const users = async (
  tx: Tx,
  facts: readonly Extract<Fact, { k: 'user' }>[],
  { flowKey }: DirectoryQuery,
  answers: FactAnswers,
): Promise<void> => {
  if (facts.length === 0) return
  const rows = await tx.query<PersonRow>(usersText, [tx.orgId, facts.map(({ user }) => user).filter(isId), flowKey])
  for (const { user } of facts) answers[factKey({ k: 'user', user })] = { active: false }
  remember(answers, rows)
}
const usersText = `select ${personColumns} from person p ${standIns('$3')} where p.org_id = $1 and p.id = any ($2::bigint[])`

const roles = async (
  tx: Tx,
  facts: readonly Extract<Fact, { k: 'role' }>[],
  { flowKey }: DirectoryQuery,
  answers: FactAnswers,
): Promise<void> => {
  if (facts.length === 0) return
  const rows = await tx.query<PersonRow & { n: string }>(rolesText, [
    tx.orgId,
    facts.map(({ role }) => codeOf(role, tx.orgId)),
    facts.map(({ dept }) => dept || null),
    flowKey,
  ])
  remember(answers, rows)
  facts.forEach((fact, index) => {
    answers[factKey(fact)] = rows.filter(({ n }) => Number(n) === index + 1).map(({ uid }) => uid!)
  })
}
const codeOf = (role: string, orgId: Id): string => {
  const word = roleWords.find((word) => word === role)
  return word ? roleCodeOf(word, orgId) : role
}
/** A role counts although its owner looks at the employee view at the moment. */
const rolesText = `
  select k.n, ${personColumns}
  from unnest($2::text[], $3::bigint[]) with ordinality as k (code, dept, n)
  join role r on r.org_id = $1 and r.role_code = k.code
  join person_role pr on pr.org_id = $1 and pr.role_id = r.id
  join person p on p.org_id = $1 and p.id = pr.uid ${standIns('$4')}
  where k.dept is null or p.dept_id = k.dept
    or exists (select from person_department pd where pd.org_id = $1 and pd.uid = p.id and pd.dept_id = k.dept)
  order by k.n, p.id`

/** The roles that people were granted, whichever view they look at. */
const grants = async (tx: Tx, facts: readonly Extract<Fact, { k: 'rolesOf' }>[], answers: FactAnswers): Promise<void> => {
  if (facts.length === 0) return
  const rows = await tx.query<{ uid: Id; role_code: string }>(grantsText, [tx.orgId, facts.map(({ user }) => user).filter(isId)])
  for (const fact of facts)
    answers[factKey(fact)] = rows.filter(({ uid }) => uid === fact.user).map(({ role_code: code }) => roleWordOf(code, tx.orgId) ?? code)
}
const grantsText = `
  select pr.uid, r.role_code from person_role pr join role r on r.org_id = $1 and r.id = pr.role_id
  where pr.org_id = $1 and pr.uid = any ($2::bigint[]) order by pr.uid, r.role_code`

/** What records have in own fields at this moment; of a merged one the record that took it over. The key of a field says what it is a field of. */
const ownValues = async (tx: Tx, facts: readonly Extract<Fact, { k: 'ownValue' }>[], answers: FactAnswers): Promise<void> => {
  if (facts.length === 0) return
  const nounOf = new Map((await readOwnFields(tx)).map(({ key, noun }) => [key, noun]))
  for (const fact of facts) answers[factKey(fact)] = null
  for (const [noun, ofNoun] of Map.groupBy(facts, ({ field }) => nounOf.get(field))) {
    if (noun === undefined) continue
    const ids = [...new Set(ofNoun.map(({ record }) => record).filter(isId))]
    const survivors = await survivorsOf(tx, noun, ids)
    const rows = await tx.query<{ id: Id; values: Form | null }>(
      `select id, own_values as values from "${recordOf(noun).table}" where org_id = $1 and id = any ($2::bigint[])`,
      [tx.orgId, ids.map((id) => survivors.get(id) ?? id)],
    )
    const valuesById = new Map(rows.map(({ id, values }) => [id, values]))
    for (const fact of ofNoun) answers[factKey(fact)] = valuesById.get(survivors.get(fact.record) ?? fact.record)?.[fact.field] ?? null
  }
}

type ChainFact = Extract<Fact, { k: 'deptHead' | 'supervisors' | 'deptPath' }>

/** Everything that is read off the departments from one upwards. */
const chains = async (tx: Tx, facts: readonly ChainFact[], { flowKey }: DirectoryQuery, answers: FactAnswers): Promise<void> => {
  if (facts.length === 0) return
  const rows = await tx.query<PersonRow & { n: string; dept: Id; level: number }>(chainsText, [
    tx.orgId,
    facts.map((fact) => (fact.dept && isId(fact.dept) ? fact.dept : null)),
    facts.map((fact) => (fact.k === 'supervisors' && !fact.dept && isId(fact.user) ? fact.user : null)),
    flowKey,
  ])
  remember(answers, rows)
  facts.forEach((fact, index) => {
    const chain = rows.filter(({ n }) => Number(n) === index + 1)
    answers[factKey(fact)] = readChain(fact, chain)
  })
}
const readChain = (fact: ChainFact, chain: readonly { uid: Id | null; dept: Id; level: number }[]): FactValues[ChainFact['k']] => {
  if (fact.k === 'deptPath') return chain.map(({ dept }) => dept)
  if (fact.k === 'deptHead') return chain.find(({ level }) => level === fact.level)?.uid ?? null
  return [...new Set(chain.flatMap(({ uid }) => (uid === null || uid === fact.user ? [] : [uid])))]
}
const chainsText = `
  with recursive up as (
    select k.n, d.id, d.parent_id, d.manager_uid, 1 as level
    from unnest($2::bigint[], $3::bigint[]) with ordinality as k (dept, uid, n)
    join department d on d.org_id = $1
      and d.id = coalesce(k.dept, (select q.dept_id from person q where q.org_id = $1 and q.id = k.uid)) and d.deleted_at is null
    union all
    select up.n, d.id, d.parent_id, d.manager_uid, up.level + 1
    from up join department d on d.org_id = $1 and d.id = up.parent_id and d.deleted_at is null where up.level < 20
  )
  select up.n, up.id as dept, up.level, ${personColumns}
  from up left join person p on p.org_id = $1 and p.id = up.manager_uid ${standIns('$4')}
  order by up.n, up.level`

type KeeperFact = Extract<Fact, { k: 'locationManager' | 'warehouseKeeper' }>

/** Who manages a location; where no one does, who manages the next one around it. */
const keepers = async (tx: Tx, facts: readonly KeeperFact[], { flowKey }: DirectoryQuery, answers: FactAnswers): Promise<void> => {
  if (facts.length === 0) return
  const placeOf = (fact: KeeperFact): string => (fact.k === 'locationManager' ? fact.location : fact.warehouse)
  const rows = await tx.query<PersonRow & { of: Id; depth: number }>(keepersText, [tx.orgId, facts.map(placeOf).filter(isId), flowKey])
  remember(answers, rows)
  const byPlace = Map.groupBy(rows, ({ of }) => of)
  for (const fact of facts) {
    const managers = byPlace.get(placeOf(fact)) ?? []
    answers[factKey(fact)] = managers.flatMap(({ uid, depth }) => (uid !== null && depth === managers[0]?.depth ? [uid] : []))
  }
}
const keepersText = `${managersAbove}
  select above.of, above.depth, ${personColumns}
  from above join manager m on m.id = above.id join person p on p.org_id = $1 and p.id = m.uid ${standIns('$3')}
  order by above.of, above.depth, m.rank, p.id`

const custodians = async (
  tx: Tx,
  facts: readonly Extract<Fact, { k: 'assetCustodian' }>[],
  { flowKey }: DirectoryQuery,
  answers: FactAnswers,
): Promise<void> => {
  if (facts.length === 0) return
  const rows = await tx.query<PersonRow & { asset: Id }>(custodiansText, [tx.orgId, facts.map(({ asset }) => asset).filter(isId), flowKey])
  remember(answers, rows)
  for (const fact of facts) answers[factKey(fact)] = rows.find(({ asset }) => asset === fact.asset)?.uid ?? null
}
const custodiansText = `
  select s.id as asset, ${personColumns}
  from asset s join person p on p.org_id = $1 and p.id = s.holder_uid ${standIns('$3')}
  where s.org_id = $1 and s.id = any ($2::bigint[]) and s.deleted_at is null`

/** Who has a position; the first of them where there are more than a step may have. */
const holders = async (
  tx: Tx,
  facts: readonly Extract<Fact, { k: 'position' }>[],
  { flowKey }: DirectoryQuery,
  answers: FactAnswers,
): Promise<void> => {
  if (facts.length === 0) return
  const rows = await tx.query<PersonRow & { n: string }>(holdersText, [
    tx.orgId,
    facts.map(({ name }) => name),
    facts.map(({ dept }) => (dept && isId(dept) ? dept : null)),
    flowKey,
    seatsMax,
  ])
  keepLists(answers, facts, rows)
}
const holdersText = `
  select k.n, f.* from unnest($2::text[], $3::bigint[]) with ordinality as k (name, dept, n)
  cross join lateral (
    select ${personColumns} from person p ${standIns('$4')}
    where p.org_id = $1 and p.position = k.name and p.state = 'active' and p.deleted_at is null and (k.dept is null or p.dept_id = k.dept
      or exists (select from person_department pd where pd.org_id = $1 and pd.uid = p.id and pd.dept_id = k.dept))
    order by p.id limit $5) f
  order by k.n, f.uid`

/** The people of a department, those of the departments under it as well where it is asked; the first of them where they are too many. */
const members = async (
  tx: Tx,
  facts: readonly Extract<Fact, { k: 'members' }>[],
  { flowKey }: DirectoryQuery,
  answers: FactAnswers,
): Promise<void> => {
  if (facts.length === 0) return
  const rows = await tx.query<PersonRow & { n: string }>(membersText, [
    tx.orgId,
    facts.map(({ dept }) => (isId(dept) ? dept : null)),
    facts.map(({ below }) => below),
    flowKey,
    seatsMax,
  ])
  keepLists(answers, facts, rows)
}
const membersText = `
  with recursive down as (
    select k.n, d.id, k.below, 1 as depth
    from unnest($2::bigint[], $3::boolean[]) with ordinality as k (dept, below, n)
    join department d on d.org_id = $1 and d.id = k.dept and d.deleted_at is null
    union
    select down.n, d.id, down.below, down.depth + 1
    from down join department d on d.org_id = $1 and d.parent_id = down.id and d.deleted_at is null where down.below and down.depth < 20
  )
  select k.n, f.* from (select distinct n from down) k
  cross join lateral (
    select ${personColumns} from person p ${standIns('$4')}
    where p.org_id = $1 and p.state = 'active' and p.deleted_at is null and (p.dept_id in (select id from down where down.n = k.n)
      or exists (select from person_department pd where pd.org_id = $1 and pd.uid = p.id and pd.dept_id in (select id from down where down.n = k.n)))
    order by p.id limit $5) f
  order by k.n, f.uid`

/** The people of each fact, in the order of the rows; `n` counts the facts from 1. */
const keepLists = (answers: FactAnswers, facts: readonly Fact[], rows: readonly (PersonRow & { readonly n: string })[]): void => {
  remember(answers, rows)
  facts.forEach((fact, index) => {
    answers[factKey(fact)] = rows.flatMap(({ n, uid }) => (Number(n) === index + 1 && uid !== null ? [uid] : []))
  })
}

const loads = async (tx: Tx, facts: readonly Extract<Fact, { k: 'load' }>[], answers: FactAnswers): Promise<void> => {
  if (facts.length === 0) return
  const rows = await tx.query<{ uid: Id; count: number }>(
    `select assignee_uid as uid, count(*)::int as count from wf_task
     where org_id = $1 and status = 1 and assignee_uid = any ($2::bigint[]) group by assignee_uid`,
    [tx.orgId, facts.map(({ user }) => user).filter(isId)],
  )
  for (const fact of facts) answers[factKey(fact)] = rows.find(({ uid }) => uid === fact.user)?.count ?? 0
}

const authors = async (
  tx: Tx,
  facts: readonly Extract<Fact, { k: 'commentAuthor' }>[],
  { processId }: DirectoryQuery,
  answers: FactAnswers,
): Promise<void> => {
  if (facts.length === 0) return
  const rows = await tx.query<{ id: Id; author_uid: Id }>(
    'select id, author_uid from wf_comment where org_id = $1 and id = any ($2::bigint[]) and instance_id = $3 and deleted_at is null',
    [tx.orgId, facts.map(({ comment }) => comment), processId],
  )
  for (const fact of facts) answers[factKey(fact)] = rows.find(({ id }) => id === fact.comment)?.author_uid ?? null
}

const participants = async (
  tx: Tx,
  facts: readonly Extract<Fact, { k: 'participant' }>[],
  { processId }: DirectoryQuery,
  answers: FactAnswers,
): Promise<void> => {
  if (facts.length === 0) return
  const rows = await tx.query<{ uid: Id }>(
    'select uid from wf_participant where org_id = $1 and instance_id = $2 and uid = any ($3::bigint[])',
    [tx.orgId, processId, facts.map(({ user }) => user)],
  )
  for (const fact of facts) answers[factKey(fact)] = rows.some(({ uid }) => uid === fact.user)
}
