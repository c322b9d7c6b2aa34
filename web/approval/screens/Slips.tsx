import { skipToken, useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { slips, slipsPdf } from '../../../domain/paper/slipOperations.ts'
import type { PaperSize } from '../../../domain/paper/paper.ts'
import { host } from '../../../hosts/here.ts'
import { useAsk } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { paperHtml } from '../../paper/paperHtml.ts'
import { PaperView } from '../../paper/PaperView.tsx'
import { downloadSheet } from '../../forms/sheetFile.ts'
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
  const [busy, setBusy] = useState(false)
  if (!data) return <Pending error={error} onRetry={refetch} />
  const size: PaperSize = wantedSize ?? data[0]?.paper.size ?? 'A4'
  const onlySlip = data.length === 1 ? data[0] : undefined
  const title = onlySlip ? onlySlip.paper.title : t('{count}张单据', { count: data.length })
  const keep = async () => {
    setBusy(true)
    try {
      await downloadSheet(slipsPdf, query, `${title}.pdf`)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      toast(failure.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Page
      title={title}
      bottom={
        <>
          <Button size="large" kind="secondary" wide icon={Download} busy={busy} onClick={() => void keep()}>
            {t('下载PDF')}
          </Button>
          {host.print && (
            <Button size="large" wide icon={Printer} disabled={!html} onClick={() => html && void host.print?.(html)}>
              {t('打印')}
            </Button>
          )}
        </>
      }
    >
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
