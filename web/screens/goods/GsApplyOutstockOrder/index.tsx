import { useState } from 'react'
import { documentKind } from '../../../../domain/documents/all.ts'
import { openRequests } from '../../../../domain/operations/documents.ts'
import { usePages } from '../../../ask.ts'
import { List } from '../../../look/List.tsx'
import { Page } from '../../../look/Page.tsx'
import { SearchBox } from '../../../look/SearchBox.tsx'
import { DocumentCard } from '../../../parts/DocumentCard.tsx'
import { documentHref } from '../../../places.ts'
import { go, goHref } from '../../../travel.ts'
import { t } from '../../../words.ts'

/** Requests that wait for a keeper to name the pieces. */
export default function OpenRequests() {
  const [search, setSearch] = useState('')
  const pages = usePages(openRequests, search ? { likeQuery: search } : {})
  return (
    <Page
      scroll={false}
      below={
        <div className="flex px-4 pb-2">
          <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索单号、物品、人员')} />
        </div>
      }
    >
      <List
        pages={pages}
        apart
        picture={false}
        keyOf={({ id }) => id}
        row={(row) => {
          const kind = documentKind(row.kind)
          if (!kind) return null
          const open = () =>
            row.instanceId ? go('/pages/flow/progress', { processId: row.instanceId }) : goHref(documentHref(row.kind, row.id))
          return <DocumentCard kind={kind} row={row} onPress={open} showKind />
        }}
        empty={{ title: t('没有等待发放的申领'), text: t('员工的申领到了指定资产这一步，会出现在这里。') }}
      />
    </Page>
  )
}
