import {
  Clock3,
  CornerDownRight,
  GitBranch,
  GitFork,
  GitMerge,
  Hammer,
  type LucideIcon,
  Send,
  Stamp,
  UserRound,
  Webhook,
  Workflow,
} from 'lucide-react'
import { type Branch, nodeKindNames, type NodeKind } from '../../../../domain/approval/flow/definition.ts'

/** How a kind of node looks and what it is called; `text` says in a few words what it is for. White is readable on every colour. */
export const nodeLooks: Readonly<Record<NodeKind | 'start', { title: string; text: string; color: string; icon: LucideIcon }>> = {
  start: { title: '发起人', text: '', color: '#526480', icon: UserRound },
  approve: { title: nodeKindNames.approve, text: '由人同意或驳回', color: '#c2570c', icon: Stamp },
  handle: { title: nodeKindNames.handle, text: '由人完成一件事', color: '#6d4fd6', icon: Hammer },
  cc: { title: nodeKindNames.cc, text: '让人知道，不必处理', color: '#1768c4', icon: Send },
  xor: { title: nodeKindNames.xor, text: '按条件走其中一条', color: '#0f7a52', icon: GitBranch },
  par: { title: nodeKindNames.par, text: '几条同时进行', color: '#0a7488', icon: GitFork },
  inc: { title: nodeKindNames.inc, text: '走所有满足条件的', color: '#5b7016', icon: GitMerge },
  delay: { title: nodeKindNames.delay, text: '等一段时间再继续', color: '#86600a', icon: Clock3 },
  service: { title: nodeKindNames.service, text: '请外部系统处理', color: '#4455a8', icon: Webhook },
  subFlow: { title: nodeKindNames.subFlow, text: '发起另一个流程', color: '#8f3d9c', icon: Workflow },
  route: { title: nodeKindNames.route, text: '跳到后面的环节', color: '#5a6472', icon: CornerDownRight },
}

/** In the order of the menu. */
export const peopleKinds: readonly NodeKind[] = ['approve', 'handle', 'cc']
export const branchKinds: readonly Branch['kind'][] = ['xor', 'par', 'inc']
export const otherKinds: readonly NodeKind[] = ['delay', 'service', 'subFlow', 'route']
