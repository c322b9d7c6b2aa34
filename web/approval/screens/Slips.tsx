import { skipToken, useQuery } from '@tanstack/react-query'
import { slips, slipsPdf } from '../../../domain/paper/slipOperations.ts'
import type { PaperSize } from '../../../domain/paper/paper.ts'
import { useAsk } from '../../ask.ts'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { paperHtml } from '../../paper/paperHtml.ts'
import { PaperView } from '../../paper/PaperView.tsx'
import { PrintButtons } from '../../paper/PrintButtons.tsx'
import { useSearch } from '../../screen.ts'
import { replace } from '../../travel.ts'
import { t } from '../../words.ts'

const sizes = ['A4', 'A5'] as const satisfies readonly PaperSize[]

/** Documents as slips, to look at, print and keep as one file. Query: `ids` with commas between, `size` A4 or A5. */
export default function Slips() {
  const { ids = '', size: wanted } = useSearch('/pages/flow/slips')
  const wantedSize = sizes.find((candidate) => candidate === wanted)
  const query = { ids: ids.split(','), ...(wantedSize && { size: wantedSize }) }
  const { data, error, refetch } = useAsk(slips, query)
  const { data: html } = useQuery({ queryKey: ['slips', data], queryFn: data ? () => paperHtml(data) : skipToken })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const size: PaperSize = wantedSize ?? data[0]?.paper.size ?? 'A4'
  const onlySlip = data.length === 1 ? data[0] : undefined
  const title = onlySlip ? onlySlip.paper.title : t('{count}张单据', { count: data.length })
  return (
    <Page title={title} bottom={<PrintButtons html={html} title={title} pdf={slipsPdf} input={query} />}>
      <div className="mb-4">
        <Tabs
          label={t('纸张')}
          look="pill"
          value={size}
          onChange={(value) => replace('/pages/flow/slips', { ids, size: value })}
          tabs={[
            { value: 'A4', label: 'A4' },
            { value: 'A5', label: 'A5' },
          ]}
        />
      </div>
      {html && <PaperView key={size} html={html} title={title} size={size} />}
    </Page>
  )
}
