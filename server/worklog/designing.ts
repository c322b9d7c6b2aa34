import { firstOf } from '../../kernel/assert.ts'
import { dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { FormDesign } from '../../domain/approval/form/formDesign.ts'
import type { LogTemplate } from '../../domain/worklog/operations.ts'
import { doneField, planField, standardLogs } from '../../domain/worklog/standard.ts'
import { publishForm, saveForm } from '../approval/design/forms.ts'
import { latestDesign } from '../approval/form/designs.ts'
import type { SignedIn } from '../call.ts'
import { onlyRow, requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { planReminding } from './logReminders.ts'
import { templateOf } from './templates.ts'

/** What the person who designs a template says of it. */
export type TemplateInput = Pick<LogTemplate, 'name' | 'period' | 'toHead' | 'due' | 'remindMinutes' | 'doneField' | 'planField'> & {
  readonly departments: readonly Id[]
  readonly exempt: readonly Id[]
  readonly receivers: readonly Id[]
}

/** A new template that no one writes with yet. The same id again changes nothing. */
export const insertTemplate = async (
  call: Pick<SignedIn, 'tx' | 'session' | 'language'>,
  id: Id,
  input: TemplateInput,
  formChoice: { readonly formKey?: string | undefined; readonly design?: FormDesign },
): Promise<void> => {
  const { tx, session, language } = call
  const [there] = await tx.query('select from log_template where org_id = $1 and id = $2', [tx.orgId, id])
  if (there) return
  await requireFreeName(tx, id, input.name)
  await requireKnown(tx, input)
  const design = formChoice.design ?? (standardLogs.find(({ period }) => period === input.period) ?? firstOf(standardLogs)).design
  const formKey =
    formChoice.formKey ?? (await saveForm(tx, { formName: input.name, note: '', revision: 0, design }, session.uid, language)).formKey
  const [form] = await tx.query('select from wf_form where org_id = $1 and form_key = $2', [tx.orgId, formKey])
  if (!form) throw new NotFound()
  await tx.query(
    `insert into log_template (org_id, id, name, period, form_key, departments, exempt, receivers, to_head, due, remind_minutes, done_field, plan_field, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      tx.orgId,
      id,
      input.name,
      input.period,
      formKey,
      input.departments,
      input.exempt,
      input.receivers,
      input.toHead,
      input.due,
      input.remindMinutes,
      input.doneField,
      input.planField,
      session.uid,
    ],
  )
}

export const updateTemplate = async (
  { tx, at }: Pick<SignedIn, 'tx' | 'at'>,
  {
    id,
    version,
    off,
    ...changed
  }: { readonly id: Id; readonly version: number; readonly off?: boolean | undefined } & {
    readonly [K in keyof TemplateInput]?: TemplateInput[K] | undefined
  },
): Promise<void> => {
  const before = await templateOf(tx, id, true)
  requireUnchanged('日志模板', version, before.version)
  if (changed.period !== undefined && changed.period !== before.period && (await isWrittenWith(tx, id)))
    refuse('worklog.period', '已有人用“{template}”写过日志，不能再改周期，请新建一个模板', { template: before.name })
  if (changed.name !== undefined) await requireFreeName(tx, id, changed.name)
  await requireKnown(tx, { departments: [], exempt: [], receivers: [], ...definedOf(changed) })
  await tx.query(
    `update log_template set name = coalesce($3, name), period = coalesce($4, period), departments = coalesce($5::bigint[], departments),
       exempt = coalesce($6::bigint[], exempt), receivers = coalesce($7::bigint[], receivers), to_head = coalesce($8, to_head),
       due = coalesce($9::jsonb, due), remind_minutes = case when $10 then $11 else remind_minutes end,
       done_field = case when $12 then $13 else done_field end, plan_field = case when $14 then $15 else plan_field end,
       state = case when $16::boolean is null then state when $16 then 'off' when form_version is null then 'draft' else 'active' end,
       version = version + 1
     where org_id = $1 and id = $2`,
    [
      tx.orgId,
      id,
      changed.name ?? null,
      changed.period ?? null,
      changed.departments ?? null,
      changed.exempt ?? null,
      changed.receivers ?? null,
      changed.toHead ?? null,
      changed.due ?? null,
      changed.remindMinutes !== undefined,
      changed.remindMinutes ?? null,
      changed.doneField !== undefined,
      changed.doneField ?? null,
      changed.planField !== undefined,
      changed.planField ?? null,
      off ?? null,
    ],
  )
  await planReminding(tx, await templateOf(tx, id), at)
}

/** People write with it from now on, with its form as it is; a draft of the form becomes its next version by this. */
export const publishTemplate = async ({ tx, session, at }: Pick<SignedIn, 'tx' | 'session' | 'at'>, id: Id): Promise<void> => {
  const template = await templateOf(tx, id, true)
  const latest = await latestDesign(tx, template.form_key)
  const form = await onlyRow(
    tx.query<{ revision: number; changed: boolean }>(
      `select f.revision, f.body is distinct from $3::jsonb as changed from wf_form f where f.org_id = $1 and f.form_key = $2`,
      [tx.orgId, template.form_key, latest?.design ?? null],
    ),
  )
  const formVersion =
    latest && !form.changed
      ? latest.version
      : await publishForm(tx, { formKey: template.form_key, revision: form.revision, note: '', byUid: session.uid })
  await tx.query(
    `update log_template set state = 'active', form_version = $3, since = coalesce(since, $4), version = version + 1 where org_id = $1 and id = $2`,
    [tx.orgId, id, formVersion, dayAt(at)],
  )
  await planReminding(tx, await templateOf(tx, id), at)
}

/**
 * Day, week and month as they are delivered; those whose names are taken are there already. Callers take turns: each sees what the one before
 * made.
 */
export const publishStandard = async (call: Pick<SignedIn, 'tx' | 'session' | 'language' | 'at'>): Promise<void> => {
  await call.tx.query(`select pg_advisory_xact_lock(hashtextextended('standard logs', $1::bigint))`, [call.tx.orgId])
  const namesakes = await call.tx.query<{ name: string }>(`select name from log_template where org_id = $1 and state <> 'off'`, [
    call.tx.orgId,
  ])
  for (const { name, period, due, remindMinutes, design } of standardLogs) {
    if (namesakes.some((namesake) => namesake.name === name)) continue
    const id = newId()
    const people = { departments: [], exempt: [], receivers: [] }
    await insertTemplate(call, id, { name, period, due, remindMinutes, toHead: true, doneField, planField, ...people }, { design })
    await publishTemplate(call, id)
  }
}

const requireFreeName = async (tx: Tx, id: Id, name: string): Promise<void> => {
  const [takenRow] = await tx.query(`select from log_template where org_id = $1 and name = $2 and id <> $3 and state <> 'off'`, [
    tx.orgId,
    name,
    id,
  ])
  if (takenRow) refuse('worklog.name', '已有名为“{name}”的日志模板', { name })
}

/** Refuses people and departments that are not there. */
const requireKnown = async (
  tx: Tx,
  { departments, exempt, receivers }: Pick<TemplateInput, 'departments' | 'exempt' | 'receivers'>,
): Promise<void> => {
  const people = [...new Set([...exempt, ...receivers])]
  const { missing } = await onlyRow(
    tx.query<{ missing: boolean }>(
      `select exists (select from unnest($2::bigint[]) as u (id) where not exists (select from person p where p.org_id = $1 and p.id = u.id))
           or exists (select from unnest($3::bigint[]) as u (id) where not exists (select from department d where d.org_id = $1 and d.id = u.id)) as missing`,
      [tx.orgId, people, [...new Set(departments)]],
    ),
  )
  if (missing) throw new NotFound()
}

const isWrittenWith = async (tx: Tx, id: Id): Promise<boolean> =>
  (await tx.query('select from log_entry where org_id = $1 and template_id = $2 limit 1', [tx.orgId, id])).length > 0

const definedOf = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }
