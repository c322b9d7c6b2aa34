import type { RuleAction, RuleFilling } from '../../domain/eventRules/eventRule.ts'
import { flowOperations } from '../../domain/approval/operations/flows.ts'
import { processOperations } from '../../domain/approval/operations/processes.ts'
import { fieldsOf } from '../../domain/approval/form/formDesign.ts'
import { flowInstallPageSize } from '../../domain/rules/constants.ts'
import type { Table } from '../../domain/tables/define.ts'
import { useDesign } from '../approval/form/values.ts'
import { useAsk } from '../ask.ts'
import { Choice } from '../look/fields/Choice.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { t } from '../words.ts'
import { columnOptions } from './RuleEventFields.tsx'

type Start = Extract<RuleAction, { t: 'start' }>
type Props = { table: Table; action: Start; onChange: (action: Start) => void }

/** Which application is started, and what its fields begin with: a column of the row, or words. */
export const RuleStart = ({ table, action, onChange }: Props) => {
  const { data: flows } = useAsk(flowOperations.installedFlows, { all: true, pageSize: flowInstallPageSize }, { staleMs: 60_000 })
  const options = (flows?.list ?? [])
    .filter(({ documentKind }) => documentKind === null)
    .map(({ flowKey, flowName }) => ({ value: flowKey, label: flowName }))
  const { data: form } = useAsk(processOperations.applyForm, { flowKey: action.flowKey }, { enabled: action.flowKey !== '' })
  const design = useDesign(form?.form.design)
  const fields = design ? fieldsOf(design).flatMap(({ field, table: rows }) => (rows || field.formula ? [] : [field])) : []
  const fill = (key: string, content: RuleFilling | undefined) => {
    const { [key]: _, ...otherValues } = action.values
    onChange({ ...action, values: content ? { ...otherValues, [key]: content } : otherValues })
  }
  return (
    <>
      <Choice
        label={t('流程')}
        required
        hint={t('以保存规则的人的名义发起')}
        value={action.flowKey}
        options={options}
        onChange={(flowKey) => onChange({ ...action, flowKey, values: {} })}
      />
      {fields.map(({ key, label, required }) => (
        <FillingFields
          key={key}
          table={table}
          label={label}
          required={required}
          content={action.values[key]}
          onChange={(content) => fill(key, content)}
        />
      ))}
    </>
  )
}

type FillingProps = {
  table: Table
  label: string
  required: boolean
  content: RuleFilling | undefined
  onChange: (content: RuleFilling | undefined) => void
}

const wordsChoice = '='

const FillingFields = ({ table, label, required, content, onChange }: FillingProps) => {
  const source = content && ('column' in content ? content.column : wordsChoice)
  return (
    <>
      <Choice
        label={label}
        hint={required ? t('必填，不填则发起失败') : undefined}
        value={source ?? ''}
        placeholder={t('不预填')}
        options={[{ value: wordsChoice, label: '固定内容' }, ...columnOptions(table, ({ besides }) => !besides)]}
        onChange={(value) => {
          if (value === '') onChange(undefined)
          else onChange(value === wordsChoice ? { text: '' } : { column: value })
        }}
      />
      {content && 'text' in content && (
        <TextField label={t('{label}的内容', { label })} value={content.text} maxLength={500} onChange={(text) => onChange({ text })} />
      )}
    </>
  )
}
