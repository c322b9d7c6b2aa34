import { useEffect, useState } from 'react'
import { Plus, ReceiptText } from 'lucide-react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { invoicesOf } from '../../domain/invoices/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { WriteButton } from '../licence/WriteButton.tsx'
import { loadLater } from '../look/loadLater.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Tag } from '../look/Tag.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import type { InvoiceTarget } from './AttachInvoice.tsx'
import { amountWords } from './invoiceLook.tsx'
import { linkTakings } from './takings.ts'

type Props = { noun: 'document' | 'asset'; id: Id; kind?: DocumentKind }

/** The invoices of a document or of a card; nothing where they are not the reader's business. `kind`: of a document that may be linked here. */
export const InvoiceSection = ({ noun, id, kind }: Props) => {
  const isAllowed = useAllowed()
  const { data, refetch } = useAsk(invoicesOf, { noun, id }, { enabled: isAllowed('gsinvoice:list') })
  useEffect(() => {
    if (noun === 'document') void linkTakings(id).then((isLinked) => (isLinked ? refetch() : undefined))
  }, [noun, id, refetch])
  const [isAttaching, setAttaching] = useState(false)
  const target: InvoiceTarget | undefined = noun === 'asset' ? { noun, id } : kind && { noun, id, kind }
  const mayAttach = target !== undefined && isAllowed('gsinvoice:save')
  if (!data || (data.length === 0 && !mayAttach)) return null
  return (
    <Section
      title={t('发票')}
      right={
        mayAttach && (
          <WriteButton kind="plain" size="small" icon={Plus} onClick={() => setAttaching(true)}>
            {t('关联发票')}
          </WriteButton>
        )
      }
    >
      {data.length === 0 && <p className="px-4 py-3 text-small text-faint">{t('还没有关联发票')}</p>}
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
      {isAttaching && target && <AttachInvoice target={target} onClose={() => setAttaching(false)} />}
    </Section>
  )
}

const AttachInvoice = loadLater(() => import('./AttachInvoice.tsx'), { missing: ({ onClose }) => onClose() })
