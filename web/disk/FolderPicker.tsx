import { ChevronRight, Folder, FolderPlus, HardDrive } from 'lucide-react'
import { useState } from 'react'
import { diskFolder, diskNodeInfo, diskNodeList, diskSpaceList } from '../../domain/disk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { call } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { t } from '../words.ts'
import { NameSheet } from './NameSheet.tsx'
import { spaceTitle } from './spaceTitle.ts'
import { useBusy } from '../writing.ts'
import { assertDefined } from '../../kernel/assert.ts'

type Props = {
  title: string
  yes: string
  /** Where one begins. */
  from: Id | undefined
  /** What is chosen for leaves where it stands: to stay there is no choice. */
  leaves?: boolean
  onChoose: (folderId: Id) => Promise<unknown>
  onClose: () => void
}

/** Goes through the folders that one may write to, down and up, to choose one. */
export const FolderPicker = ({ title, yes, from, leaves = false, onChoose, onClose }: Props) => {
  const [at, setAt] = useState(from)
  const [isNaming, setNaming] = useState(false)
  const [busy, setBusy] = useBusy()
  const info = useAsk(diskNodeInfo, { id: at ?? '' }, { enabled: at !== undefined, keep: true })
  const folderInfo = at === undefined ? undefined : info.data
  const mayWrite = folderInfo?.node.right === 'write'
  const way = folderInfo ? [...folderInfo.way, folderInfo.node] : []
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      tall
      footer={
        <>
          <Button kind="secondary" size="large" icon={FolderPlus} disabled={!mayWrite} onClick={() => setNaming(true)}>
            {t('新建文件夹')}
          </Button>
          <Button
            size="large"
            className="flex-1"
            busy={busy}
            disabled={!mayWrite || (leaves && at === from)}
            onClick={async () => {
              setBusy(true)
              try {
                await onChoose(assertDefined(at, 'the folder on show'))
                onClose()
              } finally {
                setBusy(false)
              }
            }}
          >
            {yes}
          </Button>
        </>
      }
    >
      <nav aria-label={t('位置')} className="flex flex-wrap items-center gap-x-1 pb-2 text-small">
        <button type="button" className="reach min-h-9 px-1 text-accent-strong" onClick={() => setAt(undefined)}>
          {t('网盘')}
        </button>
        {folderInfo &&
          way.map(({ id, name }, index) => (
            <span key={id} className="flex items-center gap-1">
              <ChevronRight size={14} className="text-faint" aria-hidden />
              <button
                type="button"
                className={`reach min-h-9 px-1 ${index === way.length - 1 ? 'font-medium' : 'text-accent-strong'}`}
                onClick={() => setAt(id)}
              >
                {name || spaceTitle(folderInfo.space)}
              </button>
            </span>
          ))}
      </nav>
      {folderInfo && !mayWrite && <p className="pb-2 text-small text-warn">{t('您只能查看这里的文件，不能放入')}</p>}
      {at === undefined ? <Spaces onOpen={setAt} /> : <Folders id={at} onOpen={setAt} />}
      {isNaming && at !== undefined && (
        <NameSheet
          title={t('新建文件夹')}
          begin={t('新建文件夹')}
          onName={async (name) => setAt((await call(diskFolder, { parentId: at, name }, { quiet: true, fresh: true })).id)}
          onClose={() => setNaming(false)}
        />
      )}
    </Sheet>
  )
}

const Spaces = ({ onOpen }: { onOpen: (id: Id) => void }) => {
  const { data, error, refetch } = useAsk(diskSpaceList, {})
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Skeleton rows={4} />
  return (
    <Card flush className="shrink-0">
      {data.list.map((space) => (
        <Cell key={space.id} icon={HardDrive} title={spaceTitle(space)} onPress={() => onOpen(space.id)} />
      ))}
    </Card>
  )
}

const Folders = ({ id, onOpen }: { id: Id; onOpen: (id: Id) => void }) => {
  const { data, error, refetch } = useAsk(diskNodeList, { id, pageSize: 500 })
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Skeleton rows={6} />
  const folders = data.list.filter(({ kind }) => kind === 'folder')
  if (folders.length === 0) return <Empty icon={Folder} title={t('这里没有文件夹')} />
  return (
    <Card flush className="shrink-0">
      {folders.map((folder) => (
        <Cell key={folder.id} icon={Folder} tint="#f5a623" title={folder.name} onPress={() => onOpen(folder.id)} />
      ))}
    </Card>
  )
}
