import { useState } from 'react'
import { type TaskRow, workflowOperations } from '../../../domain/operations/workflow.ts'
import { usePages, useSend } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { SearchBox } from '../../look/SearchBox.tsx'
import { SwipeActions } from '../../look/SwipeActions.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { Tag } from '../../look/Tag.tsx'
import { useCounts } from '../../parts/counts.ts'
import { ProcessCard } from '../../parts/flow/ProcessCard.tsx'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'

/** What waits for one's decision, and what one has decided. */
export default function MyApprovals() {
  const [status, setStatus] = useState<'1' | '2'>('1')
  const [keyword, setKeyword] = useState('')
  const counts = useCounts()
  const pages = usePages(workflowOperations.tasks, {
    status: status === '1' ? 1 : 2,
    type: 'assignee',
    ...(keyword && { likeQuery: keyword }),
  })
  const { send } = useSend(workflowOperations.batchApprove, { changes: ['workflow', 'workbench', 'msgmessage'], done: '已同意' })
  const approve = (task: TaskRow) =>
    send({ items: [{ taskId: task.taskId, formRev: task.formRev }] }).catch((error: unknown) => {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    })
  return (
    <Page
      scroll={false}
      below={
        <>
          <div className="px-4 pb-1">
            <SearchBox value={keyword} onSearch={setKeyword} placeholder={t('搜索审批')} />
          </div>
          <Tabs
            label={t('状态')}
            value={status}
            onChange={setStatus}
            tabs={[
              { value: '1', label: t('待处理'), count: counts.approve },
              { value: '2', label: t('已处理') },
            ]}
          />
        </>
      }
    >
      <List
        pages={pages}
        keyOf={(task) => task.id}
        row={(task) => {
          const card = (
            <div className="bg-card">
              <ProcessCard
                process={task}
                time={task.decidedAt ?? task.openedAt}
                unread={!task.read && status === '1'}
                tag={<TaskTag task={task} />}
                foot={`${task.initiator.userName} · ${t(task.nodeName)}`}
                onPress={() => go('/pages/flow/formApprove', { taskId: task.taskId })}
              />
            </div>
          )
          return task.batch && status === '1' ? (
            <SwipeActions actions={[{ label: t('同意'), onPress: () => void approve(task) }]}>{card}</SwipeActions>
          ) : (
            card
          )
        }}
        empty={
          status === '1'
            ? { title: t('没有待处理的审批'), text: t('需要您审批的申请会出现在这里。') }
            : { title: t('还没有处理过审批'), text: t('您审批过的申请会出现在这里。') }
        }
      />
    </Page>
  )
}

const TaskTag = ({ task }: { task: TaskRow }) => {
  if (task.status !== 1) return <Tag tone={task.status === 2 ? 'good' : task.status === 3 ? 'bad' : 'plain'}>{task.statusName}</Tag>
  if (task.overdue) return <Tag tone="bad">{t('已超时')}</Tag>
  if (task.urged) return <Tag tone="warn">{t('催办')}</Tag>
  return <Tag tone="accent">{t('待处理')}</Tag>
}
