import { ReceiptText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { quantityFieldOf } from '../../domain/documents/lines.ts'
import { isDeductible } from '../../domain/invoices/invoice.ts'
import { type InvoiceInfo, invoiceRead } from '../../domain/invoices/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { isEmpty } from '../../kernel/field.ts'
import { useAsk } from '../ask.ts'
import { useFileDrop } from '../forms/useFileDrop.ts'
import { learnNames } from '../cache.ts'
import type { DocumentForm } from '../documents/documentForm.ts'
import { Button } from '../look/Button.tsx'
import { CheckBox } from '../look/fields/CheckBox.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Card } from '../look/Card.tsx'
import { Notice } from '../look/Notice.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { PendingPart } from '../look/Pending.tsx'
import { useScreen } from '../screen.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { t } from '../words.ts'
import { amountWords } from './invoiceLook.tsx'
import { InvoicePicker } from './InvoicePicker.tsx'
import { MatchField } from './MatchField.tsx'
import { formLinesOf, headerOf, nounOf, openLinesOf, type PriceBasis, restOf } from './takenLines.ts'
import { linkTakings, rememberTakings } from './takings.ts'
import { onlyInvoiceOf } from './uploadOutcome.ts'
import { useInvoiceUpload } from './useInvoiceUpload.ts'

type Props = {
  kind: DocumentKind
  /** The document of the form; `isStored`: it is on the server, so what was taken before can be linked now. */
  documentId: Id
  isStored: boolean
  onChange: (change: (form: DocumentForm) => DocumentForm) => void
}

/** Fills lines of a form from invoices; the query of the screen may name one. Once the document is stored it is linked with them. */
export default function TakeInvoices({ kind, documentId, isStored, onChange }: Props) {
  const namedId = useScreen().search['invoice']
  const [isOpen, setOpen] = useState(namedId !== undefined && !isStored)
  const [invoiceId, setInvoiceId] = useState(namedId)
  const uploads = useInvoiceUpload()
  const takeFiles = (files: readonly File[]) => void uploads.send(files).then((results) => setInvoiceId(onlyInvoiceOf(results)))
  const { isOver, dropProps } = useFileDrop(useAllowed()('gsinvoice:save'), ({ files }) => {
    setInvoiceId(undefined)
    setOpen(true)
    takeFiles([...files])
  })
  const title = t('从发票带入明细')
  const close = () => setOpen(false)
  useEffect(() => {
    if (isStored) void linkTakings(documentId)
  }, [isStored, documentId])
  return (
    <>
      <button
        type="button"
        {...dropProps}
        onClick={() => setOpen(true)}
        className={`pressable mb-4 flex min-h-13 w-full items-center gap-3 rounded-card bg-card px-4 py-2.5 text-left shadow-lift ${
          isOver ? 'outline-2 outline-accent' : ''
        }`}
      >
        <ReceiptText size={20} className="text-accent" aria-hidden />
        <span className="flex-1 text-body">{title}</span>
        <span className="hidden text-small text-faint wide:block">{t('可拖入文件')}</span>
      </button>
      {isOpen && invoiceId === undefined && (
        <InvoicePicker title={title} uploads={uploads} onFiles={takeFiles} onChoose={setInvoiceId} onClose={close} />
      )}
      {isOpen && invoiceId !== undefined && (
        <LinePicker {...{ kind, documentId, onChange, invoiceId, title }} onClose={close} onBack={() => setInvoiceId(undefined)} />
      )}
    </>
  )
}

type LinePickerProps = Omit<Props, 'isStored'> & { invoiceId: Id; title: string; onClose: () => void; onBack: () => void }

const LinePicker = (props: LinePickerProps) => {
  const { data, error, refetch } = useAsk(invoiceRead, { id: props.invoiceId }, { staleMs: 0 })
  if (!data)
    return (
      <Sheet open onClose={props.onClose} title={props.title} tall>
        <PendingPart error={error} onRetry={refetch} />
      </Sheet>
    )
  return <Lines {...props} invoice={data} />
}

const Lines = ({ kind, documentId, onChange, invoice, title, onClose, onBack }: LinePickerProps & { invoice: InvoiceInfo }) => {
  const mayWrite = useAllowed()('gsinvoice:save')
  const lines = openLinesOf(kind, invoice)
  const [omittedLines, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [basis, setBasis] = useState<PriceBasis>(isDeductible(invoice.kind) ? 'net' : 'gross')
  const takenLines = lines.filter(({ lineNo, item }) => item !== null && !omittedLines.has(lineNo))
  const toggle = (lineNo: number) =>
    setLeft((now) => (now.has(lineNo) ? new Set([...now].filter((lineNumber) => lineNumber !== lineNo)) : new Set([...now, lineNo])))
  const take = () => {
    const namedThings = [...takenLines.map(({ item }) => item), invoice.supplier].filter((thing) => thing !== null)
    learnNames(Object.fromEntries(namedThings.map(({ id, name }) => [id, name])))
    const newLines = takenLines.flatMap((line) => formLinesOf(kind, line, basis))
    onChange((form) => ({
      ...form,
      header: headerOf(kind, form.header, invoice),
      lines: [...form.lines.filter((line) => !isBlank(kind, line.values)), ...newLines],
    }))
    rememberTakings(
      documentId,
      takenLines.flatMap(({ lineNo, item }) => (item ? [{ invoiceId: invoice.id, lineNo, itemId: item.id }] : [])),
    )
    onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      tall
      footer={
        <>
          <Button kind="secondary" onClick={onBack}>
            {t('换一张')}
          </Button>
          <Button wide disabled={takenLines.length === 0} onClick={take}>
            {t('带入{count}行', { count: takenLines.length })}
          </Button>
        </>
      }
    >
      <p className="px-1 text-body font-medium">{invoice.sellerName}</p>
      <p className="px-1 pb-3 text-small text-quiet tabular-nums">
        {[invoice.number, invoice.issuedOn, amountWords(invoice.total)].filter(Boolean).join(' · ')}
      </p>
      {invoice.notes.map(({ words, params }) => (
        <Notice key={words + JSON.stringify(params)} text={t(words, params)} />
      ))}
      {invoice.total !== null && (
        <Card flush className="mb-3">
          <Choice
            label={t('单价取')}
            value={basis}
            options={[
              { value: 'net', label: '不含税' },
              { value: 'gross', label: '含税' },
            ]}
            onChange={(value) => value && setBasis(value)}
          />
        </Card>
      )}
      {lines.length === 0 && <p className="px-1 py-4 text-body text-quiet">{t('这张发票没有可以带入的明细了。')}</p>}
      <Card flush>
        {lines.map((line) => (
          <div key={line.lineNo} className="flex items-start gap-3 border-b border-line px-4 py-3 last:border-transparent">
            <CheckBox
              aria-label={line.name}
              className="mt-1"
              checked={line.item !== null && !omittedLines.has(line.lineNo)}
              disabled={line.item === null}
              onChange={() => toggle(line.lineNo)}
            />
            <div className="min-w-0 flex-1">
              <p className="text-body">{[line.name, line.spec].filter(Boolean).join(' ')}</p>
              <p className="text-small text-quiet tabular-nums">
                {[t('可带入 {quantity}{unit}', { quantity: restOf(kind, line), unit: line.unit }), amountWords(line.netAmount)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <MatchField invoiceId={invoice.id} line={line} noun={nounOf(kind)} isEnabled={mayWrite} />
            </div>
          </div>
        ))}
      </Card>
    </Sheet>
  )
}

/** A line that nobody has filled in. */
const isBlank = (kind: DocumentKind, values: DocumentForm['header']): boolean =>
  Object.entries(values).every(([key, value]) => key === quantityFieldOf(kind) || isEmpty(value))
