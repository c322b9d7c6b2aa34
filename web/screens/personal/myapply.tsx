import { useState } from 'react'
import { formOperations } from '../../../domain/operations/forms.ts'
import { processOperations } from '../../../domain/operations/processes.ts'
import { usePages } from '../../pages.ts'
import { Cell } from '../../look/Cell.tsx'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { SearchBox } from '../../look/SearchBox.tsx'
import { SplitView } from '../../look/SplitView.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { ApplicationCard } from '../../parts/approval/process/ProcessCard.tsx'
import { menuIcon } from '../../parts/menuIcon.ts'
import { when } from '../../parts/when.ts'
import { useWide } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { later } from '../../look/later.tsx'

/** What one has applied for, newest first. */
export default function MyApplications() {
  const [status, setStatus] = useState<'all' | 'running' | 'ended' | 'drafts'>('all')
  const [keyword, setKeyword] = useState('')
  const wide = useWide()
  const [picked, setPicked] = useState<string>()
  const pages = usePages(
    processOperations.processes,
    { scope: 'mine', ...(status !== 'all' && status !== 'drafts' && { status }), ...(keyword && { likeQuery: keyword }) },
    { enabled: status !== 'drafts' },
  )
  // Beside a list on a wide window something always stands.
  const chosen = pages.rows.some(({ id }) => id === picked) ? picked : pages.rows[0]?.id
  return (
    <Page
      scroll={false}
      below={
        <>
          {status !== 'drafts' && (
            <div className="px-4 pb-1">
              <SearchBox value={keyword} onSearch={setKeyword} placeholder={t('搜索申请')} />
            </div>
          )}
          <Tabs
            label={t('状态')}
            value={status}
            onChange={setStatus}
            tabs={[
              { value: 'all', label: t('全部') },
              { value: 'running', label: t('进行中') },
              { value: 'ended', label: t('已结束') },
              { value: 'drafts', label: t('草稿') },
            ]}
          />
        </>
      }
    >
      {status === 'drafts' ? (
        <Drafts />
      ) : (
        <SplitView
          empty={t('选择一份申请查看')}
          detail={chosen && <Standing key={chosen} processId={chosen} />}
          list={
            <List
              pages={pages}
              keyOf={(process) => process.id}
              chosenKey={wide ? chosen : undefined}
              row={(process) => (
                <ApplicationCard
                  process={process}
                  onPress={() => (wide ? setPicked(process.id) : go('/pages/flow/progress', { processId: process.id }))}
                />
              )}
              empty={{
                title: keyword ? t('没有找到') : t('还没有申请'),
                text: keyword ? t('换个词试试') : t('从工作台或下面的按钮发起申请。'),
                ...(keyword ? {} : { action: { label: t('发起申请'), onPress: () => go('/pages/flow/flowindex') } }),
              }}
            />
          }
        />
      )}
    </Page>
  )
}

/** Applications that were put aside before they were sent. */
const Drafts = () => {
  const pages = usePages(formOperations.drafts, {})
  return (
    <List
      pages={pages}
      keyOf={({ id }) => id}
      row={({ id, flowKey, flowName, flowIcon, color, summary, updatedAt }) => (
        <Cell
          icon={menuIcon(flowIcon)}
          tint={color}
          title={t(flowName)}
          text={[summary, when(updatedAt)].filter(Boolean).join(' · ')}
          onPress={() => go('/pages/flow/formApply', { flowKey, flowName, id })}
        />
      )}
      empty={{ title: t('没有草稿'), text: t('填写申请时选择存草稿，会保存在这里。') }}
    />
  )
}

const Standing = later(() => import('../flow/Standing.tsx'))
