import { Check, Map as MapIcon, Plus, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { type RecordRow, recordOperations } from '../../../domain/operations/records.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { filterFieldsOf, type RecordKind, thingOf } from '../../../domain/records/define.ts'
import { isEmpty, type Noun } from '../../../kernel/field.ts'
import { isNumber, optionsOf, refersTo, wordsOf } from '../../../kernel/fields/kinds.ts'
import { usePages } from '../../pages.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Choice } from '../../look/Choice.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { type Column, List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { Picture } from '../../look/Picture.tsx'
import { SearchBox } from '../../look/SearchBox.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { useAllowed } from '../../parts/allowed.ts'
import { FieldControl } from '../../parts/FieldControl.tsx'
import { FieldValue } from '../../parts/FieldValue.tsx'
import { useLabelPicking } from '../../parts/labels/useLabelPicking.tsx'
import { learnRows, useName } from '../../parts/names.ts'
import { RecordCard } from '../../parts/RecordCard.tsx'
import { codeOfRecord } from '../../parts/recordCode.ts'
import { recordLook } from '../../parts/recordLook.ts'
import { stateFieldOf, StateTag } from '../../parts/stateTag.tsx'
import { detailHrefOf, editPathOfNoun } from '../../places.ts'
import { useScreen } from '../../screen.ts'
import { go, goHref } from '../../travel.ts'
import { t, within } from '../../words.ts'
import { isScanned } from '../../parts/scan/codes.ts'
import { ScanButton } from '../../parts/scan/ScanButton.tsx'
import { TransferButton } from './TransferButton.tsx'
import { RecordTree } from './RecordTree.tsx'

type Values = Readonly<Record<string, unknown>>

/** All records of a kind: searched, filtered, sorted; trees as trees, on a wide window a table. The query may name filters. */
export default function RecordList({ noun }: { noun: Noun }) {
  const kind = recordOf(noun)
  const filters = Object.keys(filterFieldsOf(kind))
  const { search: query } = useScreen()
  const allowed = useAllowed()
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Values>(() => Object.fromEntries(filters.flatMap((key) => (query[key] ? [[key, query[key]]] : []))))
  const [order, setOrder] = useState<Order>()
  const [filtering, setFiltering] = useState(false)
  const tabKey = tabFieldOf(kind)
  const asked = { ...filter, ...(search && { likeQuery: search }), ...order }
  const pages = usePages(recordOperations(kind).list, asked as never, { pageSize: 50 })
  const rows = { ...pages, rows: pages.rows as unknown as readonly RecordRow[] }
  const mayCreate = allowed(`${codeOfRecord(kind)}:save`)
  const create = () => goHref(editPathOfNoun(noun))
  const { picked, toggle, entry, bottom } = useLabelPicking(kind, asked, pages.totalCount)
  const open = (row: RecordRow) => {
    if (picked) return toggle(row)
    learnRows(noun, [row])
    goHref(detailHrefOf(noun, row.id))
  }
  const others = filters.filter((key) => key !== tabKey && key !== kind.parent)
  const chosen = others.filter((key) => !isEmpty(filter[key]))
  const set = (key: string, value: unknown) => setFilter(({ [key]: _, ...rest }) => (isEmpty(value) ? rest : { ...rest, [key]: value }))
  const asTree = kind.parent !== undefined && !search && chosen.length === 0 && !picked

  return (
    <Page
      scroll={false}
      right={
        <>
          {entry}
          <TransferButton kind={kind} asked={asked} />
          {mayCreate && (
            <Button size="small" icon={Plus} onClick={create}>
              {t('新增')}
            </Button>
          )}
        </>
      }
      bottom={bottom}
      below={
        <>
          <div className="flex items-center gap-1 px-4 pb-2">
            <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索{labels}', { labels: searchedWords(kind) })} />
            {kind.place === 'itself' && allowed('gsgoodsinstance:list') && (
              <IconButton icon={MapIcon} label={t('区域地图')} iconSize={20} onClick={() => go('/pages/goods/GsGoodsLoc/gsgoodslocmap')} />
            )}
            {isScanned(noun) && <ScanButton wants={[noun]} onFound={({ row }) => open(row)} />}
            {(others.length > 0 || kind.sorts.length > 0) && !kind.parent && (
              <span className="relative -mr-2">
                <IconButton icon={SlidersHorizontal} label={t('筛选')} iconSize={20} onClick={() => setFiltering(true)} />
                {(chosen.length > 0 || order) && (
                  <span className="absolute right-2 top-2 size-2 rounded-full bg-accent" aria-label={t('已筛选')} />
                )}
              </span>
            )}
          </div>
          {tabKey && <StateTabs kind={kind} field={tabKey} value={String(filter[tabKey] ?? '')} onChange={(value) => set(tabKey, value)} />}
          {chosen.length > 0 && (
            <ul className="plain-scrollbar flex gap-2 overflow-x-auto px-4 pb-2">
              {chosen.map((key) => (
                <li key={key} className="shrink-0">
                  <Chip kind={kind} field={key} value={filter[key]} onRemove={() => set(key, undefined)} />
                </li>
              ))}
            </ul>
          )}
        </>
      }
    >
      {asTree ? (
        <RecordTree kind={kind} filter={filter} onOpen={open} onAdd={mayCreate ? create : undefined} />
      ) : (
        <List
          pages={rows}
          picture={recordLook(kind, { id: '', version: 0, names: {} }).pictureLook !== 'none'}
          keyOf={({ id }) => id}
          row={(row) => (
            <RecordCard
              kind={kind}
              row={row}
              onPress={() => open(row)}
              picked={picked?.has(row.id)}
              start={picked && <Tick on={picked.has(row.id)} />}
            />
          )}
          columns={
            picked
              ? [{ key: 'picked', title: '', width: '1.5rem', cell: ({ id }) => <Tick on={picked.has(id)} /> }, ...columnsOf(kind)]
              : columnsOf(kind)
          }
          onOpen={open}
          header={<Total count={pages.totalCount} more={pages.hasMore} />}
          empty={{
            title:
              search || chosen.length > 0
                ? t('没有符合条件的{title}', { title: t(thingOf(kind)) })
                : t('还没有{title}', { title: t(thingOf(kind)) }),
            text: search || chosen.length > 0 ? t('换一个词或放宽筛选条件再试试。') : t('可以逐条新增，也可以用表格导入。'),
            ...(mayCreate && !search && chosen.length === 0 && { action: { label: t('新增'), onPress: create } }),
          }}
        />
      )}
      <FilterSheet
        kind={kind}
        open={filtering}
        onClose={() => setFiltering(false)}
        fields={others}
        filter={filter}
        onSet={set}
        order={order}
        onOrder={setOrder}
        onClear={() => {
          setFilter(tabKey && filter[tabKey] ? { [tabKey]: filter[tabKey] } : {})
          setOrder(undefined)
        }}
        count={pages.totalCount}
      />
    </Page>
  )
}

/** Whether a row is among those that are picked. */
const Tick = ({ on }: { on: boolean }) => (
  <span
    className={`flex size-5.5 shrink-0 items-center justify-center rounded-full ${on ? 'bg-accent text-white' : 'border border-faint'}`}
    role="img"
    aria-label={on ? t('已选') : t('未选')}
  >
    {on && <Check size={14} strokeWidth={3} aria-hidden />}
  </span>
)

type Order = { readonly sidx: string; readonly order: 'asc' | 'desc' }

type FilterProps = {
  kind: RecordKind
  open: boolean
  onClose: () => void
  /** Those that are asked for here. */
  fields: readonly string[]
  filter: Values
  onSet: (field: string, value: unknown) => void
  order: Order | undefined
  onOrder: (order: Order | undefined) => void
  onClear: () => void
  /** How many are found; undefined while that is not known. */
  count: number | undefined
}

const FilterSheet = ({ kind, open, onClose, fields, filter, onSet, order, onOrder, onClear, count }: FilterProps) => (
  <Sheet
    open={open}
    onClose={onClose}
    title={t('筛选')}
    footer={
      <>
        <Button
          kind="secondary"
          onClick={() => {
            onClear()
            onClose()
          }}
        >
          {t('清空')}
        </Button>
        <Button wide onClick={onClose}>
          {count === undefined ? t('完成') : t('查看 {count} 项', { count })}
        </Button>
      </>
    }
  >
    <Card flush className="shrink-0">
      {fields.map((key) => (
        <FieldControl
          key={key}
          field={{ ...filterFieldsOf(kind)[key]!, required: 'never', hint: undefined }}
          value={filter[key] ?? ''}
          onChange={(value) => onSet(key, value)}
        />
      ))}
      {kind.sorts.length > 0 && (
        <Choice
          label={t('排序')}
          value={order ? `${order.sidx} ${order.order}` : ''}
          onChange={(value) => {
            const [sidx, way] = value.split(' ')
            onOrder(sidx && way ? { sidx, order: way as 'asc' | 'desc' } : undefined)
          }}
          placeholder={t('最新的在前')}
          options={kind.sorts.flatMap((key) =>
            (['asc', 'desc'] as const).map((way) => ({
              value: `${key} ${way}`,
              label: `${t(kind.fields[key]!.label)} ${way === 'asc' ? t('从小到大') : t('从大到小')}`,
            })),
          )}
        />
      )}
    </Card>
  </Sheet>
)

const Total = ({ count, more }: { count: number | undefined; more: boolean }) =>
  count === undefined || count === 0 ? null : (
    <p className="flex items-center gap-1 px-1 pb-2 text-small text-faint">
      {more && count >= 10_000 ? t('超过 {count} 项', { count }) : t('共 {count} 项', { count })}
    </p>
  )

const Chip = ({ kind, field: key, value, onRemove }: { kind: RecordKind; field: string; value: unknown; onRemove: () => void }) => {
  const { control, label } = filterFieldsOf(kind)[key]!
  const noun = refersTo(control)
  const name = useName(noun ?? 'location', noun && String(value))
  const words = wordsOf(control, value, { say: t, nameOf: () => name ?? '' })
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={t('去掉筛选：{label}', { label: t(label) })}
      className="flex h-8 items-center gap-1 rounded-full bg-accent-soft px-3 text-small text-accent-strong"
    >
      {words || '…'} <span aria-hidden>×</span>
    </button>
  )
}

/** The choice that lists of this kind are split by: the first filter that is one. */
const tabFieldOf = (kind: RecordKind): string | undefined => kind.filters.find((key) => optionsOf(kind.fields[key]!.control))

const StateTabs = ({
  kind,
  field,
  value,
  onChange,
}: {
  kind: RecordKind
  field: string
  value: string
  onChange: (value: string) => void
}) => {
  const { control, label } = kind.fields[field]!
  const options = optionsOf(control)
  if (!options) return null
  return (
    <Tabs
      label={t(label)}
      value={value}
      onChange={onChange}
      tabs={[{ value: '', label: t('全部') }, ...options.map((option) => ({ value: option.value, label: t(option.label) }))]}
    />
  )
}

const searchedWords = (kind: RecordKind): string =>
  [...kind.searched.slice(0, kind.searchedBy ? 1 : 3), ...(kind.searchedBy ?? [])]
    .map((key) => within(kind.fields[key]!.label))
    .join(t('、'))

const columnsOf = (kind: RecordKind): Column<RecordRow>[] => {
  const keys = kind.columns ?? [kind.nameField, ...kind.unique, ...kind.filters]
  const state = stateFieldOf(kind)
  return keys.map((key) => {
    const field = kind.fields[key]!
    const amount = isNumber(field.control)
    return {
      key,
      title: t(field.label),
      end: amount,
      width: key === kind.nameField ? 'minmax(0,2fr)' : key === state ? '6rem' : amount ? 'minmax(6rem,0.8fr)' : 'minmax(0,1fr)',
      cell: (row) =>
        key === kind.nameField ? (
          <NameCell kind={kind} row={row} />
        ) : key === state ? (
          <StateTag kind={kind} row={row} />
        ) : refersTo(field.control) ? (
          (row.names[String(row[key])] ?? '')
        ) : (
          <FieldValue field={field} value={row[key]} />
        ),
    }
  })
}

const NameCell = ({ kind, row }: { kind: RecordKind; row: RecordRow }) => {
  const { title, picture, pictureLook } = recordLook(kind, row)
  return (
    <span className="flex items-center gap-3">
      {pictureLook === 'thing' && <Picture src={picture} alt="" className="size-9" />}
      <span className="truncate font-medium">{title}</span>
    </span>
  )
}
