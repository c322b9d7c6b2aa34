import { ClipboardPaste, Download, FileSpreadsheet, History } from 'lucide-react'
import { host } from '../../hosts/here.ts'
import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { transferOperations } from '../../domain/bulk/transferOperations.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { encodings, type Encoding, type PossibleEncoding } from '../../domain/records/import/encodings.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { downloadSheet } from '../forms/sheetFile.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { PasteField } from './PasteField.tsx'
import { tableOf, usePastedTable } from './pastedTable.ts'

/** Where a file is chosen, or dropped, and a template is to be had. */
export const ChooseFile = ({ kind, busy, onFile }: { kind: RecordKind; busy: boolean; onFile: (file: File) => void }) => {
  const id = useId()
  const { template } = transferOperations(kind)
  const mayLookBack = useAllowed()('gsgoodsinstance:import')
  const take = async (format: 'xlsx' | 'csv') => {
    try {
      await downloadSheet(template, { format }, `${t('{title}导入模板', { title: t(kind.title) })}.${format}`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    }
  }
  usePastedTable(onFile)
  const [isPasting, setPasting] = useState(false)
  const paste = async () => {
    const text = (await host.readClipboard?.()) ?? ''
    const file = tableOf(text)
    if (file) return onFile(file)
    // A page that may not read the clipboard is told nothing: a person pastes into a field then.
    if (text === '') setPasting(true)
    else toast(t('剪贴板里没有表格，请先在表格软件里选中并复制'), 'error')
  }
  const first = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onFile(file)
  }
  return (
    <div className="space-y-4">
      {/* Above the choice of a file: there a keyboard leaves room for it and its button. */}
      {isPasting && <PasteField busy={busy} onFile={onFile} />}
      <label
        htmlFor={id}
        onDragOver={(event: DragEvent) => event.preventDefault()}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          first(event.dataTransfer.files)
        }}
        className="flex min-h-52 cursor-pointer flex-col items-center justify-center gap-2 rounded-card border-2 border-dashed border-line bg-card px-6 text-center focus-within:outline-2 focus-within:outline-accent"
      >
        {busy ? <Spinner size={32} /> : <FileSpreadsheet size={40} strokeWidth={1.4} className="text-accent" aria-hidden />}
        <span className="text-body font-medium">{busy ? t('正在读取') : t('选择 Excel 或 CSV 文件')}</span>
        <span className="text-small text-quiet">{t('列的顺序不限，中英文表头自动对应；也可以在表格里复制后直接粘贴')}</span>
        <input
          id={id}
          type="file"
          accept=".xlsx,.xls,.xlsb,.ods,.csv,.tsv,.txt,.numbers"
          disabled={busy}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            first(event.target.files)
            event.target.value = ''
          }}
          className="sr-only"
        />
      </label>
      <div className="flex flex-wrap items-center justify-center gap-2">
        <Button kind="secondary" size="small" icon={ClipboardPaste} disabled={busy} onClick={() => void paste()}>
          {t('粘贴表格')}
        </Button>
        <span className="text-small text-quiet">{t('下载模板')}</span>
        <Button kind="secondary" size="small" icon={Download} onClick={() => void take('xlsx')}>
          Excel
        </Button>
        <Button kind="secondary" size="small" icon={Download} onClick={() => void take('csv')}>
          CSV
        </Button>
        {mayLookBack && (
          <Button kind="plain" size="small" icon={History} onClick={() => go('/pages/goods/imports')}>
            {t('导入记录')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** A text file whose letters may be read in several ways: a line of each, to choose the one that makes sense. */
export const ChooseEncoding = ({
  possible,
  busy,
  onChoose,
  onBack,
}: {
  possible: readonly PossibleEncoding[]
  busy: boolean
  onChoose: (encoding: Encoding) => void
  onBack: () => void
}) => (
  <>
    <Card flush>
      {possible.map(({ encoding, sample }) => (
        <button
          key={encoding}
          type="button"
          disabled={busy}
          onClick={() => onChoose(encoding)}
          className="block w-full border-b border-line px-4 py-3 text-left last:border-none active:bg-sunken"
        >
          <span className="block break-all text-body">{sample}</span>
          <span className="text-small text-quiet">{t(encodings.find(({ value }) => value === encoding)?.label ?? encoding)}</span>
        </button>
      ))}
    </Card>
    <Button kind="secondary" size="large" className="mt-4" onClick={onBack}>
      {t('上一步')}
    </Button>
  </>
)
