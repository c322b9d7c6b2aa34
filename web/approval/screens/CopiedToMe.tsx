import { type ReactNode, useState } from 'react'
import { listExports } from '../../../domain/tables/exportOperations.ts'
import type { CopyRow } from '../../../domain/approval/operations/process.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { copyTable } from '../../../domain/approval/process/applyingTable.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { ExportChosen } from '../../bulk/ExportChosen.tsx'
import { useAsk } from '../../ask.ts'
import { useSend } from '../../send.ts'
import { call, CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Page } from '../../look/Page.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { Beside } from '../../panel/Beside.tsx'
import { usePanel } from '../../panel/usePanel.ts'
import { ExportButton } from '../../forms/ExportButton.tsx'
import { ApplicationName } from '../process/ApplicationName.tsx'
import { ProcessCard } from '../process/ProcessCard.tsx'
import { StatusTag } from '../process/statusTag.tsx'
import { when } from '../../shell/when.ts'
import { TableList } from '../../table/TableList.tsx'
import { t } from '../../words.ts'
import { within } from '../../within.ts'

/** What one was copied on. Opening one marks it as read. */
export default function CopiedToMe() {
  const { data: counts } = useAsk(processOperations.counts, {})
  const panel = usePanel<CopyRow>(({ process }) => ({ what: 'process', id: process.id }))
  const { send } = useSend(processOperations.markRead, { background: true })
  const [marking, setMarking] = useState(false)
  const markAll = async () => {
    setMarking(true)
    try {
      for (let before = Infinity; ;) {
        const { list, totalCount } = await call(processOperations.copies, { read: false, pageSize: 100 }, { quiet: true })
        // Where nothing gets less, asking again would never end.
        if (list.length === 0 || totalCount >= before) break
        before = totalCount
        for (const id of new Set(list.map(({ process }) => process.id)))
          await call(processOperations.markRead, { processId: id }, { quiet: true, fresh: true })
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setMarking(false)
    }
  }
  const open = (copy: CopyRow) => {
    if (!copy.read) void send({ processId: copy.process.id })
    panel.table.onOpen(copy)
  }
  return (
    <Beside panel={panel}>
      <Page
        scroll={false}
        right={
          (counts?.copies ?? 0) > 0 && (
            <Button kind="plain" size="small" busy={marking} onClick={() => void markAll()}>
              {t('全部已读')}
            </Button>
          )
        }
      >
        <TableList<CopyRow>
          table={copyTable}
          list={processOperations.copies}
          tabs="reading"
          tabCounts={counts && { unread: counts.copies }}
          searched={within('申请')}
          cell={cellOf}
          card={(copy) => (
            <ProcessCard
              process={copy.process}
              time={copy.copiedAt}
              unread={!copy.read}
              tag={<StatusTag process={copy.process} />}
              foot={copy.comment || (copy.by ? t('{name}抄送', { name: copy.by.userName }) : copy.process.initiator.userName)}
              onPress={() => open(copy)}
            />
          )}
          {...panel.table}
          onOpen={open}
          selectable
          bulk={(selection) => <ExportChosen {...copiesExport()} selection={selection} hasLines />}
          tools={({ asked, columns }) => <ExportButton {...copiesExport()} asked={asked} columns={columns} hasLines />}
          empty={{ title: t('没有抄送给您的申请'), text: t('别人抄送给您的申请会出现在这里。') }}
        />
      </Page>
    </Beside>
  )
}

const copiesExport = () => ({ operation: listExports.copies, title: t(copyTable.title) })

const cellOf = ({ process, read, by, comment, copiedAt }: CopyRow, key: string): ReactNode => {
  switch (key) {
    case 'title':
      return <ApplicationName process={process} unread={!read} />
    case 'initiator':
      return process.initiator.userName
    case 'summary':
      return process.summary
    case 'number':
      return process.number
    case 'flowKey':
      return t(process.flowName)
    case 'amount':
      return process.amount && moneyWords(process.amount)
    case 'createdAt':
      return when(process.createdAt)
    case 'by':
      return by?.userName ?? ''
    case 'comment':
      return comment
    case 'copiedAt':
      return when(copiedAt)
    case 'status':
      return <StatusTag process={process} />
    default:
      return undefined
  }
}
