import type { Definition, Policy } from '../../../../domain/approval/flow/definition.ts'
import { dedupeWords, withdrawWords } from '../../../../domain/approval/design/settings.ts'
import type { FormField } from '../../../../domain/approval/form/filling.ts'
import type { Path } from '../../../../domain/approval/form/form.ts'
import { titleFromWords, titleInWords } from '../../../../domain/approval/flow/titleInWords.ts'
import { Section } from '../../../look/Card.tsx'
import { Field } from '../../../look/fields/Field.tsx'
import { Switch } from '../../../look/fields/Switch.tsx'
import { TextField } from '../../../look/fields/TextField.tsx'
import { toast } from '../../../look/overlays/toast.ts'
import { t } from '../../../words.ts'
import { useDesign } from './design.ts'
import { FieldTable } from './FieldTable.tsx'
import { labelOf } from './fields.ts'
import { NameField } from './NameField.tsx'
import { People } from './Rules.tsx'
import { Chip } from './settingFields.tsx'
import { StartSettings } from './StartSettings.tsx'
import { kindOf, refersTo } from '../../../../kernel/fields/kinds.ts'
import { type FieldType } from '../../../../kernel/field.ts'
import { WordsChoice } from '../../../shell/WordsChoice.tsx'

/** What holds for the flow as a whole. */
export const FlowSettings = () => {
  const { definition } = useDesign()
  const { change, set } = useChange()
  return (
    <>
      <Section title={t('基本信息')}>
        <NameField label={t('流程名称')} value={definition.name} onChange={(name) => change({ name }, 'name')} />
        <People
          label={t('流程管理员')}
          hint={t('没有处理人时由他们处理；不填时由组织的管理员负责')}
          ids={definition.policy.admins}
          onChange={(admins) => set({ admins })}
        />
      </Section>
      <StartSettings />
      <TitleSettings />
      <RuleSettings />
      <h2 className="px-1 pb-1.5 text-small font-medium text-quiet">{t('发起人可以填写的字段')}</h2>
      <FieldTable permissions={definition.startFields} unnamed="write" onChange={(startFields) => change({ startFields })} />
    </>
  )
}

/** Changes of the flow itself and of its policy, where an undefined `keepApprovals` is left out. */
const useChange = () => {
  const { definition, edit } = useDesign()
  const change = (next: Partial<Definition>, mergeKey?: string) => edit?.({ ...definition, ...next }, mergeKey)
  const set = (next: Partial<Policy>, mergeKey?: string) => {
    const { keepApprovals, ...policy } = { ...definition.policy, ...next }
    change({ policy: keepApprovals ? { ...policy, keepApprovals } : policy }, mergeKey)
  }
  return { change, set }
}

/** What an application is called, and what lists show of it. */
const TitleSettings = () => {
  const { definition, fields } = useDesign()
  const { set } = useChange()
  const { title, summaryFields } = definition.policy
  const plain = fields.filter(({ table }) => !table)
  const places = new Map([
    ['initiator', t('发起人')],
    ['flow', t('流程名称')],
    ...plain.filter(({ field }) => saysItself(field.control)).map((field) => [field.path, labelOf(field)] as const),
  ])
  return (
    <Section title={t('标题和摘要')} note={t('摘要显示在列表中，最多三项。')}>
      <TextField
        label={t('标题')}
        value={titleInWords(title, places)}
        maxLength={200}
        onChange={(words) => set({ title: titleFromWords(words, places) }, 'title')}
        hint={exampleOf(
          title,
          definition,
          plain.map((field) => [field.path, labelOf(field)]),
        )}
      />
      <Field label={t('插入')} group>
        {() => (
          <div className="flex flex-wrap gap-2 py-1.5">
            {[...places].map(([place, label]) => (
              <button
                key={place}
                type="button"
                onClick={() => set({ title: `${title}{${place}}` }, 'title')}
                className="reach h-9 rounded-full bg-sunken px-3.5 text-body transition active:opacity-60"
              >
                {label}
              </button>
            ))}
          </div>
        )}
      </Field>
      <FieldChips
        label={t('摘要字段')}
        fields={plain}
        chosen={summaryFields}
        onChange={(ids) => (ids.length > 3 ? toast(t('最多选{max}项', { max: 3 }), 'error') : set({ summaryFields: ids }))}
      />
    </Section>
  )
}

const RuleSettings = () => {
  const { definition, fields } = useDesign()
  const { set } = useChange()
  const { dedupe, keepApprovals, withdraw, takeBack, batchApprove, automatic } = definition.policy
  return (
    <Section title={t('审批规则')}>
      <WordsChoice label={t('同一人重复出现时')} value={dedupe} words={dedupeWords} onChange={(next) => set({ dedupe: next })} />
      <Switch
        label={t('重新提交后保留已同意的审批')}
        text={t('从头审批时，同意过的人不必再审')}
        value={keepApprovals !== undefined}
        onChange={(on) => set({ keepApprovals: on ? { unlessChanged: [] } : undefined })}
      />
      {keepApprovals && (
        <FieldChips
          label={t('修改了这些字段时仍需重新审批')}
          fields={fields}
          chosen={keepApprovals.unlessChanged}
          onChange={(unlessChanged) => set({ keepApprovals: { unlessChanged } })}
        />
      )}
      <WordsChoice label={t('发起人撤回')} value={withdraw} words={withdrawWords} onChange={(next) => set({ withdraw: next })} />
      <Switch
        label={t('处理人可以撤回自己的审批')}
        text={t('在下一位处理之前')}
        value={takeBack}
        onChange={(next) => set({ takeBack: next })}
      />
      <Switch
        label={t('允许批量同意')}
        text={t('在列表中一次同意多项')}
        value={batchApprove}
        onChange={(next) => set({ batchApprove: next })}
      />
      <Switch label={t('自动流程')} text={t('没有人需要审批或办理')} value={automatic} onChange={(next) => set({ automatic: next })} />
    </Section>
  )
}

/** Fields of the form, some of them chosen. */
const FieldChips = ({
  label,
  fields,
  chosen,
  onChange,
}: {
  label: string
  fields: readonly FormField[]
  chosen: readonly Path[]
  onChange: (paths: Path[]) => void
}) => (
  <Field label={label} group>
    {() => (
      <div className="flex flex-wrap gap-2 py-1.5">
        {fields.map((field) => {
          const on = chosen.includes(field.path)
          return (
            <Chip
              key={field.path}
              on={on}
              label={labelOf(field)}
              onPress={() => onChange(on ? chosen.filter((path) => path !== field.path) : [...chosen, field.path])}
            />
          )
        })}
      </div>
    )}
  </Field>
)

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
