import { Download, EllipsisVertical, FolderOpen, Share2, X } from 'lucide-react'
import { contentAddress, type DiskNode, diskNodeInfo } from '../../domain/disk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { sizeWords } from './sizeWords.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { fullTime } from '../shell/dateWords.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { Preview } from './Preview.tsx'
import { spaceTitle } from './spaceTitle.ts'
import { useNodeActions } from './useNodeActions.tsx'

type Props = {
  id: Id
  /** Closes it beside a list; a screen of its own goes back instead. */
  onClose?: () => void
  /** It was deleted or moved. */
  onGone: () => void
}

/** A file: what is in it, where it lies, and what may be done with it. */
export const FileView = ({ id, onClose, onGone }: Props) => {
  const actions = useNodeActions((stays) => !stays && onGone())
  const { data, error, refetch } = useAsk(diskNodeInfo, { id }, { enabled: !actions.isRemoving })
  if (!data || (data.node.kind === 'folder' && !error)) return <Pending title={t('文件')} error={error} onRetry={refetch} />
  const { node, way, space } = data
  const place = way.map(({ name }) => name || spaceTitle(space)).join(' / ')
  const above = way.at(-1)
  return (
    <Page
      title={node.name}
      text={sizeWords(node.sizeBytes ?? 0)}
      right={
        <>
          <IconButton icon={EllipsisVertical} iconSize={20} label={t('更多操作')} onClick={() => void actions.offer(node)} />
          {onClose && <IconButton icon={X} iconSize={22} label={t('关闭预览')} onClick={onClose} />}
        </>
      }
      bottom={
        <>
          {node.right === 'write' && (
            <Button kind="secondary" size="large" icon={Share2} className="flex-1" onClick={() => actions.share(node)}>
              {t('共享')}
            </Button>
          )}
          <Button size="large" icon={Download} className="flex-1" onClick={() => host.saveFrom(contentAddress(node, { download: true }))}>
            {t('下载')}
          </Button>
        </>
      }
    >
      {!actions.isRemoving && <Preview file={previewedFile(node)} key={`${node.id} ${node.versionNo}`} />}
      <Section title={t('文件信息')}>
        {above && (
          <Cell icon={FolderOpen} tint="#f5a623" title={place} onPress={() => go('/pages/netdisk/netdisklist', { id: above.id })} />
        )}
        <Value label={t('大小')}>{sizeWords(node.sizeBytes ?? 0)}</Value>
        <Value label={t('修改时间')}>{fullTime(node.changedAt)}</Value>
        <Value label={t('修改人')}>{node.changedBy}</Value>
        <Value label={t('版本')}>{t('第{no}版', { no: node.versionNo })}</Value>
      </Section>
      {actions.sheets}
    </Page>
  )
}

const previewedFile = (node: DiskNode) => ({
  ...node,
  sizeBytes: node.sizeBytes ?? 0,
  address: contentAddress(node),
  small: node.thumbnail ? contentAddress(node, { small: true }) : undefined,
})
