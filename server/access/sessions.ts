import type { Id } from '../../kernel/id.ts'
import { openRecentReads } from '../../kernel/recent.ts'
import { isManagerRole } from '../../domain/access/managerRoles.ts'
import { deliveredRights, headCodes, ownRights, type Rights, rightsTogether, type RoleScope } from '../../domain/access/roleRights.ts'
import { isAdmin, roleCodeOf, roleWordOf } from '../../domain/access/roles.ts'
import type { Session } from '../call.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { announce } from '../messaging/outbox.ts'
import { claimedOrganisation, newToken, tokenHash } from './tokens.ts'
import { managedBy } from './places.ts'

/** A session lives this long at most, used or not. */
export const sessionSeconds = 7 * 86_400

const recentSessions = openRecentReads<Database, Session | undefined>({
  ageMs: 1000,
  atMost: 10_000,
  // Of a licence that is there again no one is told late.
  isLasting: (session, database) => session !== undefined && session.licensedUntil > database.now(),
})

/**
 * Who holds this token; undefined where the session is over or never was, and where the person or the organisation is disabled. An answer
 * may be one second old, so the person who is disabled is out within a second.
 */
export const findSession = async (database: Database, token: string): Promise<Session | undefined> => {
  const orgId = claimedOrganisation(token)
  if (orgId === undefined) return undefined
  const hash = tokenHash(token)
  return recentSessions.read(database, hash, () => database.reading(orgId, (tx) => readSession(tx, hash)))
}

/** The same for the person who may do more than replace a password that another person chose. */
export const findWorkingSession = async (database: Database, token: string): Promise<Session | undefined> => {
  const session = await findSession(database, token)
  return session?.mustReplacePassword ? undefined : session
}

/** Forgets what this process remembers of a session that it has just ended. */
export const forgetSession = (database: Database, hash: string): boolean => recentSessions.forget(database, hash)

/** Opens a session for a person whose identity is proven; the token, which is known nowhere else. */
export const openSession = async (
  tx: Tx,
  { uid, client, platform, deviceId }: { uid: Id; client: Session['client']; platform: string; deviceId?: string | undefined },
): Promise<string> => {
  const token = newToken(tx.orgId)
  await tx.query(
    `insert into session (org_id, token_hash, uid, client, platform, device_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [tx.orgId, tokenHash(token), uid, client, platform, deviceId ?? null, sessionSeconds],
  )
  return token
}

/** Another session for the same person on the same device, before the one of this call ends. */
export const reopenSession = async (tx: Tx, { uid, client, tokenHash: hash }: Session): Promise<string> => {
  const [device] = await tx.query<{ platform: string; device_id: string | null }>(
    'select platform, device_id from session where org_id = $1 and token_hash = $2',
    [tx.orgId, hash],
  )
  return openSession(tx, { uid, client, platform: device?.platform ?? '', deviceId: device?.device_id ?? undefined })
}

/**
 * Ends sessions of one person and announces it, so that open sockets close: all of them, or all but one, or only one. Where it is not only one,
 * the addresses from which calendars elsewhere read the agenda end as well.
 */
export const endSessions = async (tx: Tx, uid: Id, which: { readonly except?: string; readonly only?: string } = {}): Promise<string[]> => {
  const endedRows = await tx.query<{ token_hash: string }>(
    `update session set ended_at = now()
     where org_id = $1 and uid = $2 and ended_at is null and token_hash is distinct from $3 and ($4::text is null or token_hash = $4)
     returning token_hash`,
    [tx.orgId, uid, which.except ?? null, which.only ?? null],
  )
  if (which.only === undefined)
    await tx.query('update agenda_feed set revoked_at = now() where org_id = $1 and uid = $2 and revoked_at is null', [tx.orgId, uid])
  const tokens = endedRows.map((row) => row.token_hash)
  if (tokens.length > 0) await announce(tx, { topic: 'session-ended', key: uid, body: { uids: [uid], tokens } })
  return tokens
}

/** Ends the sessions of everyone and announces it. */
export const endEverySession = async (tx: Tx): Promise<void> => {
  const endedRows = await tx.query<{ uid: Id; token_hash: string }>(
    'update session set ended_at = now() where org_id = $1 and ended_at is null returning uid, token_hash',
    [tx.orgId],
  )
  if (endedRows.length === 0) return
  const uids = [...new Set(endedRows.map(({ uid }) => uid))]
  await announce(tx, { topic: 'session-ended', key: tx.orgId, body: { uids, tokens: endedRows.map((row) => row.token_hash) } })
}

type Row = {
  uid: Id
  user_name: string
  client: string
  role_codes: string[]
  own_roles: OwnRole[]
  department_ids: Id[]
  managed_ids: Id[]
  location_ids: Id[]
  below_ids: Id[]
  headed_ids: Id[]
  category_ids: Id[]
  first_sign_in: boolean
  licensed_until: number
  subjects_only: boolean
}

/** A role of the organisation's own as the session query answers it. */
type OwnRole = { readonly codes: string[]; readonly scopes: RoleScope[]; readonly categoryIds: Id[]; readonly hiddenFields: string[] }

const readSession = async (tx: Tx, hash: string): Promise<Session | undefined> => {
  const [row] = await tx.query<Row>(sessionQuery, [tx.orgId, hash, roleCodeOf('tenant', tx.orgId)])
  return row && sessionOf(tx.orgId, row, hash)
}

/** A person as work in his name sees him that goes on after his request; undefined where he may do nothing any more. */
export const inNameOf = async (tx: Tx, uid: Id): Promise<Session | undefined> => {
  const [row] = await tx.query<Row>(personQuery, [tx.orgId, uid, roleCodeOf('tenant', tx.orgId)])
  return row && sessionOf(tx.orgId, row, '')
}

/** What the active roles give. The ordinary employee's, which everyone has, hides nothing and would show what every other role hides. */
const rightsIn = (orgId: Id, { role_codes, own_roles }: Row): Rights => {
  const words = role_codes.map((code) => roleWordOf(code, orgId)).filter((word) => word !== undefined)
  const managers = [...words.filter(isManagerRole).map(deliveredRights), ...own_roles.map(ownRights)]
  return rightsTogether(managers.length > 0 ? managers : words.map(deliveredRights))
}

/** The places of a scope. */
const placesIn = (scopes: ReadonlySet<RoleScope>, { managed_ids, location_ids }: Row): 'all' | Id[] => {
  if (scopes.has('all')) return 'all'
  if (scopes.has('placesBelow')) return location_ids
  return scopes.has('places') ? managed_ids : []
}

const departmentsIn = (scopes: ReadonlySet<RoleScope>, row: Row): Id[] => [
  ...new Set([
    ...(scopes.has('department') || scopes.has('departmentsBelow') ? row.department_ids : []),
    ...(scopes.has('departmentsBelow') ? row.below_ids : []),
    ...row.headed_ids,
  ]),
]

const sessionOf = (orgId: Id, row: Row, hash: string): Session => {
  const tenant = roleCodeOf('tenant', orgId)
  const rights = rightsIn(orgId, row)
  const codes = row.headed_ids.length > 0 ? new Set([...rights.codes, ...headCodes]) : rights.codes
  return {
    orgId,
    uid: row.uid,
    userName: row.user_name,
    client: row.client,
    admin: isAdmin(row.role_codes.includes(tenant), row.role_codes, orgId),
    roleCodes: row.role_codes,
    codes,
    departmentIds: row.department_ids,
    locations: placesIn(rights.scopes, row),
    managedLocations: placesIn(rights.changedScopes, row),
    departments: departmentsIn(rights.scopes, row),
    categories: rights.scopes.has('categories') ? row.category_ids : [],
    headsDepartment: row.headed_ids.length > 0,
    hiddenFields: rights.hiddenFields,
    rights,
    mustReplacePassword: row.first_sign_in,
    licensedUntil: row.licensed_until,
    subjectsOnly: row.subjects_only,
    tokenHash: hash,
  }
}

/** A tenant administrator sees every location, so theirs are not looked for. */
const queryOf = (role: string): string => `
  with recursive me as (
    select p.id as uid, s.client, p.user_name, p.dept_id, p.first_sign_in,
      s.platform in ('dingding', 'workweixin', 'feishu') and not coalesce((o.settings ->> 'chatsInHosts')::boolean, true) as subjects_only,
      array(select r.role_code from person_role pr join role r on r.org_id = $1 and r.id = pr.role_id
            where pr.org_id = $1 and pr.uid = p.id and pr.active order by r.id) as role_codes
    from ${role}
    join organisation o on o.org_id = $1
    where p.org_id = $1 and p.state = 'active' and p.deleted_at is null and o.state = 'active'
  ), own as materialized (
    select r.codes, r.scopes, r.category_ids, r.hidden_fields
    from me join person_role pr on pr.org_id = $1 and pr.uid = me.uid and pr.active
    join role r on r.org_id = $1 and r.id = pr.role_id and r.codes is not null and r.deleted_at is null
  ), named as materialized (
    select l.id from location l, me
    where l.org_id = $1 and l.deleted_at is null and not ($3 = any (me.role_codes))
      and ${managedBy('me.uid')}
  ), managed as (
    select id from named
    union
    select l.id from location l join managed m on l.parent_id = m.id where l.org_id = $1 and l.deleted_at is null
  ), department_of as materialized (
    select dept_id as id from me where dept_id is not null
    union select d.dept_id from person_department d, me where d.org_id = $1 and d.uid = me.uid
  ), below as (
    select id from department_of where exists (select from own where 'departmentsBelow' = any (own.scopes))
    union
    select d.id from department d join below b on d.parent_id = b.id where d.org_id = $1 and d.deleted_at is null
  ), headed as (
    select d.id from department d, me where d.org_id = $1 and d.manager_uid = me.uid and d.deleted_at is null
    union
    select d.id from department d join headed h on d.parent_id = h.id where d.org_id = $1 and d.deleted_at is null
  ), chosen as (
    select unnest(category_ids) as id from own where 'categories' = any (own.scopes)
    union
    select k.id from category k join chosen c on k.parent_id = c.id where k.org_id = $1 and k.deleted_at is null
  )
  select uid, user_name, client, role_codes, first_sign_in, subjects_only,
    (select coalesce(jsonb_agg(jsonb_build_object('codes', codes, 'scopes', scopes, 'categoryIds', category_ids::text[], 'hiddenFields', hidden_fields)), '[]')
     from own) as own_roles,
    array(select id from department_of order by id is distinct from me.dept_id, id) as department_ids,
    array(select id from named order by id) as managed_ids,
    -- Documents in the books go on naming a place that was merged into one of these.
    array(select id from managed union
          select f.from_id from record_forward f where f.org_id = $1 and f.noun = 'location' and f.into_id in (select id from managed) order by 1) as location_ids,
    array(select id from below order by id) as below_ids,
    array(select id from headed order by id) as headed_ids,
    array(select id from chosen order by id) as category_ids,
    coalesce((select extract(epoch from max(l.end_date)::timestamp at time zone 'Asia/Shanghai') * 1000
              from licence_order l where l.org_id = $1 and l.order_state = 1), 0)::float8 as licensed_until
  from me`

const sessionQuery = queryOf(`(select * from session where org_id = $1 and token_hash = $2 and ended_at is null and expires_at > now()) s
    join person p on p.org_id = $1 and p.id = s.uid`)
const personQuery = queryOf(`(select $2::bigint as uid, 'app' as client, '' as platform) s join person p on p.id = s.uid`)
