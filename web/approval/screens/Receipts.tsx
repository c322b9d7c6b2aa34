import type { ReactNode } from 'react'
import { documentKind } from '../../../domain/documents/all.ts'
import { type DocumentRow, receipts } from '../../../domain/documents/operations.ts'
import { listExports } from '../../../domain/tables/exportOperations.ts'
import { receiptTable } from '../../../domain/approval/process/applyingTable.ts'
import { ExportChosen } from '../../bulk/ExportChosen.tsx'
import { Page } from '../../look/Page.tsx'
import { Tag } from '../../look/Tag.tsx'
import { Beside } from '../../panel/Beside.tsx'
import { usePanel } from '../../panel/usePanel.ts'
import { DocumentCard } from '../../documents/DocumentCard.tsx'
import { stateLook } from '../../documents/documentState.ts'
import { ExportButton } from '../../forms/ExportButton.tsx'
import { useKindTitles } from '../../documents/kindTitle.ts'
import { when } from '../../shell/when.ts'
import { TableList } from '../../table/TableList.tsx'
import { t } from '../../words.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import { type DocumentKind } from '../../../domain/documents/define.ts'

/** What was sent to the reader, or to a place that he manages, and waits for his word that it arrived. */
export default function Receipts() {
  const panel = usePanel<DocumentRow>(({ kind, id }) => ({ what: kind, id }))
  const titleOf = useKindTitles()
  const cellOf = (row: DocumentRow, key: string): ReactNode => {
    const kind = kindOf(row)
    if (key === 'kind') return titleOf(kind).list
    if (key === 'submittedAt') return when(row.submittedAt ?? row.createdAt)
    if (key !== 'state') return undefined
    const { words, tone } = stateLook(kind, row)
    return <Tag tone={tone}>{words}</Tag>
  }
  return (
    <Beside panel={panel}>
      <Page scroll={false}>
        <TableList<DocumentRow>
          table={receiptTable}
          list={receipts}
          apart
          picture={false}
          cell={cellOf}
          card={(row) => <DocumentCard kind={kindOf(row)} row={row} onPress={() => panel.table.onOpen(row)} />}
          {...panel.table}
          selectable
          bulk={(selection) => <ExportChosen {...receiptsExport()} selection={selection} hasLines />}
          tools={({ asked, columns }) => <ExportButton {...receiptsExport()} asked={asked} columns={columns} hasLines />}
          empty={{ title: t('没有待确认的收货'), text: t('发到您这里或您管理的区域、还没有确认收到的单据会出现在这里。') }}
        />
      </Page>
    </Beside>
  )
}

const receiptsExport = () => ({ operation: listExports.receipts, title: t(receiptTable.title) })

const kindOf = ({ kind }: DocumentRow): DocumentKind => assertDefined(documentKind(kind), `the kind ${kind}`)
