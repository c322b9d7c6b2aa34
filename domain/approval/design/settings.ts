import type { Params } from '../../../kernel/refusal.ts'
import type {
  Approve,
  Arm,
  Branch,
  Circle,
  Definition,
  Failure,
  Handle,
  Node,
  Raise,
  Range,
  Rule,
  Service,
  Starters,
  SubFlow,
  Timeout,
  Vote,
} from '../flow/definition.ts'
import type { Duration } from '../../calendar/deadline.ts'
import type { FieldPermission, FieldPermissions } from '../form/form.ts'
import { conditionWords, voteWords, type Speech } from './describe.ts'
import { unset } from './edit.ts'

/** How a designer is spoken to: besides what every reader is told, the names of people, roles, flows and nodes. */
export type DesignSpeech = Speech & { nameOf: (what: 'person' | 'department' | 'role' | 'flow' | 'node' | 'service', id: string) => string }

/** One setting in words. `key` is the same for the same setting of another version, `value` tells whether it is another one. */
export type Setting = { key: string; label: string; value: unknown; words: string }

/** Everything that is set in a node but its name, the arms of a branch and what is inside them. */
export const nodeSettings = (node: Node, speech: DesignSpeech): Setting[] => {
  const { say, labelOf, nameOf } = speech
  const setting = settingIn(speech)
  switch (node.t) {
    case 'approve':
      return [
        ...workSettings(node, speech),
        setting('settle', '何时定论', node.settle, node.settle === 'early' ? '结果确定即结束' : '等待所有人表决'),
        setting('onSelf', '处理人是发起人时', node.onSelf, onSelfWords[node.onSelf]),
        ...(node.dedupe ? [setting('dedupe', '重复处理人', node.dedupe, dedupeWords[node.dedupe])] : []),
        typeof node.onReject === 'object'
          ? setting('onReject', '驳回后', node.onReject, '回到“{node}”', { node: nameOf('node', node.onReject.node) })
          : setting('onReject', '驳回后', node.onReject, onRejectWords[node.onReject]),
      ]
    case 'handle':
      return workSettings(node, speech)
    case 'cc':
      return [{ ...setting('assignees', '抄送给', node.assignees, ''), words: rulesWords(node.assignees, speech) }, ...fieldSettings(node.fields, speech)] // prettier-ignore
    case 'branch':
      return [setting('kind', '分支方式', node.kind, branchWords[node.kind])]
    case 'delay':
      return [
        'until' in node.wait
          ? setting('wait', '等待', node.wait, '直到“{field}”', { field: labelOf(node.wait.until) })
          : { ...setting('wait', '等待', node.wait, ''), words: periodWords(node.wait.after, node.wait.calendar, speech) },
      ]
    case 'service':
      return [
        { ...setting('service', '外部服务', node.service, ''), words: node.service === unset ? '' : nameOf('service', node.service) },
        setting('wait', '等待结果', node.wait, node.wait ? '是' : '否'),
        setting('onFail', '失败时', node.onFail, onFailWords[node.onFail]),
        ...(node.wait ? [deadlineSetting(node.deadline, speech)] : []),
        ...fieldSettings(node.fields, speech),
      ]
    case 'subFlow':
      return [
        { ...setting('flowKey', '子流程', node.flowKey, ''), words: node.flowKey === unset ? '' : nameOf('flow', node.flowKey) },
        node.initiator === 'initiator'
          ? setting('initiator', '子流程发起人', node.initiator, '本流程的发起人')
          : setting('initiator', '子流程发起人', node.initiator, '“{field}”中的人员', { field: labelOf(node.initiator.field) }),
        { ...setting('input', '带入', node.input, ''), words: pairs(node.input, (to, from) => `${labelOf(from)} → ${to}`, speech) },
        { ...setting('output', '带回', node.output, ''), words: pairs(node.output, (to, from) => `${from} → ${labelOf(to)}`, speech) },
        node.each
          ? setting('each', '逐行发起', node.each, eachWords[node.each.settle], { table: labelOf(node.each.table) })
          : setting('each', '逐行发起', null, '否'),
        setting('wait', '等待结果', node.wait, node.wait ? '是' : '否'),
        setting('onReject', '子流程被驳回时', node.onReject, childRejectWords[node.onReject]),
      ]
    case 'route':
      return [
        { ...setting('to', '跳转到', node.to, ''), words: node.to === unset ? '' : nameOf('node', node.to) },
        node.when
          ? { ...setting('when', '条件', node.when, ''), words: conditionWords(node.when, speech) }
          : { ...setting('when', '条件', null, ''), words: say('总是') },
      ]
  }
}

/** The condition of an arm, or what stands for it. */
export const armWords = (branch: Branch, arm: Arm, speech: Speech): string => {
  if (branch.kind === 'par') return speech.say('无条件，与其他分支同时进行')
  if (arm === branch.arms.at(-1)) return speech.say(branch.kind === 'xor' ? '不满足其他条件时进入' : '其他分支都不满足时进入')
  return arm.when ? conditionWords(arm.when, speech) : ''
}

/** Name, rules and start of the flow itself. */
export const flowSettings = (definition: Definition, speech: DesignSpeech): Setting[] => {
  const { policy } = definition
  const { say, labelOf, nameOf } = speech
  const setting = settingIn(speech)
  const listed = (words: string[]): string => words.join(say('、')) || say('无')
  return [
    { ...setting('name', '流程名称', definition.name, ''), words: say(definition.name) },
    setting('dedupe', '重复处理人', policy.dedupe, dedupeWords[policy.dedupe]),
    setting('withdraw', '撤回', policy.withdraw, withdrawWords[policy.withdraw]),
    setting('takeBack', '允许撤回审批', policy.takeBack, policy.takeBack ? '是' : '否'),
    setting('batchApprove', '允许批量同意', policy.batchApprove, policy.batchApprove ? '是' : '否'),
    policy.keepApprovals
      ? setting('keepApprovals', '保留已同意的审批', policy.keepApprovals, '是，除非修改了：{fields}', {
          fields: listed(policy.keepApprovals.unlessChanged.map(labelOf)),
        })
      : setting('keepApprovals', '保留已同意的审批', null, '否'),
    { ...setting('admins', '流程管理员', policy.admins, ''), words: listed(policy.admins.map((uid) => nameOf('person', uid))) },
    { ...setting('starters', '谁可以发起', policy.starters ?? null, ''), words: startersWords(policy.starters, speech) },
    {
      ...setting('proxies', '可以代别人提交的人', policy.proxies ?? null, ''),
      words: policy.proxies ? circleWords(policy.proxies, speech) || say('无') : say('无'),
    },
    { ...setting('title', '标题', policy.title, ''), words: policy.title },
    { ...setting('summaryFields', '摘要字段', policy.summaryFields, ''), words: listed(policy.summaryFields.map(labelOf)) },
    setting('automatic', '自动流程', policy.automatic, policy.automatic ? '是' : '否'),
    ...fieldSettings(definition.startFields, speech),
  ]
}

/** Who may start a flow. */
export const startersWords = ({ only, except }: Starters = {}, speech: DesignSpeech): string => {
  const { say } = speech
  const first = only ? circleWords(only, speech) || say('无') : say('所有人')
  return except ? say('{people}，除了{others}', { people: first, others: circleWords(except, speech) || say('无') }) : first
}

const circleWords = ({ users, depts, roles }: Circle, { say, nameOf }: DesignSpeech): string =>
  [
    ...depts.map((id) => nameOf('department', id)),
    ...roles.map((id) => say('角色“{role}”', { role: nameOf('role', id) })),
    ...users.map((id) => nameOf('person', id)),
  ].join(say('、'))

/** Who is asked, in words that name them. */
export const rulesWords = (rules: readonly Rule[], speech: DesignSpeech): string =>
  rules.map((rule) => ruleWords(rule, speech)).join(speech.say('、'))

export const ruleWords = (rule: Rule, speech: DesignSpeech): string => {
  const { say, labelOf, nameOf } = speech
  switch (rule.k) {
    case 'users':
      return peopleWords(rule.ids, speech)
    case 'role':
      return say(rule.scope === 'org' ? '角色“{role}”' : '发起人部门的“{role}”', { role: nameOf('role', rule.id) })
    case 'deptHead':
      if (rule.of !== 'initiator') return say('“{field}”的第{level}级负责人', { field: labelOf(rule.of.field), level: rule.level })
      return rule.level === 1 ? say('发起人的部门负责人') : say('发起人的第{level}级部门负责人', { level: rule.level })
    case 'supervisors':
      if (rule.upTo === 'top') return say(rule.dir === 'up' ? '发起人的各级上级' : '发起人的各级上级（自上而下）')
      return say(rule.dir === 'up' ? '发起人的{level}级上级' : '发起人的{level}级上级（自上而下）', { level: rule.upTo })
    case 'chosenByInitiator':
      return rule.range === 'any' ? say('由发起人选择') : say('由发起人从{range}中选择', { range: rangeWords(rule.range, speech) })
    case 'chosenByPrevious':
      return rule.range === 'any' ? say('由上一环节选择') : say('由上一环节从{range}中选择', { range: rangeWords(rule.range, speech) })
    case 'field':
      return say('“{field}”中的人员', { field: labelOf(rule.path) })
    case 'initiator':
      return say('发起人本人')
    case 'locationManager':
      return say('“{field}”的区域管理员', { field: labelOf(rule.field) })
    case 'assetCustodian':
      return say('“{field}”的保管人', { field: labelOf(rule.field) })
    case 'warehouseKeeper':
      return say('“{field}”的仓库管理员', { field: labelOf(rule.field) })
    case 'position':
      return say(rule.scope === 'org' ? '职位为“{position}”的人' : '发起人部门中职位为“{position}”的人', { position: rule.name })
    case 'members':
      return membersWords(rule, speech)
  }
}

const membersWords = ({ of, below }: Extract<Rule, { k: 'members' }>, { say, labelOf, nameOf }: DesignSpeech): string => {
  if (of === 'initiator') return say(below ? '发起人部门及下级部门的成员' : '发起人部门的成员')
  const dept = 'dept' in of ? nameOf('department', of.dept) : labelOf(of.field)
  return say(below ? '“{dept}”及下级部门的成员' : '“{dept}”的成员', { dept })
}

/** A vote with the people whose votes weigh more. */
const votersWords = (vote: Vote, speech: DesignSpeech): string => {
  const words = voteWords(vote, speech)
  if (vote.mode !== 'weight' || vote.weights.length === 0) return words
  const { say, nameOf } = speech
  const weights = vote.weights.map(({ user, weight }) => say('{person}{weight}票', { person: nameOf('person', user), weight }))
  return say('{vote}（{weights}）', { vote: words, weights: weights.join(say('、')) })
}

/** A time limit with what happens then. */
export const timeoutWords = ({ after, calendar, act, repeat }: Timeout, speech: Speech): string => {
  const { say } = speech
  const first = say(timeoutActWords[act], { time: periodWords(after, calendar, speech) })
  return repeat
    ? say('{first}，之后每{time}一次，最多{max}次', { first, time: durationWords(repeat.every, speech), max: repeat.max })
    : first
}

export const durationWords = ({ value, unit }: Duration, { say }: Speech): string => say(unitWords[unit], { n: value })

/** What may be chosen, in words, for settings that are one of a list. */
export const onSelfWords: Record<Approve['onSelf'], string> = {
  allow: '由发起人自己审批',
  skip: '自动通过',
  manager: '转交发起人的上级',
  deptHead: '转交部门负责人',
}
export const dedupeWords: Record<Definition['policy']['dedupe'], string> = {
  none: '每次都需要审批',
  consecutive: '连续出现时自动通过',
  once: '只审批一次，之后自动通过',
}
export const onRejectWords: Record<Exclude<Approve['onReject'], object>, string> = {
  end: '流程结束',
  initiator: '退回发起人',
  previous: '退回上一环节',
}
export const pickWords = { leastLoaded: '只由待办最少的一人处理' } as const
export const onEmptyWords: Record<Exclude<Handle['onEmpty'], object>, string> = {
  pass: '自动通过',
  reject: '自动驳回',
  admins: '转交流程管理员',
}
export const raiseWords: Record<Raise, string> = {
  ask: '已同意的人重新审批',
  refuse: '不允许',
  allow: '允许，不再审批',
}

export const resubmitWords: Record<Handle['resubmit'], string> = {
  restart: '从头重新审批',
  direct: '直接回到退回的环节',
  approverChooses: '由退回的人选择',
}
export const commentWords: Record<Handle['require']['comment'], string> = { never: '选填', onReject: '驳回时必填', always: '必填' }
export const permissionWords: Record<FieldPermission, string> = { hide: '隐藏', read: '只读', write: '可编辑', required: '必填' }
export const branchWords: Record<Branch['kind'], string> = {
  xor: '进入第一个满足条件的分支',
  inc: '进入所有满足条件的分支',
  par: '同时进入所有分支',
}
export const onFailWords: Record<Failure, string> = {
  incident: '记为异常，等待处理',
  continue: '继续流程',
  reject: '驳回申请',
}
export const childRejectWords: Record<'end' | 'initiator' | 'continue', string> = {
  end: '驳回本流程',
  initiator: '退回发起人',
  continue: '继续流程',
}
const eachWords: Record<NonNullable<SubFlow['each']>['settle'], string> = {
  early: '“{table}”每行发起一个，一个被驳回即有结果',
  waitAll: '“{table}”每行发起一个，全部结束后有结果',
}
export const withdrawWords: Record<Definition['policy']['withdraw'], string> = {
  never: '不能撤回',
  beforeFirstDecision: '有人处理之前可以撤回',
  anyTime: '结束之前都可以撤回',
}

const deadlineSetting = (deadline: Service['deadline'], speech: DesignSpeech): Setting => {
  const setting = settingIn(speech)
  if (!deadline) return setting('deadline', '最长等待', null, '没有期限')
  const time = periodWords(deadline.after, deadline.calendar, speech)
  return setting('deadline', '最长等待', deadline, '{time}后：{act}', { time, act: speech.say(onFailWords[deadline.act]) })
}

const workSettings = (node: Approve | Handle, speech: DesignSpeech): Setting[] => {
  const { say, nameOf } = speech
  const setting = settingIn(speech)
  const { ops, require } = node
  const allowed = [
    ...(ops.transfer ? ['转交'] : []),
    ...(ops.delegate ? ['委派'] : []),
    ...(ops.addSign ? ['加签'] : []),
    ...(ops.rollback === true ? ['退回'] : []),
    ...(ops.cc ? ['抄送'] : []),
  ]
  const back = Array.isArray(ops.rollback)
    ? [say('退回到{nodes}', { nodes: ops.rollback.map((id) => (id === 'START' ? say('发起人') : nameOf('node', id))).join(say('、')) })]
    : []
  return [
    { ...setting('assignees', '处理人', node.assignees, ''), words: rulesWords(node.assignees, speech) },
    { ...setting('vote', '多人处理时', node.vote, ''), words: votersWords(node.vote, speech) },
    ...(node.pick ? [setting('pick', '由谁处理', node.pick, pickWords[node.pick])] : []),
    typeof node.onEmpty === 'object'
      ? setting('onEmpty', '没有处理人时', node.onEmpty, '由{names}处理', { names: peopleWords(node.onEmpty.users, speech) })
      : setting('onEmpty', '没有处理人时', node.onEmpty, onEmptyWords[node.onEmpty]),
    setting('resubmit', '退回后重新提交', node.resubmit, resubmitWords[node.resubmit]),
    setting('raise', '调高已同意的数量或金额', node.raise ?? 'ask', raiseWords[node.raise ?? 'ask']),
    { ...setting('ops', '允许的操作', ops, ''), words: [...allowed.map((words) => say(words)), ...back].join(say('、')) || say('无') },
    setting('comment', '意见', require.comment, commentWords[require.comment]),
    setting('signature', '手写签名', require.signature, require.signature ? '必填' : '选填'),
    setting('attachment', '附件', require.attachment, require.attachment ? '必填' : '选填'),
    { ...setting('timeouts', '时限', node.timeouts, ''), words: node.timeouts.map((timeout) => timeoutWords(timeout, speech)).join(say('；')) || say('无') }, // prettier-ignore
    ...fieldSettings(node.fields, speech),
  ]
}

const fieldSettings = (fields: FieldPermissions, { say, labelOf }: Speech): Setting[] =>
  Object.entries(fields).map(([path, permission]) => ({
    key: `fields.${path}`,
    label: say('“{field}”的权限', { field: labelOf(path) }),
    value: permission,
    words: say(permissionWords[permission]),
  }))

const settingIn =
  ({ say }: Speech) =>
  (key: string, label: string, value: unknown, words: string, params: Params = {}): Setting => ({
    key,
    label: say(label),
    value,
    words: words && say(words, params),
  })

const peopleWords = (ids: readonly string[], { say, nameOf }: DesignSpeech): string => {
  const names = ids.slice(0, 3).map((uid) => nameOf('person', uid)).join(say('、')) // prettier-ignore
  return ids.length > 3 ? say('{names}等{n}人', { names, n: ids.length }) : names
}

const rangeWords = (range: Exclude<Range, 'any'>, speech: DesignSpeech): string =>
  'users' in range ? peopleWords(range.users, speech) : speech.say('角色“{role}”', { role: speech.nameOf('role', range.role) })

const pairs = (map: Readonly<Record<string, string>>, words: (key: string, value: string) => string, { say }: Speech): string =>
  Object.entries(map)
    .map(([key, value]) => words(key, value))
    .join(say('、')) || say('无')

const periodWords = (after: Duration, calendar: Timeout['calendar'], speech: Speech): string =>
  speech.say(calendar === 'workdays' && after.unit !== 'minutes' ? '{time}（工作日）' : '{time}', { time: durationWords(after, speech) })

const unitWords: Record<Duration['unit'], string> = { minutes: '{n}分钟', hours: '{n}小时', days: '{n}天' }

const timeoutActWords: Record<Timeout['act'], string> = {
  remind: '{time}后提醒',
  pass: '{time}后自动通过',
  reject: '{time}后自动驳回',
  transferToManager: '{time}后转交上级',
}
