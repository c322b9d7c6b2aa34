import type { Params } from '../../../kernel/refusal.ts'
import type { HumanNode, Rule, Timeout } from '../flow/definition.ts'
import type { Duration } from '../../calendar/deadline.ts'

/** Why a step may find no one, for each of its rules. */
export const reasonsWords = (node: HumanNode): string[] => [...new Set(node.assignees.map(({ k }) => reasons[k]))]

/** What follows while a person is away and named no agent. */
export const awayWords = (timeout: Timeout | undefined): [words: string, params: Params] => {
  if (!timeout || timeout.act === 'remind') return ['休假没有设置代理人时，一直等他回来', {}]
  const { value, unit } = timeout.after
  return [late[timeout.act][unit], { n: value }]
}

const reasons: Record<Rule['k'], string> = {
  users: '指定的人都离职',
  role: '角色没有成员',
  deptHead: '部门没有负责人',
  supervisors: '没有上级主管',
  chosenByInitiator: '选择的人都离职',
  chosenByPrevious: '选择的人都离职',
  field: '表单中没有填写人员',
  initiator: '发起人离职',
  locationManager: '位置没有管理员',
  assetCustodian: '资产没有使用人',
  warehouseKeeper: '仓库没有管理员',
  position: '没有人是这个职位',
  members: '部门没有成员',
}

const late: Record<Exclude<Timeout['act'], 'remind'>, Record<Duration['unit'], string>> = {
  pass: { minutes: '没有人处理，{n}分钟后自动通过', hours: '没有人处理，{n}小时后自动通过', days: '没有人处理，{n}天后自动通过' },
  reject: { minutes: '没有人处理，{n}分钟后自动驳回', hours: '没有人处理，{n}小时后自动驳回', days: '没有人处理，{n}天后自动驳回' },
  transferToManager: {
    minutes: '没有人处理，{n}分钟后转给他的上级',
    hours: '没有人处理，{n}小时后转给他的上级',
    days: '没有人处理，{n}天后转给他的上级',
  },
}
