import { ChevronRight, CircleCheck, Hourglass, PackagePlus, PackageSearch, Replace, ScanLine, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import type { Change, Effects } from '../../../domain/approval/operations/approving.ts'
import { type RecordRow, recordOperations } from '../../../domain/records/operations.ts'
import { asset } from '../../../domain/records/asset.ts'
import { type Field, isEmpty } from '../../../kernel/field.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import { quantityFieldOf } from '../../../domain/documents/lines.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Value } from '../../look/Cell.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { t } from '../../words.ts'
import { within } from '../../within.ts'
import { useOwnDocument } from '../../documents/useOwnLines.ts'
import { type DocumentForm, fieldFor, type FormLine } from '../../documents/documentForm.ts'
import { WithCardFacts } from '../../assets/CardFacts.tsx'
import { DocumentLine } from '../../documents/DocumentLines.tsx'
import { FieldControl } from '../../forms/FieldControl.tsx'
import { FieldValue } from '../../forms/FieldValue.tsx'
import { learnRows, useItemLook } from '../../forms/names.ts'
import type { FieldAccess } from '../../documents/LineEditor.tsx'
import { knownFilter, ReferencePicker } from '../../forms/ReferencePicker.tsx'
import { ScanSheet } from '../../scan/ScanSheet.tsx'
import { answerFields } from '../../documents/shortage/shortage.ts'
import { Shortage } from '../../documents/shortage/Shortage.tsx'
import { Before } from './FormChanges.tsx'
import { answeredBy, answeredWords, assign, piecesFieldOf } from './pieces.ts'
import { StockEffects } from './StockEffects.tsx'
import { fieldIn } from '../../shell/fieldIn.ts'
import { idsOf } from '../../shell/idIn.ts'

type Props = {
  kind: DocumentKind
  form: DocumentForm
  onForm: (change: (form: DocumentForm) => DocumentForm) => void
  /** What is wrong, by path: "header.from", "lines.0.assets". */
  problems: ReadonlyMap<string, string>
  access: FieldAccess
  /** What is different from when it was submitted, and what it will do to the stock. */
  changes?: readonly Change[]
  effects?: Effects
}

/** The form of an application. What may only be read looks like reading; what is the reader's to fill in stands out. */
export const ProcessForm = ({ kind: deliveredKind, form, onForm, problems, access, changes = [], effects }: Props) => {
  const kind = useOwnDocument(deliveredKind)
  const header = Object.entries(kind.header)
  const readFields = header.filter(([key]) => access(key) === 'read' && !isEmpty(form.header[key]))
  const ownFields = header.filter(([key]) => isOwn(access(key)))
  return (
    <>
      {readFields.length > 0 && (
        <Section title={t('基本信息')}>
          {readFields.map(([key, field]) => (
            <Value key={key} label={t(field.label)}>
              <FieldValue field={field} value={form.header[key]} />
              <Before change={changes.find(({ path }) => path === key)} />
            </Value>
          ))}
        </Section>
      )}
      <Lines kind={kind} form={form} onForm={onForm} problems={problems} access={access} changes={changes} effects={effects} />
      {ownFields.length > 0 && (
        <Section title={t('由您填写')}>
          {ownFields.map(([key, field]) => (
            <FieldControl
              key={key}
              field={askedField(fieldFor(field, kind.header, form.header, { fields: kind.header, values: form.header }), access(key))}
              value={form.header[key]}
              onChange={(value) => onForm((now) => ({ ...now, header: { ...now.header, [key]: value } }))}
              error={problems.get(`header.${key}`)}
            />
          ))}
        </Section>
      )}
    </>
  )
}

const isOwn = (access: ReturnType<FieldAccess>): boolean => access === 'write' || access === 'required'

/** A field with the star of where it is asked for, not of where it was first filled in. */
const askedField = (field: Field, access: ReturnType<FieldAccess>): Field => ({
  ...field,
  required: access === 'required' || field.required === 'always' ? 'always' : 'never',
})

const Lines = ({ kind, form, onForm, problems, access, changes = [], effects }: Props) => {
  const [isScanning, setScanning] = useState(false)
  const pieces = piecesFieldOf(kind)
  const isAssigning = pieces !== undefined && isOwn(access(`lines.${pieces}`))
  const setLines = (change: (lines: readonly FormLine[]) => readonly FormLine[]) => onForm((now) => ({ ...now, lines: change(now.lines) }))
  const addScanned = (rows: readonly RecordRow[]) => {
    learnRows('asset', rows)
    const { lines, unwanted } = assign(kind, form.lines, rows)
    setLines(() => lines)
    if (unwanted > 0) toast(t('有{count}件不是申请要的，没有加入', { count: unwanted }), 'error')
  }
  return (
    <section className="mb-4">
      <div className="flex min-h-9 items-center justify-between px-1 pb-1.5">
        <h2 className="text-small font-medium text-quiet">{t('明细（{count}）', { count: form.lines.length })}</h2>
        {isAssigning && (
          <Button kind="secondary" size="small" icon={ScanLine} onClick={() => setScanning(true)}>
            {t('扫码')}
          </Button>
        )}
      </div>
      {isAssigning && <Task kind={kind} lines={form.lines} />}
      <WithCardFacts kind={kind} lines={form.lines.map(({ values }) => values)}>
        <Card flush>
          <ul>
            {form.lines.map((line, index) => (
              <li key={line.key} className="border-b border-line last:border-none">
                <DocumentLine
                  kind={kind}
                  line={line.values}
                  pending={effects !== undefined}
                  shows={(key) => access(`lines.${key}`) === 'read'}
                />
                <LineChanges changes={changes.filter(({ path, before }) => before !== '' && path.startsWith(`lines.${index}.`))} />
                {effects && <StockEffects effects={effects} line={index} />}
                <OwnFields
                  kind={kind}
                  form={form}
                  line={line}
                  index={index}
                  problems={problems}
                  access={access}
                  effects={effects}
                  onChange={(values) =>
                    setLines((lines) => lines.map((otherLine) => (otherLine.key === line.key ? { ...otherLine, values } : otherLine)))
                  }
                />
              </li>
            ))}
          </ul>
        </Card>
      </WithCardFacts>
      {isAssigning && <ScanSheet open={isScanning} onClose={() => setScanning(false)} onDone={addScanned} />}
    </section>
  )
}

const LineChanges = ({ changes }: { changes: readonly Change[] }) =>
  changes.length > 0 && (
    <p className="-mt-1 flex flex-wrap gap-1.5 px-3 pb-2.5 tablet:pl-18">
      {changes.map((change) => (
        <Before key={change.path} change={change} named />
      ))}
    </p>
  )

const taskLook = ({ missing, waiting, dropped }: ReturnType<typeof answeredBy>) => {
  if (missing > 0) return { icon: PackageSearch, look: 'bg-warn-soft text-warn' }
  if (waiting + dropped > 0) return { icon: Hourglass, look: 'bg-accent-soft text-accent-strong' }
  return { icon: CircleCheck, look: 'bg-good-soft text-good' }
}

/** What the reader is here for: how many pieces are still to be named, and what becomes of those that are not. */
const Task = ({ kind, lines }: { kind: DocumentKind; lines: readonly FormLine[] }) => {
  const answeredPieces = answeredBy(kind, lines)
  const { icon: Icon, look } = taskLook(answeredPieces)
  return (
    <p role="status" className={`mb-2.5 flex items-center gap-2.5 rounded-card px-4 py-3 text-body font-medium ${look}`}>
      <Icon size={20} className="shrink-0" aria-hidden />
      {answeredWords(answeredPieces)
        .map((words) => t(words, answeredPieces))
        .join(t('，'))}
    </p>
  )
}

type OwnProps = Omit<Props, 'onForm' | 'changes'> & {
  line: FormLine
  index: number
  onChange: (values: FormLine['values']) => void
}

/** What the reader fills in for one line: what is asked for at once, the rest in a sheet. */
const OwnFields = ({ kind, form, line, index, problems, access, effects, onChange }: OwnProps) => {
  const pieces = piecesFieldOf(kind)
  const quantity = quantityFieldOf(kind)
  const effect = effects?.lines.find((effect) => effect.line === index)
  const ownFields = Object.entries(kind.line).filter(([key]) => isOwn(access(`lines.${key}`)))
  const atOnce = ownFields.filter(
    ([key]) => key !== pieces && !answerFields.has(key) && (key === quantity || access(`lines.${key}`) === 'required'),
  )
  const answerEntries = ownFields.filter(([key]) => answerFields.has(key))
  const furtherFields = ownFields.filter((entry) => entry[0] !== pieces && !answerFields.has(entry[0]) && !atOnce.includes(entry))
  const control = ([key, field]: [string, Field]) => (
    <FieldControl
      key={key}
      field={askedField(fieldFor(field, kind.line, line.values, { fields: kind.header, values: form.header }), access(`lines.${key}`))}
      value={line.values[key]}
      onChange={(value) => onChange({ ...line.values, [key]: value })}
      error={problems.get(`lines.${index}.${key}`)}
    />
  )
  return (
    <>
      {pieces && isOwn(access(`lines.${pieces}`)) && (
        <Pieces
          kind={kind}
          form={form}
          line={line}
          field={pieces}
          error={problems.get(`lines.${index}.${pieces}`)}
          onChange={(ids) => onChange({ ...line.values, [pieces]: ids })}
        />
      )}
      {answerEntries.length > 0 && (
        <Shortage
          kind={kind}
          line={line}
          short={effect?.short ?? undefined}
          unit={effect?.unit || '件'}
          waiting={effect?.waiting ?? 0}
          onChange={onChange}
          other={answerEntries.filter(([key]) => key === 'instead').map(control)}
          note={answerEntries.filter(([key]) => key === 'note').map(control)}
        />
      )}
      {atOnce.length > 0 && <div className="tablet:pl-14">{atOnce.map(control)}</div>}
      {furtherFields.length > 0 && (
        <FurtherFields fields={furtherFields} values={line.values} index={index} controls={furtherFields.map(control)} />
      )}
    </>
  )
}

type FurtherFieldsProps = { fields: readonly [string, Field][]; values: FormLine['values']; index: number; controls: ReactNode }

/** What may be filled in for a line besides: what is there already, and a sheet to fill in more. */
const FurtherFields = ({ fields, values, index, controls }: FurtherFieldsProps) => {
  const [open, setOpen] = useState(false)

  return (
    <>
      <ul className="px-3 tablet:pl-18">
        {fields
          .filter(([key]) => !isEmpty(values[key]))
          .map(([key, field]) => (
            <li key={key} className="text-small text-quiet">
              <span className="text-faint">{t('{label}：', { label: t(field.label) })}</span>
              <FieldValue field={field} value={values[key]} />
            </li>
          ))}
      </ul>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="ml-3 flex min-h-11 items-center pr-3 text-small text-accent-strong"
      >
        {t('填写{labels}', { labels: fields.map(([, { label }]) => t(label)).join(t('、')) })}
        <ChevronRight size={14} aria-hidden />
      </button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('第{line}项明细', { line: index + 1 })}
        footer={
          <Button wide onClick={() => setOpen(false)}>
            {t('完成')}
          </Button>
        }
      >
        <Card flush>{controls}</Card>
      </Sheet>
    </>
  )
}

type PiecesProps = {
  kind: DocumentKind
  form: DocumentForm
  line: FormLine
  field: string
  error: string | undefined
  onChange: (ids: readonly Id[]) => void
}

/** The very pieces that a line is answered with: chosen among those of its model, as many as it asks for. */
const Pieces = ({ kind, form, line, field, error, onChange }: PiecesProps) => {
  const [open, setOpen] = useState(false)
  const chosenIds = idsOf(line.values[field])
  const wantedCount = Math.max(chosenIds.length, Number(line.values[quantityFieldOf(kind) ?? ''] ?? 0))
  const { control, label } = fieldFor(fieldIn(kind.line, field), kind.line, line.values, { fields: kind.header, values: form.header })
  const complete = chosenIds.length >= wantedCount
  const filter = referenceOf(control)?.filter
  const nearest = useNearest(filter, chosenIds.length === 0 ? wantedCount : 0)
  const choose = (rows: readonly RecordRow[], ids: readonly Id[] = rows.map(({ id }) => id)) => {
    learnRows('asset', rows)
    onChange(ids)
  }
  return (
    <div className="px-3 pb-3 tablet:pl-18" data-invalid={error ? '' : undefined}>
      {chosenIds.length > 0 && (
        <ul className="mb-2 space-y-1.5">
          {chosenIds.map((id) => (
            <Piece key={id} id={id} onRemove={() => onChange(chosenIds.filter((pieceId) => pieceId !== id))} />
          ))}
        </ul>
      )}
      <Button
        kind="secondary"
        icon={complete ? Replace : PackagePlus}
        aria-haspopup="dialog"
        className={complete ? '' : 'bg-accent-soft! text-accent-strong!'}
        onClick={() => setOpen(true)}
      >
        {t(complete ? '更换{label}（{chosen}/{count}）' : '选择{label}（{chosen}/{count}）', {
          label: t(label),
          chosen: chosenIds.length,
          count: wantedCount,
        })}
      </Button>
      {nearest && (
        <Button kind="plain" onClick={() => choose(nearest)}>
          {wantedCount === 1
            ? t('就用{code}', { code: String(nearest[0]?.['instanceCode']) })
            : t('就用{code}等{count}件', { code: String(nearest[0]?.['instanceCode']), count: wantedCount })}
        </Button>
      )}
      {error && <p className="pt-1.5 text-small text-bad">{error}</p>}
      <ReferencePicker
        open={open}
        onClose={() => setOpen(false)}
        noun="asset"
        filter={filter}
        many
        max={wantedCount}
        title={t('选择{label}', { label: within(label) })}
        chosen={chosenIds}
        onChoose={(ids, rows) => choose(rows, ids)}
      />
    </div>
  )
}

/**
 * As many pieces that answer a line, where there are so many among the first in the order of their codes that the reader keeps. An answer
 * from before may name pieces that another application has taken since: only one that was asked for here is offered.
 */
const useNearest = (filter: Readonly<Record<string, unknown>> | undefined, wantedCount: number): readonly RecordRow[] | undefined => {
  const { data, isFetchedAfterMount } = useAsk(
    recordOperations(asset).list,
    { ...knownFilter(asset, filter), sidx: 'instanceCode', order: 'asc', pageSize: nearestAtMost },
    { enabled: wantedCount > 0 && wantedCount <= nearestAtMost, staleMs: 0 },
  )
  const ownRows = isFetchedAfterMount ? data?.list.filter((row) => row['restricted'] !== true) : undefined
  return wantedCount > 0 && ownRows && ownRows.length >= wantedCount ? ownRows.slice(0, wantedCount) : undefined
}
const nearestAtMost = 20

const Piece = ({ id, onRemove }: { id: Id; onRemove: () => void }) => {
  const { title, text } = useItemLook('asset', id)
  return (
    <li className="flex items-center rounded-control bg-sunken pl-3">
      <span className="min-w-0 flex-1 py-1.5">
        <span className="block truncate text-small font-medium">{title || '…'}</span>
        {text && <span className="block truncate text-small text-quiet">{text}</span>}
      </span>
      <button
        type="button"
        aria-label={t('移除{name}', { name: title })}
        onClick={onRemove}
        className="flex size-11 shrink-0 items-center justify-center text-faint"
      >
        <X size={16} aria-hidden />
      </button>
    </li>
  )
}
