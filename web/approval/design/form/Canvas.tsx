import {
  ArrowDown,
  ArrowUp,
  CircleAlert,
  CopyPlus,
  Eye,
  GripVertical,
  type LucideIcon,
  MousePointerClick,
  Plus,
  Trash2,
} from 'lucide-react'
import { createElement, Fragment, type PointerEvent, type ReactNode, type RefObject, useState } from 'react'
import { fieldOf, type FormDesign, type FormField, type FormItem } from '../../../../domain/approval/form/formDesign.ts'
import { type ItemKind, itemKindOf } from '../../../../domain/approval/design/formEdit.ts'
import { Sheet } from '../../../look/overlays/Sheet.tsx'
import { t } from '../../../words.ts'
import { Note } from '../../form/FormFields.tsx'
import { OneField } from '../../form/OneField.tsx'
import type { Drag, DraggedItem } from './drag.ts'
import { kindLooks } from './kindLook.ts'
import { Palette } from './Palette.tsx'

export type CanvasActions = {
  readonly onSelect: (path: string) => void
  readonly onGrab: (event: PointerEvent<HTMLElement>, what: DraggedItem) => void
  readonly onStep: (path: string, step: -1 | 1) => void
  readonly onCopy: (path: string) => void
  readonly onRemove: (path: string) => void
  readonly onAddColumn: (table: string, kind: ItemKind) => void
}

type Props = {
  design: FormDesign
  frame: RefObject<HTMLDivElement | null>
  selected: string | undefined
  drag: Drag | undefined
  /** What is wrong, by path. */
  problems: ReadonlyMap<string, string>
  actions: CanvasActions
}

/** The form as it will look, every part of it to be chosen, moved, copied and removed. */
export const Canvas = ({ design, frame, selected, drag, problems, actions }: Props) => (
  <div ref={frame} className="min-h-full">
    <Content
      within={null}
      items={design.items}
      shared={{ selected, drag, problems, actions }}
      empty={
        <div className="flex flex-col items-center rounded-card border border-dashed border-faint/50 px-6 py-14 text-center">
          <span className="flex size-16 items-center justify-center rounded-full bg-sunken text-faint">
            <MousePointerClick size={28} strokeWidth={1.5} aria-hidden />
          </span>
          <p className="mt-4 text-title font-medium">{t('从这里开始设计表单')}</p>
          <p className="mt-1.5 text-body text-quiet">{t('点选或拖入需要填写的字段。')}</p>
        </div>
      }
    />
  </div>
)

type CanvasParts = Pick<Props, 'selected' | 'drag' | 'problems' | 'actions'>

type ContentProps = {
  within: string | null
  /** What goes before the keys in there: the table of columns. */
  prefix?: string
  items: readonly FormItem[]
  shared: CanvasParts
  empty: ReactNode
}

const Content = ({ within, prefix = '', items, shared, empty }: ContentProps) => {
  const spot = shared.drag?.spot
  const index = spot && spot.within === within ? spot.index : undefined
  return (
    <ul data-within={within ?? ''} className="min-h-14 pb-1">
      {items.map((item, n) => (
        <Fragment key={item.key}>
          {index === n && <DropLine />}
          <Item
            item={item}
            path={prefix + item.key}
            joins={item.t === 'field' && items[n - 1]?.t === 'field'}
            joined={item.t === 'field' && items[n + 1]?.t === 'field'}
            shared={shared}
          />
        </Fragment>
      ))}
      {index === items.length && <DropLine />}
      {items.length === 0 && <li>{empty}</li>}
    </ul>
  )
}

const DropLine = () => (
  <li aria-hidden className="relative z-20 h-0">
    <span className="absolute inset-x-1 -top-0.5 h-1 rounded-full bg-accent" />
  </li>
)

type ItemProps = {
  item: FormItem
  path: string
  /** Whether it stands in one card with the field before it and behind it. */
  joins: boolean
  joined: boolean
  shared: CanvasParts
}

const Item = ({ item, path, joins, joined, shared }: ItemProps) => {
  const { selected, drag, problems, actions } = shared
  const isChosen = selected === path
  const wrong = problems.get(path)
  const away = drag !== undefined && 'path' in drag.what && drag.what.path === path
  const marks = <ItemMarks isConditional={item.visible !== undefined} wrong={wrong} />
  const idleOutline = wrong ? 'ring-1 ring-bad' : 'hover:ring-1 hover:ring-accent/50'
  const outline = isChosen ? 'ring-2 ring-accent z-10' : idleOutline
  if (item.t === 'field')
    return (
      <li
        data-path={path}
        className={`relative bg-card ${outline} ${joins ? '' : 'rounded-t-card'} ${joined ? 'border-b border-line' : 'mb-3 rounded-b-card shadow-lift'} ${away ? 'opacity-40' : ''}`}
      >
        <div inert>
          <FieldPicture field={item} />
        </div>
        {marks}
        <Press path={path} item={item} actions={actions} className="absolute inset-0 z-1 rounded-card" />
        {isChosen && <Tools path={path} actions={actions} />}
      </li>
    )
  if (item.t === 'note')
    return (
      <li data-path={path} className={`relative mb-3 flow-root rounded-card ${outline} ${away ? 'opacity-40' : ''}`}>
        <div inert className="-mb-4">
          <Note note={{ ...item, text: item.text || t('未填写') }} />
        </div>
        {marks}
        <Press path={path} item={item} actions={actions} className="absolute inset-0 z-1 rounded-card" />
        {isChosen && <Tools path={path} actions={actions} />}
      </li>
    )
  const { icon: Icon, title: kind } = kindLooks[itemKindOf(item)]
  return (
    <li data-path={path} className={`relative mb-3 rounded-card bg-sunken/60 p-2 ${outline} ${away ? 'opacity-40' : ''}`}>
      <div className="relative flex min-h-10 items-center gap-2 px-2">
        <Icon size={16} className="shrink-0 text-accent" aria-hidden />
        <span className={`min-w-0 truncate text-body font-medium ${item.label ? '' : 'text-faint'}`}>
          {item.label ? t(item.label) : t('未命名')}
        </span>
        {item.label !== t(kind) && <span className="shrink-0 text-small text-faint">{t(kind)}</span>}
        <Press path={path} item={item} actions={actions} className="absolute inset-0 z-1 rounded-control" />
        {isChosen && <Tools path={path} actions={actions} />}
      </div>
      {marks}
      {item.t === 'group' ? (
        <Content within={item.key} items={item.items} shared={shared} empty={<Hint>{t('把字段拖到这里，或选中分组后点选字段')}</Hint>} />
      ) : (
        <>
          <Content within={item.key} prefix={`${item.key}.`} items={item.columns} shared={shared} empty={<Hint>{t('还没有列')}</Hint>} />
          <AddColumn onAdd={(kind) => actions.onAddColumn(item.key, kind)} />
        </>
      )}
    </li>
  )
}

/** That an item is shown on a condition, and what is wrong with it. */
const ItemMarks = ({ isConditional, wrong }: { isConditional: boolean; wrong: string | undefined }) => (
  <>
    {isConditional && (
      <span className="relative z-2 mx-4 mb-2 inline-flex items-center gap-1 text-tiny text-quiet">
        <Eye size={12} aria-hidden />
        {t('满足条件时显示')}
      </span>
    )}
    {wrong && (
      <p className="mx-4 flex items-start gap-1 pb-2 text-small text-bad">
        <CircleAlert size={14} className="mt-0.5 shrink-0" aria-hidden />
        {wrong}
      </p>
    )}
  </>
)

/** Asks what the cells of a new column hold before there is one. */
const AddColumn = ({ onAdd }: { onAdd: (kind: ItemKind) => void }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="relative z-2 flex min-h-11 w-full items-center justify-center gap-1.5 rounded-control text-small text-accent-strong"
      >
        <Plus size={16} aria-hidden />
        {t('添加列')}
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('添加列')}>
        <Palette
          fits={(kind) => kind !== 'table' && kind !== 'group' && kind !== 'note'}
          onAdd={(kind) => {
            setOpen(false)
            onAdd(kind)
          }}
        />
      </Sheet>
    </>
  )
}

const Hint = ({ children }: { children: ReactNode }) => (
  <p className="rounded-control border border-dashed border-faint/50 px-4 py-5 text-center text-small text-quiet">{children}</p>
)

/** The field as it will look, with nothing in it. */
const FieldPicture = ({ field }: { field: FormField }) => (
  <OneField
    field={{ ...fieldOf(field), label: field.label || t('未命名') }}
    value={undefined}
    look={field.formula ? 'still' : 'control'}
    onChange={() => undefined}
  />
)

const Press = ({ path, item, actions, className }: { path: string; item: FormItem; actions: CanvasActions; className: string }) => (
  <button
    type="button"
    aria-label={t('设置{label}', { label: item.label || t('未命名') })}
    onClick={() => actions.onSelect(path)}
    onPointerDown={(event) => event.pointerType === 'mouse' && actions.onGrab(event, { path })}
    className={className}
  />
)

/** What is done with the chosen item. */
const Tools = ({ path, actions }: { path: string; actions: CanvasActions }) => (
  <div className="absolute -top-4 right-2 z-20 wide:-top-3 flex rounded-full bg-raised px-1 shadow-float ring-1 ring-line">
    <button
      type="button"
      aria-label={t('拖动')}
      title={t('拖动')}
      onPointerDown={(event) => actions.onGrab(event, { path })}
      className="flex h-10 w-10 touch-none wide:h-9 wide:w-8 cursor-grab items-center justify-center text-quiet"
    >
      <GripVertical size={16} aria-hidden />
    </button>
    <Tool icon={ArrowUp} label={t('上移')} onPress={() => actions.onStep(path, -1)} />
    <Tool icon={ArrowDown} label={t('下移')} onPress={() => actions.onStep(path, 1)} />
    <Tool icon={CopyPlus} label={t('复制')} onPress={() => actions.onCopy(path)} />
    <Tool icon={Trash2} label={t('删除')} onPress={() => actions.onRemove(path)} />
  </div>
)

const Tool = ({ icon, label, onPress }: { icon: LucideIcon; label: string; onPress: () => void }) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onPress}
    className="flex h-10 w-10 items-center wide:h-9 wide:w-8 justify-center rounded-full text-quiet hover:text-ink active:opacity-60"
  >
    {createElement(icon, { size: 16, 'aria-hidden': true })}
  </button>
)
