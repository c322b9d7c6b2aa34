import { voucherPdf, voucherPrint } from '../../domain/books/voucherPrintOperations.ts'
import { useAsk } from '../ask.ts'
import { Pending } from '../look/Pending.tsx'
import { PaperPrint, sizeIn } from '../paper/PaperPrint.tsx'
import { useSearch } from '../screen.ts'
import { replace } from '../travel.ts'
import { t } from '../words.ts'

/** Vouchers of a month as sheets. Query: `bookId`, `month`, `ids` with commas between (all that count where it is absent), `size` A4 or A5. */
export default function VoucherPrint() {
  const { bookId = '', month = '', ids, size: sizeName } = useSearch('/pages/goods/GsBook/voucherPrint')
  const size = sizeIn(sizeName) ?? 'A5'
  const query = { bookId, month, size, ...(ids && { ids: ids.split(',') }) }
  const { data, error, refetch } = useAsk(voucherPrint, query)
  if (!data) return <Pending error={error} onRetry={refetch} />
  return (
    <PaperPrint
      title={t('打印凭证')}
      papers={data}
      size={size}
      onSize={(nextSize) => replace('/pages/goods/GsBook/voucherPrint', { bookId, month, ...(ids && { ids }), size: nextSize })}
      pdf={voucherPdf}
      input={query}
      fileName={`${t('记账凭证')}-${month}`}
    />
  )
}
