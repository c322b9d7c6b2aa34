import { CircleCheckBig } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import { useAsk } from '../../ask.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Page } from '../../look/Page.tsx'
import { ProcessCard } from '../process/ProcessCard.tsx'
import { TaskTag } from '../process/statusTag.tsx'
import { taskFoot } from '../process/taskFoot.ts'
import { useScreen, useSearch } from '../../screen.ts'
import { back, replace } from '../../travel.ts'
import { t } from '../../words.ts'
import Opinion from './Opinion.tsx'

/** One task to decide, on a screen of its own; afterwards the next one is offered. Beside a list that goes on by itself. */
export default function FormApprove(): ReactNode {
  const { taskId = '', action } = useSearch('/pages/flow/formApprove')
  const { beside } = useScreen()
  const [decided, setDecided] = useState<{ taskId: string; done: string }>()
  return decided?.taskId === taskId ? (
    <Decided taskId={taskId} done={decided.done} />
  ) : (
    <Opinion
      taskId={taskId}
      begin={action === 'reject' ? action : undefined}
      onDone={(done) => (beside ? beside.goOn() : setDecided({ taskId, done }))}
    />
  )
}

const Decided = ({ taskId, done }: { taskId: string; done: string }) => {
  const { data } = useAsk(taskOperations.tasks, { status: 1, type: 'assignee', pageSize: 2 })
  const next = data?.list.find((task) => task.taskId !== taskId)
  const openCount = data?.totalCount ?? 0
  const decide = () => next && replace('/pages/flow/formApprove', { taskId: next.taskId })
  return (
    <Page
      width="form"
      bottom={
        <>
          <Button size="large" kind="secondary" wide onClick={() => void back()}>
            {t('返回')}
          </Button>
          {next && (
            <Button size="large" wide onClick={decide}>
              {t('下一条')}
            </Button>
          )}
        </>
      }
    >
      <div role="status" className="flex flex-col items-center px-6 pb-8 pt-12 text-center">
        <span className="flex size-20 items-center justify-center rounded-full bg-good-soft text-good">
          <CircleCheckBig size={38} strokeWidth={1.8} aria-hidden />
        </span>
        <p className="mt-5 text-large font-semibold">{done}</p>
        {data && (
          <p className="mt-1.5 text-body text-quiet">
            {openCount > 0 ? t('还有{count}项待处理', { count: openCount }) : t('待处理的审批已全部完成')}
          </p>
        )}
      </div>
      {next && (
        <Card flush>
          <ProcessCard
            process={next}
            time={next.openedAt}
            unread={!next.read}
            tag={<TaskTag task={next} />}
            foot={taskFoot(next)}
            onPress={() => decide()}
          />
        </Card>
      )}
    </Page>
  )
}
