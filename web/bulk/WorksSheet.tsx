import { bulkOperations, type BulkJob } from '../../domain/bulk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { when } from '../shell/when.ts'
import { t } from '../words.ts'

/** The works on many things that the reader may look at, newest first. */
export default function WorksSheet({ onClose, onOpen }: { onClose: () => void; onOpen: (id: Id) => void }) {
  const { data, error, refetch } = useAsk(bulkOperations.list, {}, { staleMs: 0 })
  return (
    <Sheet open onClose={onClose} title={t('批量操作记录')} tall>
      {error && <Problem error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton rows={6} picture={false} />}
      {!error && data && <Works works={data.list} onOpen={onOpen} />}
    </Sheet>
  )
}

const Works = ({ works, onOpen }: { works: readonly BulkJob[]; onOpen: (id: Id) => void }) => {
  if (works.length === 0) return <Empty title={t('还没有批量操作')} />
  return (
    <Card flush className="shrink-0">
      {works.map((work) => (
        <Cell
          key={work.id}
          title={work.title}
          text={`${work.userName} · ${when(work.createdAt)}`}
          value={workStanding(work)}
          onPress={() => onOpen(work.id)}
        />
      ))}
    </Card>
  )
}

const workStanding = ({ state, done, total, undoneBy, takesBack }: BulkJob): string => {
  if (state === 'running') return t('进行中')
  if (undoneBy !== null) return takesBack ? t('已恢复') : t('已撤销')
  if (state === 'cancelled') return t('已停止')
  return t('{done} / {total} 项', { done, total })
}
