import { invoiceRestore, invoiceTrash } from '../../domain/invoices/operations.ts'
import { ignoreCallError } from '../ignoreCallError.ts'
import { WriteButton } from '../licence/WriteButton.tsx'
import { List } from '../look/List.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { usePages } from '../pages.ts'
import { useSend } from '../send.ts'
import { when } from '../shell/when.ts'
import { t } from '../words.ts'
import { amountWords } from './invoiceLook.tsx'

/** Deleted invoices, each to be brought back. */
export default function InvoiceTrash({ onClose }: { onClose: () => void }) {
  const pages = usePages(invoiceTrash, {})
  const { send, sending: busy } = useSend(invoiceRestore, { done: '已恢复' })
  return (
    <Sheet open onClose={onClose} title={t('已删除的发票')} tall>
      <div className="-mx-4 flex min-h-0 flex-1 flex-col wide:-mx-5">
        <List
          pages={pages}
          picture={false}
          keyOf={({ id }) => id}
          row={({ id, number, sellerName, total, deletedAt }) => (
            <div className="flex items-center gap-3 px-4 py-3">
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body">{[sellerName, amountWords(total)].filter(Boolean).join(' · ')}</span>
                <span className="mt-0.5 block truncate text-small text-quiet tabular-nums">{number}</span>
                <span className="mt-0.5 block text-tiny text-faint">{t('删除于{time}', { time: when(deletedAt) })}</span>
              </span>
              <WriteButton kind="secondary" size="small" busy={busy} onClick={() => void send({ id }).catch(ignoreCallError)}>
                {t('恢复')}
              </WriteButton>
            </div>
          )}
          empty={{ title: t('没有已删除的发票'), text: t('删除的发票会留在这里，可以恢复。') }}
        />
      </div>
    </Sheet>
  )
}
