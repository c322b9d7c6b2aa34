import {
  SlidersHorizontal,
  Ban,
  CheckCheck,
  ClipboardCheck,
  FileStack,
  FileText,
  PenLine,
  RefreshCw,
  ScanBarcode,
  Scale,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { countTaskCancel, countTaskClose, countTaskReview, countTaskSettle } from '../../../domain/counting/operations.ts'
import { countTaskCorrections } from '../../../domain/counting/correctionOperations.ts'
import { gsAjustOrder } from '../../../domain/documents/asset/ajust.ts'
import { codeOf } from '../../../domain/documents/define.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { useAllowed } from '../../shell/useAllowed.ts'
import { CallError } from '../../call.ts'
import { choose, confirm } from '../../look/overlays/confirm.ts'
import { useSend } from '../../send.ts'
import type { Offer } from '../../documents/Offers.tsx'
import { hrefOf } from '../../frames.ts'
import { editPathOfKind } from '../../places.ts'
import { go, goHref } from '../../travel.ts'
import { t } from '../../words.ts'
import { type CountTask, differingOf, isOver, isRunning } from './countLook.ts'

/**
 * What may be done with a count now, the most likely last; `more` are those that stand behind a button. `busy` is the key of what is under way;
 * `recounting`: who recounts is being asked.
 */
export const useTaskActs = (
  task: CountTask,
): { offers: Offer[]; more: Offer[]; busy: string | undefined; recounting: boolean; endRecounting: () => void } => {
  const [busy, setBusy] = useState<string>()
  const { send: review } = useSend(countTaskReview, { done: '盘点已结束' })
  const [isRecounting, setRecounting] = useState(false)
  const { send: settle } = useSend(countTaskSettle, { done: '正在生成处理单' })
  const { send: close } = useSend(countTaskClose, { done: '盘点已完成' })
  const { send: cancel } = useSend(countTaskCancel, { done: '已取消盘点' })
  const askFirst: ActsContext['asked'] = (key, words, act) => async () => {
    if (!(await confirm(words))) return
    setBusy(key)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(undefined)
    }
  }
  const correctedCount = useCorrectedCount(task)
  const context: ActsContext = {
    task,
    correctedCount,
    asked: askFirst,
    review,
    settle,
    close,
    cancel,
    onRecount: () => setRecounting(true),
  }
  const all = [...countingOffers(context), ...reviewOffers(context), ...endOffers(context)]
  const now = all.filter(({ when }) => when)
  const first = [...(correctedCount > 0 && !isRunning(task) ? ['corrections'] : []), ...likelyKeys(task)]
  const shownOffers = first.flatMap((key) => now.find((offer) => offer.key === key) ?? [])
  return {
    offers: shownOffers,
    more: now.filter((offer) => !shownOffers.includes(offer)),
    busy,
    recounting: isRecounting,
    endRecounting: () => setRecounting(false),
  }
}

/** How many cards the count found to say something else in own fields, for the person who adjusts them. */
const useCorrectedCount = (task: CountTask): number => {
  const isAllowed = useAllowed()
  const mayAdjust = isAllowed(`${codeOf(gsAjustOrder)}:save`) && (mayDo(task, 'review') || isOver(task))
  const { data } = useAsk(
    countTaskCorrections,
    { taskId: task.id },
    { enabled: task.plan.confirms.includes('ownFields') && mayAdjust, keep: true },
  )
  return data?.list.length ?? 0
}

type OfferAsked = Offer & { readonly when: boolean }
type TaskAct = (input: { taskId: Id }) => Promise<unknown>
type ActsContext = {
  readonly task: CountTask
  readonly correctedCount: number
  /** Acts once it is confirmed. */
  readonly asked: (key: string, words: Parameters<typeof confirm>[0], act: () => Promise<unknown>) => () => Promise<void>
  readonly review: TaskAct
  readonly settle: TaskAct
  readonly close: TaskAct
  readonly cancel: (input: { taskId: Id; reason: string }) => Promise<unknown>
  readonly onRecount: () => void
}

const mayDo = (task: CountTask, what: string): boolean => task.may.includes(what)

/** The keys of what is done most likely now, the last most of all. */
const likelyKeys = (task: CountTask): readonly string[] => {
  if (isRunning(task)) return ['review', 'count']
  return task.state === 'review' && differingOf(task.numbers) > 0 ? ['settle', 'differences'] : ['differences', 'close']
}

/** While things are counted. */
const countingOffers = ({ task, asked, review }: ActsContext): readonly OfferAsked[] => {
  const openCount = Math.max(0, task.numbers.expected - task.numbers.done)
  return [
    {
      key: 'share',
      title: t('分派'),
      icon: Users,
      kind: 'secondary',
      when: isRunning(task) && mayDo(task, 'share'),
      act: () => go('/pages/goods/GsInventoryOrder/gsinventoryshare', { id: task.id }),
    },
    {
      key: 'review',
      writes: true,
      title: t('结束盘点'),
      icon: ClipboardCheck,
      kind: 'secondary',
      when: isRunning(task) && mayDo(task, 'review'),
      act: asked(
        'review',
        {
          title: t('结束这次盘点?'),
          text: openCount > 0 ? t('还有{n}项没有盘到，结束后按盘亏处理。', { n: openCount }) : t('全部都盘到了，接下来处理差异。'),
          yes: t('结束盘点'),
          danger: openCount > 0,
        },
        () => review({ taskId: task.id }),
      ),
    },
    {
      key: 'count',
      title: t('去盘点'),
      icon: ScanBarcode,
      when: isRunning(task) && mayDo(task, 'count'),
      act: () => go('/pages/goods/components/inventoryScan/index', { taskId: task.id }),
    },
    {
      key: 'sheet',
      title: t('纸质盘点表'),
      icon: FileText,
      kind: 'secondary',
      when: isRunning(task) && mayDo(task, 'count') && task.plan.methods.includes('sheet'),
      act: () => go('/pages/goods/GsInventoryOrder/gsinventorysheet', { id: task.id }),
    },
  ]
}

/** While what differs is decided on. */
const reviewOffers = ({ task, correctedCount, asked, settle, onRecount }: ActsContext): readonly OfferAsked[] => {
  const differences = differingOf(task.numbers)
  return [
    {
      key: 'corrections',
      title: t('更正{n}张卡片', { n: correctedCount }),
      icon: SlidersHorizontal,
      kind: 'secondary',
      when: correctedCount > 0,
      act: () => goHref(hrefOf(editPathOfKind(gsAjustOrder.kind), { corrections: task.id })),
    },
    {
      key: 'recount',
      writes: true,
      title: t('开始复盘'),
      icon: RefreshCw,
      kind: 'secondary',
      when: task.state === 'review' && mayDo(task, 'review'),
      act: onRecount,
    },
    {
      key: 'differences',
      title: task.state === 'review' && differences > 0 ? t('处理{n}项差异', { n: differences }) : t('盘盈盘亏'),
      icon: Scale,
      kind: task.state === 'review' ? 'primary' : 'secondary',
      when: !isRunning(task) && task.state !== 'cancelled' && task.workingOut === null && (mayDo(task, 'review') || isOver(task)),
      act: () => go('/pages/goods/GsInventoryOrder/gsinventoryprofit', { id: task.id }),
    },
    {
      key: 'settle',
      writes: true,
      title: t('生成处理单'),
      icon: FileStack,
      kind: 'secondary',
      when: task.state === 'review' && mayDo(task, 'settle'),
      act: asked('settle', { title: t('生成处理单?'), text: t('按处理结果分区域生成单据，各自走审批，通过后改账。'), yes: t('生成') }, () =>
        settle({ taskId: task.id }),
      ),
    },
  ]
}

/** What ends a count. */
const endOffers = ({ task, asked, close, cancel }: ActsContext): readonly OfferAsked[] => [
  {
    key: 'sign',
    title: t('签字'),
    icon: PenLine,
    kind: 'secondary',
    when: mayDo(task, 'sign'),
    act: () => go('/pages/goods/GsInventoryOrder/gsinventoryreport', { id: task.id }),
  },
  {
    key: 'close',
    writes: true,
    title: t('完成盘点'),
    icon: CheckCheck,
    when: mayDo(task, 'close'),
    act: asked('close', { title: t('完成这次盘点?'), text: t('结果就此定下，报告随时可看。'), yes: t('完成') }, () =>
      close({ taskId: task.id }),
    ),
  },
  {
    key: 'cancel',
    writes: true,
    title: t('取消盘点'),
    icon: Ban,
    kind: 'danger',
    when: mayDo(task, 'cancel'),
    act: asked(
      'cancel',
      { title: t('取消这次盘点?'), text: t('盘过的记录保留，账面不变。'), yes: t('取消盘点'), no: t('再想想'), danger: true },
      async () => {
        const reason = await choose(
          t('为什么取消？'),
          cancelReasons.map((why) => ({ value: why, label: t(why) })),
        )
        if (reason !== undefined) await cancel({ taskId: task.id, reason })
      },
    ),
  },
]

const cancelReasons = ['范围或计划有误', '改期再盘', '重复开始了', '其他原因'] as const
