import { FileUp, PencilLine, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { invoiceExport, invoiceList, type InvoiceRow } from '../../domain/invoices/operations.ts'
import { invoiceTable } from '../../domain/invoices/table.ts'
import { ExportChosen } from '../bulk/ExportChosen.tsx'
import { ExportButton } from '../forms/ExportButton.tsx'
import { useFileDrop } from '../forms/useFileDrop.ts'
import { WriteButton } from '../licence/WriteButton.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { loadLater } from '../look/loadLater.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Page } from '../look/Page.tsx'
import { Beside } from '../panel/Beside.tsx'
import { usePanel } from '../panel/usePanel.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { when } from '../shell/when.ts'
import { TableList } from '../table/TableList.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { amountWords, CoverageTag } from './invoiceLook.tsx'
import { UploadArea } from './UploadArea.tsx'
import { useInvoiceUpload } from './useInvoiceUpload.ts'

/** The invoices of the organisation; files dropped anywhere on it are taken in. */
export default function InvoiceList() {
  const isAllowed = useAllowed()
  const panel = usePanel<InvoiceRow>(({ id }) => ({ what: 'invoice', id }))
  const [dialog, setDialog] = useState<'upload' | 'trash'>()
  const uploads = useInvoiceUpload()
  const mayWrite = isAllowed('gsinvoice:save')
  const take = (files: readonly File[]) => {
    if (files.length === 0) return
    setDialog('upload')
    void uploads.send(files)
  }
  const { isOver, dropProps } = useFileDrop(mayWrite, ({ files }) => take([...files]))
  const exportProps = { operation: invoiceExport, title: t(invoiceTable.title) }
  const closeUpload = () => {
    setDialog(undefined)
    if (!uploads.isBusy) uploads.clear()
  }
  return (
    <Beside panel={panel}>
      <div {...dropProps} className={`h-full ${isOver ? 'outline-2 -outline-offset-4 outline-accent' : ''}`}>
        <Page
          scroll={false}
          right={
            <>
              {isAllowed('gsinvoice:delete') && (
                <IconButton icon={Trash2} label={t('已删除的发票')} iconSize={20} onClick={() => setDialog('trash')} />
              )}
              {mayWrite && (
                <WriteButton size="small" icon={FileUp} onClick={() => setDialog('upload')}>
                  {t('上传')}
                </WriteButton>
              )}
            </>
          }
        >
          <TableList<InvoiceRow>
            table={invoiceTable}
            list={invoiceList}
            tabs="coverage"
            picture={false}
            searched={t('号码、销售方、品名')}
            cell={cellOf}
            card={(row) => <InvoiceCard row={row} onPress={() => panel.table.onOpen(row)} />}
            {...panel.table}
            selectable
            bulk={(selection) => isAllowed('gsinvoice:export') && <ExportChosen {...exportProps} selection={selection} />}
            tools={({ asked, columns }) =>
              isAllowed('gsinvoice:export') && <ExportButton {...exportProps} asked={asked} columns={columns} />
            }
            empty={{
              title: t('还没有发票'),
              text: t('把收到的 XML、OFD 发票拖进来，号码、销售方、明细和税额会自动读出来。'),
              ...(mayWrite && { action: { label: t('上传发票'), onPress: () => setDialog('upload') } }),
            }}
          />
        </Page>
      </div>
      <Sheet
        open={dialog === 'upload'}
        onClose={closeUpload}
        title={t('上传发票')}
        footer={
          <WriteButton kind="secondary" wide icon={PencilLine} onClick={() => go('/pages/goods/invoices/edit')}>
            {t('没有文件，手工录入')}
          </WriteButton>
        }
      >
        <UploadArea
          {...uploads}
          onFiles={take}
          onOpen={(id) => {
            closeUpload()
            go('/pages/goods/invoices/detail', { id })
          }}
        />
      </Sheet>
      {dialog === 'trash' && <InvoiceTrash onClose={() => setDialog(undefined)} />}
    </Beside>
  )
}

const InvoiceTrash = loadLater(() => import('./InvoiceTrash.tsx'), { missing: ({ onClose }) => onClose() })

const InvoiceCard = ({ row, onPress }: { row: InvoiceRow; onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    className="pressable block w-full border-b border-line px-4 py-3.5 text-left last:border-transparent"
  >
    <span className="flex items-start justify-between gap-3">
      <span className="min-w-0 truncate text-body font-medium">{row.sellerName}</span>
      <CoverageTag coverage={row.coverage} isRed={row.isRed} />
    </span>
    <span className="mt-1 flex items-center justify-between gap-3 text-small text-quiet">
      <span className="min-w-0 truncate tabular-nums">{row.number}</span>
      <span className="shrink-0 font-medium text-ink">{amountWords(row.total)}</span>
    </span>
    <span className="mt-0.5 block truncate text-tiny text-faint">{[row.issuedOn, row.documents].filter(Boolean).join(' · ')}</span>
  </button>
)

const cellOf = (row: InvoiceRow, key: string): ReactNode => {
  if (key === 'coverage') return <CoverageTag coverage={row.coverage} isRed={row.isRed} />
  if (key === 'createdAt') return when(row.createdAt)
  return undefined
}
