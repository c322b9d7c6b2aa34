import { useState } from 'react'
import { processOperations } from '../../../domain/operations/processes.ts'
import { useAsk } from '../../ask.ts'
import { usePages } from '../../pages.ts'
import { useSend } from '../../send.ts'
import { call, CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { SearchBox } from '../../look/SearchBox.tsx'
import { SplitView } from '../../look/SplitView.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { toast } from '../../look/toast.ts'
import { ProcessCard } from '../../parts/approval/process/ProcessCard.tsx'
import { StatusTag } from '../../parts/approval/process/statusTag.tsx'
import { useWide } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { later } from '../../look/later.tsx'

/** What one was copied on. Opening one marks it as read. */
export default function CopiedToMe() {
  const [shown, setShown] = useState<'all' | 'unread'>('all')
  const [keyword, setKeyword] = useState('')
  const wide = useWide()
  const { data: counts } = useAsk(processOperations.counts, {})
  const [chosen, setChosen] = useState<{ id: string; processId: string }>()
  const pages = usePages(processOperations.copies, { ...(shown === 'unread' && { read: false }), ...(keyword && { likeQuery: keyword }) })
  const { send } = useSend(processOperations.markRead, { quiet: true })
  const [marking, setMarking] = useState(false)
  const markAll = async () => {
    setMarking(true)
    try {
      for (let before = Infinity; ;) {
        const { list, totalCount } = await call(processOperations.copies, { read: false, pageSize: 100 }, { quiet: true })
        // Where nothing gets less, asking again would never end.
        if (list.length === 0 || totalCount >= before) break
        before = totalCount
        for (const id of new Set(list.map(({ process }) => process.id)))
          await call(processOperations.markRead, { processId: id }, { quiet: true, fresh: true })
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setMarking(false)
    }
  }
  return (
    <Page
      scroll={false}
      right={
        (counts?.copies ?? 0) > 0 && (
          <Button kind="plain" size="small" busy={marking} onClick={() => void markAll()}>
            {t('全部已读')}
          </Button>
        )
      }
      below={
        <>
          <div className="px-4 pb-1">
            <SearchBox value={keyword} onSearch={setKeyword} placeholder={t('搜索申请')} />
          </div>
          <Tabs
            label={t('状态')}
            value={shown}
            onChange={setShown}
            tabs={[
              { value: 'all', label: t('全部') },
              { value: 'unread', label: t('未读'), ...(counts && { count: counts.copies }) },
            ]}
          />
        </>
      }
    >
      <SplitView
        empty={t('选择一份申请查看')}
        detail={chosen && <Standing key={chosen.processId} processId={chosen.processId} />}
        list={
          <List
            pages={pages}
            keyOf={(copy) => copy.id}
            chosenKey={wide ? chosen?.id : undefined}
            row={(copy) => (
              <ProcessCard
                process={copy.process}
                time={copy.copiedAt}
                unread={!copy.read}
                tag={<StatusTag process={copy.process} />}
                foot={copy.comment || (copy.by ? t('{name}抄送', { name: copy.by.userName }) : copy.process.initiator.userName)}
                onPress={() => {
                  if (!copy.read) void send({ processId: copy.process.id })
                  if (wide) setChosen({ id: copy.id, processId: copy.process.id })
                  else go('/pages/flow/progress', { processId: copy.process.id })
                }}
              />
            )}
            empty={
              keyword
                ? { title: t('没有找到'), text: t('换个词试试') }
                : { title: t('没有抄送给您的申请'), text: t('别人抄送给您的申请会出现在这里。') }
            }
          />
        }
      />
    </Page>
  )
}

const Standing = later(() => import('../flow/Standing.tsx'))
