import { Fragment, type ReactNode } from 'react'
import { periodWords } from '../../domain/approval/form/valueWords.ts'
import { fixed, isDecimal } from '../../kernel/decimal.ts'
import { type Attachment, type Field, type FieldType, isEmpty, type Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { t } from '../words.ts'
import { AttachmentList } from './AttachmentUpload.tsx'
import { ApplicationLinks } from './approval/process/Applications.tsx'
import { Gallery } from './Gallery.tsx'
import { useName } from './names.ts'

/** A declared field's value for reading, in a detail or a table. Nothing where it is empty. */
export const FieldValue = ({ field, value }: { field: Field; value: unknown }): ReactNode =>
  isEmpty(value) ? null : (values[field.control.type] as Show<FieldType>)(field.control, value)

/** An amount as people write it: "¥12,300.00". */
export const moneyText = (value: unknown): string => {
  if (!isDecimal(value)) return ''
  const [whole = '', places = ''] = fixed(value, 2).split('.')
  return `¥${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${places}`
}

type Show<T extends FieldType> = (type: T, value: unknown) => ReactNode

const values: { readonly [T in FieldType['type']]: Show<FieldType & { type: T }> } = {
  text: (_, value) => <span className="whitespace-pre-line">{String(value)}</span>,
  choice: ({ options }, value) =>
    [value].flat().map((one) => t(options.find((option) => option.value === one)?.label ?? String(one))).join(t('、')), // prettier-ignore
  date: (_, value) => String(value),
  datetime: (_, value) => String(value),
  // Each end and the length are in one piece where there is room.
  period: ({ unit }, value) =>
    periodWords(value, unit, t)
      .split(/(?= \S+ \d{4}-| \(|（)/)
      .map((piece) => (
        <Fragment key={piece}>
          {piece.startsWith(' ') && ' '}
          <span className="inline-block">{piece.trim()}</span>
        </Fragment>
      )),
  money: (_, value) => moneyText(value),
  quantity: (_, value) => String(value),
  whole: (_, value) => String(value),
  flag: (_, value) => (value === true ? t('是') : t('否')),
  reference: ({ to }, value) =>
    (Array.isArray(value) ? (value as Id[]) : [String(value)]).map((id, index) => <Name key={id} noun={to} id={id} first={index === 0} />),
  pictures: (_, value) => (
    <span className="inline-flex flex-wrap gap-2">
      {(value as string[]).map((path, index) => (
        <Gallery key={path} paths={value as string[]} index={index} className="size-14" />
      ))}
    </span>
  ),
  applications: (_, value) => <ApplicationLinks ids={value as Id[]} />,
  attachments: (_, value) => <AttachmentList attachments={value as Attachment[]} />,
}

const Name = ({ noun, id, first }: { noun: Noun; id: Id; first: boolean }) => (
  <>
    {!first && t('、')}
    {useName(noun, id)}
  </>
)
