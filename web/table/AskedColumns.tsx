import { useState } from 'react'
import { askedKeys, askingsOf, type Table } from '../../domain/tables/define.ts'
import { t } from '../words.ts'
import { columnOf } from './layout.ts'

/** The columns that may be asked of, to choose one. */
export const AskedColumns = ({ table, onChoose }: { table: Table; onChoose: (key: string) => void }) => {
  const [search, setSearch] = useState('')
  const wantedWord = search.trim().toLowerCase()
  const keys = askedKeys(table).filter((key) => {
    const column = columnOf(table, key)
    return askingsOf(column).length > 0 && t(column.label).toLowerCase().includes(wantedWord)
  })
  return (
    <div className="table-choosing">
      <input
        type="text"
        aria-label={t('查找列')}
        placeholder={t('查找列')}
        value={search}
        autoFocus
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && keys[0]) onChoose(keys[0])
        }}
        className="table-entry"
      />
      <ul aria-label={t('可以筛选的列')} className="table-options">
        {keys.map((key) => (
          <li key={key}>
            <button type="button" onClick={() => onChoose(key)} className="table-item">
              {t(columnOf(table, key).label)}
            </button>
          </li>
        ))}
      </ul>
      {keys.length === 0 && <p className="table-none">{t('没有找到')}</p>}
    </div>
  )
}
