import { entryOf } from '../../kernel/assert.ts'
import { choice, date, type Field, money, person, text, declaredField } from '../../kernel/field.ts'
import { isNumber, kindOf, optionsOf, referenceOf } from '../../kernel/fields/kinds.ts'
import type { FieldPermissions } from '../approval/form/form.ts'
import { hidesAmount, hidesNames, hidesThings, isHidden } from '../approval/form/hiddenFields.ts'
import { documentKinds } from './all.ts'
import { type DocumentKind, documentStates, pathOf } from './define.ts'
import type { Table, TableColumn } from '../tables/define.ts'

const never = { required: 'never' } as const

const states = Object.entries(documentStates).map(([value, label]) => ({ value, label }))
const moment = (label: string): TableColumn => ({ ...date(label, never), asked: true, sorted: true, moment: true })

/** What a document may have to do with the person who asks. */
const concerns = [
  { value: 'author', label: '由我制单' },
  { value: 'subject', label: '为我办理' },
] as const

/** One value that people read in a line. Who the document is for has columns of its own in every table. */
const isColumn = (kind: DocumentKind, key: string, { control, filledBy }: Field): boolean => {
  const { cell, column } = kindOf(control)
  return key !== kind.subject && filledBy !== 'nobody' && cell !== undefined && column !== 'jsonb' && !('many' in control && control.many)
}

/** The fields of a kind's header that are columns of its table. */
export const headerColumns = (kind: DocumentKind): readonly (readonly [key: string, field: Field])[] =>
  Object.entries(kind.header).filter(([key, field]) => isColumn(kind, key, field))

/** Names cannot be put in order without moving rows when they change, and no one looks for the order of longer words. */
const isSorted = ({ control }: Field): boolean => isNumber(control) || kindOf(control).isMoment === true || optionsOf(control) !== undefined

/** The fields of a kind's lines that a sheet can hold. */
export const lineColumns = (kind: DocumentKind): readonly (readonly [key: string, field: Field])[] =>
  Object.entries(kind.line).filter(([, { control }]) => kindOf(control).cell !== undefined)

/** What may be written in a field is narrower than what may be asked of it. */
const headerColumn = (field: Field): TableColumn => {
  const points = referenceOf(field.control)
  return {
    ...field,
    ...(points && { control: { ...points, filter: undefined } }),
    asked: true,
    ...(isSorted(field) && { sorted: true }),
    ...(isNumber(field.control) && { summed: true }),
  }
}

const tableOf = (kind: DocumentKind): Table => {
  const subject = kind.subject && declaredField(kind.header, kind.subject).label
  return {
    name: pathOf(kind).slice(pathOf(kind).indexOf('/') + 1),
    title: kind.title,
    columns: {
      code: { ...text('单号', never), asked: true, sorted: true, shown: true, names: true, widthPx: 240 },
      summary: { ...text('明细', never), asked: true, shown: true, widthPx: 320 },
      ...(subject && { subjectName: { ...text(subject, never), shown: true, widthPx: 96 } }),
      authorName: { ...text('制单人', never), shown: true, widthPx: 96 },
      ...(kind.amount && { amount: { ...money('金额', never), asked: true, sorted: true, shown: true, summed: true } }),
      submittedAt: { ...moment('提交时间'), shown: true },
      state: { ...choice('状态', states, never), asked: true, sorted: true, shown: true, widthPx: 168 },
      ...Object.fromEntries(headerColumns(kind).map(([key, field]) => [key, headerColumn(field)])),
      postedAt: moment('入账时间'),
      createdAt: moment('创建时间'),
      ...(subject && { subjectUid: { ...person(subject, never), asked: true, besides: true } }),
      authorUid: { ...person('制单人', never), asked: true, besides: true },
      concerns: {
        ...choice('与我有关', subject ? concerns : concerns.slice(0, 1), never),
        asked: true,
        besides: true,
      },
    },
    usualOrder: '最新的在前',
  }
}

const tables = new Map(documentKinds.map((kind) => [kind.kind, tableOf(kind)]))

export const tableOfDocument = (kind: DocumentKind): Table => entryOf(tables, kind.kind)

/** What of a list would tell what is hidden of a document: columns by their keys, and `search` for the words that it is found by. */
export const hiddenOfList = (kind: DocumentKind, permissions: FieldPermissions): readonly string[] => [
  ...(hidesAmount(kind, permissions) ? ['amount'] : []),
  ...(hidesThings(kind, permissions) ? ['summary'] : []),
  ...(hidesThings(kind, permissions) || hidesNames(kind, permissions) ? ['search'] : []),
  ...(kind.subject !== undefined && isHidden(permissions, kind.subject) ? ['subject'] : []),
  ...headerColumns(kind).flatMap(([key]) => (isHidden(permissions, key) ? [key] : [])),
  ...Object.keys(kind.line).flatMap((key) => (isHidden(permissions, `lines.${key}`) ? [`lines.${key}`] : [])),
]
