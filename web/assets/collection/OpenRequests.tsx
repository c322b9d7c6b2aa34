import type { ReactNode } from 'react'
import { documentKind } from '../../../domain/documents/all.ts'
import { type DocumentRow, openRequests } from '../../../domain/documents/operations.ts'
import { listExports } from '../../../domain/tables/exportOperations.ts'
import { requestTable } from '../../../domain/approval/process/applyingTable.ts'
import { ExportChosen } from '../../bulk/ExportChosen.tsx'
import { Page } from '../../look/Page.tsx'
import { Beside } from '../../panel/Beside.tsx'
import { usePanel } from '../../panel/usePanel.ts'
import { DocumentCard } from '../../documents/DocumentCard.tsx'
import { ExportButton } from '../../forms/ExportButton.tsx'
import { useKindTitles } from '../../documents/kindTitle.ts'
import { when } from '../../shell/when.ts'
import { TableList } from '../../table/TableList.tsx'
import { t } from '../../words.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import { type DocumentKind } from '../../../domain/documents/define.ts'

/** Requests that wait for a keeper to name the pieces. */
export default function OpenRequests() {
  const panel = usePanel<DocumentRow>(({ kind, id, processId }) => (processId ? { what: 'process', id: processId } : { what: kind, id }))
  const titleOf = useKindTitles()
  const cellOf = (row: DocumentRow, key: string): ReactNode => {
    if (key === 'kind') return titleOf(kindOf(row)).list
    if (key === 'submittedAt') return when(row.submittedAt ?? row.createdAt)
    if (key === 'subjectName') return row.subjectName || row.authorName
    return undefined
  }
  return (
    <Beside panel={panel}>
      <Page scroll={false}>
        <TableList<DocumentRow>
          table={requestTable}
          list={openRequests}
          apart
          picture={false}
          searched={t('单号、物品、人员')}
          cell={cellOf}
          card={(row) => <DocumentCard kind={kindOf(row)} row={row} onPress={() => panel.table.onOpen(row)} showKind />}
          {...panel.table}
          selectable
          bulk={(selection) => <ExportChosen {...exported()} selection={selection} hasLines />}
          tools={({ asked, columns }) => <ExportButton {...exported()} asked={asked} columns={columns} hasLines />}
          empty={{ title: t('没有等待发放的申领'), text: t('员工的申领到了指定资产这一步，会出现在这里。') }}
        />
      </Page>
    </Beside>
  )
}

const exported = () => ({ operation: listExports.requests, title: t(requestTable.title) })

const kindOf = ({ kind }: DocumentRow): DocumentKind => assertDefined(documentKind(kind), `the kind ${kind}`)
