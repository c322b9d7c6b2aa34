import { ArrowDownToLine, ArrowUpFromLine, EllipsisVertical } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { transferOperations } from '../../../domain/operations/transfer.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { dayAt } from '../../../kernel/day.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { choose } from '../../look/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { toast } from '../../look/toast.ts'
import { useAllowed } from '../../parts/allowed.ts'
import { codeOfRecord } from '../../parts/recordCode.ts'
import { downloadSheet } from '../../parts/sheetFile.ts'
import { useWide } from '../../screen.ts'
import { t } from '../../words.ts'

/** Takes the list away as a table, as it is filtered, or brings a table in. */
export const TransferButton = ({ kind, asked }: { kind: RecordKind; asked: Readonly<Record<string, unknown>> }) => {
  const wide = useWide()
  const allowed = useAllowed()
  const [importing, setImporting] = useState(false)
  const [busy, setBusy] = useState(false)
  const mayImport = allowed(`${codeOfRecord(kind)}:import`)
  const mayExport = allowed(`${codeOfRecord(kind)}:export`)
  if (!mayImport && !mayExport) return null

  const take = async () => {
    setBusy(true)
    toast(t('正在导出'))
    try {
      await downloadSheet(transferOperations(kind).export, asked, `${t(kind.title)}-${dayAt(Date.now())}.xlsx`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  const menu = async () => {
    const wanted = await choose(t(kind.title), [
      ...(mayImport ? [{ value: 'import', label: t('导入表格'), text: t('从 Excel 或 CSV 批量新增') }] : []),
      ...(mayExport ? [{ value: 'export', label: t('导出表格'), text: t('按当前筛选条件导出') }] : []),
    ])
    if (wanted === 'import') setImporting(true)
    if (wanted === 'export') await take()
  }
  return (
    <>
      {wide ? (
        <>
          {mayImport && (
            <Button kind="plain" size="small" icon={ArrowUpFromLine} onClick={() => setImporting(true)}>
              {t('导入')}
            </Button>
          )}
          {mayExport && (
            <Button kind="plain" size="small" icon={ArrowDownToLine} busy={busy} onClick={() => void take()}>
              {t('导出')}
            </Button>
          )}
        </>
      ) : (
        <IconButton icon={EllipsisVertical} label={t('导入和导出')} iconSize={20} onClick={() => void menu()} />
      )}
      {importing && (
        <Suspense>
          <ImportSheet kind={kind} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}

const ImportSheet = lazy(() => import('./import.tsx'))
