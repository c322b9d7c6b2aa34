import { ContextMenu } from '@base-ui/react/context-menu'
import { FolderInput } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DiskNode } from '../../domain/disk/operations.ts'
import { sendFiles } from './uploads.ts'
import type { PickedFile } from './pickedFile.ts'
import { BottomBar } from '../look/BottomBar.tsx'
import { Button } from '../look/Button.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { List } from '../look/List.tsx'
import { toast } from '../look/overlays/toast.ts'
import type { Pages } from '../pages.ts'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'
import { NodeRow, NodeTile, type RowMeans, tracks } from './NodeRow.tsx'
import { type NodeAction, useNodeActions } from './useNodeActions.tsx'
import { firstOf } from '../../kernel/assert.ts'

type Row = DiskNode & { readonly where?: string }

type Props = {
  pages: Pages<Row>
  look: 'rows' | 'grid'
  empty: { title: string; text?: string; action?: { label: string; onPress: () => void } }
  header?: ReactNode
  onOpen: (node: DiskNode) => void
  chosenKey?: string | undefined
  /** Whether several are being chosen. */
  choosing: boolean
  onChoosing: (isChoosing: boolean) => void
  /** What came of an action, so that a detail beside the list may go. */
  onDone?: () => void
}

/** Files and folders as rows or tiles: opening, choosing several, drawing into folders, and what may be done with them. */
export const NodeList = ({ pages, look, empty, header, onOpen, chosenKey, choosing, onChoosing, onDone }: Props) => {
  const wide = useWide()
  const [chosenNodes, setChosenNodes] = useState<ReadonlyMap<string, DiskNode>>(new Map())
  const [menuOf, setMenuOf] = useState<DiskNode>()
  const leave = () => {
    setChosenNodes(new Map())
    onChoosing(false)
  }
  const actions = useNodeActions((stays) => {
    leave()
    if (!stays) onDone?.()
  })
  const means: RowMeans = {
    onOpen,
    onMore: choosing ? undefined : (node) => void actions.offer(node),
    onMenu: setMenuOf,
    onShare: (node) => (node.trashedAt === null ? actions.share(node) : undefined),
    onDelete: pages.rows.some(({ trashedAt }) => trashedAt !== null) ? undefined : (node) => void actions.remove([node]),
    chosen: chosenNodes,
    choosing,
    onChoose: (node) => {
      const next = new Map(chosenNodes)
      if (!next.delete(node.id)) next.set(node.id, node)
      setChosenNodes(next)
      onChoosing(next.size > 0 || choosing)
    },
    draws: wide,
    onNodes: (ids, folder) => void actions.moveTo(ids, folder.id),
    onFiles: (files, folder) => void take(folder.id, files),
  }
  const nodesBeside = (node: DiskNode) => (chosenNodes.has(node.id) ? [...chosenNodes.values()] : [node])
  const menuNodes = menuOf ? nodesBeside(menuOf) : []
  const acrossWide = chosenKey === undefined ? 7 : 5
  const across = wide ? acrossWide : 3
  return (
    <>
      <ContextMenu.Root onOpenChange={(open) => !open && setMenuOf(undefined)} disabled={!wide}>
        <ContextMenu.Trigger className="@container flex min-h-0 flex-1 flex-col">
          {look === 'grid' ? (
            <NodeTiles pages={pages} across={across} header={header} empty={empty} means={means} />
          ) : (
            <List
              pages={pages}
              keyOf={({ id }) => id}
              chosenKey={chosenKey}
              header={header}
              empty={empty}
              row={(node) => <NodeRow node={node} where={node.where} means={means} />}
            />
          )}
        </ContextMenu.Trigger>
        {menuOf && <NodeMenu actions={actions.actionsFor(menuNodes)} />}
      </ContextMenu.Root>
      {choosing && (
        <ChoosingBar
          chosen={[...chosenNodes.values()]}
          all={pages.rows}
          actions={actions.actionsFor([...chosenNodes.values()])}
          onAll={() => setChosenNodes(new Map(pages.rows.slice(0, mostAtOnce).map((node) => [node.id, node])))}
          onLeave={leave}
        />
      )}
      {actions.sheets}
    </>
  )
}

/** What may be done with the node that the menu was opened on. */
const NodeMenu = ({ actions }: { actions: readonly NodeAction[] }) => (
  <ContextMenu.Portal>
    <ContextMenu.Positioner className="z-50 outline-none">
      <ContextMenu.Popup className="min-w-40 rounded-control bg-raised py-1 shadow-float outline-none">
        {actions.map(({ key, label, icon: Icon, danger, run }) => (
          <ContextMenu.Item
            key={key}
            onClick={() => void run()}
            className={`flex h-10 cursor-pointer items-center gap-3 px-4 text-body outline-none data-highlighted:bg-accent-soft ${danger ? 'text-bad' : ''}`}
          >
            <Icon size={18} aria-hidden />
            {label}
          </ContextMenu.Item>
        ))}
      </ContextMenu.Popup>
    </ContextMenu.Positioner>
  </ContextMenu.Portal>
)

type NodeTilesProps = Pick<Props, 'pages' | 'header' | 'empty'> & { across: number; means: RowMeans }

/** So many nodes beside each other in each row of the list. */
const NodeTiles = ({ pages, across, header, empty, means }: NodeTilesProps) => {
  const tiles: Pages<readonly Row[]> = { ...pages, rows: inLines(pages.rows, across) }
  return (
    <List
      pages={tiles}
      keyOf={(line) => firstOf(line).id}
      apart
      header={header}
      empty={empty}
      row={(line) => (
        <div className="grid gap-3" style={{ gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` }}>
          {line.map((node) => (
            <NodeTile key={node.id} node={node} means={means} />
          ))}
        </div>
      )}
    />
  )
}

/** The server takes so many in one call. */
const mostAtOnce = 200

/** Sends files to a folder; nothing where none were picked. */
export const take = async (folderId: string, files: readonly PickedFile[]): Promise<void> => {
  if (files.length === 0) return
  await sendFiles(folderId, files)
  toast(t('开始上传{count}个文件', { count: files.length }))
}

const ChoosingBar = ({
  chosen,
  all,
  actions,
  onAll,
  onLeave,
}: {
  chosen: readonly DiskNode[]
  all: readonly DiskNode[]
  actions: readonly NodeAction[]
  onAll: () => void
  onLeave: () => void
}) => {
  const wide = useWide()
  const none = chosen.length === 0
  const fittingActions = wide ? actions : actions.slice(0, 2)
  const shownActions = none ? [] : fittingActions
  const furtherActions = none ? [] : actions.slice(shownActions.length)
  const chooseFurther = async () => {
    const key = await choose(
      t('已选{count}项', { count: chosen.length }),
      furtherActions.map((action) => ({ value: action.key, label: action.label, ...(action.danger && { danger: true }) })),
    )
    await furtherActions.find((action) => action.key === key)?.run()
  }
  return (
    <BottomBar width="">
      <Button kind="plain" size="small" onClick={onLeave}>
        {t('取消')}
      </Button>
      <Button kind="plain" size="small" disabled={chosen.length === all.length} onClick={onAll}>
        {t('全选')}
      </Button>
      <span className="min-w-0 flex-1 truncate text-small text-quiet" role="status">
        {t('已选{count}项', { count: chosen.length })}
      </span>
      {shownActions.map(({ key, label, icon, danger, run }) => (
        <Button key={key} size="small" kind={danger ? 'danger' : 'secondary'} icon={icon} onClick={() => void run()}>
          {label}
        </Button>
      ))}
      {furtherActions.length > 0 && (
        <Button size="small" kind="secondary" icon={FolderInput} onClick={() => void chooseFurther()}>
          {t('更多')}
        </Button>
      )}
    </BottomBar>
  )
}

/** The heads of the columns on a wide window, by which one sorts. */
export type Sort = { readonly by: 'name' | 'changed' | 'size'; readonly descending: boolean }
export const ColumnHeads = ({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) => {
  const head = (sortKey: Sort['by'], title: string) => (
    <button
      type="button"
      onClick={() => onSort({ by: sortKey, descending: sort.by === sortKey ? !sort.descending : sortKey !== 'name' })}
      className={`min-h-9 text-left text-small ${sort.by === sortKey ? 'font-semibold text-ink' : 'text-quiet'}`}
    >
      {title}
      {sort.by === sortKey && (sort.descending ? ' ↓' : ' ↑')}
    </button>
  )
  return (
    <div className={`hidden items-center gap-3 pl-14 pr-1 ${tracks}`}>
      {head('name', t('名称'))}
      {head('size', t('大小'))}
      {head('changed', t('修改时间'))}
      <span className="text-small text-quiet">{t('修改人')}</span>
    </div>
  )
}

const inLines = <R,>(rows: readonly R[], across: number): R[][] =>
  Array.from({ length: Math.ceil(rows.length / across) }, (_, line) => rows.slice(line * across, (line + 1) * across))
