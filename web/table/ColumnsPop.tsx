import { ChevronDown, ChevronUp, Settings2 } from 'lucide-react'
import { memo, useState } from 'react'
import type { Table } from '../../domain/tables/define.ts'
import { densities, type Density } from '../../domain/tables/view.ts'
import { t } from '../words.ts'
import { CheckBox } from '../look/fields/CheckBox.tsx'
import { columnOf, moveColumn, withColumn } from './layout.ts'
import type { TableLook } from './tableLook.ts'
import { Pop } from './Pop.tsx'

/** Which columns there are, in which order, and how high a row is. */
export const ColumnsPop = memo(({ table, looking }: { table: Table; looking: TableLook }) => {
  const [open, setOpen] = useState(false)
  const { columns } = looking
  const density = looking.view.density ?? 'usual'
  const shownKeysNow = columns.map(({ key }) => key)
  const hidden = Object.keys(table.columns).filter((key) => !shownKeysNow.includes(key) && !columnOf(table, key).besides)
  return (
    <Pop
      open={open}
      onOpenChange={setOpen}
      title={t('列和行高')}
      label={t('列和行高')}
      align="end"
      trigger={<Settings2 size={16} aria-hidden />}
      triggerClass="table-icon"
    >
      <div role="radiogroup" aria-label={t('行高')} className="table-segments">
        {densities.map((otherDensity) => (
          <button
            key={otherDensity}
            type="button"
            role="radio"
            aria-checked={otherDensity === density}
            onClick={() => looking.look({ density: otherDensity })}
            className="table-segment"
          >
            {t(densityWords[otherDensity])}
          </button>
        ))}
      </div>
      <ul aria-label={t('列')} className="table-options">
        {[...shownKeysNow, ...hidden].map((key, index) => {
          const isShown = index < shownKeysNow.length
          const label = t(columnOf(table, key).label)
          return (
            <li key={key} className="table-option">
              <label className="table-option-label">
                <CheckBox
                  checked={isShown}
                  disabled={index === 0}
                  onChange={() => looking.look({ columns: withColumn(table, columns, key, !isShown) })}
                />
                <span className="truncate">{label}</span>
              </label>
              {isShown && index > 0 && (
                <>
                  <button
                    type="button"
                    aria-label={t('{column}前移', { column: label })}
                    disabled={index === 1}
                    onClick={() => looking.look({ columns: moveColumn(columns, key, index - 1) })}
                    className="table-tiny"
                  >
                    <ChevronUp size={15} aria-hidden />
                  </button>
                  <button
                    type="button"
                    aria-label={t('{column}后移', { column: label })}
                    disabled={index === shownKeysNow.length - 1}
                    onClick={() => looking.look({ columns: moveColumn(columns, key, index + 1) })}
                    className="table-tiny"
                  >
                    <ChevronDown size={15} aria-hidden />
                  </button>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </Pop>
  )
})

const densityWords: Readonly<Record<Density, string>> = { compact: '紧凑', usual: '适中', roomy: '宽松' }
