import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type FormDesign, type FormField, type FormItem, type FormTable, rowsMax } from '../../../../domain/approval/form/formDesign.ts'
import { everyItem, isKey, itemAt, itemKindOf, tableOf } from '../../../../domain/approval/design/formEdit.ts'
import { sortsHeld } from '../../../../domain/approval/form/formulaFields.ts'
import { kindOf, optionsOf } from '../../../../kernel/fields/kinds.ts'
import { Card, Section } from '../../../look/Card.tsx'
import { NumberField } from '../../../look/fields/NumberField.tsx'
import { Switch } from '../../../look/fields/Switch.tsx'
import { TextArea } from '../../../look/fields/TextArea.tsx'
import { TextField } from '../../../look/fields/TextField.tsx'
import { t } from '../../../words.ts'
import { ControlParts, ControlSettings } from './ControlSettings.tsx'
import { ConditionEditor } from './ConditionEditor.tsx'
import { BeginningEditor, canBegin } from './BeginningEditor.tsx'
import { ChecksEditor } from './ChecksEditor.tsx'
import { OffersEditor } from './OffersEditor.tsx'
import { FormulaEditor } from './FormulaEditor.tsx'
import type { FormulaPlace } from './formulaPlace.ts'
import { kindLooks } from './kindLook.ts'

type Props = {
  design: FormDesign
  path: string
  /** `about` names what is being typed, so that taking back takes back all of it. */
  onChange: (item: FormItem, subject?: string) => void
  onRename: (key: string) => void
}

/** Everything that may be said about one item of a form. */
export const Settings = ({ design, path, onChange, onRename }: Props) => {
  const item = itemAt(design, path)
  if (!item) return null
  const table = tableOf(design, path)
  const change = (part: object, subject?: string) => onChange({ ...item, ...part }, subject && `${path}/${subject}`)
  const { icon: Icon, title } = kindLooks[itemKindOf(item)]
  return (
    <div key={path}>
      <p className="flex min-h-9 items-center gap-2 px-1 pb-1.5 text-small font-medium text-quiet">
        <Icon size={16} className="text-accent" aria-hidden />
        {t(title)}
      </p>
      <Section>
        {item.t === 'note' && (
          <TextArea label={t('说明文字')} required max={1000} lines={4} value={item.text} onChange={(text) => change({ text }, 'text')} />
        )}
        <TextField
          label={item.t === 'note' ? t('标题') : t('名称')}
          required={item.t !== 'note'}
          maxLength={40}
          value={item.label}
          onChange={(label) => change({ label }, 'label')}
        />
        {item.t === 'field' && (
          <FieldSettings
            item={item}
            onChange={change}
            amount={!table && <AmountSwitch design={design} path={path} onRename={onRename} />}
          />
        )}
        {item.t === 'table' && <TableSettings item={item} onChange={change} />}
      </Section>
      {item.t === 'field' && (
        <ControlParts
          control={item.control}
          onChange={(control, subject) => change({ control, ...offersWithin(item, control) }, subject)}
        />
      )}
      {item.t === 'field' && (sortsHeld(item.control).length > 0 || item.formula) && (
        <Part title={t('公式')}>
          <FormulaEditor
            design={design}
            path={path}
            field={item}
            table={table}
            onChange={(formula) => change({ formula, ...(formula && { required: false, begins: undefined, offers: undefined }) })}
          />
        </Part>
      )}
      {item.t === 'field' && <FieldRules design={design} path={path} field={item} table={table} onChange={change} />}
      <Part title={t('显示条件')}>
        <ConditionEditor design={design} path={path} table={table} value={item.visible} onChange={(visible) => change({ visible })} />
      </Part>
      <More design={design} path={path} item={item} onRename={onRename} />
    </div>
  )
}

/** What a field has to do with others: what it begins with, when its options are offered, what must hold for it. */
const FieldRules = ({ onChange, ...place }: FormulaPlace & { onChange: ChangeItem }) => {
  const { field, table, path } = place
  return (
    <>
      {!table && canBegin(field) && (
        <Part title={t('默认值')}>
          <BeginningEditor key={path} {...place} onChange={(begins, subject) => onChange({ begins }, subject)} />
        </Part>
      )}
      {field.control.type === 'choice' && !field.formula && (
        <Part title={t('选项联动')}>
          <OffersEditor key={path} {...place} onChange={(offers) => onChange({ offers })} />
        </Part>
      )}
      <Part title={t('校验')}>
        <ChecksEditor key={path} {...place} onChange={(checks, subject) => onChange({ checks }, subject)} />
      </Part>
    </>
  )
}

/** The conditions of options that are still there. */
const offersWithin = ({ offers }: FormField, control: FormField['control']): Pick<FormField, 'offers'> => {
  const values = new Set(optionsOf(control)?.map(({ value }) => value))
  const remainingOffers = offers?.filter(({ option }) => values.has(option))
  return { offers: remainingOffers && remainingOffers.length > 0 ? remainingOffers : undefined }
}

/** What is said of a field alone. `amount` is shown for money. */
const FieldSettings = ({ item, onChange, amount }: { item: FormField; onChange: ChangeItem; amount: ReactNode }) => (
  <>
    <TextField
      label={t('填写说明')}
      maxLength={200}
      value={item.hint ?? ''}
      placeholder={t('显示在字段下方（选填）')}
      onChange={(hint) => onChange({ hint: hint || undefined }, 'hint')}
    />
    {!item.formula && (
      <Switch
        label={kindOf(item.control).demand ? t('必须勾选') : t('必填')}
        value={item.required}
        onChange={(required) => onChange({ required })}
      />
    )}
    <ControlSettings control={item.control} onChange={(control, subject) => onChange({ control }, subject)} />
    {item.control.type === 'money' && amount}
  </>
)

/** How many rows a table has. */
const TableSettings = ({ item, onChange }: { item: FormTable; onChange: ChangeItem }) => (
  <>
    <NumberField
      label={t('最少行数')}
      value={String(item.min)}
      min={0}
      max={item.max}
      onChange={(min) => onChange({ min: Number(min) }, 'min')}
    />
    <NumberField
      label={t('最多行数')}
      value={String(item.max)}
      min={1}
      max={rowsMax}
      onChange={(max) => onChange({ max: Number(max) }, 'max')}
    />
  </>
)

type ChangeItem = (part: object, subject?: string) => void

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mb-4">
    <h3 className="flex min-h-9 items-center px-1 pb-1.5 text-small font-medium text-quiet">{title}</h3>
    {children}
  </section>
)

/** The key "amount" makes a field the amount of the request: it stands in lists and in the conditions of flows. */
const AmountSwitch = ({ design, path, onRename }: Pick<Props, 'design' | 'path' | 'onRename'>) => {
  const amountItem = everyItem(design).find(({ key }) => key === 'amount')
  const isAmount = path === 'amount'
  return (
    <Switch
      label={t('作为申请金额')}
      text={amountItem && !isAmount ? t('已由“{label}”作为申请金额', { label: amountItem.label }) : t('显示在审批列表中，可用于流程条件')}
      value={isAmount}
      disabled={amountItem !== undefined && !isAmount}
      onChange={(on) => onRename(on ? 'amount' : freshMoneyKey(design))}
    />
  )
}

const freshMoneyKey = (design: FormDesign): string => {
  const takenKeys = new Set(everyItem(design).map(({ key }) => key))
  let n = 1
  while (takenKeys.has(n === 1 ? 'money' : `money${n}`)) n += 1
  return n === 1 ? 'money' : `money${n}`
}

/** The key, for who writes flows and reads exports. */
const More = ({ design, path, item, onRename }: Pick<Props, 'design' | 'path' | 'onRename'> & { item: FormItem }) => {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<{ of: string; key: string }>()
  const key = typed?.of === path ? typed.key : item.key
  const among = path.includes('.') ? (tableOf(design, path)?.columns ?? []) : everyItem(design)
  const isTaken = key !== item.key && among.some((sibling) => sibling.key === key)
  const takenWords = isTaken ? t('已被其他字段使用') : undefined
  const error = isKey(key) ? takenWords : t('以小写字母开头，只用字母和数字')
  return (
    <section className="mb-4">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 items-center gap-1 px-1 text-small text-quiet"
      >
        {t('高级设置')}
        <ChevronDown size={16} className={open ? 'rotate-180 transition' : 'transition'} aria-hidden />
      </button>
      {open && (
        <Card flush>
          <TextField
            label={t('标识')}
            maxLength={40}
            value={key}
            onChange={(next) => setTyped({ of: path, key: next })}
            onBlur={() => {
              if (key !== item.key && !error) onRename(key)
              setTyped(undefined)
            }}
            error={error}
            hint={t('流程条件、标题和导出用它指代这个字段；发布后请勿改动。')}
          />
        </Card>
      )}
    </section>
  )
}
