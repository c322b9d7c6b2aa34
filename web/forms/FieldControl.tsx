import type { ReactNode } from 'react'
import { addDays } from '../../kernel/day.ts'
import { type Attachment, type Field as DeclaredField, type FieldType, textIn } from '../../kernel/field.ts'
import type { Suggestions } from '../../kernel/fields/text.ts'
import type { Id } from '../../kernel/id.ts'
import { Choice } from '../look/fields/Choice.tsx'
import { Choices } from '../look/fields/Choices.tsx'
import { DateField, DateTimeField } from '../look/fields/DateField.tsx'
import type { FieldProps } from '../look/fields/Field.tsx'
import { MoneyField } from '../look/fields/MoneyField.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { TimeField } from '../look/fields/TimeField.tsx'
import { t } from '../words.ts'
import { AttachmentUpload } from './AttachmentUpload.tsx'
import { ApplicationsField } from '../approval/process/Applications.tsx'
import { DurationField } from './DurationField.tsx'
import { ListedChoice } from './ListedChoice.tsx'
import { LookupField } from './LookupField.tsx'
import { OfferedText } from './OfferedText.tsx'
import { PeriodField } from './PeriodField.tsx'
import { PlaceField } from './PlaceField.tsx'
import { PositionField } from '../people/PositionField.tsx'
import { PictureUpload } from './PictureUpload.tsx'
import { ReferenceField, ReferencesField } from './ReferenceField.tsx'
import { today } from '../shell/dateWords.ts'

/** The keyboard that a phone shows for what a rule asks for. */
const keyboards: Readonly<Record<string, 'tel' | 'email' | 'url' | 'numeric' | 'decimal'>> = {
  mobile: 'tel',
  landline: 'tel',
  phone: 'tel',
  email: 'email',
  url: 'url',
  digits: 'numeric',
  number: 'decimal',
}

type Values = Readonly<Record<string, unknown>>

type Props = {
  field: DeclaredField
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: (() => void) | undefined
  error?: string | undefined
  disabled?: boolean | undefined
  /** Stands for the hint that the field declares, in the reader's words. */
  hint?: string | undefined
  /** What stands in the fields beside it, for what a field declares of them. */
  values?: Values | undefined
}

/** The control of a declared field. Nothing entered is `''`, for lists `[]`. */
export const FieldControl = ({ field, value, onChange, onBlur, error, disabled, hint, values = {} }: Props) => {
  const label = t(field.label)
  const fieldProps = {
    label,
    value,
    onChange,
    onBlur,
    error,
    disabled,
    hint: hint ?? (field.hint ? t(field.hint) : undefined),
    required: field.required === 'always',
  }
  return control(field.control, fieldProps, values)
}

const control = (type: FieldType, props: FieldProps<unknown>, values: Values): ReactNode =>
  (controls[type.type] as Control<FieldType>)(type, props, values)

type Control<T extends FieldType> = (type: T, props: FieldProps<unknown>, values: Values) => ReactNode

const positionField = ({ countedWithin }: Suggestions, props: FieldProps<unknown>, values: Values): ReactNode => (
  <PositionField
    {...props}
    value={text(props.value)}
    {...(countedWithin && { purpose: 'standard', deptId: textIn(values, countedWithin) })}
  />
)

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
const listIn = <T,>(value: unknown): readonly T[] => (Array.isArray(value) ? value : [])

const controls: { readonly [T in FieldType['type']]: Control<FieldType & { type: T }> } = {
  text: ({ max, lines, rule, offered, suggestions }, props, values) => {
    if (suggestions !== undefined) return positionField(suggestions, props, values)
    if (offered !== undefined) return <OfferedText {...props} value={text(props.value)} max={max} lines={lines} dictCode={offered} />
    return lines > 1 ? (
      <TextArea {...props} value={text(props.value)} max={max} lines={lines} />
    ) : (
      <TextField {...props} value={text(props.value)} maxLength={max} inputMode={keyboards[rule ?? '']} />
    )
  },
  choice: ({ options, many, list }, props) => {
    if (list !== undefined) return <ListedChoice {...props} list={list} />
    return many ? (
      <Choices {...props} value={listIn<string>(props.value)} options={options} />
    ) : (
      <Choice {...props} value={text(props.value)} options={options} />
    )
  },
  date: ({ notBefore, notAfter }, props) => (
    <DateField
      {...props}
      value={text(props.value)}
      {...(notBefore === 'today' && { min: today() })}
      {...(notBefore === 'tomorrow' && { min: addDays(today(), 1) })}
      {...(notAfter === 'today' && { max: today() })}
    />
  ),
  datetime: (_, props) => <DateTimeField {...props} value={text(props.value)} />,
  period: ({ unit }, props) => <PeriodField {...props} unit={unit} />,
  time: (_, props) => <TimeField {...props} value={text(props.value)} />,
  duration: (_, props) => <DurationField {...props} />,
  place: (_, props) => <PlaceField {...props} />,
  money: ({ places }, props) => <MoneyField {...props} value={text(props.value)} places={places} />,
  quantity: ({ min, places }, props) => (
    <NumberField {...props} value={text(props.value)} min={Number(min) || (places === 0 ? 1 : 0)} places={places} />
  ),
  whole: ({ min, max }, props) => (
    <NumberField
      {...props}
      value={text(props.value)}
      onChange={(value) => props.onChange(value === '' ? '' : Number(value))}
      min={min}
      max={max}
    />
  ),
  flag: (_, props) => (
    <Switch
      label={props.label}
      text={props.hint}
      value={props.value === true}
      onChange={props.onChange}
      error={props.error}
      required={props.required}
      disabled={props.disabled}
    />
  ),
  reference: (type, props) =>
    type.many ? (
      <ReferencesField {...props} value={listIn<string>(props.value)} control={type} />
    ) : (
      <ReferenceField {...props} value={text(props.value)} control={type} />
    ),
  lookup: (type, props) => <LookupField {...props} control={type} />,
  pictures: ({ max }, props) => <PictureUpload {...props} value={listIn<string>(props.value)} max={max} />,
  attachments: ({ max }, props) => <AttachmentUpload {...props} value={listIn<Attachment>(props.value)} max={max} />,
  applications: ({ max }, props) => <ApplicationsField {...props} value={listIn<Id>(props.value)} max={max} />,
}
