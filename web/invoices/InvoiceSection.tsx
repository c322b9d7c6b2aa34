import { useEffect } from 'react'
import { ReceiptText } from 'lucide-react'
import { invoicesOf } from '../../domain/invoices/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Tag } from '../look/Tag.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { amountWords } from './invoiceLook.tsx'
import { linkTakings } from './takings.ts'

/** The invoices of a document or of a card; nothing where there are none, or they are not the reader's business. */
export const InvoiceSection = ({ noun, id }: { noun: 'document' | 'asset'; id: Id }) => {
  const isAllowed = useAllowed()
  const { data, refetch } = useAsk(invoicesOf, { noun, id }, { enabled: isAllowed('gsinvoice:list') })
  useEffect(() => {
    if (noun === 'document') void linkTakings(id).then((isLinked) => (isLinked ? refetch() : undefined))
  }, [noun, id, refetch])
  if (!data || data.length === 0) return null
  return (
    <Section title={t('发票')}>
      {data.map(({ id: invoiceId, number, issuedOn, sellerName, total, isRed }) => (
        <Cell
          key={invoiceId}
          icon={ReceiptText}
          title={sellerName}
          text={
            <>
              <span className="block break-all tabular-nums">{number}</span>
              {issuedOn}
            </>
          }
          value={isRed ? <Tag tone="bad">{t('红字发票')}</Tag> : amountWords(total)}
          onPress={() => go('/pages/goods/invoices/detail', { id: invoiceId })}
        />
      ))}
    </Section>
  )
}
