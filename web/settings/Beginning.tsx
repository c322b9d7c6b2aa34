import {
  BookOpenCheck,
  Boxes,
  Building2,
  Check,
  FolderTree,
  type LucideIcon,
  MapPin,
  MailPlus,
  PartyPopper,
  UserRoundCheck,
  UsersRound,
  Workflow,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BeginningStep } from '../../domain/organisation/beginningSteps.ts'
import { beginning, type BeginningAnswer, beginningSkip } from '../../domain/organisation/beginningOperations.ts'
import { flowOperations } from '../../domain/approval/operations/flows.ts'
import { categoryDeliver } from '../../domain/records/operations.ts'
import { useAsk } from '../ask.ts'
import { useSend } from '../send.ts'
import { ignoreCallError } from '../ignoreCallError.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { session } from '../session/session.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { go, openTab } from '../travel.ts'
import { t } from '../words.ts'

type Counts = BeginningAnswer['counts']
type State = BeginningAnswer['steps'][number]

/** What a new company does before it works, step by step; what is done is seen from what there is. */
export default function Beginning() {
  const beginningQuery = useAsk(beginning, {}, { staleMs: 0 })
  const [chosenStep, setChosenStep] = useState<BeginningStep>()
  const next = beginningQuery.data?.steps.find(({ done, skipped }) => !done && !skipped)?.step
  const [shownSteps, setShownSteps] = useState<{ next?: BeginningStep | undefined; before?: BeginningStep | undefined }>({})
  if (next !== shownSteps.next) setShownSteps({ next, before: shownSteps.next })
  if (!beginningQuery.data) return <Pending error={beginningQuery.error} onRetry={beginningQuery.refetch} />
  const { steps, counts, begun } = beginningQuery.data
  const isOpen = ({ step, done }: State): boolean => {
    if (chosenStep !== undefined) return step === chosenStep
    return step === next || (step === shownSteps.before && done && repeatedSteps.has(step))
  }
  return (
    <Page width="form" onRefresh={() => beginningQuery.refetch()}>
      <Progress steps={steps} begun={begun} />
      <ol className="space-y-2.5">
        {steps.map((state, index) => (
          <li key={state.step}>
            <Step
              state={state}
              number={index + 1}
              counts={counts}
              open={isOpen(state)}
              onOpen={() => setChosenStep(state.step)}
              onDone={() => setChosenStep(undefined)}
            />
          </li>
        ))}
      </ol>
      <Everything steps={steps} begun={begun} />
    </Page>
  )
}

/** Steps that are done one thing after the other: each stays open beside the next step when the first thing is there. */
const repeatedSteps: ReadonlySet<BeginningStep> = new Set<BeginningStep>(['people', 'heads', 'places', 'assets'])

const Progress = ({ steps, begun }: { steps: readonly State[]; begun: boolean }) => {
  const over = steps.filter(({ done, skipped }) => done || skipped).length
  return (
    <div className="px-1 pb-4 pt-1">
      <div className="flex items-baseline justify-between gap-3">
        <p className="text-body text-quiet">
          {begun ? t('都准备好了，随时可以回来补充。') : t('按顺序做完，大约需要十五分钟；可以随时离开，下次接着做。')}
        </p>
        <p className="shrink-0 text-small text-quiet">
          {over} / {steps.length}
        </p>
      </div>
      <div
        role="progressbar"
        aria-label={t('开始使用')}
        aria-valuenow={over}
        aria-valuemax={steps.length}
        className="mt-2.5 h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-good transition-[width] duration-500" style={{ width: `${(over / steps.length) * 100}%` }} />
      </div>
    </div>
  )
}

const Step = ({
  state,
  number,
  counts,
  open,
  onOpen,
  onDone,
}: {
  state: State
  number: number
  counts: Counts
  open: boolean
  onOpen: () => void
  /** It was done or left out here: what comes next is opened. */
  onDone: () => void
}) => {
  const { step, done, skipped } = state
  const { icon: Icon, title, text, standing, Actions } = looks[step]
  const { send, sending } = useSend(beginningSkip)
  const openLook = open ? 'bg-accent-soft text-accent-strong' : 'bg-sunken text-quiet'
  const skip = () => send({ steps: [step], skipped: !skipped }).then(onDone, ignoreCallError)
  return (
    <Card flush>
      <button
        type="button"
        aria-expanded={open}
        onClick={onOpen}
        className={`flex w-full items-center gap-3 px-4 py-3 text-left ${open ? '' : 'pressable'}`}
      >
        <span className={`flex size-9 shrink-0 items-center justify-center rounded-full ${done ? 'bg-good-soft text-good' : openLook}`}>
          {done ? <Check size={20} aria-hidden /> : <Icon size={19} aria-hidden />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-title font-medium">
            {number}. {t(title)}
          </span>
          <span className="block text-small text-quiet">{skipped ? t('已跳过') : standing(counts)}</span>
        </span>
      </button>
      {open && (
        <div className="space-y-3 px-4 pb-4 pl-16">
          <p className="text-body text-quiet">{t(text)}</p>
          <div className="flex flex-wrap gap-2">
            <Actions done={done} onDone={onDone} />
            {!done && (
              <Button kind="plain" size="small" busy={sending} onClick={() => void skip()}>
                {skipped ? t('不再跳过') : t('跳过')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Card>
  )
}

/** At the end: to work, or not to be reminded any more. */
const Everything = ({ steps, begun }: { steps: readonly State[]; begun: boolean }) => {
  const { send, sending } = useSend(beginningSkip)
  const leaveOut = async () => {
    const leftSteps = steps.filter(({ done, skipped }) => !done && !skipped).map(({ step }) => step)
    await send({ steps: leftSteps, skipped: true }).catch(ignoreCallError)
    openTab('/pages/index/index')
  }
  return (
    <div className="flex justify-center pt-5">
      {begun ? (
        <Button size="large" icon={PartyPopper} onClick={() => openTab('/pages/index/index')}>
          {t('开始工作')}
        </Button>
      ) : (
        <Button kind="plain" busy={sending} onClick={() => void leaveOut()}>
          {t('不再提醒')}
        </Button>
      )}
    </div>
  )
}

const Way = ({ kind = 'secondary', onClick, children }: { kind?: 'primary' | 'secondary'; onClick: () => void; children: string }) => (
  <Button kind={kind} size="small" onClick={onClick}>
    {t(children)}
  </Button>
)

const TakeCategories = ({ onDone }: { onDone: () => void }) => {
  const { send, sending } = useSend(categoryDeliver, { done: '标准分类已启用' })
  return (
    <Button size="small" busy={sending} onClick={() => void send({}).then(onDone, ignoreCallError)}>
      {t('启用标准分类')}
    </Button>
  )
}

const TakeFlows = ({ onDone }: { onDone: () => void }) => {
  const { send, sending } = useSend(flowOperations.installRecommended, { done: '推荐流程已安装' })
  return (
    <Button size="small" busy={sending} onClick={() => void send({}).then(onDone, ignoreCallError)}>
      {t('安装推荐流程')}
    </Button>
  )
}

/** The administrator sets books up where his roles let him, and else gives the role of finance to a colleague. */
const BookWays = () => {
  const mayKeep = useAllowed()('gsbook:save')
  if (!mayKeep)
    return (
      <Way kind="primary" onClick={() => go('/pages/addressbook/personlist')}>
        给同事财务角色
      </Way>
    )
  return (
    <>
      <Way kind="primary" onClick={() => go('/pages/goods/GsBook/gsbookedit')}>
        新建账簿
      </Way>
      <Way onClick={() => go('/pages/goods/GsBook/months')}>启用与结账</Way>
    </>
  )
}

type Look = {
  icon: LucideIcon
  title: string
  text: string
  standing: (counts: Counts) => string
  Actions: (on: { done: boolean; onDone: () => void }) => ReactNode
}

/** How each step looks, what it says of what there is, and where it is done. */
const looks: Readonly<Record<BeginningStep, Look>> = {
  company: {
    icon: Building2,
    title: '公司',
    text: '上传标志，核对名称；大家登录后会看到。',
    standing: ({ hasLogo }) => (hasLogo ? t('名称和标志已设置') : t('还没有标志')),
    Actions: () => (
      <Way kind="primary" onClick={() => go('/pages/user/organisation')}>
        去设置
      </Way>
    ),
  },
  people: {
    icon: UsersRound,
    title: '部门与人员',
    text: '有人员名单的表格就直接导入，部门会一起建立；人少的可以逐个添加。',
    standing: ({ departments, people }) =>
      people > 0 ? t('{people}位同事，{departments}个下级部门', { people, departments }) : t('还没有同事'),
    Actions: () => (
      <>
        <Way kind="primary" onClick={() => go('/pages/addressbook/personlist', { import: '1' })}>
          导入人员
        </Way>
        <Way onClick={() => go('/pages/addressbook/personedit')}>添加人员</Way>
        <Way onClick={() => go('/pages/addressbook/deptlist')}>部门</Way>
      </>
    ),
  },
  heads: {
    icon: UserRoundCheck,
    title: '部门负责人',
    text: '同事的申请先由部门负责人审批；没有负责人的部门由流程管理员代为审批，可以以后再设置。',
    standing: ({ people, unheadedDepartments }) => {
      if (people === 0) return t('还没有同事')
      return unheadedDepartments > 0 ? t('{count}个部门还没有负责人', { count: unheadedDepartments }) : t('部门都有负责人')
    },
    Actions: () => (
      <Way kind="primary" onClick={() => go('/pages/addressbook/deptlist')}>
        设置负责人
      </Way>
    ),
  },
  places: {
    icon: MapPin,
    title: '区域与负责人',
    text: '办公区、仓库等资产所在的地方，各由谁管理。没有管理区域的管理员不能发放和盘点。',
    standing: ({ places, unmanagedPlaces }) => {
      if (places === 0) return t('还没有区域')
      return unmanagedPlaces > 0
        ? t('{places}个区域，{unmanaged}个还没有管理员', { places, unmanaged: unmanagedPlaces })
        : t('{places}个区域，都有管理员', { places })
    },
    Actions: () => (
      <>
        <Way kind="primary" onClick={() => go('/pages/goods/GsGoodsLoc/gsgoodslocedit', { managerUid: session().uid })}>
          添加区域
        </Way>
        <Way onClick={() => go('/pages/goods/GsGoodsLoc/gsgoodsloclist', { import: '1' })}>导入区域</Way>
        <Way onClick={() => go('/pages/goods/GsGoodsLoc/gsgoodsloclist')}>查看区域</Way>
      </>
    ),
  },
  categories: {
    icon: FolderTree,
    title: '资产与耗材分类',
    text: '国家标准 GB/T 14885 中办公常用的资产分类（含使用年限和残值率），以及常用的耗材分类。以后可以修改。',
    standing: ({ categories }) => (categories > 0 ? t('{count}个分类', { count: categories }) : t('还没有分类')),
    Actions: ({ done, onDone }) => (
      <>
        {!done && <TakeCategories onDone={onDone} />}
        <Way onClick={() => go('/pages/goods/GsCat/gscatlist')}>查看分类</Way>
      </>
    ),
  },
  flows: {
    icon: Workflow,
    title: '审批流程',
    text: '领用、借用、归还、退库、转移、维修和耗材领用等推荐流程，一次装好；以后可以在流程管理中修改。',
    standing: ({ flows }) => (flows > 0 ? t('{count}个流程使用中', { count: flows }) : t('还没有流程')),
    Actions: ({ done, onDone }) => (
      <>
        {!done && <TakeFlows onDone={onDone} />}
        <Way onClick={() => go('/pages/flow/flowlist')}>查看流程</Way>
      </>
    ),
  },
  assets: {
    icon: Boxes,
    title: '资产与期初库存',
    text: '把现有的资产台账和耗材库存的表格导入进来，型号和供应商会一起建立。',
    standing: ({ assets, supplies }) =>
      assets + supplies > 0 ? t('{assets}件资产，{supplies}种耗材', { assets, supplies }) : t('还没有资产和耗材'),
    Actions: () => (
      <>
        <Way kind="primary" onClick={() => go('/pages/goods/GsGoodsInstance/index', { import: '1' })}>
          导入资产
        </Way>
        <Way onClick={() => go('/pages/consumables/CsConsum/csconsumlist', { import: '1' })}>导入耗材与库存</Way>
      </>
    ),
  },
  books: {
    icon: BookOpenCheck,
    title: '资产账簿',
    text: '按会计制度计提折旧、月末结账、出凭证：先选核算制度，折旧年限按分类的使用年限，原值和累计折旧可以从表格接收。不需要时跳过。',
    standing: ({ books }) => (books > 0 ? t('{count}个账簿使用中', { count: books }) : t('还没有启用账簿')),
    Actions: BookWays,
  },
  invite: {
    icon: MailPlus,
    title: '邀请同事',
    text: '同事收到邀请后设置自己的密码，就可以登录、申请和审批。',
    standing: ({ ableToSignIn }) => (ableToSignIn > 0 ? t('{count}位同事可以登录', { count: ableToSignIn }) : t('还没有同事可以登录')),
    Actions: () => (
      <Way kind="primary" onClick={() => go('/pages/addressbook/invite')}>
        去邀请
      </Way>
    ),
  },
}
