import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { paperOf } from '../../../domain/approval/process/paper.ts'
import { processPdf } from '../../../domain/approval/operations/approving.ts'
import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { host } from '../../../hosts/here.ts'
import { useAsk } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { paperHtml } from '../../paper/paperHtml.ts'
import { PaperView } from '../../paper/PaperView.tsx'
import { titleOf } from '../process/titles.ts'
import { downloadSheet } from '../../forms/sheetFile.ts'
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
  const [busy, setBusy] = useState(false)
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
  const keep = async () => {
    setBusy(true)
    try {
      await downloadSheet(processPdf, { id }, `${title}.pdf`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Page
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
      {html && <PaperView html={html} title={title} size="A4" />}
    </Page>
  )
}
