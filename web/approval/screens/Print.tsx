import { useQuery } from '@tanstack/react-query'
import { paperOf } from '../../../domain/approval/process/paper.ts'
import { processPdf } from '../../../domain/approval/operations/approving.ts'
import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { host } from '../../../hosts/here.ts'
import { useAsk } from '../../ask.ts'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { paperHtml } from '../../paper/paperHtml.ts'
import { PaperView } from '../../paper/PaperView.tsx'
import { PrintButtons } from '../../paper/PrintButtons.tsx'
import { titleOf } from '../process/titles.ts'
import { useSearch } from '../../screen.ts'
import { session } from '../../session/session.ts'
import { t } from '../../words.ts'

/** An application as it comes out of the printer, to look at, print and keep as a PDF. */
export default function Print() {
  const { processId = '' } = useSearch('/pages/flow/print')
  const { data, error, refetch } = useAsk(processOperations.process, { id: processId })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Sheet key={data.process.id} detail={data} />
}

const Sheet = ({ detail }: { detail: ProcessDetail }) => {
  const { id } = detail.process
  const title = titleOf(detail.process)
  const { data: html } = useQuery({
    queryKey: ['paper', id, detail],
    queryFn: async () => {
      const { operationName, username } = session()
      const speaker = { say: t, nameOf: (ref: string) => detail.form.names[ref] ?? '' }
      const printing = { organisation: operationName, by: username, at: new Date().toISOString() }
      return paperHtml([{ paper: paperOf(detail, speaker, printing), link: `${host.address}/#/pages/flow/progress?processId=${id}` }])
    },
  })
  return (
    <Page bottom={<PrintButtons html={html} fileName={title} pdf={processPdf} input={{ id }} />}>
      {html && <PaperView html={html} title={title} size="A4" />}
    </Page>
  )
}
