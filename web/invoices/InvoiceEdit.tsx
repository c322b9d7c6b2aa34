import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type InvoiceInfo, invoiceRead, invoiceSave } from '../../domain/invoices/operations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import { add, isDecimal, sum } from '../../kernel/decimal.ts'
import { newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { CallError, fileUrl } from '../call.ts'
import { WriteButton } from '../licence/WriteButton.tsx'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { DateField } from '../look/fields/DateField.tsx'
import { MoneyField } from '../look/fields/MoneyField.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { useLeaveGuard, useScreen } from '../screen.ts'
import { useSend } from '../send.ts'
import { today } from '../shell/dateWords.ts'
import { leaveFreely, replace } from '../travel.ts'
import { t } from '../words.ts'

type LineDraft = { readonly key: string } & Readonly<
  Record<'name' | 'spec' | 'unit' | 'quantity' | 'price' | 'amount' | 'taxRate' | 'tax', string>
>
type HeadKey =
  | 'number'
  | 'kind'
  | 'issuedOn'
  | 'sellerName'
  | 'sellerTaxNumber'
  | 'buyerName'
  | 'buyerTaxNumber'
  | 'amount'
  | 'tax'
  | 'total'
  | 'blueNumber'
  | 'remark'
type Draft = { readonly head: Readonly<Record<HeadKey, string>>; readonly lines: readonly LineDraft[] }

const newLine = (): LineDraft => ({ key: newId(), name: '', spec: '', unit: '', quantity: '', price: '', amount: '', taxRate: '', tax: '' })

/** Types what an invoice says whose file tells a program nothing. Query: `file` and `name` of that file; `id` of one to be put right. */
export default function InvoiceEdit() {
  const { search } = useScreen()
  const id = search['id']
  const { data, error, refetch } = useAsk(invoiceRead, { id: id ?? '' }, { enabled: id !== undefined })
  if (id !== undefined && !data) return <Pending error={error} onRetry={refetch} />
  return (
    <Editing
      key={id ?? ''}
      storedInvoice={data}
      file={data?.file ?? (search['file'] ? { path: search['file'], name: search['name'] ?? '' } : undefined)}
    />
  )
}

type EditingProps = { storedInvoice: InvoiceInfo | undefined; file: { readonly path: string; readonly name: string } | undefined }

const Editing = ({ storedInvoice, file }: EditingProps) => {
  const [id] = useState(() => storedInvoice?.id ?? newId())
  const [draft, setDraft] = useState(() => draftOf(storedInvoice))
  const [isChanged, setChanged] = useState(false)
  const { send, sending: busy } = useSend(invoiceSave, { done: '已保存' })
  useLeaveGuard(isChanged)
  const change = (next: (now: Draft) => Draft) => {
    setDraft(next)
    setChanged(true)
  }
  const setHead = (key: HeadKey) => (value: string) => change((now) => ({ ...now, head: { ...now.head, [key]: value } }))
  const save = async () => {
    try {
      await send(inputOf(id, draft, { version: storedInvoice?.version, file: file?.path ?? null }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return
    }
    leaveFreely()
    replace('/pages/goods/invoices/detail', { id })
  }
  const isWhole = /^\d{8,20}$/.test(draft.head.number) && draft.head.sellerName.trim() !== '' && isDecimal(draft.head.total)
  return (
    <Page
      title={storedInvoice ? t('修改发票') : t('录入发票')}
      bottom={
        <WriteButton size="large" wide className="wide:w-auto!" busy={busy} disabled={!isWhole} onClick={() => void save()}>
          {t('保存')}
        </WriteButton>
      }
    >
      {file && (
        <p className="px-1 pb-3 text-small">
          <a href={fileUrl(file.path)} target="_blank" rel="noreferrer" className="text-accent-strong">
            {t('对照文件：{name}', { name: file.name })}
          </a>
        </p>
      )}
      <Heads head={draft.head} onChange={setHead} />
      <Lines lines={draft.lines} onChange={(lines) => change((now) => withSums({ ...now, lines: lines(now.lines) }))} />
    </Page>
  )
}

type HeadsProps = { head: Draft['head']; onChange: (key: HeadKey) => (value: string) => void }

const Heads = ({ head, onChange }: HeadsProps) => (
  <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
    <Section title={t('基本信息')}>
      <TextField
        label={t('发票号码')}
        value={head.number}
        onChange={onChange('number')}
        required
        inputMode="numeric"
        maxLength={20}
        hint={t('8到20位数字')}
      />
      <DateField label={t('开票日期')} value={head.issuedOn} onChange={onChange('issuedOn')} required />
      <TextField label={t('发票种类')} value={head.kind} onChange={onChange('kind')} placeholder={t('如：电子普通发票')} maxLength={60} />
      <TextField label={t('销售方')} value={head.sellerName} onChange={onChange('sellerName')} required maxLength={200} />
      <TextField label={t('销售方税号')} value={head.sellerTaxNumber} onChange={onChange('sellerTaxNumber')} maxLength={30} />
      <TextField label={t('购买方')} value={head.buyerName} onChange={onChange('buyerName')} maxLength={200} />
      <TextField label={t('购买方税号')} value={head.buyerTaxNumber} onChange={onChange('buyerTaxNumber')} maxLength={30} />
    </Section>
    <Section title={t('合计')} note={t('红字发票的金额填负数。')}>
      <MoneyField label={t('金额')} value={head.amount} onChange={onChange('amount')} />
      <MoneyField label={t('税额')} value={head.tax} onChange={onChange('tax')} />
      <MoneyField label={t('价税合计')} value={head.total} onChange={onChange('total')} required />
      {head.total.startsWith('-') && (
        <TextField label={t('蓝字发票号码')} value={head.blueNumber} onChange={onChange('blueNumber')} inputMode="numeric" maxLength={32} />
      )}
      <TextArea label={t('备注')} value={head.remark} onChange={onChange('remark')} max={500} />
    </Section>
  </div>
)

type LinesProps = { lines: Draft['lines']; onChange: (change: (lines: Draft['lines']) => Draft['lines']) => void }

const Lines = ({ lines, onChange }: LinesProps) => {
  const setLine = (key: string, field: keyof LineDraft) => (value: string) =>
    onChange((now) => now.map((line) => (line.key === key ? { ...line, [field]: value } : line)))
  return (
    <>
      {lines.map((line, index) => (
        <Section
          key={line.key}
          title={t('第{line}行', { line: index + 1 })}
          right={
            <IconButton
              icon={Trash2}
              label={t('删除')}
              iconSize={18}
              onClick={() => onChange((now) => now.filter(({ key }) => key !== line.key))}
            />
          }
        >
          <div className="wide:grid wide:grid-cols-4">
            <TextField label={t('品名')} value={line.name} onChange={setLine(line.key, 'name')} required maxLength={300} />
            <TextField label={t('规格型号')} value={line.spec} onChange={setLine(line.key, 'spec')} maxLength={200} />
            <TextField label={t('单位')} value={line.unit} onChange={setLine(line.key, 'unit')} maxLength={40} />
            <TextField label={t('数量')} value={line.quantity} onChange={setLine(line.key, 'quantity')} inputMode="decimal" />
            <TextField label={t('单价')} value={line.price} onChange={setLine(line.key, 'price')} inputMode="decimal" />
            <MoneyField label={t('金额')} value={line.amount} onChange={setLine(line.key, 'amount')} required />
            <TextField label={t('税率')} value={line.taxRate} onChange={setLine(line.key, 'taxRate')} placeholder="13%" maxLength={20} />
            <MoneyField label={t('税额')} value={line.tax} onChange={setLine(line.key, 'tax')} />
          </div>
        </Section>
      ))}
      <Button kind="secondary" wide icon={Plus} onClick={() => onChange((now) => [...now, newLine()])}>
        {t('添加一行')}
      </Button>
    </>
  )
}

/** The totals follow the lines, as long as these say all that is needed. */
const withSums = (draft: Draft): Draft => {
  const filledLines = draft.lines.filter(({ amount }) => amount !== '')
  if (filledLines.length === 0 || !filledLines.every(({ amount, tax }) => isDecimal(amount) && (tax === '' || isDecimal(tax)))) return draft
  const amount = sum(filledLines.map((line) => line.amount))
  const tax = sum(filledLines.map((line) => line.tax || '0'))
  return { ...draft, head: { ...draft.head, amount, tax, total: add(amount, tax) } }
}

const draftOf = (storedInvoice: InvoiceInfo | undefined): Draft => ({
  head: {
    number: storedInvoice?.number.slice(storedInvoice.code.length) ?? '',
    kind: storedInvoice?.kind ?? '',
    issuedOn: storedInvoice?.issuedOn ?? today(),
    sellerName: storedInvoice?.sellerName ?? '',
    sellerTaxNumber: storedInvoice?.sellerTaxNumber ?? '',
    buyerName: storedInvoice?.buyerName ?? '',
    buyerTaxNumber: storedInvoice?.buyerTaxNumber ?? '',
    amount: storedInvoice?.amount ?? '',
    tax: storedInvoice?.tax ?? '',
    total: storedInvoice?.total ?? '',
    blueNumber: storedInvoice?.blueNumber ?? '',
    remark: storedInvoice?.remark ?? '',
  },
  lines: storedInvoice
    ? storedInvoice.lines.map(({ name, taxClass, spec, unit, quantity, price, amount, taxRate, tax }) => ({
        key: newId(),
        name: taxClass ? `*${taxClass}*${name}` : name,
        spec,
        unit,
        quantity: quantity ?? '',
        price: price ?? '',
        amount: amount ?? '',
        taxRate,
        tax: tax ?? '',
      }))
    : [newLine()],
})

const inputOf = (
  id: string,
  { head, lines }: Draft,
  { version, file }: { readonly version: number | undefined; readonly file: string | null },
): InputOf<typeof invoiceSave> => ({
  ...head,
  id,
  file,
  ...(version !== undefined && { version }),
  amount: head.amount || head.total,
  tax: head.tax || '0',
  lines: lines
    .filter(({ name, amount }) => name.trim() !== '' || amount !== '')
    .map(({ key: _, quantity, price, tax, ...line }) => ({ ...line, quantity: quantity || null, price: price || null, tax: tax || '0' })),
})
