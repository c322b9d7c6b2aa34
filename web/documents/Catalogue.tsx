import { type ReactNode, useState } from 'react'
import type { Catalogue as Declared } from '../../domain/documents/catalogue.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { catalogueList, type CatalogueRow, idleCountLimit } from '../../domain/documents/catalogueOperations.ts'
import { type RecordRow, recordOperations } from '../../domain/records/operations.ts'
import { recordOf } from '../../domain/records/all.ts'
import { compare, type Decimal, isDecimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { usePages } from '../pages.ts'
import { List } from '../look/List.tsx'
import { Stepper } from '../look/fields/NumberField.tsx'
import { Picture } from '../look/Picture.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Tag } from '../look/Tag.tsx'
import { t } from '../words.ts'
import { within } from '../within.ts'
import { chosenFrom, type FormLine, withChosen } from './documentForm.ts'
import { fieldIn } from '../shell/fieldIn.ts'
import { learnLooks } from '../cache.ts'
import { inCodeOrder } from '../records/recordLook.ts'
import { numberOf } from '../../kernel/fields/kinds.ts'

type Props = {
  kind: DocumentKind
  catalogue: Declared
  lines: readonly FormLine[]
  /** Changes the lines as they are then. */
  onChange: (change: (lines: readonly FormLine[]) => readonly FormLine[]) => void
  /** On a wide window so many stand side by side. */
  abreast?: number
  /** Stands above the first row. */
  header?: ReactNode
}

/** What the lines of a document may ask for, with how many may be had and the number wanted right in the list: more may be asked for than there is. */
export const Catalogue = ({ kind, catalogue, lines, onChange, abreast = 1, header }: Props) => {
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState<Id>()
  const pages = usePages(catalogueList, { of: catalogue.of, ...(category && { catId: category }), ...(search && { likeQuery: search }) })
  const chosenRows = chosenFrom(catalogue, lines)
  const choose = (row: CatalogueRow, quantity: Decimal) => {
    learnLooks({ [row.id]: [row.name, row.text].filter(Boolean).join(' ') }, row.picture ? { [row.id]: row.picture } : {})
    onChange((now) => withChosen(now, { kind, catalogue, row: { id: row.id, price: row.price }, wanted: quantity }))
  }
  const places = numberOf(fieldIn(kind.line, catalogue.quantity).control)?.places ?? 0
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 px-4 pb-2 pt-1 wide:px-6">
        <SearchBox
          value={search}
          onSearch={setSearch}
          placeholder={t('搜索{title}', { title: within(fieldIn(kind.line, catalogue.item).label) })}
        />
      </div>
      <Categories of={catalogue.of} chosen={category} onChoose={setCategory} />
      <List
        pages={pages}
        abreast={abreast}
        keyOf={({ id }) => id}
        header={header}
        row={(row) => (
          <Row
            row={row}
            quantity={chosenRows.get(row.id) ?? '0'}
            places={places}
            counted={catalogue.of === 'consumable'}
            onChange={(quantity) => choose(row, quantity)}
          />
        )}
        empty={{ title: t('没有找到'), text: search ? t('换一个词再试试。') : t('还没有可以申请的物品。') }}
      />
    </div>
  )
}

type RowProps = {
  row: CatalogueRow
  quantity: Decimal
  places: number
  /** True where what is free is known to the last one; of pieces no one counts beyond a limit. */
  counted: boolean
  onChange: (quantity: Decimal) => void
}

const Row = ({ row, quantity, places, counted, onChange }: RowProps) => {
  const { name, text, unit, picture, free, asked } = row
  const none = compare(free, '0') <= 0
  const isMany = !counted && compare(free, String(idleCountLimit)) >= 0
  const beyond = isDecimal(quantity) && compare(quantity, free) > 0
  return (
    <div className="flex items-start gap-3 px-4 py-3">
      <Picture src={picture || undefined} alt="" className="size-15" />
      <div className="min-w-0 flex-1">
        <p className="flex items-start justify-between gap-2">
          <span className="line-clamp-2 text-body font-medium">{name}</span>
          {asked && <Tag>{t('申请过')}</Tag>}
        </p>
        {text && <p className="truncate text-small text-quiet">{text}</p>}
        <div className="flex min-h-11 items-center justify-between gap-2">
          <span className={`min-w-0 text-small ${none || beyond ? 'text-warn' : 'text-quiet'}`}>
            {none && t('暂时没有')}
            {!none && isMany && t('可用 {count}+ {unit}', { count: idleCountLimit - 1, unit: unit ?? '' })}
            {!none && !isMany && t('可用 {count} {unit}', { count: free, unit: unit ?? '' })}
          </span>
          <Stepper
            label={t('{name}的数量', { name })}
            opening={t('添加{name}', { name })}
            value={quantity}
            onChange={onChange}
            min={0}
            places={places}
          />
        </div>
      </div>
    </div>
  )
}

/** The classes that hold things, the first level and below a chosen one the next. */
const Categories = ({ of, chosen, onChoose }: { of: Declared['of']; chosen: Id | undefined; onChoose: (id: Id | undefined) => void }) => {
  const kind = recordOf('category')
  const { data } = useAsk(
    recordOperations(kind).list,
    { catKind: of === 'model' ? 'asset' : 'consumable', filled: true, pageSize: 1000 },
    { staleMs: 300_000 },
  )
  // Their room is there before them: rows do not move under a finger.
  if (!data) return <div className="h-11 shrink-0" aria-hidden />
  const rows = inCodeOrder(kind, data.list)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const parentOf = (row: RecordRow | undefined): RecordRow | undefined => byId.get(String(row?.['parentId']))
  const path: RecordRow[] = []
  for (let category = byId.get(chosen ?? ''); category; category = parentOf(category)) path.unshift(category)
  // One class that holds all others is no choice.
  const [top, ...others] = rows.filter((row) => parentOf(row) === undefined)
  const start = others.length > 0 ? undefined : top
  const levels = [start, ...path.filter((row) => row !== start)]
    .map((above) => ({ above, below: rows.filter((row) => parentOf(row) === above) }))
    .filter(({ below }) => below.length > 1)
  return levels.map(({ above, below }) => (
    <ul
      key={above?.id ?? ''}
      aria-label={above ? String(above['catName']) : t('分类')}
      className="plain-scrollbar flex shrink-0 gap-2 overflow-x-auto px-4 pb-2 wide:px-6"
    >
      {[undefined, ...below].map((row) => {
        const classAbove = above === start ? undefined : above?.id
        const on = row ? path.includes(row) : chosen === above?.id || (above === start && chosen === undefined)
        return (
          <li key={row?.id ?? ''} className="shrink-0">
            <button
              type="button"
              aria-pressed={on}
              onClick={() => onChoose(row ? row.id : classAbove)}
              className={`pressable reach h-9 rounded-full px-3.5 text-small ${on ? 'bg-accent-soft font-medium text-accent-strong' : 'bg-card text-quiet shadow-lift'}`}
            >
              {row ? String(row['catName']) : t('全部')}
            </button>
          </li>
        )
      })}
    </ul>
  ))
}
