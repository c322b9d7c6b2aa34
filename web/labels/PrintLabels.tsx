import { ChevronLeft, ChevronRight, Pencil, Printer as PrinterIcon, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { LabelNoun } from '../../domain/labels/content.ts'
import { cellsOf } from '../../domain/labels/template.ts'
import type { InputOf, OutputOf } from '../../domain/operations/define.ts'
import { type LabelTemplateRow, labelOperations, type PrinterRow } from '../../domain/labels/operations.ts'
import { PrinterFault } from '../../devices/printer.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Problem } from '../look/Problem.tsx'
import { Bone } from '../look/Skeleton.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useSend } from '../send.ts'
import { stored, storeAside } from '../session/session.ts'
import { go, replace } from '../travel.ts'
import { t } from '../words.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { LabelPicture } from './LabelPicture.tsx'
import { faultWords, pair, stateWords, usePaired } from './pairedPrinter.ts'
import { blankSample } from './samples.ts'
import { SheetPicture } from './SheetPicture.tsx'
import { WayChoice, type Way } from './WayChoice.tsx'

/** So many things' values are asked for at once for the preview. */
const windowSize = 20

/** How labels of these things are printed: template, number, where to; as they will look. */
export const PrintLabels = ({ noun, ids }: { noun: LabelNoun; ids: readonly Id[] }) => {
  const templates = useAsk(labelOperations.templates, { noun })
  const printers = useAsk(labelOperations.printers, {})
  if (!templates.data || !printers.data)
    return <Pending error={templates.error ?? printers.error} onRetry={() => Promise.all([templates.refetch(), printers.refetch()])} />
  return <Settings noun={noun} ids={ids} templates={templates.data.list} printers={printers.data.list} />
}

/** Begins a printing and goes where it is carried on. */
const useStarting = () => {
  const pairedPrinter = usePaired()
  const [isStarting, setStarting] = useState(false)
  const { send } = useSend(labelOperations.startJob)
  const start = async (printer: PrinterRow | undefined, jobInput: Omit<InputOf<typeof labelOperations.startJob>, 'way' | 'printerId'>) => {
    setStarting(true)
    try {
      // The device is chosen first: browsers want that to follow the tap.
      if (printer && isBeside(printer) && pairedPrinter?.printerId !== printer.id) {
        const words = stateWords(await pair(printer, printer.way))
        if (words) toast(words, 'notify')
      }
      const job = await send({ ...jobInput, way: printer?.way ?? 'pdf', ...(printer && { printerId: printer.id }) })
      replace('/pages/goods/labels/job', { id: job.id, begin: '1' })
    } catch (error) {
      if (error instanceof PrinterFault) {
        if (error.fault !== 'unchosen') toast(faultWords(error.fault), 'error')
      } else if (!(error instanceof CallError)) throw error
    } finally {
      setStarting(false)
    }
  }
  return { start, starting: isStarting }
}

type Props = { noun: LabelNoun; ids: readonly Id[]; templates: readonly LabelTemplateRow[]; printers: readonly PrinterRow[] }

const Settings = (props: Props) => {
  const isAllowed = useAllowed()
  const [first] = props.templates
  if (first) return <ChosenSettings {...props} first={first} />
  return (
    <Page>
      <Empty
        title={t('还没有可用的标签模板')}
        action={isAllowed('gslabel:save') ? { label: t('标签模板'), onPress: () => go('/pages/goods/labels/templates') } : undefined}
      />
    </Page>
  )
}

type ChosenProps = Props & { first: LabelTemplateRow }

const ChosenSettings = (props: ChosenProps) => {
  const { noun, ids, printers } = props
  const isAllowed = useAllowed()
  const printing = usePrinting(props)
  const { row, startCell, setStartCell, printWay, setWay, isSheet, check, count, isReady, starting, begin } = printing
  return (
    <Page
      bottom={
        <Button size="large" wide icon={PrinterIcon} busy={starting} disabled={!isReady} onClick={() => void begin()}>
          {t('打印{count}张', { count })}
        </Button>
      }
    >
      <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_27rem] wide:items-start wide:gap-x-6">
        <div>
          <Preview noun={noun} ids={ids} row={row} mayDesign={isAllowed('gslabel:save')} />
          {row.template.paper.kind === 'sheet' && (
            <SheetPicture
              paper={row.template.paper}
              count={count}
              startCell={Math.min(startCell, cellsOf(row.template.paper))}
              onStart={setStartCell}
            />
          )}
          {check.data && <Problems {...check.data} />}
          {check.isError && <Problem error={check.error} onRetry={check.refetch} />}
        </div>
        <div>
          <LabelFields {...props} printing={printing} />
          <WayChoice value={printWay} onChange={setWay} printers={printers} isSheet={isSheet} />
        </div>
      </div>
    </Page>
  )
}

/** The choices about printing, and the check of the server before it. */
const usePrinting = ({ noun, ids, templates, printers, first }: ChosenProps) => {
  const isAllowed = useAllowed()
  const [templateKey, setTemplateKey] = useState(() => stored<string>(`labelTemplate.${noun}`) ?? '')
  const [copies, setCopies] = useState('1')
  const [blanks, setBlanks] = useState('24')
  const [startCell, setStartCell] = useState(1)
  const [reason, setReason] = useState('')
  const [way, setWay] = useState<Way>(() => stored<Way>('labelWay') ?? 'pdf')
  const { start, starting } = useStarting()
  const row = templates.find((template) => template.templateKey === templateKey) ?? first
  const isSheet = row.template.paper.kind === 'sheet'
  const printer = printers.find((candidate) => candidate.id === way && (!isSheet || candidate.way === 'pdf'))
  const printWay = printer ? way : 'pdf'
  const check = useAsk(
    labelOperations.check,
    { templateKey: row.templateKey, ids: [...ids], ...(printer && { printerId: printer.id }) },
    { enabled: noun !== 'blank' && isAllowed('gslabel:print'), staleMs: 0 },
  )
  const printedCount = check.data?.printed ?? 0
  const fatal = check.data?.problems.some(({ isFatal }) => isFatal) ?? false
  const count = (noun === 'blank' ? Number(blanks) : ids.length) * Number(copies)
  const begin = () => {
    storeAside(`labelTemplate.${noun}`, row.templateKey, 0)
    storeAside('labelWay', printWay, 0)
    return start(printer, {
      templateKey: row.templateKey,
      ...(noun === 'blank' ? { blanks: Number(blanks) } : { ids: [...ids] }),
      copies: Number(copies),
      ...(isSheet && { startCell }),
      ...(reason.trim() && { reason: reason.trim() }),
    })
  }
  return {
    row,
    setTemplateKey,
    copies,
    setCopies,
    blanks,
    setBlanks,
    startCell,
    setStartCell,
    reason,
    setReason,
    printWay,
    setWay,
    isSheet,
    check,
    printedCount,
    count,
    starting,
    begin,
    isReady: !check.isFetching && !fatal && count !== 0 && (printedCount === 0 || reason.trim() !== ''),
  }
}

type LabelFieldsProps = Props & { printing: ReturnType<typeof usePrinting> }

const LabelFields = ({ noun, templates, printing }: LabelFieldsProps) => {
  const { row, setTemplateKey, copies, setCopies, blanks, setBlanks, reason, setReason, printedCount } = printing
  return (
    <Section title={t('标签')}>
      <Choice
        label={t('模板')}
        required
        value={row.templateKey}
        onChange={setTemplateKey}
        options={templates.map(({ templateKey: value, name }) => ({ value, label: name }))}
      />
      {noun === 'blank' && <NumberField label={t('打印多少个')} value={blanks} max={5000} step={10} onChange={setBlanks} />}
      <NumberField label={t('每个打几张')} value={copies} max={20} onChange={setCopies} />
      {printedCount > 0 && (
        <TextField
          label={t('重打原因')}
          required
          maxLength={200}
          value={reason}
          onChange={setReason}
          placeholder={t('如：标签损坏、脱落')}
          hint={t('{count}项打印过同样的标签，重打要说明原因。', { count: printedCount })}
        />
      )}
    </Section>
  )
}

/** What would go wrong with some of the labels. */
const Problems = ({ problems, more }: OutputOf<typeof labelOperations.check>) =>
  problems.length > 0 && (
    <Section title={t('打印前请看')} flush={false}>
      <ul className="space-y-2">
        {problems.slice(0, problemsShown).map(({ id, title, words, isFatal }) => (
          <li key={`${id} ${words}`} className={`flex items-start gap-2 text-body ${isFatal ? 'text-bad' : 'text-warn'}`}>
            <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
            <span>
              {title && <b className="font-medium">{t('{label}：', { label: title })}</b>}
              {words}
            </span>
          </li>
        ))}
      </ul>
      {(more || problems.length > problemsShown) && <p className="pt-2 text-small text-quiet">{t('还有更多同类问题')}</p>}
    </Section>
  )
const problemsShown = 20

/** Whether a printer stands beside the window that prints. */
const isBeside = (printer: PrinterRow): printer is PrinterRow & { way: 'serial' | 'usb' | 'bluetooth' | 'shell' } =>
  printer.way !== 'pdf' && printer.way !== 'network' && printer.way !== 'station'

/** One label after the other as it will look. */
const Preview = ({ noun, ids, row, mayDesign }: { noun: LabelNoun; ids: readonly Id[]; row: LabelTemplateRow; mayDesign: boolean }) => {
  const [at, setAt] = useState(0)
  const from = Math.floor(at / windowSize) * windowSize
  const { data } = useAsk(
    labelOperations.values,
    { noun, ids: ids.slice(from, from + windowSize) },
    { enabled: noun !== 'blank', keep: true },
  )
  const shownLabel = noun === 'blank' ? blankSample() : data?.list.find(({ id }) => id === ids[at])
  const { widthMm, heightMm } = row.template.paper
  return (
    <Card className="mb-4">
      <div className="flex min-h-9 items-center justify-between gap-2">
        <p className="min-w-0 truncate text-small text-quiet">
          {t(row.name)} · {widthMm} × {heightMm} mm
        </p>
        {mayDesign && (
          <Button
            kind="plain"
            size="small"
            icon={Pencil}
            onClick={() => go('/pages/goods/labels/design', { templateKey: row.templateKey })}
          >
            {t('设计')}
          </Button>
        )}
      </div>
      <div className="flex items-center justify-center rounded-control bg-sunken px-3 py-5">
        {shownLabel ? (
          <LabelPicture
            template={row.template}
            values={shownLabel.values}
            label={t('{name}的标签', { name: shownLabel.title })}
            className="w-full max-w-100 shadow-lift"
          />
        ) : (
          <Bone className="size-40" />
        )}
      </div>
      {ids.length > 1 && (
        <div className="mt-2 flex items-center justify-between">
          <IconButton icon={ChevronLeft} label={t('上一张')} disabled={at === 0} onClick={() => setAt(at - 1)} />
          <p className="min-w-0 truncate text-small text-quiet" role="status">
            {shownLabel?.title} <span className="tabular-nums text-faint">{t('{at} / {count}', { at: at + 1, count: ids.length })}</span>
          </p>
          <IconButton icon={ChevronRight} label={t('下一张')} disabled={at === ids.length - 1} onClick={() => setAt(at + 1)} />
        </div>
      )}
    </Card>
  )
}
