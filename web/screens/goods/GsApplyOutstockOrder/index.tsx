import { useState } from 'react'
import { documentKind } from '../../../../domain/documents/all.ts'
import { type DocumentRow, openRequests } from '../../../../domain/operations/documents.ts'
import { usePages } from '../../../pages.ts'
import { type Column, List } from '../../../look/List.tsx'
import { Page } from '../../../look/Page.tsx'
import { SearchBox } from '../../../look/SearchBox.tsx'
import { Beside } from '../../../panel/Beside.tsx'
import { usePanel } from '../../../panel/usePanel.ts'
import { DocumentCard } from '../../../parts/DocumentCard.tsx'
import { when } from '../../../parts/when.ts'
import { useWide } from '../../../screen.ts'
import { t } from '../../../words.ts'

const columns = (): readonly Column<DocumentRow>[] => [
  { key: 'summary', title: t('明细'), cell: ({ summary }) => summary || t('没有明细'), width: 'minmax(0,2fr)' },
  { key: 'subject', title: t('申请人'), cell: ({ subjectName, authorName }) => subjectName || authorName, width: '8rem' },
  { key: 'kind', title: t('类型'), cell: ({ kind }) => t(documentKind(kind)?.title ?? kind), width: '8rem' },
  { key: 'code', title: t('单号'), cell: ({ code }) => <span className="text-quiet">{code}</span>, width: '14rem' },
  { key: 'at', title: t('时间'), cell: (row) => when(row.submittedAt ?? row.createdAt), width: '8rem' },
]

/** What the panel says as well. */
const besides: ReadonlySet<string> = new Set(['kind', 'code'])

/** Requests that wait for a keeper to name the pieces. */
export default function OpenRequests() {
  const wide = useWide()
  const [search, setSearch] = useState('')
  const pages = usePages(openRequests, search ? { likeQuery: search } : {})
  const panel = usePanel<DocumentRow>(({ kind, id, processId }) => (processId ? { what: 'process', id: processId } : { what: kind, id }))
  const { onOpen } = panel.table
  return (
    <Beside panel={panel}>
      <Page
        scroll={false}
        below={
          <div className="flex px-4 pb-2 wide:px-5">
            <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索单号、物品、人员')} />
          </div>
        }
      >
        <List
          pages={pages}
          apart={!wide}
          picture={false}
          keyOf={({ id }) => id}
          row={(row) => {
            const kind = documentKind(row.kind)
            return kind && <DocumentCard kind={kind} row={row} onPress={() => onOpen(row)} showKind />
          }}
          columns={panel.opened ? columns().filter(({ key }) => !besides.has(key)) : columns()}
          beside={panel.table}
          onOpen={onOpen}
          empty={{ title: t('没有等待发放的申领'), text: t('员工的申领到了指定资产这一步，会出现在这里。') }}
        />
      </Page>
    </Beside>
  )
}
