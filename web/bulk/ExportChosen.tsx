import { ArrowDownToLine } from 'lucide-react'
import type { Operation } from '../../domain/operations/define.ts'
import { Button } from '../look/Button.tsx'
import { useExport } from '../forms/ExportButton.tsx'
import type { TableQuery } from '../table/row.ts'
import type { Selection } from '../table/selection.ts'
import { t } from '../words.ts'
import { exportOf } from './selectedRows.ts'

type Props = {
  operation: Operation
  title: string
  selection: Selection
  /** What the screen itself asks. */
  fixed?: TableQuery
  /** Its rows have lines: a sheet may have a row for each of them. */
  hasLines?: boolean
}

/** Hands what is chosen of a list to the person. */
export const ExportChosen = ({ operation, title, selection, fixed, hasLines = false }: Props) => {
  const { take, busy } = useExport({ operation, asked: { ...fixed, ...exportOf(selection) }, columns: selection.columns, title, hasLines })
  if (selection.count === 0) return null
  return (
    <Button kind="secondary" size="small" icon={ArrowDownToLine} busy={busy} onClick={() => void take()}>
      {t('导出')}
    </Button>
  )
}
