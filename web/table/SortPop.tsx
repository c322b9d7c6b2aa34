import { ArrowDownUp } from 'lucide-react'
import { useState } from 'react'
import { sortedKeys, type Table } from '../../domain/tables/define.ts'
import { t } from '../words.ts'
import type { TableLook } from './tableLook.ts'
import { Pop } from './Pop.tsx'
import { directionWords, sortedBy } from './sorting.ts'
import { columnOf } from './layout.ts'

/** Where there are no titles of columns to press: by what the list is sorted. */
export const SortPop = ({ table, looking }: { table: Table; looking: TableLook }) => {
  const [open, setOpen] = useState(false)
  const [firstSort] = looking.view.sort ?? []
  const keys = sortedKeys(table)
  if (keys.length === 0) return null
  const choices = keys.flatMap((key) => [false, true].map((isDescending) => ({ key, descending: isDescending })))
  const words = ({ key, descending = false }: { key: string; descending?: boolean | undefined }) => {
    const column = columnOf(table, key)
    return `${t(column.label)} ${directionWords(column, descending)}`
  }
  const choose = (sort: ReturnType<typeof sortedBy>) => {
    looking.look({ sort })
    setOpen(false)
  }
  return (
    <Pop
      open={open}
      onOpenChange={setOpen}
      title={t('排序')}
      label={firstSort ? words(firstSort) : t('排序')}
      trigger={<ArrowDownUp size={18} aria-hidden />}
      triggerClass={`table-phone-icon ${firstSort ? 'text-accent-strong' : ''}`}
    >
      <ul aria-label={t('排序')} className="table-options">
        {[undefined, ...choices].map((choice) => (
          <li key={choice ? `${choice.key}${choice.descending}` : ''}>
            <label className="table-option">
              <input
                type="radio"
                name="sort"
                checked={choice ? firstSort?.key === choice.key && Boolean(firstSort.descending) === choice.descending : !firstSort}
                onChange={() => choose(choice ? sortedBy(choice.key, choice.descending) : [])}
              />
              {choice ? words(choice) : t(table.usualOrder)}
            </label>
          </li>
        ))}
      </ul>
    </Pop>
  )
}
