import { EllipsisVertical, Users } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { contentAddress, type DiskNode } from '../../domain/disk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { fileIcon, folderLook } from './fileIcon.ts'
import { pickedByDrop, type PickedFile } from './pickedFile.ts'
import { sizeWords } from './sizeWords.ts'
import { CheckMark } from '../look/fields/CheckBox.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Picture } from '../look/Picture.tsx'
import { SwipeActions } from '../look/SwipeActions.tsx'
import { when } from '../shell/when.ts'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'

/** What a row or a tile can do; what is absent it cannot. */
export type RowMeans = {
  readonly onOpen: (node: DiskNode) => void
  /** Absent while one chooses several. */
  readonly onMore?: ((node: DiskNode) => void) | undefined
  readonly onMenu?: ((node: DiskNode) => void) | undefined
  readonly onShare?: ((node: DiskNode) => void) | undefined
  readonly onDelete?: ((node: DiskNode) => void) | undefined
  readonly chosen: ReadonlyMap<string, DiskNode>
  readonly choosing: boolean
  readonly onChoose: (node: DiskNode) => void
  /** Whether rows can be drawn into folders. */
  readonly draws: boolean
  readonly onNodes: (ids: readonly string[], folder: DiskNode) => void
  readonly onFiles: (files: readonly PickedFile[], folder: DiskNode) => void
}

/** What rows are when they are drawn: ids. */
export const nodesType = 'application/x-zaice-nodes'

/** The files and folders that are dragged; none where something else is. */
export const draggedIds = (data: DataTransfer): readonly Id[] => {
  const text = data.getData(nodesType)
  const ids: unknown = text === '' ? [] : JSON.parse(text)
  return Array.isArray(ids) ? ids.map(String) : []
}

export const NodeSign = ({ node, className }: { node: DiskNode; className: string }) => {
  if (node.thumbnail) return <Picture src={contentAddress(node, { small: true })} alt="" className={className} />
  const { icon: Icon, tint } = node.kind === 'folder' ? folderLook : fileIcon(node.name)
  return (
    <span className={`inline-flex shrink-0 items-center justify-center ${className}`}>
      <Icon
        className={`size-4/5 ${node.kind === 'folder' ? 'fill-current/20' : ''}`}
        strokeWidth={1.5}
        style={{ color: tint }}
        aria-hidden
      />
    </span>
  )
}

/** Drawing this row elsewhere, and what is let go over it where it is a folder. */
const useDrawing = (node: DiskNode, { draws, chosen, onNodes, onFiles }: RowMeans) => {
  const [over, setOver] = useState(false)
  const takes = draws && node.kind === 'folder' && node.right === 'write' && node.trashedAt === null
  const isFor = (event: DragEvent) => takes && (event.dataTransfer.types.includes('Files') || event.dataTransfer.types.includes(nodesType))
  return {
    over,
    drawing: {
      draggable: draws && node.right === 'write',
      onDragStart: (event: DragEvent) => {
        const ids = chosen.has(node.id) ? [...chosen.keys()] : [node.id]
        event.dataTransfer.setData(nodesType, JSON.stringify(ids))
        event.dataTransfer.effectAllowed = 'move'
      },
      onDragOver: (event: DragEvent) => {
        if (!isFor(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (!isFor(event)) return
        event.preventDefault()
        event.stopPropagation()
        const ids = draggedIds(event.dataTransfer)
        if (ids.length > 0) {
          const otherIds = ids.filter((id) => id !== node.id)
          if (otherIds.length > 0) onNodes(otherIds, node)
        } else void pickedByDrop(event.dataTransfer).then((files) => onFiles(files, node))
      },
    },
  }
}

/** So the columns stand below one another where the list is wide enough for them: beside an open file it is not. */
export const tracks = '@3xl:grid @3xl:grid-cols-[minmax(0,1fr)_7rem_9rem_6rem_2.75rem]'

export const NodeRow = ({ node, where, means }: { node: DiskNode; where?: string | undefined; means: RowMeans }) => {
  const { chosen, choosing, onChoose, onOpen, onMore, onMenu, onShare, onDelete } = means
  const { over, drawing } = useDrawing(node, means)
  const wide = useWide()
  const isChosen = chosen.has(node.id)
  const size = node.sizeBytes === null ? '' : sizeWords(node.sizeBytes)
  const moment = when(node.trashedAt ?? node.changedAt)
  const row = (
    <div
      {...drawing}
      onContextMenu={() => onMenu?.(node)}
      className={`group/row flex items-center gap-3 pl-4 pr-1 ${over ? 'ring-2 ring-inset ring-accent' : ''} ${over || isChosen ? 'bg-accent-soft' : ''}`}
    >
      {(choosing || (wide && onMore)) && (
        <button
          type="button"
          role="checkbox"
          aria-checked={isChosen}
          aria-label={t('选择{name}', { name: node.name })}
          onClick={() => onChoose(node)}
          className={`-m-2 flex size-10 shrink-0 items-center justify-center ${choosing || isChosen ? '' : 'opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100'}`}
        >
          <CheckMark on={isChosen} />
        </button>
      )}
      <div className={`min-w-0 flex-1 items-center gap-3 ${tracks}`}>
        <button
          type="button"
          onClick={() => (choosing ? onChoose(node) : onOpen(node))}
          className="flex min-h-15 w-full min-w-0 items-center gap-3 py-2 text-left wide:min-h-12"
        >
          <NodeSign node={node} className="size-10 wide:size-8" />
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-1.5">
              <span className="truncate text-body">{node.name}</span>
              {node.shared && <Users size={14} className="shrink-0 text-faint" aria-label={t('已共享')} />}
            </span>
            <span className="block truncate text-small text-quiet @3xl:hidden">
              {where ?? [size, moment, node.changedBy].filter(Boolean).join(' · ')}
            </span>
            {where && <span className="hidden truncate text-small text-quiet @3xl:block">{where}</span>}
          </span>
        </button>
        <span className="hidden text-small text-quiet @3xl:block">{size}</span>
        <span className="hidden truncate text-small text-quiet @3xl:block">{moment}</span>
        <span className="hidden truncate text-small text-quiet @3xl:block">{node.changedBy}</span>
        <span className="hidden @3xl:block">{onMore && <More node={node} onMore={onMore} />}</span>
      </div>
      <span className="@3xl:hidden">{onMore && <More node={node} onMore={onMore} />}</span>
    </div>
  )
  const swipes = [
    ...(onShare && node.right === 'write' ? [{ label: t('共享'), tone: 'accent' as const, onPress: () => onShare(node) }] : []),
    ...(onDelete && node.right === 'write' ? [{ label: t('删除'), tone: 'bad' as const, onPress: () => onDelete(node) }] : []),
  ]
  return wide || choosing || swipes.length === 0 ? row : <SwipeActions actions={swipes}>{row}</SwipeActions>
}

const More = ({ node, onMore }: { node: DiskNode; onMore: (node: DiskNode) => void }) => (
  <IconButton
    icon={EllipsisVertical}
    iconSize={20}
    label={t('{name}的更多操作', { name: node.name })}
    onClick={() => onMore(node)}
    className="text-faint"
  />
)

export const NodeTile = ({ node, means }: { node: DiskNode; means: RowMeans }) => {
  const { chosen, choosing, onChoose, onOpen, onMore, onMenu } = means
  const { over, drawing } = useDrawing(node, means)
  const isChosen = chosen.has(node.id)
  return (
    <div
      {...drawing}
      onContextMenu={() => onMenu?.(node)}
      className={`relative min-w-0 rounded-card p-2 ${over ? 'ring-2 ring-accent' : ''} ${over || isChosen ? 'bg-accent-soft' : 'bg-card shadow-lift'}`}
    >
      <button
        type="button"
        aria-pressed={choosing ? isChosen : undefined}
        onClick={() => (choosing ? onChoose(node) : onOpen(node))}
        className="block w-full text-center"
      >
        <NodeSign node={node} className="aspect-square w-full max-w-28" />
        <span className="mt-1.5 line-clamp-2 min-h-9 break-words text-small leading-tight">{node.name}</span>
      </button>
      {onMore && !choosing && (
        <span className="absolute right-0 top-0">
          <More node={node} onMore={onMore} />
        </span>
      )}
      {choosing && <CheckMark on={isChosen} className="absolute! right-2 top-2" />}
    </div>
  )
}
