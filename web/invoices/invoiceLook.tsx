import type { ReactNode } from 'react'
import { type InvoiceCoverage, invoiceCoverages } from '../../domain/invoices/invoice.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { Tag, type Tone } from '../look/Tag.tsx'
import { t } from '../words.ts'

const tones: Readonly<Record<InvoiceCoverage, Tone>> = { open: 'warn', part: 'accent', whole: 'good' }

/** How far an invoice is taken; one that takes another back says so instead. */
export const CoverageTag = ({ coverage, isRed }: { coverage: InvoiceCoverage; isRed: boolean }): ReactNode =>
  isRed ? <Tag tone="bad">{t('红字发票')}</Tag> : <Tag tone={tones[coverage]}>{t(invoiceCoverages[coverage])}</Tag>

/** An amount, where the reader may see it. */
export const amountWords = (amount: string | null): string => (amount === null ? '' : moneyWords(amount))
