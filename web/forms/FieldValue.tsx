import { Fragment, type ReactNode } from 'react'
import { type Attachment, type Field, type FieldType, isEmpty, type Noun } from '../../kernel/field.ts'
import { wordsOf } from '../../kernel/fields/kinds.ts'
import type { Place } from '../../kernel/fields/place.ts'
import { periodWords } from '../../kernel/fields/period.ts'
import type { Id } from '../../kernel/id.ts'
import { drawText } from '../look/drawText.ts'
import { t } from '../words.ts'
import { AttachmentList } from './AttachmentUpload.tsx'
import { LinkedText } from '../markup/TextLink.tsx'
import { ApplicationLinks } from '../approval/process/Applications.tsx'
import { ListedWords } from './ListedChoice.tsx'
import { Gallery } from './Gallery.tsx'
import { PlaceLink } from '../maps/PlaceLink.tsx'
import { useName } from './names.ts'
import { idsOf } from '../shell/idIn.ts'

/** A declared field's value for reading, in a detail or a table: in words, or as its kind is looked at. Nothing where it is empty. */
export const FieldValue = ({ field: { control }, value }: { field: Field; value: unknown }): ReactNode => {
  if (isEmpty(value)) return null
  const look = looks[control.type] as Look<FieldType> | undefined
  return look ? look(control, value) : wordsOf(control, value, { say: t, nameOf: (id) => id })
}

type Look<T extends FieldType> = (type: T, value: unknown) => ReactNode

/** What is more than words to look at. */
const looks: { readonly [T in FieldType['type']]?: Look<FieldType & { type: T }> } = {
  choice: (type, value) =>
    type.list === undefined ? wordsOf(type, value, { say: t, nameOf: (id) => id }) : <ListedWords list={type.list} value={String(value)} />,
  text: ({ lines }, value) => (
    <span className="whitespace-pre-line">{lines > 1 ? <LinkedText text={String(value)} /> : String(value)}</span>
  ),
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
  reference: ({ to }, value) => idsOf(value).map((id, index) => <Name key={id} noun={to} id={id} first={index === 0} />),
  pictures: (_, value) => (
    <span className="inline-flex flex-wrap gap-2">
      {(value as string[]).map((path, index) => (
        <Gallery key={path} paths={value as string[]} index={index} className="size-14" />
      ))}
    </span>
  ),
  place: (_, value) => <PlaceLink place={value as Place} />,
  applications: (_, value) => <ApplicationLinks ids={idsOf(value)} />,
  attachments: (_, value) => <AttachmentList attachments={value as Attachment[]} />,
}

const Name = ({ noun, id, first }: { noun: Noun; id: Id; first: boolean }) => (
  <>
    {!first && t('、')}
    {drawText(useName(noun, id))}
  </>
)
