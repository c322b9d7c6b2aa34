import { Plus, Trash2 } from 'lucide-react'
import { changeableFields } from '../../domain/bulk/fields.ts'
import { type RuleAction, ruleActionsAtMost, ruleActionTitles } from '../../domain/eventRules/eventRule.ts'
import type { Table } from '../../domain/tables/define.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import { asText } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { useRecordKind } from '../records/useRecordKind.ts'
import { t } from '../words.ts'
import { RuleNotice } from './RuleNotice.tsx'
import { RuleStart } from './RuleStart.tsx'
import { emptyNotice } from './useRuleDraft.ts'

type Props = {
  table: Table
  subject: string
  /** The columns that the rule goes by. */
  ruleColumns: readonly string[]
  actions: readonly RuleAction[]
  onChange: (actions: readonly RuleAction[]) => void
}

const begunActions: Readonly<Record<RuleAction['t'], RuleAction>> = {
  notify: emptyNotice,
  start: { t: 'start', flowKey: '', values: {} },
  set: { t: 'set', field: '', value: '' },
}

/** What a rule does, one after the other: all of it or, where one is refused, nothing. */
export const RuleActions = ({ table, subject, ruleColumns, actions, onChange }: Props) => {
  const canSet = tableNamed(subject)?.kind !== undefined
  const add = async () => {
    const kinds = (['notify', 'start', 'set'] as const).filter((kind) => kind !== 'set' || canSet)
    const kind = await choose(
      t('添加动作'),
      kinds.map((value) => ({ value, label: t(ruleActionTitles[value]) })),
    )
    if (kind) onChange([...actions, begunActions[kind]])
  }
  return (
    <>
      {actions.map((action, index) => (
        <Section
          key={index}
          title={index === 0 ? t('就：{action}', { action: t(ruleActionTitles[action.t]) }) : t(ruleActionTitles[action.t])}
          right={
            actions.length > 1 && (
              <IconButton icon={Trash2} label={t('移除动作{n}', { n: index + 1 })} onClick={() => onChange(actions.toSpliced(index, 1))} />
            )
          }
        >
          <ActionFields {...{ table, subject, ruleColumns, action }} onChange={(next) => onChange(actions.with(index, next))} />
        </Section>
      ))}
      {actions.length < ruleActionsAtMost && (
        <Section flush>
          <Cell icon={Plus} title={t('添加动作')} onPress={() => void add()} />
        </Section>
      )}
    </>
  )
}

type ActionProps<A extends RuleAction = RuleAction> = Pick<Props, 'table' | 'subject'> & { action: A; onChange: (action: A) => void }

const ActionFields = ({ table, subject, ruleColumns, action, onChange }: ActionProps & Pick<Props, 'ruleColumns'>) => {
  switch (action.t) {
    case 'notify':
      return <RuleNotice table={table} ruleColumns={ruleColumns} action={action} onChange={onChange} />
    case 'start':
      return <RuleStart table={table} action={action} onChange={onChange} />
    case 'set':
      return <SetFields table={table} subject={subject} action={action} onChange={onChange} />
  }
}

/** Which field gets which value: by an adjustment where documents write it. */
const SetFields = ({ subject, action, onChange }: ActionProps<Extract<RuleAction, { t: 'set' }>>) => {
  const noun = tableNamed(subject)?.kind?.noun ?? 'asset'
  const kind = useRecordKind(noun)
  if (!kind) return null
  const fields = changeableFields(kind, () => true).filter(([, { control }]) => !(refersTo(control) && 'many' in control && control.many))
  const field = fields.find(([key]) => key === action.field)?.[1]
  return (
    <>
      <Choice
        label={t('字段')}
        required
        value={action.field}
        options={fields.map(([value, { label }]) => ({ value, label }))}
        onChange={(next) => onChange({ ...action, field: next, value: '' })}
      />
      {field && (
        <FieldControl
          field={{ ...field, label: t('新的值') }}
          value={action.value}
          onChange={(value) => onChange({ ...action, value: asText(value) ?? '' })}
        />
      )}
    </>
  )
}
