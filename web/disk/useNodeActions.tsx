import { Copy, Download, FolderInput, History, Pencil, RotateCcw, Share2, Trash2, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { diskCopy, diskDelete, diskMove, type DiskNode, diskPurge, diskRename, diskRestore } from '../../domain/disk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { firstOf } from '../../kernel/assert.ts'
import { call, CallError } from '../call.ts'
import { choose, confirm } from '../look/overlays/confirm.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { download } from './download.ts'
import { FolderPicker } from './FolderPicker.tsx'
import { NameSheet } from './NameSheet.tsx'
import { ShareSheet } from './ShareSheet.tsx'
import { VersionsSheet } from './VersionsSheet.tsx'

export type NodeAction = {
  readonly key: string
  readonly label: string
  readonly icon: LucideIcon
  readonly danger?: boolean
  readonly run: () => unknown
}

type Sheet = { readonly what: 'rename' | 'share' | 'versions' | 'move' | 'copy'; readonly nodes: readonly DiskNode[] }

const idsOf = (nodes: readonly DiskNode[]): Id[] => nodes.map(({ id }) => id)

/** Runs a call whose refusal was told already. */
const runAndTell = async (run: () => Promise<unknown>): Promise<boolean> => {
  try {
    await run()
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return false
  }
}

type ActsContext = { readonly onDone: (stays: boolean) => void; readonly onRemoving: (isRemoving: boolean) => void }

/** What changes where files and folders lie. */
const nodeActs = ({ onDone, onRemoving }: ActsContext) => {
  const moveTo = async (ids: readonly Id[], folderId: Id) => {
    if (!(await runAndTell(() => call(diskMove, { ids: [...ids], parentId: folderId }, { fresh: true })))) return
    toast(t('已移动'), 'success')
    onDone(false)
  }
  const remove = async (nodes: readonly DiskNode[]) => {
    const words = {
      title: nodes.length === 1 ? t('删除“{name}”？', { name: firstOf(nodes).name }) : t('删除这{count}项？', { count: nodes.length }),
      text: t('会移到回收站，30天内可以恢复。'),
      yes: t('删除'),
      danger: true,
    }
    if (!(await confirm(words))) return
    onRemoving(true)
    if (!(await runAndTell(() => call(diskDelete, { ids: idsOf(nodes) }, { fresh: true })))) return onRemoving(false)
    onDone(false)
    toast(t('已移到回收站，点此撤销'), 'notify', () => void runAndTell(() => call(diskRestore, { ids: idsOf(nodes) })))
  }
  const restore = async (nodes: readonly DiskNode[]) => {
    if (!(await runAndTell(() => call(diskRestore, { ids: idsOf(nodes) }, { fresh: true })))) return
    toast(t('已恢复到原来的位置'), 'success')
    onDone(false)
  }
  const purge = async (nodes: readonly DiskNode[]) => {
    const words = {
      title:
        nodes.length === 1 ? t('彻底删除“{name}”？', { name: firstOf(nodes).name }) : t('彻底删除这{count}项？', { count: nodes.length }),
      text: t('删除后不能恢复。'),
      yes: t('彻底删除'),
      danger: true,
    }
    if (!(await confirm(words)) || !(await runAndTell(() => call(diskPurge, { ids: idsOf(nodes) }, { fresh: true })))) return
    toast(t('已彻底删除'), 'success')
    onDone(false)
  }
  return { moveTo, remove, restore, purge }
}

/** What may be done with one or several. */
const actionsOf = (
  nodes: readonly DiskNode[],
  acts: ReturnType<typeof nodeActs>,
  onSheet: (what: Sheet['what']) => void,
): readonly NodeAction[] => {
  const [only] = nodes.length === 1 ? nodes : []
  const mayWrite = nodes.every(({ right }) => right === 'write')
  if (nodes.some(({ trashedAt }) => trashedAt !== null))
    return mayWrite
      ? [
          { key: 'restore', label: t('恢复'), icon: RotateCcw, run: () => acts.restore(nodes) },
          { key: 'purge', label: t('彻底删除'), icon: Trash2, danger: true, run: () => acts.purge(nodes) },
        ]
      : []
  const open = (what: Sheet['what']) => () => onSheet(what)
  return [
    {
      key: 'download',
      label: only?.kind === 'file' ? t('下载') : t('打包下载'),
      icon: Download,
      run: () => runAndTell(() => download(nodes)),
    },
    ...(only && mayWrite ? [{ key: 'share', label: t('共享'), icon: Share2, run: open('share') }] : []),
    ...(only && mayWrite ? [{ key: 'rename', label: t('重命名'), icon: Pencil, run: open('rename') }] : []),
    ...(mayWrite ? [{ key: 'move', label: t('移动'), icon: FolderInput, run: open('move') }] : []),
    { key: 'copy', label: t('复制'), icon: Copy, run: open('copy') },
    ...(only?.kind === 'file' ? [{ key: 'versions', label: t('历史版本'), icon: History, run: open('versions') }] : []),
    ...(mayWrite ? [{ key: 'delete', label: t('删除'), icon: Trash2, danger: true, run: () => acts.remove(nodes) }] : []),
  ]
}

/**
 * What may be done with files and folders, and the sheets in which it is done. `onDone`: something was done; `stays` where it lies where it lay.
 * `isRemoving`: what is shown of it is not asked for any more.
 */
export const useNodeActions = (
  onDone: (stays: boolean) => void = () => undefined,
): {
  /** What may be done with one or several; each does what it says. */
  readonly actionsFor: (nodes: readonly DiskNode[]) => readonly NodeAction[]
  readonly offer: (node: DiskNode) => Promise<void>
  readonly moveTo: (ids: readonly Id[], folderId: Id) => Promise<void>
  readonly share: (node: DiskNode) => void
  readonly remove: (nodes: readonly DiskNode[]) => Promise<void>
  readonly isRemoving: boolean
  readonly sheets: ReactNode
} => {
  const [sheet, setSheet] = useState<Sheet>()
  const [isRemoving, setRemoving] = useState(false)
  const close = () => setSheet(undefined)

  const acts = nodeActs({ onDone, onRemoving: setRemoving })
  const { moveTo, remove } = acts
  const actionsFor = (nodes: readonly DiskNode[]) => actionsOf(nodes, acts, (what) => setSheet({ what, nodes }))

  const offer = async (node: DiskNode) => {
    const actions = actionsFor([node])
    const choice = await choose(
      node.name,
      actions.map(({ key, label, danger }) => ({ value: key, label, ...(danger && { danger }) })),
    )
    await actions.find(({ key }) => key === choice)?.run()
  }

  const sheets = sheet && <NodeSheet sheet={sheet} onClose={close} onMove={moveTo} onDone={onDone} />
  return { actionsFor, offer, moveTo, share: (node) => setSheet({ what: 'share', nodes: [node] }), remove, isRemoving, sheets }
}

type SheetProps = {
  sheet: Sheet
  onClose: () => void
  onMove: (ids: readonly Id[], folderId: Id) => Promise<void>
  onDone: (stays: boolean) => void
}

/** The sheet in which one or several are renamed, shared, moved or copied, or in which versions are looked at. */
const NodeSheet = ({ sheet, onClose, onMove, onDone }: SheetProps) => {
  const first = firstOf(sheet.nodes)
  return (
    <>
      {sheet.what === 'rename' && (
        <NameSheet
          title={t('重命名')}
          begin={first.name}
          onName={async (name) => {
            await call(diskRename, { id: first.id, name }, { quiet: true, fresh: true })
            onDone(true)
          }}
          onClose={onClose}
        />
      )}
      {(sheet.what === 'move' || sheet.what === 'copy') && (
        <FolderPicker
          title={sheet.what === 'move' ? t('移动到') : t('复制到')}
          yes={sheet.what === 'move' ? t('移动到这里') : t('复制到这里')}
          from={first.right === 'write' ? (first.parentId ?? undefined) : undefined}
          leaves={sheet.what === 'move'}
          onChoose={async (folderId) => {
            if (sheet.what === 'move') return onMove(idsOf(sheet.nodes), folderId)
            if (!(await runAndTell(() => call(diskCopy, { ids: idsOf(sheet.nodes), parentId: folderId }, { fresh: true })))) return
            toast(t('已复制'), 'success')
            onDone(true)
          }}
          onClose={onClose}
        />
      )}
      {sheet.what === 'share' && <ShareSheet node={first} onClose={onClose} />}
      {sheet.what === 'versions' && <VersionsSheet node={first} onClose={onClose} />}
    </>
  )
}
