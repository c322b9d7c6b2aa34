import { useState } from 'react'
import type { CountLineRow } from '../../../domain/counting/operations.ts'
import { countedFieldsOf, type OwnColumn, ownColumnTable } from '../../../domain/counting/ownColumns.ts'
import type { CountPlan } from '../../../domain/counting/plan.ts'
import { asset } from '../../../domain/records/asset.ts'
import { tableOfRecord } from '../../../domain/records/table.ts'
import { useShownTable } from '../../table/useShownTable.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import type { Where } from '../../../domain/tables/view.ts'
import type { Column } from '../../look/List.tsx'
import { useRecordKind } from '../../records/useRecordKind.ts'
import { AddFilter, FilterTerms } from '../../table/filter/FilterBar.tsx'
import { t } from '../../words.ts'
import type { CountTask } from './countLook.ts'
import '../../table/table.css'

type OwnWords = CountLineRow['ownWords'][string]

const noColumns: readonly OwnColumn[] = []

/** The own fields of assets that a plan has confirmed, as far as roles show them; none until they are known. */
export const useOwnColumns = (plan: CountPlan): readonly OwnColumn[] => {
  const assetKind = useRecordKind('asset', plan.confirms.includes('ownFields'))
  const { columns } = useShownTable(tableOfRecord(assetKind ?? asset))
  return assetKind ? countedFieldsOf(assetKind, plan).filter(([key]) => columns[key]) : noColumns
}

/** What a card says, struck out where something else was seen. */
export const OwnWordsView = ({ words: { cardText, countText } }: { words: OwnWords }) =>
  countText === null || countText === cardText ? (
    cardText
  ) : (
    <>
      {cardText && <s className="text-faint">{cardText}</s>}
      {cardText && ' '}
      <span className="font-medium text-warn">{countText}</span>
    </>
  )

/** So many own fields stand as columns of their own beside the others. */
const columnsAtMost = 4

export const ownListColumns = (ownColumns: readonly OwnColumn[]): Column<CountLineRow>[] =>
  ownColumns.slice(0, columnsAtMost).map(([key, { label }]) => ({
    key,
    title: label,
    cell: ({ ownWords }) => (
      <span className="line-clamp-2 whitespace-normal text-small">{ownWords[key] && <OwnWordsView words={ownWords[key]} />}</span>
    ),
    width: 'minmax(0,1fr)',
  }))

type FilterProps = { assetKind: RecordKind; ownColumns: readonly OwnColumn[]; where: Where; onWhere: (where: Where) => void }

/** What is asked of own fields, as chips, and the way to ask more. */
const OwnFilterBar = ({ assetKind, ownColumns, where, onWhere }: FilterProps) => {
  const [beginKey, setBeginKey] = useState<string>()
  const filterLook = {
    view: { where },
    look: (change: { readonly where?: Where | undefined }) => onWhere(change.where ?? []),
    begun: beginKey,
    begin: setBeginKey,
  }
  const table = ownColumnTable(assetKind, ownColumns)
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 pb-1 wide:px-6">
      <span className="text-small text-quiet">{t('登记的内容')}</span>
      <FilterTerms table={table} looking={filterLook} tabs={undefined} />
      <AddFilter table={table} looking={filterLook} />
    </div>
  )
}

export const OwnFilters = ({ task, where, onWhere }: { task: CountTask } & Pick<FilterProps, 'where' | 'onWhere'>) => {
  const assetKind = useRecordKind('asset', task.plan.confirms.includes('ownFields'))
  const ownColumns = useOwnColumns(task.plan)
  if (!assetKind || ownColumns.length === 0) return null
  return <OwnFilterBar assetKind={assetKind} ownColumns={ownColumns} where={where} onWhere={onWhere} />
}
