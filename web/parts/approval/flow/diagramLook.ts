import {
  Ban,
  Circle,
  CircleCheck,
  CircleDashed,
  CirclePlay,
  CircleX,
  Clock,
  Copy,
  CornerDownRight,
  Flag,
  GitBranch,
  Hammer,
  type LucideIcon,
  Minus,
  Stamp,
  TriangleAlert,
  Undo2,
  Webhook,
  Workflow,
} from 'lucide-react'
import type { DiagramBox, DiagramState } from '../../../../domain/approval/flow/diagram.ts'
import { t } from '../../../words.ts'

/** How a state looks and what it is called; told apart by the icon as well as by the colour. */
export const stateLooks: Readonly<Record<DiagramState, { color: string; soft: string; icon: LucideIcon; words: string }>> = {
  plan: { color: 'var(--faint)', soft: 'var(--card)', icon: Circle, words: '未开始' },
  expected: { color: 'var(--faint)', soft: 'var(--card)', icon: CircleDashed, words: '预计' },
  active: { color: 'var(--accent)', soft: 'var(--accent-soft)', icon: CirclePlay, words: '进行中' },
  done: { color: 'var(--good)', soft: 'var(--good-soft)', icon: CircleCheck, words: '已完成' },
  returned: { color: 'var(--warn)', soft: 'var(--warn-soft)', icon: Undo2, words: '已退回' },
  rejected: { color: 'var(--bad)', soft: 'var(--bad-soft)', icon: CircleX, words: '已驳回' },
  closed: { color: 'var(--quiet)', soft: 'var(--sunken)', icon: Ban, words: '已中止' },
  skipped: { color: 'var(--faint)', soft: 'var(--card)', icon: Minus, words: '不经过' },
  incident: { color: 'var(--bad)', soft: 'var(--bad-soft)', icon: TriangleAlert, words: '异常' },
}

export const boxIcon = ({ kind }: DiagramBox): LucideIcon => kinds[kind].icon

/** What a box is called: its own name, or that of its kind. */
export const boxTitle = (box: DiagramBox): string => {
  if (box.kind === 'arm') return t(box.arm!.name)
  if (box.kind === 'branch') return t(box.node!.name || branchWords[box.node!.branch!])
  return t(box.node?.name || kinds[box.kind].words)
}

/** The second line: the condition of an arm, otherwise who is asked and how. */
export const boxLine = ({ kind, node, arm }: DiagramBox): string => {
  if (kind !== 'arm') return node?.note || (node ? t(kinds[kind].words) : '')
  const rest = node!.branch !== 'par' && node!.arms.at(-1) === arm && arm!.name !== '其他情况' ? t('其他情况') : ''
  return arm!.when || rest
}

const kinds: Readonly<Record<DiagramBox['kind'], { icon: LucideIcon; words: string }>> = {
  start: { icon: Circle, words: '发起' },
  end: { icon: Flag, words: '结束' },
  arm: { icon: GitBranch, words: '分支' },
  approve: { icon: Stamp, words: '审批' },
  handle: { icon: Hammer, words: '办理' },
  cc: { icon: Copy, words: '抄送' },
  branch: { icon: GitBranch, words: '分支' },
  delay: { icon: Clock, words: '等待' },
  service: { icon: Webhook, words: '外部服务' },
  subFlow: { icon: Workflow, words: '子流程' },
  route: { icon: CornerDownRight, words: '跳转' },
}

const branchWords = { xor: '条件分支', inc: '多选分支', par: '并行分支' } as const
