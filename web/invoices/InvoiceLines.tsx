import { isPositive } from '../../kernel/decimal.ts'
import type { InvoiceInfo, InvoiceLineInfo } from '../../domain/invoices/operations.ts'
import { Section } from '../look/Card.tsx'
import { Tag } from '../look/Tag.tsx'
import { t } from '../words.ts'
import { amountWords } from './invoiceLook.tsx'
import { MatchField } from './MatchField.tsx'

type Props = { invoice: InvoiceInfo; isEnabled: boolean }

/** The lines of an invoice as it says them, what each is of, and how much of it is taken. */
export const InvoiceLines = ({ invoice, isEnabled }: Props) => (
  <Section title={t('明细（{count}）', { count: invoice.lines.length })}>
    {invoice.lines.map((line) => (
      <div key={line.lineNo} className="border-b border-line px-4 py-3 last:border-transparent">
        <div className="flex items-start justify-between gap-4">
          <p className="min-w-0">
            <span className="text-body font-medium">{line.name}</span>
            {line.taxClass && <span className="ml-2 text-small text-faint">{line.taxClass}</span>}
            {line.discountOf !== null && (
              <span className="ml-2">
                <Tag tone="plain">{t('第{line}行的折扣', { line: line.discountOf })}</Tag>
              </span>
            )}
          </p>
          <p className="shrink-0 text-right text-body font-medium tabular-nums">{amountWords(line.amount)}</p>
        </div>
        <div className="mt-0.5 flex items-start justify-between gap-4 text-small text-quiet tabular-nums">
          <p className="min-w-0 break-words">{quantityWords(line)}</p>
          <p className="shrink-0">{taxWords(line)}</p>
        </div>
        {line.discountOf === null && !invoice.isRed && (
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
            <MatchField invoiceId={invoice.id} line={line} isEnabled={isEnabled} />
            <span className="text-small text-faint">{takenWords(line)}</span>
          </div>
        )}
      </div>
    ))}
  </Section>
)

const quantityWords = ({ spec, unit, quantity, price }: InvoiceLineInfo): string =>
  [spec, quantity === null ? '' : `${quantity} ${unit}`.trim(), price === null ? '' : t('单价{price}', { price: amountWords(price) })]
    .filter(Boolean)
    .join(' · ')

const taxWords = ({ taxRate, tax }: InvoiceLineInfo): string =>
  tax === null ? taxRate : t('税额{tax}', { tax: amountWords(tax) }) + (taxRate ? ` · ${taxRate}` : '')

const takenWords = ({ orderedQuantity, receivedQuantity }: InvoiceLineInfo): string =>
  [
    isPositive(orderedQuantity) ? t('已采购 {quantity}', { quantity: orderedQuantity }) : '',
    isPositive(receivedQuantity) ? t('已入库 {quantity}', { quantity: receivedQuantity }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
