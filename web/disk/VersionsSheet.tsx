import { Download, RotateCcw } from 'lucide-react'
import { contentAddress, type DiskNode, diskRestoreVersion, diskVersions } from '../../domain/disk/operations.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { sizeWords } from './sizeWords.ts'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { IconButton } from '../look/IconButton.tsx'
import { WriteIconButton } from '../look/WriteIconButton.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Tag } from '../look/Tag.tsx'
import { fullTime } from '../shell/dateWords.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'

/** What a file was before: to fetch, or to make it so again. */
export const VersionsSheet = ({ node, onClose }: { node: DiskNode; onClose: () => void }) => {
  const { data, error, refetch } = useAsk(diskVersions, { id: node.id })
  const { send, sending } = useSend(diskRestoreVersion, { done: '已恢复' })
  const restore = async (versionNo: number) => {
    const words = { title: t('恢复到第{no}版？', { no: versionNo }), text: t('现在的内容会留在历史版本里。'), yes: t('恢复') }
    if (await confirm(words)) await send({ id: node.id, no: versionNo }).catch(() => undefined)
  }
  return (
    <Sheet open onClose={onClose} title={t('历史版本')} tall>
      {error && <Problem error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton rows={4} picture={false} />}
      {!error && data && (
        <Card flush className="shrink-0">
          {data.list.map(({ no, sizeBytes, at, userName, current }) => (
            <Cell
              key={no}
              title={
                <span className="flex items-center gap-2">
                  {t('第{no}版', { no })}
                  {current && <Tag tone="accent">{t('当前版本')}</Tag>}
                </span>
              }
              text={[fullTime(at), userName, sizeWords(sizeBytes)].filter(Boolean).join(' · ')}
              value={
                <span className="flex">
                  <IconButton
                    icon={Download}
                    iconSize={20}
                    label={t('下载第{no}版', { no })}
                    onClick={() => host.saveFrom(contentAddress({ id: node.id, versionNo: no }, { download: true }))}
                  />
                  {!current && node.right === 'write' && (
                    <WriteIconButton
                      icon={RotateCcw}
                      iconSize={20}
                      label={t('恢复第{no}版', { no })}
                      busy={sending}
                      onClick={() => void restore(no)}
                    />
                  )}
                </span>
              }
            />
          ))}
        </Card>
      )}
      <p className="px-1 pt-2 text-small text-faint">{t('保留最近180天内的20个版本。')}</p>
    </Sheet>
  )
}
