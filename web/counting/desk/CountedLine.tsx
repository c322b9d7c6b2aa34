import { ScanLine } from 'lucide-react'
import { countTaskInfo } from '../../../domain/counting/operations.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { Button } from '../../look/Button.tsx'
import { Section } from '../../look/Card.tsx'
import { Page } from '../../look/Page.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { Timeline } from '../../look/Timeline.tsx'
import { placeName, shownEvent } from '../outcome.ts'
import { useOpenCount } from '../useCount.ts'
import { fullTime } from '../../shell/dateWords.ts'
import { useSearch } from '../../screen.ts'
import { replace } from '../../travel.ts'
import { t } from '../../words.ts'
import { LineView } from './LineView.tsx'

/** One line of a count with everything that was observed of it, and what this device has not sent yet. */
export default function CountedLine() {
  const { id = '', lineId = '', account } = useSearch('/pages/goods/GsInventoryOrder/gsinventory-instance-detail')
  const { data, error, refetch } = useAsk(countTaskInfo, { id }, { keep: true })
  const mayCount = data?.may.includes('count') ?? true
  return (
    <Page
      width="form"
      text={data?.name}
      onRefresh={refetch}
      bottom={
        mayCount && (
          <Button size="large" wide icon={ScanLine} onClick={() => replace('/pages/goods/components/inventoryScan/index', { taskId: id })}>
            {t('继续扫码')}
          </Button>
        )
      }
    >
      <Unsent task={id} item={lineId} />
      {data && <LineView task={data} of={{ itemId: lineId, ...(account !== undefined && { account }) }} />}
      {!data && error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton rows={6} />}
    </Page>
  )
}

/** What was observed of it here and waits for a network. */
const Unsent = ({ task, item }: { task: Id; item: Id }) => {
  const here = useOpenCount(task)
  const waits = here?.tally.saidOf(item).filter(({ seq }) => seq > here.joined.acked) ?? []
  if (!here || waits.length === 0) return null
  return (
    <Section title={t('待上传')} flush={false}>
      <Timeline
        items={waits.map((event) => ({
          key: String(event.seq),
          title: shownEvent(event, here.index).text,
          time: fullTime(event.at),
          text: event.place === undefined ? '' : placeName(here.index, event.place),
          state: 'waiting',
        }))}
      />
    </Section>
  )
}
