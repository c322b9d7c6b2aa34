import type { ReactNode } from 'react'
import type { FieldType } from '../../../../kernel/field.ts'
import { patternProblem, rulesForForms } from '../../../../kernel/rule.ts'
import { Section } from '../../../look/Card.tsx'
import { Choice } from '../../../look/fields/Choice.tsx'
import { NumberField } from '../../../look/fields/NumberField.tsx'
import { Switch } from '../../../look/fields/Switch.tsx'
import { TextField } from '../../../look/fields/TextField.tsx'
import { t } from '../../../words.ts'
import { OptionSourceSettings } from './OptionSourceSettings.tsx'
import { OptionsEditor } from './OptionsEditor.tsx'
import { WordsChoice } from '../../../shell/WordsChoice.tsx'
import { keysOf } from '../../../../kernel/keysOf.ts'

/** `about` names what is being typed. */
type Change<T> = (control: T, subject?: string) => void
type Settings<T> = (control: T, onChange: Change<T>) => ReactNode
type Props = { control: FieldType; onChange: Change<FieldType> }

/** The limits of a kind of field, in its section. */
export const ControlSettings = ({ control, onChange }: Props): ReactNode =>
  (limits[control.type] as Settings<FieldType> | undefined)?.(control, onChange)

/** What of a kind needs a section of its own. */
export const ControlParts = ({ control, onChange }: Props): ReactNode =>
  (parts[control.type] as Settings<FieldType> | undefined)?.(control, onChange)

type Table = { readonly [T in FieldType['type']]?: Settings<Extract<FieldType, { type: T }>> }

const ruleChoices = [
  { value: '', label: '不限' },
  ...keysOf(rulesForForms).map((value) => ({ value, label: rulesForForms[value].title })),
  { value: 'pattern', label: '自定义正则表达式' },
] as const

/** What is wrong with an expression that was begun. */
const patternWords = (source: string): string | undefined => {
  const wrong = source === '' ? undefined : patternProblem(source)
  return wrong && t(wrong.words, wrong.params)
}

const boundedNumber = (text: string, min: number, max: number): number => Math.min(max, Math.max(min, Number(text) || min))

const atMost =
  <T extends { max: number }>(label: string): Settings<T> =>
  (control, onChange) => (
    <NumberField
      label={t(label)}
      value={String(control.max)}
      min={1}
      max={20}
      onChange={(max) => onChange({ ...control, max: boundedNumber(max, 1, 20) }, 'max')}
    />
  )

const limits: Table = {
  text: (control, onChange) => {
    const pattern = String(control.pattern ?? '')
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
          label={t('最少字数')}
          value={String(control.min ?? 0)}
          min={0}
          max={control.max}
          onChange={(min) => onChange({ ...control, min: boundedNumber(min, 0, 2000) || undefined }, 'min')}
        />
        <NumberField
          label={t('最多字数')}
          value={String(control.max)}
          min={1}
          max={2000}
          step={10}
          onChange={(max) => onChange({ ...control, max: boundedNumber(max, 1, 2000) }, 'max')}
        />
        <Choice
          label={t('校验规则')}
          value={control.rule ?? ''}
          placeholder={t('不限')}
          onChange={(rule) => onChange({ ...control, rule: rule || undefined })}
          options={ruleChoices}
        />
        {control.rule === 'pattern' && (
          <TextField
            label={t('正则表达式')}
            required
            maxLength={500}
            value={pattern}
            error={patternWords(pattern)}
            onChange={(text) => onChange({ ...control, pattern: text || undefined }, 'pattern')}
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
  },
  choice: (control, onChange) => (
    <Switch label={t('可选多项')} value={control.many === true} onChange={(many) => onChange({ ...control, many })} />
  ),
  reference: (control, onChange) => (
    <Switch label={t('可选多个')} value={control.many} onChange={(many) => onChange({ ...control, many })} />
  ),
  quantity: (control, onChange) => (
    <NumberField
      label={t('小数位数')}
      value={String(control.places)}
      min={0}
      max={4}
      onChange={(places) => onChange({ ...control, places: boundedNumber(places, 0, 4) }, 'places')}
    />
  ),
  whole: (control, onChange) => (
    <>
      <NumberField
        label={t('最小值')}
        value={String(control.min)}
        min={0}
        max={control.max}
        onChange={(min) => onChange({ ...control, min: boundedNumber(min, 0, 999_999_999) }, 'min')}
      />
      <NumberField
        label={t('最大值')}
        value={String(control.max)}
        min={0}
        max={999_999_999}
        onChange={(max) => onChange({ ...control, max: boundedNumber(max, 0, 999_999_999) }, 'max')}
      />
    </>
  ),
  period: (control, onChange) => (
    <WordsChoice
      label={t('计算方式')}
      value={control.unit}
      words={{ days: '按天', halfDays: '按半天', hours: '按小时' }}
      onChange={(unit) => onChange({ ...control, unit })}
    />
  ),
  lookup: (control, onChange) => <OptionSourceSettings source={control.source} onChange={(source) => onChange({ ...control, source })} />,
  pictures: atMost('最多张数'),
  attachments: atMost('最多个数'),
  applications: atMost('最多个数'),
}

const parts: Table = {
  choice: (control, onChange) => (
    <Section title={t('选项')} flush={false}>
      <div className="-m-4">
        <OptionsEditor
          options={control.options}
          onChange={(options, text) => onChange({ ...control, options }, text ? 'options' : undefined)}
        />
      </div>
    </Section>
  ),
}
