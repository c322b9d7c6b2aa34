import { Plus, Trash2 } from 'lucide-react'
import type { Range, Rule } from '../../../../domain/approval/flow/definition.ts'
import { ruleWords } from '../../../../domain/approval/design/settings.ts'
import type { Option } from '../../../../kernel/field.ts'
import { assertDefined, firstOf } from '../../../../kernel/assert.ts'
import { Card } from '../../../look/Card.tsx'
import { Choice } from '../../../look/fields/Choice.tsx'
import { choose } from '../../../look/overlays/confirm.ts'
import { IconButton } from '../../../look/IconButton.tsx'
import { NumberField } from '../../../look/fields/NumberField.tsx'
import { Switch } from '../../../look/fields/Switch.tsx'
import { t } from '../../../words.ts'
import { keysOf } from '../../../../kernel/keysOf.ts'
import { ReferenceField, ReferencesField } from '../../../forms/ReferenceField.tsx'
import { PositionField } from '../../../people/PositionField.tsx'
import { useDesign } from './design.ts'
import type { FormField } from '../../../../domain/approval/form/filling.ts'
import { labelOf, pointingAt } from './fields.ts'
import { useRoles } from './speech.ts'

/** Who is asked: the people of all rules together. `choosing` is false where no one can be chosen on the way, as for a copy. */
export const Rules = ({
  rules,
  onChange,
  choosing = true,
}: {
  rules: readonly Rule[]
  onChange: (rules: Rule[]) => void
  choosing?: boolean
}) => {
  const { fields } = useDesign()
  const kinds = ruleKinds.filter(
    ({ k, offered }) => (choosing || (k !== 'chosenByInitiator' && k !== 'chosenByPrevious')) && (offered?.(fields) ?? true),
  )
  const add = async () => {
    const answer = await choose(
      t('添加处理人'),
      kinds.map(({ k, title, text }) => ({ value: k, label: t(title), text: t(text) })),
    )
    const kind = kinds.find(({ k }) => k === answer)
    if (kind) onChange([...rules, kind.blank(fields)])
  }
  return (
    <div className="mb-4">
      {rules.map((rule, index) => (
        <RuleCard
          // Rules have no names; they are only added at the end and removed.
          key={index}
          rule={rule}
          onChange={(next) => onChange(rules.map((rule, position) => (position === index ? next : rule)))}
          onRemove={() => onChange(rules.filter((_, position) => position !== index))}
        />
      ))}
      <button
        type="button"
        onClick={() => void add()}
        className="flex h-11 w-full items-center justify-center gap-1.5 rounded-control border border-dashed border-faint/50 text-body text-accent-strong transition hover:bg-accent-soft"
      >
        <Plus size={17} aria-hidden />
        {rules.length === 0 ? t('添加处理人') : t('再添加一种')}
      </button>
    </div>
  )
}

const RuleCard = ({ rule, onChange, onRemove }: { rule: Rule; onChange: (rule: Rule) => void; onRemove: () => void }) => {
  const { speech } = useDesign()
  const { title } = assertDefined(
    ruleKinds.find(({ k }) => k === rule.k),
    `the rule ${rule.k}`,
  )
  const [first] = [ruleWords(rule, speech)]
  return (
    <Card flush className="mb-2">
      <div className="flex min-h-11 items-center pl-4">
        <span className="min-w-0 flex-1 text-body font-medium">{t(title)}</span>
        <IconButton
          icon={Trash2}
          iconSize={17}
          label={t('移除“{rule}”', { rule: first || t(title) })}
          className="text-faint"
          onClick={onRemove}
        />
      </div>
      <RuleFields rule={rule} onChange={onChange} />
    </Card>
  )
}

type RuleOf<K extends Rule['k']> = Extract<Rule, { k: K }>
type RuleProps<R extends Rule = Rule> = { rule: R; onChange: (rule: Rule) => void }

const RuleFields = ({ rule, onChange }: RuleProps) => {
  const { fields } = useDesign()
  switch (rule.k) {
    case 'users':
      return <People label={t('人员')} ids={rule.ids} onChange={(ids) => onChange({ ...rule, ids })} />
    case 'role':
      return <RoleFields rule={rule} onChange={onChange} />
    case 'deptHead':
      return <DeptHeadFields rule={rule} onChange={onChange} />
    case 'supervisors':
      return <SupervisorFields rule={rule} onChange={onChange} />
    case 'chosenByInitiator':
    case 'chosenByPrevious':
      return (
        <>
          <RangeFields range={rule.range} onChange={(range) => onChange({ ...rule, range })} />
          <Switch label={t('可以选多人')} value={rule.multi} onChange={(multi) => onChange({ ...rule, multi })} />
        </>
      )
    case 'field':
      return (
        <PathChoice
          label={t('人员字段')}
          value={rule.path}
          fields={pointingAt(fields, 'person')}
          onChange={(path) => onChange({ ...rule, path })}
        />
      )
    case 'locationManager':
    case 'warehouseKeeper':
      return (
        <PathChoice
          label={t('区域字段')}
          value={rule.field}
          fields={pointingAt(fields, 'location')}
          onChange={(field) => onChange({ ...rule, field })}
        />
      )
    case 'assetCustodian':
      return (
        <PathChoice
          label={t('资产字段')}
          value={rule.field}
          fields={pointingAt(fields, 'asset')}
          onChange={(field) => onChange({ ...rule, field })}
        />
      )
    case 'position':
      return <PositionFields rule={rule} onChange={onChange} />
    case 'members':
      return <MemberFields rule={rule} onChange={onChange} />
    case 'initiator':
      return null
  }
}

const RoleFields = ({ rule, onChange }: RuleProps<RuleOf<'role'>>) => {
  const roles = useRoles()
  return (
    <>
      <Choice label={t('角色')} required value={rule.id} options={roles} onChange={(id) => onChange({ ...rule, id })} />
      <Switch
        label={t('只限发起人的部门')}
        value={rule.scope === 'initiatorDept'}
        onChange={(on) => onChange({ ...rule, scope: on ? 'initiatorDept' : 'org' })}
      />
    </>
  )
}

const PositionFields = ({ rule, onChange }: RuleProps<RuleOf<'position'>>) => (
  <>
    <PositionField label={t('职位')} required value={rule.name} purpose="approvers" onChange={(name) => onChange({ ...rule, name })} />
    <Switch
      label={t('只限发起人的部门')}
      value={rule.scope === 'initiatorDept'}
      onChange={(on) => onChange({ ...rule, scope: on ? 'initiatorDept' : 'org' })}
    />
  </>
)

const memberWays = { initiator: '发起人的部门', dept: '指定部门', field: '表单中的部门' } as const

const MemberFields = ({ rule, onChange }: RuleProps<RuleOf<'members'>>) => {
  const { fields } = useDesign()
  const departments = pointingAt(fields, 'department')
  const { of } = rule
  const fieldWay = of !== 'initiator' && 'field' in of ? 'field' : 'dept'
  const way = of === 'initiator' ? 'initiator' : fieldWay
  const blanks = { initiator: 'initiator', dept: { dept: '' }, field: { field: departments[0]?.path ?? '' } } as const
  return (
    <>
      <Choice
        label={t('哪个部门')}
        required
        value={way}
        options={keysOf(memberWays)
          .filter((value) => value !== 'field' || departments.length > 0)
          .map((value) => ({ value, label: memberWays[value] }))}
        onChange={(next) => onChange({ ...rule, of: blanks[keysOf(memberWays).find((one) => one === next) ?? 'initiator'] })}
      />
      {of !== 'initiator' && 'dept' in of && (
        <ReferenceField
          control={{ type: 'reference', to: 'department', many: false }}
          label={t('部门')}
          required
          value={of.dept}
          onChange={(dept) => onChange({ ...rule, of: { dept } })}
        />
      )}
      {of !== 'initiator' && 'field' in of && (
        <PathChoice
          label={t('部门字段')}
          value={of.field}
          fields={departments}
          onChange={(field) => onChange({ ...rule, of: { field } })}
        />
      )}
      <Switch label={t('包括下级部门')} value={rule.below} onChange={(below) => onChange({ ...rule, below })} />
    </>
  )
}

const DeptHeadFields = ({ rule, onChange }: RuleProps<RuleOf<'deptHead'>>) => {
  const { fields } = useDesign()
  return (
    <>
      <PathChoice
        label={t('哪个部门')}
        value={rule.of === 'initiator' ? '' : rule.of.field}
        first={t('发起人的部门')}
        fields={pointingAt(fields, 'department')}
        onChange={(path) => onChange({ ...rule, of: path ? { field: path } : 'initiator' })}
      />
      <NumberField
        label={t('第几级')}
        hint={rule.level === 1 ? t('该部门的负责人') : t('往上数{n}级部门的负责人', { n: rule.level - 1 })}
        value={String(rule.level)}
        min={1}
        max={20}
        onChange={(value) => onChange({ ...rule, level: level(value) })}
      />
    </>
  )
}

const SupervisorFields = ({ rule, onChange }: RuleProps<RuleOf<'supervisors'>>) => (
  <>
    <Switch label={t('直到最高一级')} value={rule.upTo === 'top'} onChange={(on) => onChange({ ...rule, upTo: on ? 'top' : 2 })} />
    {rule.upTo !== 'top' && (
      <NumberField
        label={t('往上几级')}
        value={String(rule.upTo)}
        min={1}
        max={20}
        onChange={(value) => onChange({ ...rule, upTo: level(value) })}
      />
    )}
    <Choice
      label={t('先后')}
      required
      value={rule.dir}
      options={[
        { value: 'up', label: '自下而上' },
        { value: 'down', label: '自上而下' },
      ]}
      onChange={(dir) => onChange({ ...rule, dir: dir === 'down' ? 'down' : 'up' })}
    />
  </>
)

const RangeFields = ({ range, onChange }: { range: Range; onChange: (range: Range) => void }) => {
  const roles = useRoles()
  const blanks: Readonly<Record<string, Range>> = { any: 'any', users: { users: [] }, role: { role: roles[0]?.value ?? '' } }
  return (
    <>
      <Choice
        label={t('可选范围')}
        required
        value={rangeKind(range)}
        options={[
          { value: 'any', label: '所有人' },
          { value: 'users', label: '指定人员' },
          { value: 'role', label: '角色' },
        ]}
        onChange={(next) => onChange(blanks[next] ?? 'any')}
      />
      {range !== 'any' && 'users' in range && <People label={t('人员')} ids={range.users} onChange={(users) => onChange({ users })} />}
      {range !== 'any' && 'role' in range && (
        <Choice label={t('角色')} required value={range.role} options={roles} onChange={(role) => onChange({ role })} />
      )}
    </>
  )
}

const rangeKind = (range: Range): 'any' | 'users' | 'role' => {
  if (range === 'any') return 'any'
  return 'users' in range ? 'users' : 'role'
}

/** Several people. */
export const People = ({
  label,
  ids,
  onChange,
  hint,
}: {
  label: string
  ids: readonly string[]
  onChange: (ids: string[]) => void
  hint?: string
}) => (
  <ReferencesField
    control={{ type: 'reference', to: 'person', many: true }}
    label={label}
    hint={hint}
    value={ids}
    onChange={(next) => onChange([...next])}
  />
)

/** One of the fields of the form; `first` stands for none. */
export const PathChoice = ({
  label,
  value,
  fields,
  first,
  optional,
  onChange,
}: {
  label: string
  value: string
  fields: readonly FormField[]
  first?: string
  optional?: boolean
  onChange: (path: string) => void
}) => {
  const options: Option[] = [
    ...(first ? [{ value: '', label: first }] : []),
    ...fields.map((field) => ({ value: field.path, label: labelOf(field) })),
  ]
  return <Choice label={label} required={!optional} value={value} options={options} onChange={onChange} />
}

const level = (value: string): number => Math.min(20, Math.max(1, Number(value) || 1))

/** The first field that points at such a record, of a form that has one. */
const firstPath = (fields: readonly FormField[], noun: Parameters<typeof pointingAt>[1]): string => firstOf(pointingAt(fields, noun)).path

type RuleKind = {
  k: Rule['k']
  title: string
  text: string
  blank: (fields: readonly FormField[]) => Rule
  /** Whether the form has what the rule follows. */
  offered?: (fields: readonly FormField[]) => boolean
}

const ruleKinds: readonly RuleKind[] = [
  { k: 'users', title: '指定人员', text: '一个或几个人', blank: () => ({ k: 'users', ids: [] }) },
  { k: 'role', title: '角色', text: '有这个角色的所有人', blank: () => ({ k: 'role', id: 'tenant', scope: 'org' }) },
  { k: 'deptHead', title: '部门负责人', text: '发起人或表单中部门的负责人', blank: () => ({ k: 'deptHead', of: 'initiator', level: 1 }) },
  { k: 'supervisors', title: '逐级上级', text: '一级一级往上', blank: () => ({ k: 'supervisors', from: 'initiator', upTo: 2, dir: 'up' }) },
  {
    k: 'chosenByInitiator',
    title: '发起人自选',
    text: '提交时由发起人选择',
    blank: () => ({ k: 'chosenByInitiator', range: 'any', multi: true }),
  },
  {
    k: 'chosenByPrevious',
    title: '上一环节自选',
    text: '由上一位处理人选择',
    blank: () => ({ k: 'chosenByPrevious', range: 'any', multi: true }),
  },
  {
    k: 'field',
    title: '表单中的人员',
    text: '申请里填写的人',
    blank: (fields) => ({ k: 'field', path: firstPath(fields, 'person') }),
    offered: (fields) => pointingAt(fields, 'person').length > 0,
  },
  { k: 'position', title: '职位', text: '有这个职位的所有人', blank: () => ({ k: 'position', name: '', scope: 'org' }) },
  { k: 'members', title: '部门成员', text: '一个部门的所有人', blank: () => ({ k: 'members', of: 'initiator', below: false }) },
  { k: 'initiator', title: '发起人本人', text: '例如确认收货', blank: () => ({ k: 'initiator' }) },
  {
    k: 'locationManager',
    title: '区域管理员',
    text: '表单中区域的管理员',
    blank: (fields) => ({ k: 'locationManager', field: firstPath(fields, 'location') }),
    offered: (fields) => pointingAt(fields, 'location').length > 0,
  },
  {
    k: 'warehouseKeeper',
    title: '仓库管理员',
    text: '表单中仓库的管理员',
    blank: (fields) => ({ k: 'warehouseKeeper', field: firstPath(fields, 'location') }),
    offered: (fields) => pointingAt(fields, 'location').length > 0,
  },
  {
    k: 'assetCustodian',
    title: '资产保管人',
    text: '表单中资产的保管人',
    blank: (fields) => ({ k: 'assetCustodian', field: firstPath(fields, 'asset') }),
    offered: (fields) => pointingAt(fields, 'asset').length > 0,
  },
]
