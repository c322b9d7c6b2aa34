import { ArrowUpFromLine, EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { transferOperations } from '../../domain/bulk/transferOperations.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { Button } from '../look/Button.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { IconButton } from '../look/IconButton.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { ExportButton, useExport } from '../forms/ExportButton.tsx'
import { recordCodeOf } from '../../domain/records/code.ts'
import { useScreen, useWide } from '../screen.ts'
import type { TableQuery } from '../table/row.ts'
import { t } from '../words.ts'
import { pendingImport } from './pendingImport.ts'
import { loadLater } from '../look/loadLater.tsx'
import { useUpkeep } from './upkeep/useUpkeep.tsx'

/** Takes the list away as one sees it, brings a table in, at once where the query says `import`, or tidies up: doubles, and what was removed. */
export const TransferButton = ({ kind, asked, columns }: { kind: RecordKind; asked: TableQuery; columns: readonly string[] }) => {
  const wide = useWide()
  const { search } = useScreen()
  const isAllowed = useAllowed()
  const [isImporting, setImporting] = useState(pendingImport(kind) !== undefined || search['import'] !== undefined)
  const mayImport = isAllowed(`${recordCodeOf(kind)}:import`)
  const mayExport = isAllowed(`${recordCodeOf(kind)}:export`)
  const { export: operation } = transferOperations(kind)
  const { take } = useExport({ operation, asked, columns, title: t(kind.title) })
  const { upkeepChoices, openUpkeep, upkeepSheets } = useUpkeep(kind)
  if (!mayImport && !mayExport && upkeepChoices.length === 0) return null

  const menu = async () => {
    const choice = await choose(t(kind.title), [
      ...(mayImport ? [{ value: 'import', label: t('导入表格'), text: t('从 Excel 或 CSV 批量新增') }] : []),
      ...(mayExport ? [{ value: 'export', label: t('导出表格'), text: t('按当前的筛选、排序和列导出') }] : []),
      ...upkeepChoices,
    ])
    if (choice === 'import') setImporting(true)
    if (choice === 'export') await take()
    openUpkeep(choice)
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
          {mayExport && <ExportButton operation={operation} asked={asked} columns={columns} title={t(kind.title)} />}
          {upkeepChoices.length > 0 && (
            <Button
              kind="plain"
              size="small"
              icon={EllipsisVertical}
              onClick={() => void choose(t('整理'), upkeepChoices).then(openUpkeep)}
            >
              {t('整理')}
            </Button>
          )}
        </>
      ) : (
        <IconButton
          icon={EllipsisVertical}
          label={upkeepChoices.length > 0 ? t('导入、导出和整理') : t('导入和导出')}
          iconSize={20}
          onClick={() => void menu()}
        />
      )}
      {isImporting && <ImportSheet kind={kind} onClose={() => setImporting(false)} />}
      {upkeepSheets}
    </>
  )
}

const ImportSheet = loadLater(() => import('./ImportSheet.tsx'), { missing: ({ onClose }) => onClose() })
