import { slips, slipsPdf } from '../../../domain/paper/slipOperations.ts'
import { useAsk } from '../../ask.ts'
import { Pending } from '../../look/Pending.tsx'
import { PaperPrint, sizeIn } from '../../paper/PaperPrint.tsx'
import { useSearch } from '../../screen.ts'
import { replace } from '../../travel.ts'
import { t } from '../../words.ts'

/** Documents as slips, to look at, print and keep as one file. Query: `ids` with commas between, `size` A4 or A5. */
export default function Slips() {
  const { ids = '', size: sizeName } = useSearch('/pages/flow/slips')
  const wantedSize = sizeIn(sizeName)
  const query = { ids: ids.split(','), ...(wantedSize && { size: wantedSize }) }
  const { data, error, refetch } = useAsk(slips, query)
  if (!data) return <Pending error={error} onRetry={refetch} />
  const onlySlip = data.length === 1 ? data[0] : undefined
  return (
    <PaperPrint
      title={onlySlip ? onlySlip.paper.title : t('{count}张单据', { count: data.length })}
      papers={data}
      size={wantedSize ?? data[0]?.paper.size ?? 'A4'}
      onSize={(size) => replace('/pages/flow/slips', { ids, size })}
      pdf={slipsPdf}
      input={query}
    />
  )
}
