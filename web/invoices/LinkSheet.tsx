import { useState } from 'react'
import { invoicedKinds } from '../../domain/invoices/kinds.ts'
import { invoiceCards, type InvoiceInfo } from '../../domain/invoices/operations.ts'
import { codeOf, documentStates } from '../../domain/documents/define.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { documentOperations } from '../../domain/documents/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { CallError } from '../call.ts'
import { DocumentCard } from '../documents/DocumentCard.tsx'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { ignoreCallError } from '../ignoreCallError.ts'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { List } from '../look/List.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { toast } from '../look/overlays/toast.ts'
import { Tabs } from '../look/Tabs.tsx'
import { usePages } from '../pages.ts'
import { useSend } from '../send.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { t } from '../words.ts'
import { useBusy } from '../writing.ts'
import { linkableLinesOf, nounOf } from './takenLines.ts'
import { linkLines } from './takings.ts'
import { assertDefined } from '../../kernel/assert.ts'

const cards = 'cards'

/** Links an invoice with a document that is there, as far as its matched lines stand on it, or with cards. */
export default function LinkSheet({ invoice, onClose }: { invoice: InvoiceInfo; onClose: () => void }) {
  const isAllowed = useAllowed()
  const kinds = invoicedKinds.filter((kind) => isAllowed(`${codeOf(kind)}:list`))
  const [tab, setTab] = useState(() =>
    firstTab(
      invoice,
      kinds.map(({ kind }) => kind),
    ),
  )
  const { send } = useSend(invoiceCards, { done: '已关联' })
  const direct = invoice.assets.filter(({ isDirect }) => isDirect).map(({ id }) => id)
  if (tab === cards)
    return (
      <ReferencePicker
        open
        onClose={onClose}
        noun="asset"
        many
        title={t('选择{label}', { label: t('资产') })}
        chosen={direct}
        onChoose={(assetIds) => void send({ id: invoice.id, assetIds }).catch(ignoreCallError)}
      />
    )
  return (
    <Sheet open onClose={onClose} title={t('关联发票')} tall>
      <div className="pb-3">
        <Tabs
          label={t('关联到')}
          value={tab}
          onChange={setTab}
          tabs={[...kinds.map(({ kind, title }) => ({ value: kind, label: t(title) })), { value: cards, label: t('资产') }]}
        />
      </div>
      <Documents key={tab} invoice={invoice} kindName={tab} onClose={onClose} />
    </Sheet>
  )
}

const firstTab = ({ lines }: InvoiceInfo, kinds: readonly string[]): string => {
  const isOfSupplies = lines.some(({ item }) => item?.noun === 'consumable')
  return kinds.find((kind) => kind === (isOfSupplies ? 'CsInstockOrder' : 'GsInstockOrder')) ?? kinds[0] ?? cards
}

const linkable = keysOf(documentStates).filter((state) => state !== 'reversed')

const Documents = ({ invoice, kindName, onClose }: { invoice: InvoiceInfo; kindName: string; onClose: () => void }) => {
  const kind = assertDefined(
    invoicedKinds.find((candidate) => candidate.kind === kindName),
    `the kind ${kindName}`,
  )
  const [likeQuery, setLikeQuery] = useState('')
  const pages = usePages(documentOperations(kind).list, { state: linkable, ...(likeQuery && { likeQuery }) })
  const [busy, setBusy] = useBusy()
  const noun = nounOf(kind)
  const lines = linkableLinesOf(kind, invoice)
  const link = async (documentId: Id) => {
    setBusy(true)
    try {
      await linkLines(invoice, documentId, lines)
      toast(t('已关联'), 'success')
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }
  if (lines.length === 0)
    return (
      <p className="px-1 py-6 text-body text-quiet">
        {noun === 'model'
          ? t('没有可以关联的明细：还没有匹配到资产型号，或已经全部关联。')
          : t('没有可以关联的明细：还没有匹配到耗材，或已经全部关联。')}
      </p>
    )
  return (
    <div className="-mx-4 flex min-h-0 flex-1 flex-col wide:-mx-5">
      <div className="px-4 pb-3 wide:px-5">
        <SearchBox value={likeQuery} onSearch={setLikeQuery} placeholder={t('搜索单号、物品、人员')} />
      </div>
      <List
        pages={pages}
        apart
        picture={false}
        keyOf={({ id }) => id}
        row={(row) => <DocumentCard kind={kind} row={row} onPress={() => busy !== true && void link(row.id)} />}
        empty={{ title: t('没有符合条件的单据'), text: t('换一个词或放宽筛选条件再试试。') }}
      />
    </div>
  )
}
