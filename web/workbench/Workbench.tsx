import {
  Boxes,
  ChevronRight,
  ClipboardCheck,
  FileText,
  HandHelping,
  Laptop,
  type LucideIcon,
  PackageCheck,
  PackageOpen,
  ScanLine,
  Stamp,
} from 'lucide-react'
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { isManagerRole } from '../../domain/access/managerRoles.ts'
import { purposeOf } from '../../domain/approval/flow/title.ts'
import { installedFlows } from '../../domain/approval/operations/installedFlows.ts'
import { beginning } from '../../domain/organisation/beginningOperations.ts'
import { workbenchHome } from '../../domain/workbench/operations.ts'
import { assetModuleCode, businessModuleCode, consumableModuleCode, flowInstallPageSize } from '../../domain/rules/constants.ts'
import { useAsk } from '../ask.ts'
import { mayOpen } from '../session/guard.ts'
import { Badge } from '../look/Badge.tsx'
import { Card } from '../look/Card.tsx'
import { Empty } from '../look/Empty.tsx'
import { Grid, type GridItem } from '../look/Grid.tsx'
import { Page } from '../look/Page.tsx'
import { Notice } from '../look/Notice.tsx'
import { Problem } from '../look/Problem.tsx'
import { drawText } from '../look/drawText.ts'
import { Bone, Skeleton } from '../look/Skeleton.tsx'
import { useCounts } from './openFigures.ts'
import { openFlow } from '../approval/flow/openFlow.ts'
import { Group, itemOf, pathOf } from './MenuGroup.tsx'
import { menuIcon } from './menuIcon.ts'
import { useStuck } from './useStuck.ts'
import { WaitingTasks } from './WaitingTasks.tsx'
import { screenAt } from '../screens.ts'
import { useResources, useWide } from '../screen.ts'
import { isSet, type Resource, useSession } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { loadLater } from '../look/loadLater.tsx'

/** Where everyone starts: what waits, what one may do, what is new. */
export default function Workbench() {
  const [tab, setTab] = useState<'all' | 'frequent'>('all')
  const home = useAsk(workbenchHome, {}, { staleMs: 30_000, kept: true })
  const wide = useWide()
  const isManager = useManaging()
  const news = home.data?.news
  return (
    <Page header={<BlueHeader tab={tab} onTab={setTab} />} onRefresh={() => home.refetch()}>
      <div className="grid gap-3 pt-3 wide:grid-cols-[minmax(0,1fr)_22rem] wide:items-start wide:gap-4">
        {(wide || news === undefined || news.length > 0) && (
          <aside className="min-w-0 space-y-3 wide:order-1 wide:space-y-4">
            {news === undefined
              ? !home.isLoadingError && <Bone className={`rounded-card! ${shape}`} />
              : news.length > 0 && <Carousel news={news} shape={shape} />}
            {wide && <Waiting own={isManager} />}
            {wide && isManager && <UnderWay />}
          </aside>
        )}
        <div className="min-w-0 space-y-3 wide:space-y-4">
          {tab === 'frequent' && <Frequent />}
          {tab === 'all' && home.isLoadingError && <Problem error={home.error} onRetry={() => void home.refetch()} />}
          {tab === 'all' && home.isRefetchError && (
            <Notice text={t('没有连上服务器，这里是上次的内容')} action={t('重试')} onPress={() => void home.refetch()} />
          )}
          {tab === 'all' && !home.isLoadingError && <Everything home={home.data} />}
        </div>
      </div>
    </Page>
  )
}

/** How high the news stand for their width. */
const shape = 'aspect-[2.2] wide:aspect-[1.9]'

const Carousel = loadLater(async () => ({ default: (await import('./Carousel.tsx')).Carousel }), {
  fallback: <Bone className={`rounded-card! ${shape}`} />,
  isInFirstLook: true,
})
/** It is soon fully used. */
const AssetRoom = loadLater(() => import('../licence/AssetRoom.tsx'))
const Waiting = loadLater(() => import('./Waiting.tsx'))
const Queues = loadLater(() => import('./Queues.tsx'), { fallback: <Bone className="min-h-96 rounded-card!" /> })
const UnderWay = loadLater(async () => ({ default: (await import('./Queues.tsx')).UnderWay }))
const Frequent = loadLater(() => import('./Frequent.tsx'), { fallback: <Skeleton /> })
const Beginning = loadLater(() => import('./Beginning.tsx'), { isInFirstLook: true })
const StuckQueue = loadLater(async () => ({ default: (await import('./Queues.tsx')).StuckQueue }))

const BlueHeader = ({ tab, onTab }: { tab: 'all' | 'frequent'; onTab: (tab: 'all' | 'frequent') => void }) => {
  const { operationName, username } = useSession()
  return (
    <header className="shrink-0 bg-[#0067cf] pt-safe text-white dark:bg-[#0a4c94]">
      <div className="mx-auto w-full max-w-280 px-4 wide:px-6">
        <div className="flex min-h-13 items-center gap-3">
          <h1 className="sr-only">{t('工作台')}</h1>
          <button
            type="button"
            onClick={() => go('/pages/home')}
            className="min-h-11 min-w-0 flex-1 text-left transition active:opacity-70"
          >
            <span className="flex items-center gap-0.5 text-title font-semibold">
              <span className="truncate">{operationName}</span>
              <ChevronRight size={18} className="shrink-0 opacity-80" aria-label={t('首页')} />
            </span>
            <span className="block truncate text-small opacity-90">{drawText(t('您好，{name}', { name: username }))}</span>
          </button>
          <button
            type="button"
            aria-label={t('扫一扫')}
            onClick={() => go('/pages/goods/components/scan-qrcode')}
            className="flex size-11 items-center justify-center rounded-full bg-white/15 transition active:bg-white/30"
          >
            <ScanLine size={22} aria-hidden />
          </button>
        </div>
        <div className="flex gap-6" role="tablist" aria-label={t('工作台')}>
          {(['all', 'frequent'] as const).map((value) => (
            <button
              key={value}
              type="button"
              role="tab"
              aria-selected={tab === value}
              onClick={() => onTab(value)}
              className={`relative -mx-3 h-11 min-w-11 px-3 text-body transition-opacity ${tab === value ? 'font-semibold' : 'opacity-90'}`}
            >
              {value === 'all' ? t('全部') : t('常用')}
              {tab === value && <span className="absolute inset-x-0 bottom-1.5 mx-auto h-[3px] w-5 rounded-full bg-white" aria-hidden />}
            </button>
          ))}
        </div>
      </div>
    </header>
  )
}

type Home = {
  admin: 0 | 1
  isAdmin: boolean
  canQuery: boolean
  mine: Mine
  licence: { assetCount: number; assetLimit: number } | null
}
type Mine = { inUse: number; lent: number; dueSoon: number; overdue: number }

/** What matters most of the pieces on loan: what should be back and what soon has to be, each by itself; else how many. */
const lentWords = ({ lent, dueSoon, overdue }: Mine): string =>
  [overdue > 0 && t('{n}件已逾期', { n: overdue }), dueSoon > 0 && t('{n}件即将到期', { n: dueSoon })].filter(Boolean).join(t('，')) ||
  t('{n}件借用中', { n: lent })

const Everything = ({ home }: { home: Home | undefined }) => {
  const resources = useResources()
  const { uid } = useSession()
  const isManager = useManaging()
  const wide = useWide()
  const isUnplaced = isManager && home !== undefined && !home.canQuery
  useEffect(() => {
    // Where it cannot be had now it is said at the next start.
    if (isUnplaced)
      void import('./unplacedEntries.ts').then(
        ({ sayUnplaced }) => sayUnplaced(uid, resources),
        () => undefined,
      )
  }, [isUnplaced, uid, resources])
  return (
    <>
      {mayOpen(resources ?? [], '/pages/user/beginning') && <BeginningHere />}
      {isManager && home?.licence && home.licence.assetCount * 5 >= home.licence.assetLimit * 4 && <AssetRoom />}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3 wide:grid-cols-4">
        {isManager ? (
          <ManagerTiles home={home} />
        ) : (
          <>
            <Big
              icon={Laptop}
              title={t('我的资产')}
              text={home && t('{n}件在用', { n: home.mine.inUse })}
              color="#0081ff"
              onPress={() => go('/pages/goods/mainpage/mygoods', { jumpType: 'page' })}
            />
            <Big
              icon={HandHelping}
              title={t('我的借用')}
              text={home && lentWords(home.mine)}
              color="#ff8a00"
              onPress={() => go('/pages/goods/mainpage/borrowme', { jumpType: 'page' })}
            />
          </>
        )}
        <Handling />
      </div>
      <WaitingHere />
      {isManager && wide && <Queues />}
      {isManager && !wide && mayOpen(resources ?? [], '/pages/flow/monitor') && <StuckHere />}
      {isManager && !wide && <MenuGrids resources={resources} />}
      {!isManager && <FlowGrids />}
    </>
  )
}

const ManagerTiles = ({ home }: { home: Home | undefined }) => {
  if (home === undefined)
    return (
      <>
        <Bone className="min-h-19 rounded-card!" />
        <Bone className="min-h-19 rounded-card!" />
      </>
    )
  if (!home.canQuery) return null
  if (home.isAdmin)
    return (
      <>
        <Big icon={PackageOpen} title={t('资产发放')} color="#0081ff" onPress={() => go('/pages/goods/GsOutstockOrder/index')} />
        <Big
          icon={ClipboardCheck}
          title={t('开始盘点')}
          color="#00a86b"
          onPress={() => go('/pages/goods/GsInventoryOrder/index', { start: 'now' })}
        />
      </>
    )
  return (
    <>
      <Big icon={PackageOpen} title={t('耗材领用')} color="#0081ff" onPress={() => go('/pages/consumables/CsOutstockOrder/index')} />
      <Big icon={Boxes} title={t('耗材库存')} color="#00a86b" onPress={() => go('/pages/consumables/CsLocStock/index')} />
    </>
  )
}

const Handling = () => {
  const { apply, approve, receipts, counts } = useCounts()
  return (
    <>
      <Big icon={FileText} title={t('我的申请')} count={apply} color="#7a5af8" onPress={() => go('/pages/personal/myapply')} />
      <Big icon={Stamp} title={t('审批处理')} count={approve} color="#e5484d" onPress={() => go('/pages/personal/myapprove')} />
      {receipts > 0 && (
        <Big icon={PackageCheck} title={t('待我确认')} count={receipts} color="#00a86b" onPress={() => go('/pages/personal/receipts')} />
      )}
      {counts > 0 && (
        <Big
          icon={ClipboardCheck}
          title={t('扫码盘点')}
          count={counts}
          color="#00a86b"
          onPress={() => go('/pages/goods/components/inventoryScan/index')}
        />
      )}
    </>
  )
}

/** On a phone the first applications that wait are decided right here. What was decided last can be undone after nothing waits any more. */
const WaitingHere = () => {
  const wide = useWide()
  const { approve } = useCounts()
  const isManager = useManaging()
  const [hasWaited, setWaited] = useState(false)
  if ((approve > 0 || isManager) && !hasWaited) setWaited(true)
  if (wide || !hasWaited) return null
  return <WaitingTasks most={waitingShown} quiet />
}

const waitingShown = 2

/** What a company does once at its beginning, and now and then: its code comes where there is something of it. */
const BeginningHere = () => {
  const { data } = useAsk(beginning, {}, { staleMs: 60_000, kept: true })
  const isOver = !data || (data.begun && data.delivered.newer + data.delivered.missing === 0)
  return isOver ? null : <Beginning answer={data} />
}

/** On a phone no menu entry leads to the applications that are stuck: where there are any they stand here. */
const StuckHere = () => {
  const { data } = useStuck()
  return data !== undefined && data.totalCount > 0 && <StuckQueue />
}

/** What a person works as is known from the session, before any answer is there. */
const useManaging = (): boolean => useSession().roles.some(({ roleCode }) => isManagerRole(roleCode))

const Big = ({
  icon: Icon,
  title,
  text,
  count = 0,
  color,
  onPress,
}: {
  icon: LucideIcon
  title: string
  text?: string | undefined
  count?: number
  color: string
  onPress: () => void
}) => (
  <button
    type="button"
    onClick={onPress}
    className="pressable flex min-h-19 items-center gap-3 rounded-card bg-card px-4 py-3 text-left shadow-lift in-[:lang(en)]:gap-2.5 in-[:lang(en)]:px-3"
  >
    <span className="tinted relative flex size-11 shrink-0 items-center justify-center rounded-[0.875rem]" style={{ color }}>
      <Icon size={24} strokeWidth={1.9} aria-hidden />
      <Badge count={count} className="absolute -right-2 -top-2" />
    </span>
    <span className="min-w-0 flex-1">
      <span className="line-clamp-2 hyphens-auto break-words text-title font-medium leading-tight in-[:lang(en)]:text-body">{title}</span>
      {text && <span className="line-clamp-2 text-small text-quiet">{text}</span>}
    </span>
  </button>
)

/**
 * The menu's groups but the office, which stands in 协同; each entry in the colour and with the icon that the server gave it. What lies below
 * the fold is drawn after the rest, and nothing of it again when numbers arrive.
 */
const MenuGrids = memo(({ resources }: { resources: readonly Resource[] | undefined }) => {
  const groups = useMemo(() => groupsOf(resources ?? []), [resources])
  const shownCount = useDeferredValue(groups.length, Math.min(groups.length, groupsAboveFold))
  if (resources === undefined) return <Skeleton />
  return groups
    .slice(0, shownCount)
    .map(({ group, items }) => <MenuGroup key={group.resourceCode} title={t(group.resourceName)} items={items} />)
})

const MenuGroup = memo(({ title, items }: { title: string; items: readonly GridItem[] }) => (
  <Group title={title}>
    <Grid items={items} />
  </Group>
))

const groupsAboveFold = 2

const groupsOf = (resources: readonly Resource[]) =>
  resources
    .filter(({ resourceTypeCode, resourceCode }) => resourceTypeCode === 'menu' && resourceCode !== 'office')
    .map((group) => ({
      group,
      items: resources
        .filter((entry) => entry.parentCode === group.resourceCode && isShown(entry))
        .map((entry) => itemOf(entry, group.color)),
    }))
    .filter(({ items }) => items.length > 0)

const isShown = (entry: Resource): boolean =>
  (entry.resourceTypeCode === 'menu' || entry.resourceTypeCode === 'menu_item') &&
  isSet(entry.supportMobile) &&
  isSet(entry.mobileMainpage) &&
  screenAt(pathOf(entry)) !== undefined

/** What employees may apply for: the flows that their organisation has installed. */
const FlowGrids = () => {
  const assets = useAsk(
    installedFlows,
    { moduleCode: assetModuleCode, state: 2, pageSize: flowInstallPageSize },
    { staleMs: 60_000, kept: true },
  )
  const consumables = useAsk(
    installedFlows,
    { moduleCode: consumableModuleCode, state: 2, pageSize: flowInstallPageSize },
    { staleMs: 60_000, kept: true },
  )
  const business = useAsk(
    installedFlows,
    { moduleCode: businessModuleCode, state: 2, pageSize: flowInstallPageSize },
    { staleMs: 60_000, kept: true },
  )
  const questions = [assets, consumables, business]
  const failedQuestion = questions.find(({ isLoadingError }) => isLoadingError)
  if (failedQuestion)
    return <Problem error={failedQuestion.error} onRetry={() => void Promise.all(questions.map(({ refetch }) => refetch()))} />
  if (!assets.data || !consumables.data || !business.data) return <Skeleton />
  const groups = [
    { title: t('资产申请'), flows: assets.data.list },
    { title: t('耗材申请'), flows: consumables.data.list },
    { title: t('业务申请'), flows: business.data.list },
  ].filter(({ flows }) => flows.length > 0)
  if (groups.length === 0) {
    return (
      <Card>
        <Empty icon={Boxes} title={t('还没有可以发起的申请')} text={t('管理员安装流程后，会显示在这里。')} />
      </Card>
    )
  }
  return groups.map(({ title, flows }) => (
    <Group key={title} title={title}>
      <Grid
        items={flows.map((flow) => ({
          key: flow.flowKey,
          title: purposeOf(t(flow.flowName)),
          icon: menuIcon(flow.flowIcon),
          color: flow.color,
          onPress: () => openFlow(flow),
        }))}
      />
    </Group>
  ))
}
