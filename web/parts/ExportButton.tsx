import { ArrowDownToLine } from 'lucide-react'
import { useState } from 'react'
import type { Operation } from '../../domain/operations/define.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { toast } from '../look/toast.ts'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'
import { downloadSheet } from './sheetFile.ts'
import { today } from './when.ts'

type Props = { operation: Operation; asked: Readonly<Record<string, unknown>>; title: string }

/** Hands a list to the person as a table, as it is filtered. */
export const ExportButton = ({ operation, asked, title }: Props) => {
  const wide = useWide()
  const { take, busy } = useExport({ operation, asked, title })
  return wide ? (
    <Button kind="plain" size="small" icon={ArrowDownToLine} busy={busy} onClick={() => void take()}>
      {t('导出')}
    </Button>
  ) : (
    <IconButton icon={ArrowDownToLine} label={t('导出')} iconSize={20} disabled={busy} onClick={() => void take()} />
  )
}

/** The same for a screen with an entrance of its own. */
export const useExport = ({ operation, asked, title }: Props): { take: () => Promise<void>; busy: boolean } => {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    toast(t('正在导出'))
    try {
      await downloadSheet(operation, asked, `${title}-${today()}.xlsx`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  return { take, busy }
}
