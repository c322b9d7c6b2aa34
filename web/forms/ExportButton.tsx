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
  /** The columns in their order, of a list that can be layout in several ways: one of them is chosen. */
  columns?: readonly string[] | undefined
  /** Its rows have lines: a sheet may have a row for each of them. */
  hasLines?: boolean
  /** It is all columns, and may be written in several ways. */
  inFormats?: boolean
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
export const useExport = ({
  operation,
  asked,
  title,
  columns,
  hasLines = false,
  inFormats = false,
}: Props): { take: () => Promise<void>; busy: boolean } => {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    const way = columns || inFormats ? await choose(t('导出'), hasLines ? [...formats, ...lineFormats()] : formats) : 'xlsx'
    if (!way) return
    const format = formatOf[way]
    const layout = (columns || inFormats) && { ...(columns && { columns }), format, ...(way !== format && { withLines: true }) }
    setBusy(true)
    toast(t('正在导出'))
    try {
      await downloadSheet(operation, { ...asked, ...layout }, `${title}-${today()}.${format}`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  return { take, busy }
}

/** The ways to write a list, by the format of the file; those with lines have a row for each line of what is listed. */
const formatOf = { xlsx: 'xlsx', csv: 'csv', pdf: 'pdf', xlsxLines: 'xlsx', csvLines: 'csv' } as const satisfies Record<string, ListFormat>
type ExportWay = keyof typeof formatOf

const formats: { value: ExportWay; label: string }[] = [
  { value: 'xlsx', label: 'Excel (.xlsx)' },
  { value: 'csv', label: 'CSV' },
  { value: 'pdf', label: 'PDF' },
]

const lineFormats = (): typeof formats => [
  { value: 'xlsxLines', label: t('{format}，每条明细一行', { format: 'Excel' }) },
  { value: 'csvLines', label: t('{format}，每条明细一行', { format: 'CSV' }) },
]
