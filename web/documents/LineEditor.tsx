import { ChevronRight, PackagePlus, Plus, ScanLine, X } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { catalogueOf } from '../../domain/documents/catalogue.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { type RecordRow, recordOperations } from '../../domain/records/operations.ts'
import { recordOf } from '../../domain/records/all.ts'
import { asTexts, type Field, isAsked, isEmpty, type Noun } from '../../kernel/field.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { numberOf, referenceOf, refersTo, wordsOf } from '../../kernel/fields/kinds.ts'
import { itemFieldIn, itemFieldOf, lineWaysOf, quantityFieldOf } from '../../domain/documents/lines.ts'
import { compare, type Decimal, isDecimal, subtract } from '../../kernel/decimal.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { NumberField, Stepper } from '../look/fields/NumberField.tsx'
import { Picture } from '../look/Picture.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { SwipeActions } from '../look/SwipeActions.tsx'
import { useWide } from '../screen.ts'
import { useSheet } from './grid/useSheet.ts'
import { loadLater } from '../look/loadLater.tsx'
import { t } from '../words.ts'
import { within } from '../within.ts'
import { Catalogue } from './Catalogue.tsx'
import {
  assetFieldOf,
  type DocumentForm,
  fieldFor,
  type FormLine,
  type Values,
  whoseOf,
  withAssets,
  withHeld,
  withPicked,
} from './documentForm.ts'
import { CardFacts, WithCardFacts } from '../assets/CardFacts.tsx'
import { Present } from './DocumentLines.tsx'
import { FieldControl } from '../forms/FieldControl.tsx'
import { fieldIn } from '../shell/fieldIn.ts'
import { FieldValue } from '../forms/FieldValue.tsx'
import type { Ahead } from './filling/useFilling.ts'
import { InStock, useInStock } from './InStock.tsx'
import { InHand, useHeld, useInHand } from './HeldSupplies.tsx'
import { learnRows, useItemLook } from '../forms/names.ts'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { answerFields, saysGiven } from './shortage/shortage.ts'
import { Shortage } from './shortage/Shortage.tsx'
import { ScanSheet } from '../scan/ScanSheet.tsx'
import { idIn } from '../shell/idIn.ts'

/** What a person may do with a field: "reason" of the header, "lines.assets" of the lines. */
export type FieldAccess = (path: string) => 'hide' | 'read' | 'write' | 'required'

type Props = {
  kind: DocumentKind
  form: DocumentForm
  /** Changes the lines as they are then: several changes in one moment all count. */
  onChange: (change: (lines: readonly FormLine[]) => readonly FormLine[]) => void
  ahead: Ahead<DocumentForm>
  /** What is wrong, by path: "lines.0.quantity", "lines". */
  problems: ReadonlyMap<string, string>
  access: FieldAccess
}

/**
 * The lines of a document, added by choosing several at once or by scanning: cards, each with what is filled in for it; on a wide window a
 * sheet that is typed into.
 */
export const LineEditor = ({ kind, form, onChange, ahead, problems, access }: Props) => {
  const { lines, header } = form
  const isSheet = useSheet(kind)
  const [adding, setAdding] = useState<Way>()
  const [open, setOpen] = useState<string>()
  const assets = assetFieldOf(kind)
  const scans = assets !== undefined && access(`lines.${assets.key}`) !== 'hide'
  const openAt = lines.findIndex(({ key }) => key === open)
  const lineProblem = problems.get('lines')
  const { holder } = whoseOf(kind, header)
  const change = (key: string, values: Values) => onChange((now) => now.map((line) => (line.key === key ? { ...line, values } : line)))
  const remove = (key: string) => onChange((now) => now.filter((line) => line.key !== key))
  const endAdding = () => setAdding(undefined)
  const heading = <Heading count={lines.length} />
  const ways: WaysProps = { kind, isSheet, scans, holder, count: lines.length, onAdd: setAdding, onChange, onOpen: setOpen }

  return (
    <section className="mb-4" data-invalid={lineProblem ? '' : undefined}>
      {isSheet ? (
        <DocumentGrid {...{ kind, header, ahead, problems, access, heading }} ways={<Ways {...ways} />} />
      ) : (
        <div className="flex min-h-9 items-center justify-between px-1 pb-1.5">
          {heading}
          {lines.length > 0 && (
            <span className="flex gap-2">
              <Ways {...ways} />
            </span>
          )}
        </div>
      )}
      {!isSheet && lines.length === 0 && <NoLines {...ways} header={header} />}
      {lineProblem && <p className="px-1 pt-2 text-small text-bad">{lineProblem}</p>}
      {!isSheet && lines.length > 0 && (
        <WithCardFacts kind={kind} lines={form.lines.map(({ values }) => values)}>
          <LineCards kind={kind} form={form} access={access} problems={problems} onChange={change} onRemove={remove} onOpen={setOpen} />
        </WithCardFacts>
      )}
      <Picking kind={kind} header={header} lines={lines} open={adding === 'pick'} onClose={endAdding} onChange={onChange} />
      {scans && (
        <ScanSheet
          open={adding === 'scan'}
          onClose={endAdding}
          onDone={(rows) => {
            learnRows('asset', rows)
            onChange((now) => withAssets(kind, now, rows))
          }}
        />
      )}
      <LineSheet
        kind={kind}
        header={header}
        holder={holder}
        line={openAt < 0 ? undefined : lines[openAt]}
        access={access}
        problems={problems}
        index={openAt}
        onChange={(values) => open && change(open, values)}
        onRemove={() => {
          if (open) remove(open)
          setOpen(undefined)
        }}
        onClose={() => setOpen(undefined)}
      />
    </section>
  )
}

/** How lines are added. */
type Way = 'pick' | 'scan'

const Heading = ({ count }: { count: number }) => (
  <h2 className="shrink-0 text-small font-medium text-quiet">
    {t('明细')}
    {count > 0 && <span className="ml-1.5 text-faint">{t('共 {count} 项', { count })}</span>}
  </h2>
)

/** What the lines of a kind are about: the label of the field and the records that it points at. */
const itemOf = (kind: DocumentKind, header: Values) => {
  const field = fieldIn(kind.line, itemFieldOf(kind))
  const { label, control } = fieldFor(field, kind.line, {}, { fields: kind.header, values: header })
  return { label, reference: assertDefined(referenceOf(control), `what the lines of ${kind.kind} point at`) }
}

type WaysProps = Pick<Props, 'kind' | 'onChange'> & {
  isSheet: boolean
  scans: boolean
  /** Whose supplies they are. */
  holder: Id | undefined
  /** How many lines there are. */
  count: number
  onAdd: (way: Way) => void
  onOpen: (key: string) => void
}

/** The buttons that add lines. */
const Ways = (props: WaysProps) => {
  const { kind, isSheet, scans, holder, count, onAdd, onChange } = props
  return (
    <>
      {isSheet && count === 0 && <TakeHeld holder={holder} onHeld={(supplies) => onChange((now) => withHeld(kind, now, supplies))} />}
      {scans && (
        <Button kind="secondary" size="small" icon={ScanLine} onClick={() => onAdd('scan')}>
          {t('扫码')}
        </Button>
      )}
      <OtherWays {...props} />
      <Button kind="secondary" size="small" icon={PackagePlus} onClick={() => onAdd('pick')}>
        {t('添加')}
      </Button>
    </>
  )
}

/** Lines that are not about what the kind's lines are about: each is added empty and, outside the sheet, opened. */
const OtherWays = ({ kind, isSheet, count, onChange, onOpen }: WaysProps) =>
  lineWaysOf(kind).map(({ key, option: { value, label } }) => (
    <Button
      key={value}
      kind="secondary"
      size={isSheet || count > 0 ? 'small' : 'medium'}
      icon={Plus}
      onClick={() => {
        const line = newId()
        onChange((now) => [...now, { key: line, values: { [key]: value } }])
        if (!isSheet) onOpen(line)
      }}
    >
      {t(label)}
    </Button>
  ))

/** How one begins: by choosing, with all that a person has, or by scanning. */
const NoLines = (props: WaysProps & { header: Values }) => {
  const { kind, header, scans, holder, onAdd, onChange } = props
  const { label } = itemOf(kind, header)
  return (
    <Card>
      <div className="flex flex-col items-center gap-4 py-5 text-center">
        <p className="text-body text-quiet">{t('添加{item}，可一次选择多项', { item: t(label) })}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button kind="secondary" icon={PackagePlus} onClick={() => onAdd('pick')}>
            {t('选择{label}', { label: within(label) })}
          </Button>
          <TakeHeld holder={holder} onHeld={(supplies) => onChange((now) => withHeld(kind, now, supplies))} />
          {scans && (
            <Button kind="secondary" icon={ScanLine} onClick={() => onAdd('scan')}>
              {t('扫码添加')}
            </Button>
          )}
          <OtherWays {...props} />
        </div>
      </div>
    </Card>
  )
}

type TakeHeldProps = Pick<WaysProps, 'holder'> & { onHeld: (supplies: readonly { goodsId: Id; available: Decimal }[]) => void }

/** All that a person has, in one press. */
const TakeHeld = ({ holder, onHeld }: TakeHeldProps) => {
  const heldSupplies = useHeld(holder)?.filter(({ available }) => Number(available) > 0)
  const size = useWide() ? 'small' : 'medium'
  return (
    heldSupplies !== undefined &&
    heldSupplies.length > 0 && (
      <Button kind="secondary" size={size} onClick={() => onHeld(heldSupplies)}>
        {t('带出名下{count}种', { count: heldSupplies.length })}
      </Button>
    )
  )
}

type PickingProps = Pick<Props, 'kind' | 'onChange'> & {
  header: Values
  lines: readonly FormLine[]
  open: boolean
  onClose: () => void
}

/** Several at once: from the catalogue with how many there are, where a kind has one, else from the list of all. */
const Picking = ({ kind, header, lines, open, onClose, onChange }: PickingProps) => {
  const catalogue = catalogueOf(kind)
  const { label, reference } = itemOf(kind, header)
  const title = t('选择{label}', { label: within(label) })
  if (!catalogue)
    return (
      <ReferencePicker
        open={open}
        onClose={onClose}
        noun={reference.to}
        filter={reference.filter}
        many
        title={title}
        chosen={idsOfItems(kind, lines)}
        onChoose={(ids, rows) => {
          learnRows(reference.to, rows)
          onChange((now) => withPicked(kind, now, ids, rows))
        }}
      />
    )
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      tall
      footer={
        <Button wide onClick={onClose}>
          {t('完成')}
        </Button>
      }
    >
      <div className="-mx-4 flex min-h-0 flex-1 flex-col wide:-mx-5">
        {open && <Catalogue kind={kind} catalogue={catalogue} lines={lines} onChange={onChange} />}
      </div>
    </Sheet>
  )
}

/** The things that lines are about, as far as they are chosen. */
const idsOfItems = (kind: DocumentKind, lines: readonly FormLine[]): Id[] =>
  lines.flatMap(({ values }) => idIn(values[itemFieldOf(kind)]) || [])

type CardsProps = Pick<Props, 'kind' | 'form' | 'access' | 'problems'> & {
  onChange: (key: string, values: Values) => void
  onRemove: (key: string) => void
  onOpen: (key: string) => void
}

const LineCards = ({ kind, form, access, problems, onChange, onRemove, onOpen }: CardsProps) => {
  const { header, lines, sourceId } = form
  const { placeId, holder } = whoseOf(kind, header)
  const { reference } = itemOf(kind, header)
  return (
    <ul className="space-y-2.5">
      {lines.map((line, index) => (
        <li
          key={line.key}
          data-invalid={problemWords(problems, index) ? '' : undefined}
          className="overflow-hidden rounded-card shadow-lift"
        >
          <LineCard
            kind={kind}
            noun={reference.to}
            line={line}
            placeId={placeId}
            holder={holder}
            header={header}
            answers={saysGiven(kind) && sourceId === undefined && ['write', 'required'].includes(access('lines.given'))}
            access={access}
            error={problemWords(problems, index)}
            onChange={(values) => onChange(line.key, values)}
            onRemove={() => onRemove(line.key)}
            onOpen={() => onOpen(line.key)}
          />
        </li>
      ))}
    </ul>
  )
}

const RemoveButton = ({ name, onPress }: { name: string; onPress: () => void }) => (
  <button
    type="button"
    aria-label={t('移除{name}', { name })}
    onClick={onPress}
    className="flex size-11 shrink-0 items-center justify-center text-faint"
  >
    <X size={18} aria-hidden />
  </button>
)

/** Names the first fields that are still to be filled in. */
const FillHint = ({ fields }: { fields: readonly [string, Field][] }) => (
  <span className="inline-flex items-center text-small text-accent-strong">
    {t('填写{labels}', {
      labels: fields
        .map(([, { label }]) => t(label))
        .slice(0, 3)
        .join(t('、')),
    })}
    <ChevronRight size={14} aria-hidden />
  </span>
)

type QuantityStepperProps = { field: Field; value: string; max: number | undefined; disabled: boolean; onChange: (value: string) => void }

const QuantityStepper = ({ field, value, max, disabled, onChange }: QuantityStepperProps) => (
  <Stepper label={t(field.label)} value={value} onChange={onChange} {...limitsOf(field)} max={max} disabled={disabled} />
)

type CardProps = {
  kind: DocumentKind
  noun: Noun
  line: FormLine
  /** The store whose stock of it is shown. */
  placeId: Id | undefined
  /** Whose supplies they are. */
  holder: Id | undefined
  header: Values
  /** Whether it may be said what becomes of what is not there. */
  answers: boolean
  access: FieldAccess
  error: string | undefined
  onChange: (values: Values) => void
  onRemove: () => void
  onOpen: () => void
}

const LineCard = memo(
  ({ kind, noun, line, placeId, holder, header, answers, access, error, onChange, onRemove, onOpen }: CardProps) => {
    const { values } = line
    const item = itemFieldIn(kind, values)
    const quantity = quantityFieldOf(kind)
    const { title, text, picture } = useItemLook(refersTo(fieldIn(kind.line, item).control) ?? noun, String(values[item] ?? ''))
    const inHand = useInHand(holder, values[item])
    const stock = useInStock(placeId && String(values[item] ?? ''), placeId)
    const quantityWanted = values[quantity ?? '']
    const lacks = answers && stock && isDecimal(quantityWanted) && compare(quantityWanted, stock.available) > 0
    const otherFields = Object.entries(kind.line).filter(
      ([key, field]) =>
        key !== item &&
        key !== quantity &&
        isAsked(field, values) &&
        access(`lines.${key}`) !== 'hide' &&
        !(saysGiven(kind) && answerFields.has(key)),
    )
    const fillable = otherFields.some(([key]) => access(`lines.${key}`) !== 'read')
    const control = (key: 'instead' | 'note') => (
      <FieldControl
        field={fieldFor(fieldIn(kind.line, key), kind.line, values, { fields: kind.header, values: header })}
        value={values[key]}
        onChange={(value) => onChange({ ...values, [key]: value })}
      />
    )
    const card = (
      <div className="bg-card">
        <div className="flex">
          <button type="button" onClick={onOpen} className="pressable flex min-w-0 flex-1 items-start gap-3 p-3 text-left">
            <Picture src={picture} alt="" className="size-12" />
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 text-body font-medium">{title || '…'}</span>
              {text && <span className="block truncate text-small text-quiet">{text}</span>}
              <Present kind={kind} line={values} />
              <CardFacts line={values} />
              {holder && <InHand goodsId={String(values[item] ?? '')} uid={holder} />}
              {stock && <InStock {...stock} wanted={kind.shortfallRule && quantityWanted} />}
              <Filled fields={otherFields} values={values} />
              {otherFields.length > 0 && fillable && otherFields.every(([key]) => isEmpty(values[key])) && (
                <FillHint fields={otherFields} />
              )}
            </span>
          </button>
          <RemoveButton name={title} onPress={onRemove} />
        </div>
        {(quantity || error) && (
          <div className="flex items-center justify-between gap-3 px-3 pb-3 pl-18">
            <span className="min-w-0 text-small text-bad">{error}</span>
            {quantity && (
              <QuantityStepper
                field={fieldIn(kind.line, quantity)}
                value={String(values[quantity] ?? '')}
                max={inHand}
                disabled={access(`lines.${quantity}`) === 'read'}
                onChange={(value) => onChange({ ...values, [quantity]: value })}
              />
            )}
          </div>
        )}
        {answers && (lacks || kind.shortfallRule?.(values) || !isEmpty(values['instead'])) && (
          <Shortage
            kind={kind}
            line={line}
            short={lacks ? subtract(quantityWanted, stock.available) : undefined}
            unit={stock?.unit || '件'}
            waiting={0}
            onChange={onChange}
            other={control('instead')}
            note={control('note')}
          />
        )}
      </div>
    )
    return <SwipeActions actions={[{ label: t('移除'), tone: 'bad', onPress: onRemove }]}>{card}</SwipeActions>
  },
  (before, after) =>
    before.line === after.line &&
    before.error === after.error &&
    before.kind === after.kind &&
    before.access === after.access &&
    before.placeId === after.placeId &&
    before.answers === after.answers &&
    before.holder === after.holder,
)

/** What is filled in besides the thing and its quantity, on one or two lines. */
const Filled = ({ fields, values }: { fields: readonly (readonly [string, Field])[]; values: Values }): ReactNode =>
  fields
    .filter(([key]) => !isEmpty(values[key]))
    .map(([key, field]) => (
      <span key={key} className="mr-3 inline-block max-w-full truncate align-top text-small text-quiet">
        <span className="text-faint">{t(field.label)} </span>
        <FieldValue field={field} value={values[key]} />
      </span>
    ))

type SheetProps = {
  kind: DocumentKind
  header: Values
  /** Whose supplies they are. */
  holder: Id | undefined
  line: FormLine | undefined
  index: number
  access: FieldAccess
  problems: ReadonlyMap<string, string>
  onChange: (values: Values) => void
  onRemove: () => void
  onClose: () => void
}

/** One line with all its fields. */
const LineSheet = ({ kind, header, holder, line, index, access, problems, onChange, onRemove, onClose }: SheetProps) => {
  const assets = assetFieldOf(kind)
  const quantity = quantityFieldOf(kind)
  const inHand = useInHand(holder, line?.values[itemFieldOf(kind)])
  const now = useNow(kind, line)
  const set = (key: string, value: unknown) => {
    const values = { ...line?.values, [key]: value }
    const pieces = assets?.many && key === assets.key && Array.isArray(value) ? value.length : 0
    const isMore = quantity !== undefined && pieces > Number(line?.values[quantity] ?? 0)
    onChange(isMore ? { ...values, [quantity]: String(pieces) } : values)
  }
  return (
    <Sheet
      open={line !== undefined}
      onClose={onClose}
      title={t('第{line}项明细', { line: index + 1 })}
      footer={
        <>
          <Button kind="danger" onClick={onRemove}>
            {t('移除')}
          </Button>
          <Button wide onClick={onClose}>
            {t('完成')}
          </Button>
        </>
      }
    >
      {line && (
        <Card flush>
          {Object.entries(kind.line).map(([key, field]) => {
            const may = access(`lines.${key}`)
            if (may === 'hide' || !isAsked(field, line.values) || (saysGiven(kind) && answerFields.has(key))) return null
            if (key === quantity && inHand !== undefined)
              return (
                <NumberField
                  key={key}
                  label={t(field.label)}
                  value={String(line.values[key] ?? '')}
                  onChange={(value) => set(key, value)}
                  {...limitsOf(field)}
                  max={inHand}
                  error={problems.get(`lines.${index}.${key}`)}
                  required
                  disabled={may === 'read'}
                />
              )
            return (
              <FieldControl
                key={key}
                field={fieldFor(field, kind.line, line.values, { fields: kind.header, values: header })}
                hint={now(field)}
                value={line.values[key]}
                onChange={(value) => set(key, value)}
                error={problems.get(`lines.${index}.${key}`)}
                disabled={may === 'read'}
              />
            )
          })}
        </Card>
      )}
    </Sheet>
  )
}

/** For fields that change what stands on a card: what stands there now, in words. */
const useNow = (kind: DocumentKind, line: FormLine | undefined): ((field: Field) => string | undefined) => {
  const piece = assetFieldOf(kind)
  const id = piece && !piece.many ? idIn(line?.values[piece.key]) : undefined
  const asks = Object.values(kind.line).some(({ changes }) => changes !== undefined)
  const { data } = useAsk(recordOperations(recordOf('asset')).info, { id: id ?? '' }, { enabled: asks && Boolean(id), staleMs: 10_000 })
  const row: RecordRow | undefined = data
  return ({ control, changes }) => {
    if (!row || !changes || row['restricted'] === true || asTexts(row['hidden']).includes(changes)) return undefined
    const value = row[changes]
    const words = isEmpty(value) ? t('无') : wordsOf(control, value, { say: t, nameOf: (id) => row.names[id] ?? '' })
    return t('现在：{value}', { value: words })
  }
}

/** What may be counted of it: at least one where it is counted in wholes. */
const limitsOf = ({ control }: Field): { min: number; places: number } => {
  const { min = '0', places } = numberOf(control) ?? { places: 0 }
  return { min: Number(min) || (places === 0 ? 1 : 0), places }
}

const problemWords = (problems: ReadonlyMap<string, string>, index: number): string | undefined => {
  for (const [path, words] of problems) if (path.startsWith(`lines.${index}.`)) return words
  return undefined
}

const DocumentGrid = loadLater(() => import('./grid/DocumentGrid.tsx'))
