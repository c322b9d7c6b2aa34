import { useState } from 'react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { type DocumentInfo, documentOperations } from '../../domain/documents/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { usePages } from '../pages.ts'
import { call, CallError } from '../call.ts'
import { List } from '../look/List.tsx'
import { movePick } from '../look/fields/pickerKeys.ts'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { t } from '../words.ts'
import { DocumentCard } from './DocumentCard.tsx'

type Props = { open: boolean; onClose: () => void; kind: DocumentKind; onChoose: (source: DocumentInfo) => void }

/** Chooses the document that another one follows, among those that are in the books and not fulfilled yet. */
export const SourcePicker = (props: Props) => (
  <Sheet open={props.open} onClose={props.onClose} title={t('选择{title}单', { title: t(props.kind.title) })} tall>
    {props.open && <Content {...props} />}
  </Sheet>
)

const Content = ({ kind, onClose, onChoose }: Props) => {
  const [search, setSearch] = useState('')
  const operations = documentOperations(kind)
  const pages = usePages(operations.list, { state: 'posted', open: true, likeQuery: search || undefined })
  const choose = async (id: Id) => {
    try {
      onChoose(await call(operations.info, { id }))
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <div role="presentation" onKeyDown={(event) => movePick(event, search)} className="-mx-4 flex min-h-0 flex-1 flex-col wide:-mx-5">
      <div className="flex shrink-0 px-4 pb-3 wide:px-5">
        <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索单号、物品、人员')} />
      </div>
      <List
        pages={pages}
        apart
        picture={false}
        keyOf={({ id }) => id}
        row={(row) => <DocumentCard kind={kind} row={row} onPress={() => void choose(row.id)} />}
        empty={{ title: t('没有可以选择的{title}单', { title: t(kind.title) }), text: t('审批完成、还没有全部到货的单据会出现在这里。') }}
      />
    </div>
  )
}
