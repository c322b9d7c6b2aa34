import { useState } from 'react'
import { invoiceList } from '../../domain/invoices/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { Cell } from '../look/Cell.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { List } from '../look/List.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { usePages } from '../pages.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { t } from '../words.ts'
import { amountWords, CoverageTag } from './invoiceLook.tsx'
import { UploadArea } from './UploadArea.tsx'
import type { InvoiceUpload } from './useInvoiceUpload.ts'

type Props = {
  title: string
  uploads: InvoiceUpload
  onFiles: (files: readonly File[]) => void
  onChoose: (id: Id) => void
  onClose: () => void
}

/** Chooses an invoice that is here, or takes files in. */
export const InvoicePicker = ({ title, uploads, onFiles, onChoose, onClose }: Props) => {
  const [likeQuery, setLikeQuery] = useState('')
  const mayUpload = useAllowed()('gsinvoice:save')
  const pages = usePages(invoiceList, { where: [{ key: 'isRed', is: 'no' }], ...(likeQuery && { likeQuery }) })
  return (
    <Sheet open onClose={onClose} title={title} tall>
      {mayUpload && <UploadArea outcomes={uploads.outcomes} isBusy={uploads.isBusy} onFiles={onFiles} onOpen={onChoose} isSmall />}
      <div className="-mx-4 flex min-h-0 flex-1 flex-col pt-3 wide:-mx-5">
        <div className="px-4 pb-3 wide:px-5">
          <SearchBox value={likeQuery} onSearch={setLikeQuery} placeholder={t('搜索号码、销售方、品名')} />
        </div>
        <List
          pages={pages}
          picture={false}
          keyOf={({ id }) => id}
          row={({ id, sellerName, number, issuedOn, total, coverage, isRed }) => (
            <Cell
              title={sellerName}
              text={[number, issuedOn, amountWords(total)].filter(Boolean).join(' · ')}
              value={<CoverageTag coverage={coverage} isRed={isRed} />}
              onPress={() => onChoose(id)}
            />
          )}
          empty={{ title: t('还没有发票'), text: t('把收到的 XML、OFD 发票拖进来，号码、销售方、明细和税额会自动读出来。') }}
        />
      </div>
    </Sheet>
  )
}
