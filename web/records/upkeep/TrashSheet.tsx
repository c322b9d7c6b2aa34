import { useState } from 'react'
import { trashOperations, type RemovedRecord } from '../../../domain/records/mergeOperations.ts'
import { type RecordKind, thingOf } from '../../../domain/records/define.ts'
import { CallError } from '../../call.ts'
import { useAsk } from '../../ask.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Empty } from '../../look/Empty.tsx'
import { Problem } from '../../look/Problem.tsx'
import { SearchBox } from '../../look/fields/SearchBox.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { useSend } from '../../send.ts'
import { when } from '../../shell/when.ts'
import { t } from '../../words.ts'
import { within } from '../../within.ts'

/** So many are shown at once; the others are found by their words. */
const shownAtMost = 100

/** What was removed of a kind: by whom, when, and the way back. */
export default function TrashSheet({ kind, onClose }: { kind: RecordKind; onClose: () => void }) {
  const [likeQuery, setLikeQuery] = useState('')
  const operations = trashOperations(kind)
  const { data, error, refetch } = useAsk(operations.list, { likeQuery, pageSize: shownAtMost }, { staleMs: 0, keep: true })
  const { send, sending: busy } = useSend(operations.restore, { done: '已恢复' })
  const restore = async ({ id }: RemovedRecord) => {
    try {
      await send({ id })
      await refetch()
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
    }
  }
  return (
    <Sheet open onClose={onClose} title={t('已删除的{thing}', { thing: within(thingOf(kind)) })} tall>
      <div className="px-1 pt-1 pb-3">
        <SearchBox value={likeQuery} onSearch={setLikeQuery} placeholder={t('搜索名称或编码')} />
      </div>
      {error && <Problem error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton rows={6} picture={false} />}
      {data?.list.length === 0 && <Empty title={t('回收站是空的')} text={t('删除和合并的记录会列在这里，可以恢复。')} />}
      {data && data.list.length > 0 && (
        <Card flush className="shrink-0">
          {data.list.map((row) => (
            <Cell
              key={row.id}
              title={[row.name, row.code].filter(Boolean).join(' · ')}
              text={standingWords(row)}
              value={
                row.mergedInto === null && (
                  <Button kind="secondary" size="small" busy={busy} onClick={() => void restore(row)}>
                    {t('恢复')}
                  </Button>
                )
              }
            />
          ))}
        </Card>
      )}
      {data && data.totalCount > data.list.length && (
        <p className="px-1 py-3 text-small text-faint">{t('显示最近的 {count} 项，其余请搜索。', { count: data.list.length })}</p>
      )}
    </Sheet>
  )
}

const standingWords = ({ removedBy, removedAt, mergedInto, place }: RemovedRecord): string =>
  [
    removedBy,
    when(removedAt),
    mergedInto === null ? place !== null && t('原在{place}', { place }) : t('已合并到{name}', { name: mergedInto }),
  ]
    .filter(Boolean)
    .join(' · ')
