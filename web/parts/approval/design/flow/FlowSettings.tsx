import type { Definition, Policy } from '../../../../../domain/approval/flow/definition.ts'
import { dedupeWords, withdrawWords } from '../../../../../domain/approval/design/settings.ts'
import { titleFromWords, titleInWords } from '../../../../../domain/approval/flow/title.ts'
import { Section } from '../../../../look/Card.tsx'
import { Choice } from '../../../../look/Choice.tsx'
import { Field } from '../../../../look/Field.tsx'
import { Switch } from '../../../../look/Switch.tsx'
import { TextField } from '../../../../look/TextField.tsx'
import { toast } from '../../../../look/toast.ts'
import { t } from '../../../../words.ts'
import { useDesign } from './design.ts'
import { FieldTable } from './FieldTable.tsx'
import { labelOf } from './fields.ts'
import { NameField } from './NameField.tsx'
import { People } from './Rules.tsx'
import { StartSettings } from './StartSettings.tsx'
import { kindOf, refersTo } from '../../../../../kernel/fields/kinds.ts'
import { type FieldType } from '../../../../../kernel/field.ts'

/** What holds for the flow as a whole. */
export const FlowSettings = () => {
  const { definition, edit, fields } = useDesign()
  const { policy } = definition
  const change = (next: Partial<Definition>, merging?: string) => edit?.({ ...definition, ...next }, merging)
  const set = (next: Partial<Policy>, merging?: string) => change({ policy: { ...policy, ...next } }, merging)
  const plain = fields.filter(({ table }) => !table)
  const places = new Map([
    ['initiator', t('发起人')],
    ['flow', t('流程名称')],
    ...plain.filter(({ field: { control } }) => saysItself(control)).map((field) => [field.path, labelOf(field)] as const),
  ])
  const insert = (place: string) => set({ title: `${policy.title}{${place}}` }, 'title')
  const toggleSummary = (path: string) => {
    if (policy.summaryFields.includes(path)) return set({ summaryFields: policy.summaryFields.filter((one) => one !== path) })
    if (policy.summaryFields.length >= 3) return toast(t('最多选{max}项', { max: 3 }), 'error')
    set({ summaryFields: [...policy.summaryFields, path] })
  }
  const kept = policy.keepApprovals
  const setKept = (unlessChanged: string[] | undefined) => {
    const { keepApprovals: _, ...rest } = policy
    change({ policy: unlessChanged ? { ...rest, keepApprovals: { unlessChanged } } : rest })
  }
  return (
    <>
      <Section title={t('基本信息')}>
        <NameField label={t('流程名称')} value={definition.name} onChange={(name) => change({ name }, 'name')} />
        <People
          label={t('流程管理员')}
          hint={t('没有处理人时由他们处理；不填时由组织的管理员负责')}
          ids={policy.admins}
          onChange={(admins) => set({ admins })}
        />
      </Section>
      <StartSettings />
      <Section title={t('标题和摘要')} note={t('摘要显示在列表中，最多三项。')}>
        <TextField
          label={t('标题')}
          value={titleInWords(policy.title, places)}
          maxLength={200}
          onChange={(words) => set({ title: titleFromWords(words, places) }, 'title')}
          hint={exampleOf(
            policy.title,
            definition,
            plain.map((field) => [field.path, labelOf(field)]),
          )}
        />
        <Field label={t('插入')} group>
          {() => (
            <div className="flex flex-wrap gap-2 py-1.5">
              {[...places].map(([place, label]) => (
                <button key={place} type="button" onClick={() => insert(place)} className={chip}>
                  {label}
                </button>
              ))}
            </div>
          )}
        </Field>
        <Field label={t('摘要字段')} group>
          {() => (
            <div className="flex flex-wrap gap-2 py-1.5">
              {plain.map((field) => {
                const on = policy.summaryFields.includes(field.path)
                return (
                  <button
                    key={field.path}
                    type="button"
                    aria-pressed={on}
                    onClick={() => toggleSummary(field.path)}
                    className={on ? `${chip} bg-accent-soft! font-medium text-accent-strong ring-1 ring-accent` : chip}
                  >
                    {labelOf(field)}
                  </button>
                )
              })}
            </div>
          )}
        </Field>
      </Section>
      <Section title={t('审批规则')}>
        <Choice
          label={t('同一人重复出现时')}
          required
          value={policy.dedupe}
          options={Object.entries(dedupeWords).map(([value, label]) => ({ value, label }))}
          onChange={(dedupe) => set({ dedupe: dedupe as Policy['dedupe'] })}
        />
        <Switch
          label={t('重新提交后保留已同意的审批')}
          text={t('从头审批时，同意过的人不必再审')}
          value={kept !== undefined}
          onChange={(on) => setKept(on ? [] : undefined)}
        />
        {kept && (
          <Field label={t('修改了这些字段时仍需重新审批')} group>
            {() => (
              <div className="flex flex-wrap gap-2 py-1.5">
                {fields.map((field) => {
                  const on = kept.unlessChanged.includes(field.path)
                  return (
                    <button
                      key={field.path}
                      type="button"
                      aria-pressed={on}
                      onClick={() =>
                        setKept(on ? kept.unlessChanged.filter((one) => one !== field.path) : [...kept.unlessChanged, field.path])
                      }
                      className={on ? `${chip} bg-accent-soft! font-medium text-accent-strong ring-1 ring-accent` : chip}
                    >
                      {labelOf(field)}
                    </button>
                  )
                })}
              </div>
            )}
          </Field>
        )}
        <Choice
          label={t('发起人撤回')}
          required
          value={policy.withdraw}
          options={Object.entries(withdrawWords).map(([value, label]) => ({ value, label }))}
          onChange={(withdraw) => set({ withdraw: withdraw as Policy['withdraw'] })}
        />
        <Switch
          label={t('处理人可以撤回自己的审批')}
          text={t('在下一位处理之前')}
          value={policy.takeBack}
          onChange={(takeBack) => set({ takeBack })}
        />
        <Switch
          label={t('允许批量同意')}
          text={t('在列表中一次同意多项')}
          value={policy.batchApprove}
          onChange={(batchApprove) => set({ batchApprove })}
        />
        <Switch
          label={t('自动流程')}
          text={t('没有人需要审批或办理')}
          value={policy.automatic}
          onChange={(automatic) => set({ automatic })}
        />
      </Section>
      <h2 className="px-1 pb-1.5 text-small font-medium text-quiet">{t('发起人可以填写的字段')}</h2>
      <FieldTable permissions={definition.startFields} unnamed="write" onChange={(startFields) => change({ startFields })} />
    </>
  )
}

/** Places in a title are filled with plain values: not with names, and not with what titles say nothing of. */
const saysItself = (control: FieldType): boolean => !kindOf(control).isSilent && !kindOf(control).opens && !refersTo(control)

const exampleOf = (title: string, definition: Definition, labels: readonly (readonly [string, string])[]): string => {
  const places = new Map<string, string>([
    ['flow', t(definition.name)],
    ['initiator', t('张三')],
    ...labels.map(([path, label]) => [path, t('〔{field}〕', { field: label })] as const),
  ])
  return t('例如：{title}', { title: title.replaceAll(/\{(\w+)\}/g, (all, place: string) => places.get(place) ?? all) })
}

const chip = 'reach h-9 rounded-full bg-sunken px-3.5 text-body transition active:opacity-60'
