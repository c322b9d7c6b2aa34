import { ChevronRight } from 'lucide-react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { type RecordRow, recordOperations } from '../../domain/records/operations.ts'
import { asset } from '../../domain/records/asset.ts'
import { isEmpty, type Noun } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { isAboutThings, itemFieldIn, quantityFieldOf } from '../../domain/documents/lines.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { Picture } from '../look/Picture.tsx'
import { detailHrefOf } from '../places.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { CardFacts, WithCardFacts } from '../assets/CardFacts.tsx'
import { BookTerms } from '../books/BookTerms.tsx'
import { type Values } from './documentForm.ts'
import { FieldValue } from '../forms/FieldValue.tsx'
import { useItemLook } from '../forms/names.ts'
import { fieldIn } from '../shell/fieldIn.ts'

type Props<L extends Values> = {
  kind: DocumentKind
  lines: readonly L[]
  /** How far a line has come, in words. */
  progress?: ((line: L) => string | undefined) | undefined
  pending?: boolean
}

/** The lines of any kind of document, for reading. */
export const DocumentLines = <L extends Values>({ kind, lines, progress, pending = false }: Props<L>) => (
  <WithCardFacts kind={kind} lines={lines}>
    <Section title={t('明细（{count}）', { count: lines.length })}>
      <ul>
        {lines.map((line, index) => (
          <li key={index} className="border-b border-line last:border-none">
            <DocumentLine kind={kind} line={line} progress={progress?.(line)} pending={pending} />
          </li>
        ))}
      </ul>
    </Section>
  </WithCardFacts>
)

type LineProps = {
  kind: DocumentKind
  line: Values
  progress?: string | undefined
  /** True while it is not in the books: what it changes is shown as it is. */
  pending?: boolean
  /** Which fields are told here; the thing itself always is. All where absent. */
  shows?: (key: string) => boolean
}

/** One line: the thing with its picture, how many, and what else was said about it; or what it says, where it is about no thing. */
export const DocumentLine = (props: LineProps) =>
  isAboutThings(props.kind) ? (
    <ThingLine {...props} />
  ) : (
    <div className="p-3 text-body">
      <Said {...props} keys={Object.keys(props.kind.line)} />
    </div>
  )

/** Where the page of a thing is; empty where it has none. */
export const thingHrefOf = (noun: Noun, id: Id): string => (noun === 'asset' || noun === 'consumable' ? detailHrefOf(noun, id) : '')

/** Opens the thing where it has a page. */
const ThingLine = ({ kind, line, progress, pending, shows = () => true }: LineProps) => {
  const item = itemFieldIn(kind, line)
  const quantity = quantityFieldOf(kind)
  const { control } = fieldIn(kind.line, item)
  const noun = refersTo(control) ?? 'asset'
  const id = String(line[item] ?? '')
  const { title, text, picture } = useItemLook(noun, id)
  const href = thingHrefOf(noun, id)
  const Row = href ? 'button' : 'div'
  return (
    <Row
      {...(href ? { type: 'button' as const, onClick: () => goHref(href) } : {})}
      className={`flex w-full items-start gap-3 p-3 text-left ${href ? 'pressable' : ''}`}
    >
      <Picture src={picture} alt="" className="size-12" />
      <span className="flex min-h-12 min-w-0 flex-1 flex-col justify-center">
        <span className="block text-body">{title || '…'}</span>
        {text && <span className="block truncate text-small text-quiet">{text}</span>}
        <span className="text-small text-quiet">
          <Said {...{ kind, line, shows }} keys={Object.keys(kind.line).filter((key) => key !== item && key !== quantity)} />
        </span>
        <CardFacts line={line} />
        {pending && <Present kind={kind} line={line} />}
        {progress && <span className="block text-small text-quiet">{progress}</span>}
      </span>
      {quantity && shows(quantity) && !isEmpty(line[quantity]) && (
        <span className="flex h-12 shrink-0 items-center text-body font-medium">×{String(line[quantity])}</span>
      )}
      {href && <ChevronRight size={18} className="h-12 shrink-0 text-faint" aria-hidden />}
    </Row>
  )
}

/** What a line says in some fields, as far as it is shown and not empty. */
const Said = ({ kind, line, shows = () => true, keys }: LineProps & { readonly keys: readonly string[] }) =>
  keys
    .filter((key) => shows(key) && !isEmpty(line[key]))
    .map((key) => {
      const field = fieldIn(kind.line, key)
      return (
        <span key={key} className="block">
          <span className="text-faint">{t('{label}：', { label: t(field.label) })}</span>
          <FieldValue field={field} value={line[key]} />
        </span>
      )
    })

/** What stands on the card of the asset of a line, and in books, where the document will change it. */
export const Present = ({ kind, line }: { kind: DocumentKind; line: Values }) => {
  const item = itemFieldIn(kind, line)
  const id = String(line[item] ?? '')
  if (id === '' || refersTo(fieldIn(kind.line, item).control) !== 'asset') return null
  return (
    <>
      <PresentCard kind={kind} id={id} />
      {kind.termsChanges && <BookTerms id={id} />}
    </>
  )
}

/** What the header changes for all pieces; the cost that new assets take over. */
const changedOnCards = ({ header, conversion }: DocumentKind): string[] => [
  ...Object.values(header).flatMap(({ changes }) => changes ?? []),
  ...(conversion ? ['value'] : []),
]

const PresentCard = ({ kind, id }: { kind: DocumentKind; id: Id }) => {
  const changes = changedOnCards(kind)
  const { data } = useAsk(recordOperations(asset).info, { id }, { enabled: changes.length > 0, staleMs: 10_000 })
  const row: RecordRow | undefined = data
  if (!row) return null
  return changes
    .filter((key) => !isEmpty(row[key]))
    .map((key) => {
      const field = fieldIn(asset.fields, key)
      return (
        <span key={key} className="block text-small text-quiet">
          <span className="text-faint">{t('现在的{label}：', { label: t(field.label) })}</span>
          <FieldValue field={field} value={row[key]} />
        </span>
      )
    })
}
