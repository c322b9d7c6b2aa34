import { roleList } from '../../domain/access/userOperations.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import { isPersonColumn, type MessageOpening, type RuleAction } from '../../domain/eventRules/eventRule.ts'
import { rolePageSize } from '../../domain/rules/constants.ts'
import type { Table } from '../../domain/tables/define.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { useFlowChoices } from '../approval/flowChoices.ts'
import { useAsk } from '../ask.ts'
import { ReferencesField } from '../forms/ReferenceField.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Choices } from '../look/fields/Choices.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { t } from '../words.ts'
import { columnOptions } from './RuleEventFields.tsx'

type Notice = Extract<RuleAction, { t: 'notify' }>
type Props = {
  table: Table
  action: Notice
  /** The columns that the rule goes by. */
  ruleColumns: readonly string[]
  onChange: (action: Notice) => void
}

const openings = [
  { value: 'row', label: '这条记录' },
  { value: 'document', label: '新建单据' },
  { value: 'flow', label: '发起申请' },
] as const

const begunOpenings: Readonly<Record<MessageOpening['to'], MessageOpening>> = {
  row: { to: 'row' },
  document: { to: 'document', kind: 'GsRevertOrder' },
  flow: { to: 'flow', flowKey: '' },
}

const kindOptions = documentKinds.map(({ kind, title }) => ({ value: kind, label: title }))

/** Who is told what, and what a press on the message opens. */
export const RuleNotice = ({ table, action, ruleColumns, onChange }: Props) => {
  const { data: roles } = useAsk(roleList, { pageSize: rolePageSize }, { staleMs: 300_000 })
  const flows = useFlowChoices(action.opens.to === 'flow')
  const change = (part: Partial<Notice>) => onChange({ ...action, ...part })
  const personColumns = columnOptions(table, isPersonColumn)
  const hasPlace = Object.values(table.columns).some(({ control }) => refersTo(control) === 'location')
  return (
    <>
      {personColumns.length > 0 && (
        <Choices label={t('通知记录上的')} value={action.columns} options={personColumns} onChange={(columns) => change({ columns })} />
      )}
      {hasPlace && <Switch label={t('通知区域管理员')} value={action.keepers} onChange={(keepers) => change({ keepers })} />}
      <Choices
        label={t('通知角色')}
        value={action.roles}
        options={(roles?.list ?? []).map(({ roleCode, roleName }) => ({ value: roleCode, label: roleName }))}
        onChange={(next) => change({ roles: next })}
      />
      <ReferencesField
        label={t('通知人员')}
        control={{ type: 'reference', to: 'person', many: true }}
        value={action.people}
        onChange={(people) => change({ people: [...people] })}
      />
      <TextArea
        label={t('通知文字')}
        required
        max={200}
        lines={2}
        value={action.words}
        hint={t('花括号里写列名，发送时换成记录的内容')}
        placeholder={t('例如：{example}', { example: `{${t(firstLabel(table))}}` })}
        onChange={(words) => change({ words })}
      />
      <div className="flex flex-wrap gap-2 px-4 py-2">
        {placeLabels(table, ruleColumns).map((label) => (
          <button
            key={label}
            type="button"
            onClick={() => change({ words: `${action.words}{${t(label)}}`.slice(0, 200) })}
            className="pressable rounded-full bg-sunken px-3 py-1 text-small text-quiet"
          >
            {t(label)}
          </button>
        ))}
      </div>
      <Choice
        label={t('点开后')}
        required
        value={action.opens.to}
        options={openings}
        onChange={(to) => change({ opens: begunOpenings[to] })}
      />
      {action.opens.to === 'document' && (
        <Choice
          label={t('单据')}
          required
          value={action.opens.kind}
          options={kindOptions}
          onChange={(kind) => change({ opens: { to: 'document', kind } })}
        />
      )}
      {action.opens.to === 'flow' && (
        <Choice
          label={t('流程')}
          required
          value={action.opens.flowKey}
          options={flows ?? []}
          onChange={(flowKey) => change({ opens: { to: 'flow', flowKey } })}
        />
      )}
    </>
  )
}

const placesOffered = 8

/** The columns that a rule goes by and those that are shown first, to be put into a text by a press. */
const placeLabels = ({ columns }: Table, ruleColumns: readonly string[] = []): string[] => {
  const shownColumns = Object.values(columns)
    .filter((column) => column.shown && !column.besides)
    .slice(0, placesOffered)
  return [...new Set([...ruleColumns.flatMap((key) => columns[key] ?? []), ...shownColumns].map(({ label }) => label))]
}

const firstLabel = (table: Table): string => placeLabels(table)[0] ?? ''
