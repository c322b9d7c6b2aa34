import { skipToken, useQuery } from '@tanstack/react-query'
import { dashboardPaperRead, dashboardPdf } from '../../domain/dashboards/operations.ts'
import { useAsk } from '../ask.ts'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { paperHtml } from '../paper/paperHtml.ts'
import { PaperView } from '../paper/PaperView.tsx'
import { PrintButtons } from '../paper/PrintButtons.tsx'
import { useSearch } from '../screen.ts'

/** A dashboard as it comes out of the printer, to look at, print and keep as a PDF. Query: its `id`. */
export default function DashboardPrint() {
  const { id = '' } = useSearch('/pages/dashboards/print')
  const { data, error, refetch } = useAsk(dashboardPaperRead, { id })
  const { data: html } = useQuery({ queryKey: ['dashboard paper', data], queryFn: data ? () => paperHtml([data]) : skipToken })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const { title } = data.paper
  return (
    <Page title={title} width="full" bottom={<PrintButtons html={html} fileName={title} pdf={dashboardPdf} input={{ id }} />}>
      {html && <PaperView html={html} title={title} size="A4 landscape" />}
    </Page>
  )
}
