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
import { nodeKindNames } from '../../../domain/approval/flow/definition.ts'
import type { DiagramBox, DiagramState } from '../../../domain/approval/flow/diagram.ts'
import { t } from '../../words.ts'

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

export const boxIcon = ({ kind }: DiagramBox): LucideIcon => icons[kind]

/** What a box is called: its own name, or that of its kind. */
export const boxTitle = (box: DiagramBox): string => t(box.arm?.name || box.node?.name || kindWords(box))

/** The second line: the condition of an arm, otherwise who is asked and how. */
export const boxLine = (box: DiagramBox): string => {
  const { kind, node, arm } = box
  if (kind !== 'arm') return node?.note || (node ? t(kindWords(box)) : '')
  if (!node || !arm) return ''
  const restLabel = node.branch !== 'par' && node.arms.at(-1) === arm && arm.name !== '其他情况' ? t('其他情况') : ''
  return arm.when || restLabel
}

const icons: Readonly<Record<DiagramBox['kind'], LucideIcon>> = {
  start: Circle,
  end: Flag,
  arm: GitBranch,
  approve: Stamp,
  handle: Hammer,
  cc: Copy,
  branch: GitBranch,
  delay: Clock,
  service: Webhook,
  subFlow: Workflow,
  route: CornerDownRight,
}

const kindWords = ({ kind }: DiagramBox): string => {
  switch (kind) {
    case 'start':
      return '发起'
    case 'end':
      return '结束'
    case 'arm':
    case 'branch':
      return '分支'
    default:
      return nodeKindNames[kind]
  }
}
