import { ArrowDownToLine } from 'lucide-react'
import { useState } from 'react'
import type { Operation } from '../../domain/operations/define.ts'
import type { ListFormat } from '../../domain/bulk/transferOperations.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { IconButton } from '../look/IconButton.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'
import { downloadSheet } from './sheetFile.ts'
import { today } from '../shell/dateWords.ts'

type Props = {
  operation: Operation
  asked: Readonly<Record<string, unknown>>
  title: string
  /** The columns in their order, of a list that can be written in several ways: one of them is chosen. */
  columns?: readonly string[] | undefined
}

/** Hands a list to the person as one sees it. */
export const ExportButton = (props: Props) => {
  const wide = useWide()
  const { take, busy } = useExport(props)
  return wide ? (
    <Button kind="plain" size="small" icon={ArrowDownToLine} busy={busy} onClick={() => void take()}>
      {t('导出')}
    </Button>
  ) : (
    <IconButton icon={ArrowDownToLine} label={t('导出')} iconSize={20} disabled={busy} onClick={() => void take()} />
  )
}

/** The same for a screen with an entrance of its own. */
export const useExport = ({ operation, asked, title, columns }: Props): { take: () => Promise<void>; busy: boolean } => {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    const format = columns ? await choose(t('导出'), formats) : 'xlsx'
    if (!format) return
    setBusy(true)
    toast(t('正在导出'))
    try {
      await downloadSheet(operation, { ...asked, ...(columns && { columns, format }) }, `${title}-${today()}.${format}`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  return { take, busy }
}

const formats: { value: ListFormat; label: string }[] = [
  { value: 'xlsx', label: 'Excel (.xlsx)' },
  { value: 'csv', label: 'CSV' },
  { value: 'pdf', label: 'PDF' },
]
