import { useState } from 'react'
import { workflowOperations } from '../../../domain/operations/workflow.ts'
import { usePages, useSend } from '../../ask.ts'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { ProcessCard } from '../../parts/flow/ProcessCard.tsx'
import { StatusTag } from '../../parts/flow/statusTag.tsx'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'

/** What one was copied on. Opening one marks it as read. */
export default function CopiedToMe() {
  const [shown, setShown] = useState<'all' | 'unread'>('all')
  const pages = usePages(workflowOperations.copies, shown === 'unread' ? { read: false } : {})
  const { send } = useSend(workflowOperations.markRead, { changes: ['workflow.flowCopyList', 'workflow.counts'], quiet: true })
  return (
    <Page
      scroll={false}
      below={
        <Tabs
          label={t('状态')}
          value={shown}
          onChange={setShown}
          tabs={[
            { value: 'all', label: t('全部') },
            { value: 'unread', label: t('未读') },
          ]}
        />
      }
    >
      <List
        pages={pages}
        keyOf={(copy) => copy.id}
        row={(copy) => (
          <ProcessCard
            process={copy.process}
            time={copy.copiedAt}
            unread={!copy.read}
            tag={<StatusTag process={copy.process} />}
            foot={copy.comment || (copy.by ? t('{name}抄送', { name: copy.by.userName }) : copy.process.initiator.userName)}
            onPress={() => {
              if (!copy.read) void send({ instanceId: copy.process.id })
              go('/pages/flow/progress', { processId: copy.process.id })
            }}
          />
        )}
        empty={{ title: t('没有抄送给您的申请'), text: t('别人抄送给您的申请会出现在这里。') }}
      />
    </Page>
  )
}
