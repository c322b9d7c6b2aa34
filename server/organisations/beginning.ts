import { type BeginningCounts, beginningStates, isBegun } from '../../domain/organisation/beginningSteps.ts'
import { beginning, type BeginningAnswer, beginningSkip } from '../../domain/organisation/beginningOperations.ts'
import { flowTemplates } from '../../domain/approval/flow/templates/all.ts'
import { handle, type Handler } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { onlyRow } from '../db/rows.ts'

/** How far the organisation has come. */
export const beginningOf = async (tx: Tx): Promise<BeginningAnswer> => {
  const [{ skipped, ...counts }, delivered] = await Promise.all([
    onlyRow(tx.query<BeginningCounts & { skipped: string[] }>(countsText, [tx.orgId])),
    onlyRow(
      tx.query<BeginningAnswer['delivered']>(deliveredText, [
        tx.orgId,
        flowTemplates.map(({ key }) => key),
        flowTemplates.map(({ version }) => version),
        flowTemplates.map(({ byDefault }) => byDefault === true),
      ]),
    ),
  ])
  const steps = beginningStates(counts, skipped)
  return { begun: isBegun(steps), steps, counts, delivered }
}

export const beginningHandlers: readonly Handler[] = [
  handle(beginning, ({ tx }) => beginningOf(tx)),

  handle(beginningSkip, async ({ tx }, { steps, skipped }) => {
    await tx.query(
      `update organisation set settings = jsonb_set(settings, '{skipped}', coalesce((
         select jsonb_agg(distinct step) from (
           select jsonb_array_elements_text(coalesce(settings -> 'skipped', '[]')) as step
           union all select unnest($2::text[])) as all_steps
         where $3::boolean or step <> all ($2::text[])), '[]'))
       where org_id = $1`,
      [tx.orgId, steps, skipped],
    )
    return beginningOf(tx)
  }),
]

/** Nothing is missing where no flow was ever installed: the organisation works without, or has not come to them yet. */
const deliveredText = `
  select count(*) filter (where f.state = 2 and f.template_version < t.version)::int as newer,
    count(*) filter (where f.flow_key is null and t.recommended and exists (select from wf_flow any_flow where any_flow.org_id = $1))::int as missing
  from unnest($2::text[], $3::int[], $4::boolean[]) as t (key, version, recommended)
  left join wf_flow f on f.org_id = $1 and f.template_key = t.key`

/** Each number stops at 10,000: what is counted here is small where anyone still begins. */
const upTo = (from: string): string => `(select count(*)::int from (select from ${from} limit 10000) n)`

const countsText = `
  with recursive managed as (
    select l.id from location l where l.org_id = $1 and l.deleted_at is null and (l.manager_uid is not null or exists (
      select from location_user u where u.org_id = $1 and u.loc_id = l.id and u.kind = 'manager'))
    union
    select l.id from location l join managed m on l.parent_id = m.id where l.org_id = $1 and l.deleted_at is null
  )
  select o.avatar is not null as "hasLogo",
    array(select jsonb_array_elements_text(coalesce(o.settings -> 'skipped', '[]'))) as skipped,
    greatest(${upTo('department where org_id = $1 and deleted_at is null')} - 1, 0) as departments,
    greatest(${upTo(`person where org_id = $1 and deleted_at is null and state = 'active'`)} - 1, 0) as people,
    ${upTo(`department d where org_id = $1 and deleted_at is null
      and exists (select from person p where p.org_id = $1 and p.dept_id = d.id and p.deleted_at is null and p.state = 'active' and not p.admin)
      and not exists (select from person h where h.org_id = $1 and h.id = d.manager_uid and h.deleted_at is null and h.state = 'active')`)} as "unheadedDepartments",
    ${upTo('location where org_id = $1 and deleted_at is null')} as places,
    ${upTo('location l where org_id = $1 and deleted_at is null and not exists (select from managed m where m.id = l.id)')} as "unmanagedPlaces",
    ${upTo('category where org_id = $1 and deleted_at is null')} as categories,
    ${upTo('wf_flow where org_id = $1 and state = 2')} as flows,
    (select coalesce(max(n), 0)::int from asset_register where org_id = $1) as assets,
    ${upTo('consumable where org_id = $1 and deleted_at is null')} as supplies,
    ${upTo('book where org_id = $1 and deleted_at is null and closed_month is not null')} as books,
    greatest(${upTo(`person where org_id = $1 and deleted_at is null and state = 'active' and password_hash is not null`)} - 1, 0) as "ableToSignIn",
    exists (select from foreign_person where org_id = $1 and gone_at is null) and (
      select count(*) from (
        select from person p where p.org_id = $1 and p.deleted_at is null and p.state = 'active'
          and not exists (select from foreign_person l where l.org_id = $1 and l.uid = p.id and l.gone_at is null) limit 2) alone) <= 1 as "comeByThemselves"
  from organisation o where o.org_id = $1`
