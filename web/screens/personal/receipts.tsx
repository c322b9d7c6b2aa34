import { documentKind } from '../../../domain/documents/all.ts'
import { receipts } from '../../../domain/operations/documents.ts'
import { usePages } from '../../pages.ts'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { DocumentCard } from '../../parts/DocumentCard.tsx'
import { documentHref } from '../../places.ts'
import { goHref } from '../../travel.ts'
import { t } from '../../words.ts'

/** What was sent to the reader, or to a place that he manages, and waits for his word that it arrived. */
export default function Receipts() {
  const pages = usePages(receipts, {})
  return (
    <Page scroll={false}>
      <List
        pages={pages}
        apart
        picture={false}
        keyOf={({ id }) => id}
        row={(row) => <DocumentCard kind={documentKind(row.kind)!} row={row} onPress={() => goHref(documentHref(row.kind, row.id))} />}
        empty={{ title: t('没有待确认的收货'), text: t('发到您这里或您管理的区域、还没有确认收到的单据会出现在这里。') }}
      />
    </Page>
  )
}
