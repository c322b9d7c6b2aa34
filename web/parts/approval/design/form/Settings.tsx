import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type FormControl, type FormDesign, type FormItem, rowsMax } from '../../../../../domain/approval/form/formDesign.ts'
import { everyItem, isKey, itemAt, kindOf, tableOf } from '../../../../../domain/approval/design/formEdit.ts'
import { patternProblem, rulesForForms } from '../../../../../domain/rules/validation.ts'
import type { PeriodUnit } from '../../../../../kernel/period.ts'
import { Card, Section } from '../../../../look/Card.tsx'
import { Choice } from '../../../../look/Choice.tsx'
import { NumberField } from '../../../../look/NumberField.tsx'
import { Switch } from '../../../../look/Switch.tsx'
import { TextArea } from '../../../../look/TextArea.tsx'
import { TextField } from '../../../../look/TextField.tsx'
import { t } from '../../../../words.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { FormulaEditor } from './FormulaEditor.tsx'
import { kindLooks } from './kindLook.ts'
import { OptionsEditor } from './OptionsEditor.tsx'
import { isNumeric } from './speech.ts'

type Props = {
  design: FormDesign
  path: string
  /** `about` names what is being typed, so that taking back takes back all of it. */
  onChange: (item: FormItem, about?: string) => void
  onRename: (key: string) => void
}

/** Everything that may be said about one item of a form. */
export const Settings = ({ design, path, onChange, onRename }: Props) => {
  const item = itemAt(design, path)
  if (!item) return null
  const table = tableOf(design, path)
  const change = (part: object, about?: string) => onChange({ ...item, ...part } as FormItem, about && `${path}/${about}`)
  const { icon: Icon, title } = kindLooks[kindOf(item)]
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
          <>
            <TextField
              label={t('填写说明')}
              maxLength={200}
              value={item.hint ?? ''}
              placeholder={t('显示在字段下方（选填）')}
              onChange={(hint) => change({ hint: hint || undefined }, 'hint')}
            />
            {!item.formula && (
              <Switch
                label={item.control.type === 'flag' ? t('必须勾选') : t('必填')}
                value={item.required}
                onChange={(required) => change({ required })}
              />
            )}
            <ControlSettings control={item.control} onChange={(control, about) => change({ control }, about)} />
            {item.control.type === 'money' && !table && <AmountSwitch design={design} path={path} onRename={onRename} />}
          </>
        )}
        {item.t === 'table' && (
          <>
            <NumberField
              label={t('最少行数')}
              value={String(item.min)}
              min={0}
              max={item.max}
              onChange={(min) => change({ min: Number(min) }, 'min')}
            />
            <NumberField
              label={t('最多行数')}
              value={String(item.max)}
              min={1}
              max={rowsMax}
              onChange={(max) => change({ max: Number(max) }, 'max')}
            />
          </>
        )}
      </Section>
      {item.t === 'field' && item.control.type === 'choice' && (
        <Section title={t('选项')} flush={false}>
          <div className="-m-4">
            <OptionsEditor
              options={item.control.options}
              onChange={(options, typing) => change({ control: { ...item.control, options } }, typing ? 'options' : undefined)}
            />
          </div>
        </Section>
      )}
      {item.t === 'field' && isNumeric(item.control) && (
        <Part title={t('公式')}>
          <FormulaEditor
            design={design}
            path={path}
            field={item}
            table={table}
            onChange={(formula) => change({ formula, ...(formula && { required: false }) })}
          />
        </Part>
      )}
      <Part title={t('显示条件')}>
        <ConditionEditor design={design} path={path} table={table} value={item.visible} onChange={(visible) => change({ visible })} />
      </Part>
      <More design={design} path={path} item={item} onRename={onRename} />
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mb-4">
    <h3 className="flex min-h-9 items-center px-1 pb-1.5 text-small font-medium text-quiet">{title}</h3>
    {children}
  </section>
)

const ruleChoices = [
  { value: '', label: '不限' },
  ...Object.entries(rulesForForms).map(([value, { title }]) => ({ value, label: title })),
  { value: 'pattern', label: '自定义正则表达式' },
]

/** What is wrong with an expression that was begun. */
const patternWords = (source = ''): string | undefined => {
  const wrong = source === '' ? undefined : patternProblem(source)
  return wrong && t(wrong.words, wrong.params)
}

type ControlProps = { control: FormControl; onChange: (control: FormControl, about?: string) => void }

/** The limits of a kind of field. */
const ControlSettings = ({ control, onChange }: ControlProps) => {
  switch (control.type) {
    case 'text':
      return (
        <>
          <Choice
            label={t('行数')}
            required
            value={control.lines > 1 ? 'many' : 'one'}
            onChange={(lines) => onChange({ ...control, lines: lines === 'many' ? 3 : 1 })}
            options={[
              { value: 'one', label: '单行' },
              { value: 'many', label: '多行' },
            ]}
          />
          <NumberField
            label={t('最多字数')}
            value={String(control.max)}
            min={1}
            max={2000}
            step={10}
            onChange={(max) => onChange({ ...control, max: bounded(max, 1, 2000) }, 'max')}
          />
          <Choice
            label={t('校验规则')}
            value={control.rule ?? ''}
            placeholder={t('不限')}
            onChange={(rule) => onChange({ ...control, rule: (rule || undefined) as typeof control.rule })}
            options={ruleChoices}
          />
          {control.rule === 'pattern' && (
            <TextField
              label={t('正则表达式')}
              required
              maxLength={500}
              value={control.pattern ?? ''}
              error={patternWords(control.pattern)}
              onChange={(pattern) => onChange({ ...control, pattern: pattern || undefined }, 'pattern')}
            />
          )}
          {control.rule !== undefined && (
            <TextField
              label={t('不符合时的提示')}
              maxLength={100}
              value={control.message ?? ''}
              placeholder={t('选填，不填时用规则自己的话')}
              onChange={(message) => onChange({ ...control, message: message || undefined }, 'message')}
            />
          )}
        </>
      )
    case 'choice':
      return <Switch label={t('可选多项')} value={control.many} onChange={(many) => onChange({ ...control, many })} />
    case 'reference':
      return <Switch label={t('可选多个')} value={control.many} onChange={(many) => onChange({ ...control, many })} />
    case 'quantity':
      return (
        <NumberField
          label={t('小数位数')}
          value={String(control.places)}
          min={0}
          max={4}
          onChange={(places) => onChange({ ...control, places: bounded(places, 0, 4) }, 'places')}
        />
      )
    case 'whole':
      return (
        <>
          <NumberField
            label={t('最小值')}
            value={String(control.min)}
            min={0}
            max={control.max}
            onChange={(min) => onChange({ ...control, min: bounded(min, 0, 999_999_999) }, 'min')}
          />
          <NumberField
            label={t('最大值')}
            value={String(control.max)}
            min={0}
            max={999_999_999}
            onChange={(max) => onChange({ ...control, max: bounded(max, 0, 999_999_999) }, 'max')}
          />
        </>
      )
    case 'period':
      return (
        <Choice
          label={t('计算方式')}
          required
          value={control.unit}
          onChange={(unit) => onChange({ ...control, unit: unit as PeriodUnit })}
          options={[
            { value: 'days', label: '按天' },
            { value: 'halfDays', label: '按半天' },
            { value: 'hours', label: '按小时' },
          ]}
        />
      )
    case 'pictures':
    case 'attachments':
    case 'applications':
      return (
        <NumberField
          label={control.type === 'pictures' ? t('最多张数') : t('最多个数')}
          value={String(control.max)}
          min={1}
          max={20}
          onChange={(max) => onChange({ ...control, max: bounded(max, 1, 20) }, 'max')}
        />
      )
    case 'date':
    case 'datetime':
    case 'money':
    case 'flag':
      return null
  }
}

const bounded = (text: string, min: number, max: number): number => Math.min(max, Math.max(min, Number(text) || min))

/** The key "amount" makes a field the amount of the request: it stands in lists and in the conditions of flows. */
const AmountSwitch = ({ design, path, onRename }: Pick<Props, 'design' | 'path' | 'onRename'>) => {
  const taken = everyItem(design).find(({ key }) => key === 'amount')
  const own = path === 'amount'
  return (
    <Switch
      label={t('作为申请金额')}
      text={taken && !own ? t('已由“{label}”作为申请金额', { label: taken.label }) : t('显示在审批列表中，可用于流程条件')}
      value={own}
      disabled={taken !== undefined && !own}
      onChange={(on) => onRename(on ? 'amount' : freshMoneyKey(design))}
    />
  )
}

const freshMoneyKey = (design: FormDesign): string => {
  const taken = new Set(everyItem(design).map(({ key }) => key))
  let n = 1
  while (taken.has(n === 1 ? 'money' : `money${n}`)) n += 1
  return n === 1 ? 'money' : `money${n}`
}

/** The key, for who writes flows and reads exports. */
const More = ({ design, path, item, onRename }: Pick<Props, 'design' | 'path' | 'onRename'> & { item: FormItem }) => {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<{ of: string; key: string }>()
  const key = typed?.of === path ? typed.key : item.key
  const among = path.includes('.') ? (tableOf(design, path)?.columns ?? []) : everyItem(design)
  const taken = key !== item.key && among.some((other) => other.key === key)
  const error = !isKey(key) ? t('以小写字母开头，只用字母和数字') : taken ? t('已被其他字段使用') : undefined
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
