import { CalendarClock, Play, Plus } from 'lucide-react'
import { useState } from 'react'
import { countPlanDelete, countPlanList, type CountPlanRow } from '../../../domain/counting/operations.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import type { Busy } from '../../look/holdButton.ts'
import { Card } from '../../look/Card.tsx'
import { confirm, confirmDelete } from '../../look/overlays/confirm.ts'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { SearchBox } from '../../look/fields/SearchBox.tsx'
import { SwipeActions } from '../../look/SwipeActions.tsx'
import { Tag } from '../../look/Tag.tsx'
import { usePages } from '../../pages.ts'
import { useSend } from '../../send.ts'
import { go } from '../../travel.ts'
import { shortDay } from '../../shell/dateWords.ts'
import { t } from '../../words.ts'
import { planWords, scheduleWords } from './planWords.ts'
import { useStarting } from './StartSheet.tsx'

/** The plans: what is counted, how, and when again. */
export default function Plans() {
  const [search, setSearch] = useState('')
  const pages = usePages(countPlanList, search ? { likeQuery: search } : {})
  const { opening, start } = useStarting()
  const { send: remove, sending: removing } = useSend(countPlanDelete, { done: '已删除' })
  const create = () => go('/pages/goods/GsInventoryOrder/gsinventoryplan-edit')
  const begin = async ({ id, plan }: CountPlanRow) => {
    const yes = await confirm({
      title: t('按“{name}”开始盘点?', { name: plan.name }),
      text: t('账面从此刻记下，库存照常收发。'),
      yes: t('开始'),
    })
    if (yes) await start(id).catch(quietly)
  }
  const drop = async ({ id, plan }: CountPlanRow) => {
    if (await confirmDelete(t('确定删除{name}吗?', { name: plan.name }), t('按它做过的盘点都保留。'))) await remove({ id }).catch(quietly)
  }
  return (
    <Page
      scroll={false}
      right={
        <Button size="small" icon={Plus} onClick={create}>
          {t('新建')}
        </Button>
      }
      below={
        <div className="flex px-4 pb-2 wide:px-5">
          <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索计划')} />
        </div>
      }
    >
      <List
        pages={pages}
        apart
        abreast={2}
        picture={false}
        keyOf={({ id }) => id}
        row={(row) => (
          <div className="overflow-hidden rounded-card">
            <SwipeActions actions={[{ label: t('删除'), tone: 'bad', busy: removing, onPress: () => void drop(row) }]}>
              <PlanCard
                row={row}
                busy={opening}
                onOpen={() => go('/pages/goods/GsInventoryOrder/gsinventoryplan-edit', { id: row.id })}
                onStart={() => void begin(row)}
              />
            </SwipeActions>
          </div>
        )}
        empty={{
          title: search ? t('没有符合条件的计划') : t('还没有盘点计划'),
          text: search ? t('换一个词再试试。') : t('把常做的盘点记成计划：年度全盘、每月抽盘、仓库循环盘。'),
          ...(!search && { action: { label: t('新建计划'), onPress: create } }),
        }}
      />
    </Page>
  )
}

const quietly = (error: unknown): void => {
  if (!(error instanceof CallError)) throw error
}

type CardProps = { row: CountPlanRow; busy: Busy; onOpen: () => void; onStart: () => void }

const PlanCard = ({ row: { plan, names, openTask, nextOn }, busy, onOpen, onStart }: CardProps) => (
  <Card flush>
    <button type="button" onClick={onOpen} className="pressable block w-full px-4 pb-3 pt-4 text-left">
      <span className="flex items-center justify-between gap-3">
        <span className="truncate text-title font-medium">{plan.name}</span>
        {plan.blind && <Tag>{t('盲盘')}</Tag>}
      </span>
      <span className="mt-1 line-clamp-2 text-small text-quiet">{planWords(plan, names)}</span>
      {plan.schedule && (
        <span className="mt-1.5 flex items-center gap-1.5 text-small text-faint">
          <CalendarClock size={14} aria-hidden />
          {scheduleWords(plan.schedule)}
          {nextOn && ` · ${t('下次{day}', { day: shortDay(nextOn) })}`}
        </span>
      )}
    </button>
    <div className="flex items-center justify-end border-t border-line px-3 py-2">
      {openTask ? (
        <Button kind="plain" size="small" onClick={() => go('/pages/goods/GsInventoryOrder/gsinventorytask', { id: openTask.id })}>
          {t('查看正在进行的盘点')}
        </Button>
      ) : (
        <Button kind="plain" size="small" icon={Play} disabled={busy} onClick={onStart}>
          {t('开始盘点')}
        </Button>
      )}
    </div>
  </Card>
)
