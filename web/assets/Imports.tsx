import { type ReactNode, useState } from 'react'
import { listExports } from '../../domain/tables/exportOperations.ts'
import { importList, type ImportRow } from '../../domain/records/import/operations.ts'
import { recordKinds, recordOf } from '../../domain/records/all.ts'
import { importOutcomes, type ImportOutcome, importTable } from '../../domain/records/import/table.ts'
import { ExportChosen } from '../bulk/ExportChosen.tsx'
import { Cell } from '../look/Cell.tsx'
import { loadLater } from '../look/loadLater.tsx'
import { Page } from '../look/Page.tsx'
import { Tag, type Tone } from '../look/Tag.tsx'
import { ExportButton } from '../forms/ExportButton.tsx'
import { when } from '../shell/when.ts'
import { useScreen } from '../screen.ts'
import { TableList } from '../table/TableList.tsx'
import { t } from '../words.ts'

type ImportRef = Pick<ImportRow, 'id' | 'noun'>

/** Sheets that were imported or were meant to be: what came of each, and what of it was left out. The query may name one to show, by `id` and the noun that it is `of`. */
export default function Imports() {
  const { search } = useScreen()
  const [shown, setShown] = useState<ImportRef | undefined>(() => {
    const kind = recordKinds.find(({ noun }) => noun === search['of'])
    return kind && search['id'] ? { id: search['id'], noun: kind.noun } : undefined
  })
  return (
    <Page scroll={false}>
      <TableList<ImportRow>
        table={importTable}
        list={importList}
        tabs="outcome"
        picture={false}
        searched={t('文件、导入人')}
        cell={cellOf}
        card={(row) => <Cell title={row.fileName} text={about(row)} value={outcome(row)} onPress={() => setShown(row)} />}
        onOpen={setShown}
        selectable
        bulk={(selection) => <ExportChosen {...exported()} selection={selection} />}
        tools={({ asked, columns }) => <ExportButton {...exported()} asked={asked} columns={columns} />}
        empty={{ title: t('还没有导入过表格'), text: t('在台账、区域、分类、型号、供应商、部门和人员的列表里导入的表格会出现在这里。') }}
      />
      {shown && <ImportSheet key={shown.id} kind={recordOf(shown.noun)} of={shown.id} onClose={() => setShown(undefined)} />}
    </Page>
  )
}

const exported = () => ({ operation: listExports.imports, title: t(importTable.title) })

const tones: Readonly<Record<ImportOutcome, Tone>> = { running: 'accent', whole: 'good', partial: 'warn', failed: 'bad' }
const outcome = ({ outcome: of }: ImportRow): ReactNode => <Tag tone={tones[of]}>{t(importOutcomes[of])}</Tag>

const about = ({ noun, rowCount, createdByName, createdAt }: ImportRow): string =>
  [t(recordOf(noun).title), t('{count} 行', { count: rowCount }), createdByName, when(createdAt)].join(' · ')

const cellOf = (row: ImportRow, key: string): ReactNode => {
  if (key === 'outcome') return outcome(row)
  if (key === 'createdAt') return when(row.createdAt)
  if (key === 'skippedCount') return row.skippedCount > 0 ? <span className="text-warn">{row.skippedCount}</span> : ''
  return undefined
}

const ImportSheet = loadLater(() => import('../records/ImportSheet.tsx'), { missing: ({ onClose }) => onClose() })
