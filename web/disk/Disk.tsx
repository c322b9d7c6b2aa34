import {
  ArrowDownUp,
  ChevronRight,
  FolderPlus,
  FolderUp,
  LayoutGrid,
  List as ListIcon,
  ListChecks,
  Plus,
  Trash2,
  Upload,
} from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import {
  diskFolder,
  type DiskNode,
  diskNodeInfo,
  diskNodeList,
  diskPurge,
  diskSearch,
  type DiskSpace,
  diskSpaceInfo,
  diskSpaceList,
} from '../../domain/disk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { call } from '../call.ts'
import { beginUploads } from './UploadBar.tsx'
import { Button } from '../look/Button.tsx'
import { choose, confirm } from '../look/overlays/confirm.ts'
import { IconButton } from '../look/IconButton.tsx'
import { WriteIconButton } from '../look/WriteIconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { toast } from '../look/overlays/toast.ts'
import { type Pages, usePages } from '../pages.ts'
import { ScreenContext, useScreen, useSearch, useWide } from '../screen.ts'
import { store, stored, useSession } from '../session/session.ts'
import { go, replace } from '../travel.ts'
import { t } from '../words.ts'
import { useOver } from '../writing.ts'
import { DiskSettings } from './DiskSettings.tsx'
import { FileView } from './FileView.tsx'
import { NameSheet } from './NameSheet.tsx'
import { useFileDrop } from '../forms/useFileDrop.ts'
import { ColumnHeads, NodeList, type Sort, take } from './NodeList.tsx'
import { pickedByDrop } from './pickedFile.ts'
import { draggedIds, nodesType } from './NodeRow.tsx'
import { QuotaBar } from './QuotaBar.tsx'
import { spaceTitle } from './spaceTitle.ts'
import { useFilePicker } from './useFilePicker.tsx'
import { useNodeActions } from './useNodeActions.tsx'

const path = '/pages/netdisk/netdisklist'
const views = ['mine', 'department', 'organisation', 'shared', 'bin'] as const
type View = (typeof views)[number]

/** The net disk: whose files, which folder. Both stand in the query, so that back goes up again. */
export default function Netdisk(): ReactNode {
  const { view: said, id } = useSearch(path)
  const { uid } = useSession()
  const spaces = useAsk(diskSpaceList, {})
  const folder = useAsk(diskNodeInfo, { id: id ?? '' }, { enabled: id !== undefined && said !== 'bin' })
  useEffect(() => beginUploads(), [])

  const view: View = views.find((candidate) => candidate === said) ?? viewOf(folder.data?.space)
  const list = spaces.data?.list ?? []
  const roots = rootsOf(view, list)
  const rootId = view === 'mine' ? uid : roots[0]?.id
  const folderId = id ?? rootId
  const tabs = [
    { value: 'mine' as const, label: t('我的') },
    { value: 'department' as const, label: t('部门') },
    { value: 'organisation' as const, label: t('公司') },
    { value: 'shared' as const, label: t('共享区') },
    { value: 'bin' as const, label: t('回收站') },
  ]
  const shownTabs =
    folder.data?.space.kind === 'subject' ? undefined : (
      <Tabs
        tabs={rootsOf('department', list).length === 0 && spaces.data ? tabs.filter(({ value }) => value !== 'department') : tabs}
        value={view}
        onChange={(next) => replace(path, { view: next })}
        label={t('网盘')}
      />
    )
  // Several departments, or the person who left and named the reader to take over: one of them at a time.
  const chips = roots.length > 1 && (id === undefined || roots.some((root) => root.id === id)) && (
    <div className="plain-scrollbar flex gap-2 overflow-x-auto py-2">
      {roots.map((root) => (
        <button
          key={root.id}
          type="button"
          aria-pressed={root.id === folderId}
          onClick={() => replace(path, { view, id: root.id })}
          className={`relative h-9 shrink-0 rounded-full px-4 text-body after:absolute after:-inset-y-1 after:inset-x-0 ${root.id === folderId ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken'}`}
        >
          {spaceTitle(root)}
        </button>
      ))}
    </div>
  )

  if (view === 'shared') return <Shared tabs={shownTabs} />
  if (folderId === undefined) return <Pending title={t('网盘')} error={spaces.error} onRetry={spaces.refetch} />
  if (view === 'bin') return <Bin tabs={shownTabs} chips={chips} id={folderId} />
  return <FolderScreen key={folderId} id={folderId} view={said} tabs={shownTabs} chips={chips} />
}

/** The spaces that a tab begins at. */
const rootsOf = (view: View, spaces: readonly DiskSpace[]): readonly DiskSpace[] => {
  if (view === 'bin') return spaces.filter(({ right }) => right === 'write')
  const kind = spaceKinds[view]
  return spaces.filter((space) => space.kind === kind)
}

const spaceKinds: Readonly<Record<Exclude<View, 'bin'>, DiskSpace['kind']>> = {
  mine: 'person',
  department: 'department',
  organisation: 'organisation',
  shared: 'organisation',
}

const viewOf = (space: DiskSpace | undefined): View =>
  space?.kind === 'department' || space?.kind === 'organisation' ? space.kind : 'mine'

/** How folders are looked at, the same everywhere, remembered on this device. */
const useLook = () => {
  const [look, setLook] = useState<'rows' | 'grid'>(() => (stored('_disk_look') === 'grid' ? 'grid' : 'rows'))
  return {
    look,
    turn: () => {
      const next = look === 'rows' ? 'grid' : 'rows'
      store('_disk_look', next, 0)
      setLook(next)
    },
  }
}

const LookButton = ({ look, turn }: ReturnType<typeof useLook>) => (
  <IconButton
    icon={look === 'rows' ? LayoutGrid : ListIcon}
    iconSize={20}
    label={look === 'rows' ? t('看缩略图') : t('看列表')}
    onClick={turn}
  />
)

/** A file stands beside the list on a wide window, and is a screen of its own on a phone; a folder is gone into. */
const useOpening = (view: string | undefined) => {
  const wide = useWide()
  const [file, setFile] = useState<DiskNode>()
  return {
    file: wide ? file : undefined,
    close: () => setFile(undefined),
    open: (node: DiskNode) => {
      if (node.kind === 'folder') go(path, { view: view === 'shared' ? undefined : view, id: node.id })
      else if (wide) setFile(node)
      else go('/pages/netdisk/diskfile', { id: node.id })
    },
  }
}

const Beside = ({ file, onClose, children }: { file: DiskNode | undefined; onClose: () => void; children: ReactNode }) => {
  const screen = useScreen()
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">{children}</div>
      {file && (
        <aside aria-label={t('预览')} className="flex w-120 shrink-0 flex-col border-l border-line huge:w-160">
          <ScreenContext value={{ ...screen, isTab: true }}>
            <FileView key={file.id} id={file.id} onClose={onClose} onGone={onClose} />
          </ScreenContext>
        </aside>
      )}
    </div>
  )
}

type FolderScreenProps = { id: Id; view: string | undefined; tabs: ReactNode; chips: ReactNode }

const FolderScreen = ({ id, view, tabs, chips }: FolderScreenProps) => {
  const wide = useWide()
  const look = useLook()
  const openingState = useOpening(view)
  const [sort, setSort] = useState<Sort>({ by: 'name', descending: false })
  const [words, setWords] = useState('')
  const [isChoosing, setChoosing] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const info = useAsk(diskNodeInfo, { id })
  const inside = usePages(diskNodeList, { id, sort: sort.by, descending: sort.descending }, { pageSize: 60 })
  const matches = useFound(words, info.data?.node.parentId === null ? undefined : id)
  const pages = words ? matches : inside
  const { node, space, way = [] } = info.data ?? {}
  const mayWrite = node?.right === 'write'
  const isTop = node?.parentId === null
  const { picker, pick, pickFolder } = useFilePicker(id)
  const { isOver, dropProps } = useFileDrop(mayWrite, (transfer) => void pickedByDrop(transfer).then((files) => take(id, files)))
  const startNaming = () => setNaming(true)

  const tools = (
    <>
      {!wide && <IconButton icon={ArrowDownUp} iconSize={20} label={t('排序')} onClick={() => void chooseSort(sort, setSort)} />}
      <LookButton {...look} />
      <IconButton icon={ListChecks} iconSize={20} label={t('选择多个')} onClick={() => setChoosing(!isChoosing)} />
      {isTop && space && <DiskSettings space={space} />}
      {mayWrite && wide && <WriteTools onFolder={startNaming} onUploadFolder={pickFolder} onUpload={() => void pick()} />}
    </>
  )
  return (
    <Page scroll={false} title={folderTitle(node, space)} right={wide ? tools : undefined} below={tabs}>
      <Beside file={openingState.file} onClose={openingState.close}>
        <div {...dropProps} className={`flex min-h-0 flex-1 flex-col ${isOver ? 'bg-accent-soft ring-2 ring-inset ring-accent' : ''}`}>
          <NodeList
            pages={pages}
            look={words ? 'rows' : look.look}
            choosing={isChoosing}
            onChoosing={setChoosing}
            chosenKey={openingState.file?.id}
            onOpen={openingState.open}
            onDone={openingState.close}
            empty={emptyWords({ words, mayWrite, wide, onUpload: () => void pick() })}
            header={
              <div className="pt-2">
                <div className="flex items-center gap-1">
                  <SearchBox
                    value={words}
                    onSearch={setWords}
                    placeholder={isTop ? t('搜索文件名或拼音') : t('在“{name}”中搜索', { name: node?.name ?? '' })}
                  />
                  {!wide && tools}
                </div>
                {chips}
                {!isTop && space && <Way way={way} name={node?.name} space={space} view={view} />}
                {isTop && space ? <QuotaBar space={space} /> : <div className="h-2" />}
                {node && !mayWrite && <p className="px-1 pb-2 text-small text-quiet">{t('您可以查看和下载这里的文件，不能修改。')}</p>}
                {pages.rows.length > 0 && (words || look.look === 'rows') && <ColumnHeads sort={sort} onSort={setSort} />}
              </div>
            }
          />
          {mayWrite && !wide && !isChoosing && <AddButton onPress={() => void chooseAddition({ pick, startNaming })} />}
        </div>
      </Beside>
      {picker}
      {isNaming && (
        <NameSheet
          title={t('新建文件夹')}
          begin=""
          onName={(name) => call(diskFolder, { parentId: id, name }, { quiet: true, fresh: true })}
          onClose={() => setNaming(false)}
        />
      )}
    </Page>
  )
}

const folderTitle = (node: DiskNode | undefined, space: DiskSpace | undefined): string => {
  if (node && node.parentId !== null) return node.name
  return space?.kind === 'subject' ? spaceTitle(space) : t('网盘')
}

type WriteProps = { onFolder: () => void; onUploadFolder: () => void; onUpload: () => void }

const WriteTools = ({ onFolder, onUploadFolder, onUpload }: WriteProps) => (
  <>
    <Button kind="secondary" icon={FolderPlus} onClick={onFolder}>
      {t('新建文件夹')}
    </Button>
    <Button kind="secondary" icon={FolderUp} onClick={onUploadFolder}>
      {t('上传文件夹')}
    </Button>
    <Button icon={Upload} onClick={onUpload}>
      {t('上传')}
    </Button>
  </>
)

/** On a phone, where a folder cannot be chosen. */
const AddButton = ({ onPress }: { onPress: () => void }) => (
  <button
    type="button"
    aria-label={t('上传或新建')}
    onClick={onPress}
    className="absolute bottom-[calc(1.25rem+env(safe-area-inset-bottom,0px))] right-5 z-20 flex size-14 items-center justify-center rounded-full bg-[#0071e3] text-white shadow-float active:scale-95"
  >
    <Plus size={28} aria-hidden />
  </button>
)

const chooseAddition = async ({ pick, startNaming }: { pick: () => Promise<void>; startNaming: () => void }): Promise<void> => {
  const choice = await choose(t('新建'), [
    { value: 'files', label: t('上传文件'), text: t('照片、视频和任何文件') },
    { value: 'new', label: t('新建文件夹') },
  ])
  if (choice === 'files') await pick()
  else if (choice === 'new') startNaming()
}

const chooseSort = async (sort: Sort, onSort: (sort: Sort) => void): Promise<void> => {
  const choice = await choose(t('排序'), [
    { value: 'name', label: t('名称'), chosen: sort.by === 'name' },
    { value: 'changed', label: t('最近修改'), chosen: sort.by === 'changed' },
    { value: 'size', label: t('大小'), chosen: sort.by === 'size' },
  ])
  if (choice) onSort({ by: choice, descending: choice !== 'name' })
}

type EmptyInput = { words: string; mayWrite: boolean; wide: boolean; onUpload: () => void }

const emptyWords = ({ words, mayWrite, wide, onUpload }: EmptyInput) => {
  if (words) return { title: t('没有找到“{words}”', { words }), text: t('可以按名称、拼音或拼音首字母搜索。') }
  if (!mayWrite) return { title: t('这里还没有文件') }
  return {
    title: t('这里还没有文件'),
    text: wide ? t('把文件或文件夹拖到这里，或点击上传。') : t('上传的文件会出现在这里。'),
    action: { label: t('上传文件'), onPress: onUpload },
  }
}

type WayProps = { way: readonly { id: Id; name: string }[]; name: string | undefined; space: DiskSpace; view: string | undefined }

/** The folders above; files that are dropped on one move there. */
const Way = ({ way, name, space, view }: WayProps) => {
  const { moveTo } = useNodeActions()
  const onto = (folderId: Id) => ({
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(nodesType) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      const ids = draggedIds(event.dataTransfer)
      if (ids.length === 0) return
      event.preventDefault()
      event.stopPropagation()
      void moveTo(ids, folderId)
    },
  })
  return (
    <nav aria-label={t('位置')} className="flex flex-wrap items-center pt-1 text-small">
      {way.map((step) => (
        <span key={step.id} className="flex items-center">
          <button
            type="button"
            {...onto(step.id)}
            className="min-h-11 px-1 text-accent-strong wide:min-h-9"
            onClick={() => go(path, { view, id: step.id })}
          >
            {step.name || spaceTitle(space)}
          </button>
          <ChevronRight size={14} className="text-faint" aria-hidden />
        </span>
      ))}
      <span className="px-1 font-medium" aria-current="page">
        {name}
      </span>
    </nav>
  )
}

/** In a folder and below it; at the top of a space in everything that the reader sees. */
const useFound = (words: string, id: Id | undefined): Pages<DiskNode & { readonly where: string }> => {
  const { data, error, isPlaceholderData, refetch } = useAsk(
    diskSearch,
    { words: words || ' ', ...(id !== undefined && { id }) },
    { enabled: words !== '', keep: true },
  )
  const withoutData = error ? 'failed' : 'loading'
  return {
    rows: data?.list ?? [],
    totalCount: data?.list.length,
    status: data ? 'ready' : withoutData,
    error,
    hasMore: false,
    loadingMore: false,
    moreFailed: false,
    more: () => undefined,
    refresh: refetch,
    question: `found ${words}`,
    old: isPlaceholderData,
  }
}

const Shared = ({ tabs }: { tabs: ReactNode }) => {
  const look = useLook()
  const openingState = useOpening('shared')
  const [isChoosing, setChoosing] = useState(false)
  const [view, setView] = useState<'shared' | 'given'>('shared')
  const pages = usePages(diskNodeList, { view }, { pageSize: 60 })
  const chips = (
    <div className="flex gap-2 py-2">
      {(['shared', 'given'] as const).map((tab) => (
        <button
          key={tab}
          type="button"
          aria-pressed={tab === view}
          onClick={() => setView(tab)}
          className={`relative h-9 shrink-0 rounded-full px-4 text-body after:absolute after:-inset-y-1 after:inset-x-0 ${tab === view ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken'}`}
        >
          {tab === 'shared' ? t('共享给我的') : t('我共享出去的')}
        </button>
      ))}
    </div>
  )
  return (
    <Page scroll={false} title={t('网盘')} below={tabs} right={<LookButton {...look} />}>
      <Beside file={openingState.file} onClose={openingState.close}>
        <NodeList
          pages={pages}
          look={look.look}
          choosing={isChoosing}
          onChoosing={setChoosing}
          chosenKey={openingState.file?.id}
          onOpen={openingState.open}
          onDone={openingState.close}
          header={chips}
          empty={
            view === 'shared'
              ? { title: t('还没有人与您共享文件'), text: t('同事共享给您或您部门的文件和文件夹会出现在这里。') }
              : { title: t('您还没有共享过文件'), text: t('您共享给同事、部门、会话或链接的内容会出现在这里，可以随时取消。') }
          }
        />
      </Beside>
    </Page>
  )
}

const Bin = ({ tabs, chips, id }: { tabs: ReactNode; chips: ReactNode; id: Id }) => {
  const [isChoosing, setChoosing] = useState(false)
  const pages = usePages(diskNodeList, { view: 'trash', id }, { pageSize: 60 })
  const space = useAsk(diskSpaceInfo, { id })
  const { offer, sheets } = useNodeActions()
  const over = useOver()
  const empty = async () => {
    const words = { title: t('清空回收站？'), text: t('里面的文件会彻底删除，不能恢复。'), yes: t('清空'), danger: true }
    if (!(await confirm(words))) return
    const result = await call(diskPurge, { spaceId: id }, { fresh: true }).catch(() => undefined)
    if (result) toast(t('回收站已清空'), 'success')
  }
  return (
    <Page
      scroll={false}
      title={t('网盘')}
      below={tabs}
      right={
        <>
          <IconButton icon={ListChecks} iconSize={20} label={t('选择多个')} onClick={() => setChoosing(!isChoosing)} />
          {pages.rows.length > 0 && (
            <WriteIconButton icon={Trash2} iconSize={20} label={t('清空回收站')} busy={over} onClick={() => void empty()} />
          )}
        </>
      }
    >
      <NodeList
        pages={pages}
        look="rows"
        choosing={isChoosing}
        onChoosing={setChoosing}
        onOpen={(node) => void offer(node)}
        header={
          <>
            {chips}
            {space.data && <QuotaBar space={space.data.space} />}
            <p className="px-1 pb-2 text-small text-quiet">{t('删除的文件保留30天，之后自动彻底删除。')}</p>
          </>
        }
        empty={{ title: t('回收站是空的') }}
      />
      {sheets}
    </Page>
  )
}
