import { ChevronRight, Plus } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { type RecordRow, recordOperations } from '../../domain/records/operations.ts'
import { type RecordKind, thingOf } from '../../domain/records/define.ts'
import { locationPageSize } from '../../domain/rules/constants.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { hrefOf } from '../frames.ts'
import { Empty } from '../look/Empty.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { type ListBeside, useListKeys } from '../look/fields/useListKeys.ts'
import { inCodeOrder, recordLook } from './recordLook.ts'
import { editPathOfNoun } from '../places.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

type Props = {
  kind: RecordKind
  filter: Readonly<Record<string, unknown>>
  /** Undefined where the reader may not add. */
  onAdd: (() => void) | undefined
} & ListBeside<RecordRow>

/**
 * Records with what lies below them, opened level by level; every one may get another below it. Keys go through it as through a list, → and ←
 * open and close a level.
 */
export const RecordTree = ({ kind, filter, onAdd, ...beside }: Props) => {
  const { data, error, isError, refetch } = useAsk(recordOperations(kind).list, { ...filter, pageSize: locationPageSize }, { keep: true })
  const [closedIds, setClosedIds] = useState<ReadonlySet<Id>>(new Set())
  const rows = data?.list
  const children = useMemo(() => childrenOf(kind, rows ?? []), [kind, rows])
  const shownNodes = useMemo(() => flat(children, closedIds), [children, closedIds])
  const inOrder = useMemo(() => shownNodes.map(({ row }) => row), [shownNodes])
  const scroller = useRef<HTMLDivElement>(null)
  const heard = useListKeys({
    pages: { rows: inOrder, totalCount: inOrder.length, hasMore: false, more: () => undefined },
    keyOf: ({ id }) => id,
    beside,
    onOpen: beside.onOpen,
    scroller,
    scrollTo: (index) => scroller.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' }),
  })
  if (isError && !data) return <Problem error={error} onRetry={refetch} />
  if (!rows)
    return (
      <div className="px-4">
        <Skeleton rows={8} picture={false} />
      </div>
    )
  if (rows.length === 0)
    return (
      <Empty
        title={t('还没有{title}', { title: t(thingOf(kind)) })}
        text={t('可以逐条新增，也可以用表格导入。')}
        action={onAdd && { label: t('新增'), onPress: onAdd }}
      />
    )
  const toggle = (id: Id) => {
    const next = new Set(closedIds)
    if (!next.delete(id)) next.add(id)
    setClosedIds(next)
  }
  const turn = ({ key, target }: KeyboardEvent) => {
    const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    const { row, open } = shownNodes[Number(item?.dataset['index'] ?? NaN)] ?? {}
    if (row && children.has(row.id) && key === (open ? 'ArrowLeft' : 'ArrowRight')) toggle(row.id)
  }
  return (
    <div ref={scroller} className="scroller min-h-0 flex-1">
      <div className="w-full px-4 pb-8 wide:px-6">
        <p className="hidden px-1 pb-2 text-small text-faint wide:block">{t('共 {count} 项', { count: rows.length })}</p>
        <ul role="tree" aria-label={t(kind.title)} onKeyDown={turn} className="overflow-hidden rounded-card bg-card shadow-lift" {...heard}>
          {shownNodes.map((node, index) => (
            <TreeItem
              key={node.row.id}
              kind={kind}
              node={node}
              index={index}
              count={children.get(node.row.id)?.length ?? 0}
              isSelected={node.row.id === beside.openKey}
              mayAdd={onAdd !== undefined}
              onToggle={() => toggle(node.row.id)}
              onOpen={() => beside.onOpen(node.row)}
            />
          ))}
        </ul>
        {/* On a phone the first row stands where those of other lists do. */}
        <p className="pt-4 text-center text-small text-faint wide:hidden">{t('共 {count} 项', { count: rows.length })}</p>
      </div>
    </div>
  )
}

type ItemProps = {
  kind: RecordKind
  node: TreeRow
  index: number
  /** How many lie right below it. */
  count: number
  isSelected: boolean
  mayAdd: boolean
  onToggle: () => void
  onOpen: () => void
}

const TreeItem = ({ kind, node: { row, depth, open }, index, count, isSelected, mayAdd, onToggle, onOpen }: ItemProps) => {
  const { title, text } = recordLook(kind, row)
  return (
    <li
      role="treeitem"
      data-index={index}
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={count > 0 ? open : undefined}
      className="flex items-center border-b border-line last:border-none aria-selected:bg-accent-soft"
      style={{ paddingLeft: `${depth * 1.25}rem` }}
    >
      {count > 0 ? (
        <button
          type="button"
          aria-label={open ? t('收起{name}', { name: title }) : t('展开{name}', { name: title })}
          onClick={onToggle}
          className="flex size-11 shrink-0 items-center justify-center text-faint"
        >
          <ChevronRight size={18} className={`transition-transform ${open ? 'rotate-90' : ''}`} aria-hidden />
        </button>
      ) : (
        <span className="flex size-11 shrink-0 items-center justify-center" aria-hidden>
          <span className="size-1.5 rounded-full bg-line" />
        </span>
      )}
      <button
        type="button"
        data-opens
        onClick={onOpen}
        className="pressable flex min-h-14 min-w-0 flex-1 flex-col justify-center py-2 pr-3 text-left"
      >
        <span className="flex w-full items-baseline gap-2">
          <span className="truncate text-body font-medium">{title}</span>
          {count > 0 && <span className="shrink-0 text-small text-faint">{count}</span>}
        </span>
        <span className="w-full truncate text-small text-quiet">{text}</span>
      </button>
      {mayAdd && (
        <button
          type="button"
          aria-label={t('在{name}下新增', { name: title })}
          onClick={() => goHref(hrefOf(editPathOfNoun(kind.noun), { parentId: row.id }))}
          className="flex size-11 shrink-0 items-center justify-center text-accent-strong"
        >
          <Plus size={18} aria-hidden />
        </button>
      )}
    </li>
  )
}

/** Who lies below who; what lies below nothing that is listed stands at the top, under `undefined`. */
const childrenOf = (kind: RecordKind, rows: readonly RecordRow[]): ReadonlyMap<Id | undefined, readonly RecordRow[]> => {
  const ids = new Set(rows.map(({ id }) => id))
  const children = new Map<Id | undefined, RecordRow[]>()
  for (const row of inCodeOrder(kind, rows)) {
    const parent = kind.parent === undefined ? undefined : row[kind.parent]
    const above = typeof parent === 'string' && ids.has(parent) ? parent : undefined
    children.set(above, [...(children.get(above) ?? []), row])
  }
  return children
}

type TreeRow = { row: RecordRow; depth: number; open: boolean }

const flat = (children: ReadonlyMap<Id | undefined, readonly RecordRow[]>, closedIds: ReadonlySet<Id>, parent?: Id, depth = 0): TreeRow[] =>
  (children.get(parent) ?? []).flatMap((row) => {
    const open = !closedIds.has(row.id)
    return [{ row, depth, open }, ...(open ? flat(children, closedIds, row.id, depth + 1) : [])]
  })
