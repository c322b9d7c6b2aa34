import type { Moment } from '../../../kernel/day.ts'
import type { Speaker } from '../../../kernel/fields/kind.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { standingName } from '../../approval/flow/statuses.ts'
import type { ProcessDetail, ProgressRow } from '../operations/process.ts'
import { fieldsOn, momentWords, type Paper, type PrintContext, type Signed, tablesOn } from '../../paper/paper.ts'
import { shapeOf } from '../form/shape.ts'
import { titleIn } from '../flow/title.ts'
import { tallyWords } from './tally.ts'

/** What a person did about an application, by the state of his part of it. */
export const personStates: Readonly<Record<ProgressRow['people'][number]['state'], string>> = {
  waiting: '未轮到',
  open: '待处理',
  approved: '已同意',
  rejected: '已驳回',
  vetoed: '已否决',
  returned: '已退回',
  cancelled: '无需处理',
  copied: '已抄送',
  did: '已办理',
  expected: '预计',
}

type Person = ProgressRow['people'][number]

/** Who handed a task on, or asked for one more signature. */
export const moveWords = ({ kind, from, to, by }: Person['moves'][number], say: Speaker['say']): string => {
  const names = { from: from.userName, to: to.userName, by: by?.userName ?? '' }
  switch (kind) {
    case 'transfer':
      return say('{from}转交给{to}', names)
    case 'delegate':
      return say('{from}委派给{to}', names)
    case 'return':
      return say('{from}交回给{to}', names)
    case 'reassign':
      return say('{by}把{from}的任务改派给{to}', names)
    case 'timeout':
      return say('{from}超时未处理，转交给{to}', names)
    case 'away':
      return say('{from}外出，由{to}代理', names)
    case 'back':
      return say('{from}代理结束，交还给{to}', names)
    case 'addSign':
      return say('{from}加签', names)
  }
}

/** Lays an application out; what the answer does not hold, because it is hidden from the reader, is not on the paper. */
export const paperOf = (detail: ProcessDetail, speaker: Speaker, { organisation, by, at }: PrintContext): Paper => {
  const { process, form, comments, deptName } = detail
  const { say } = speaker
  const shape = shapeOf(form)
  return {
    title: titleIn(process.title, say, true),
    organisation,
    status: say(standingName(process)),
    good: process.status === 'approved' && !process.isRevoked,
    size: 'A4',
    facts: [
      { label: say('申请编号'), value: process.number },
      { label: say('单号'), value: process.documentCode ?? '' },
      { label: say('申请人'), value: process.initiator.userName },
      { label: say('代提交人'), value: detail.proxy?.userName ?? '' },
      { label: say('部门'), value: deptName },
      { label: say('申请时间'), value: momentWords(process.createdAt) },
      { label: say('流程'), value: say(process.flowName) },
      { label: say('金额'), value: process.amount && process.amount !== '0' ? moneyWords(process.amount) : '' },
      { label: say('结束时间'), value: process.endedAt ? momentWords(process.endedAt) : '' },
      { label: say('作废时间'), value: detail.revocation.revokedAt ? momentWords(detail.revocation.revokedAt) : '' },
    ].filter(({ value }) => value !== ''),
    fields: shape ? fieldsOn(shape, form.values, speaker) : [],
    tables: shape ? tablesOn(shape, form.values, speaker) : [],
    total: undefined,
    decisions: decisionsOn(detail.progress, speaker),
    comments: comments.map(({ author, at: commentedAt, body }) => ({ name: author.userName, at: momentWords(commentedAt), body })),
    signing: [],
    foot: say('{name}打印于{time}', { name: by, time: momentWords(at) }),
    headings: { form: say('申请内容'), decisions: say('审批记录'), comments: say('评论') },
  }
}

/** The decisions on the way, with person and time. */
export const decisionsOn = (progress: readonly ProgressRow[], speaker: Pick<Speaker, 'say'>): Signed[] =>
  progress.flatMap((row) => signedOf(row, speaker))

/** What was done, not what waits or is expected; a task that was handed on is there although it waits. */
const signedOf = (row: ProgressRow, { say }: Pick<Speaker, 'say'>): Signed[] => {
  if (row.state === 'expected') return []
  const step = say(row.nodeName)
  const votes = row.tally && tallyWords(row.tally, row.state)
  const countWords = [step, votes ? say(votes.words, votes.params) : ''].filter(Boolean).join('\n')
  if (row.people.length === 0) {
    const remark = [row.reason, row.comment].filter(Boolean).join(say('：'))
    return row.kind === 'end' || remark === ''
      ? []
      : [
          {
            step,
            name: '',
            verdict: remark,
            good: undefined,
            at: row.endedAt ? momentWords(row.endedAt) : '',
            moves: [],
            comment: '',
            signature: undefined,
            files: '',
          },
        ]
  }
  return row.people
    .filter(({ state, moves }) => moves.length > 0 || !untold.has(state))
    .map((person, index) => ({
      step: index === 0 ? countWords : step,
      name: person.onBehalfOf ? `${person.userName}${say('（代{name}）', { name: person.onBehalfOf.userName })}` : person.userName,
      verdict: initiatorKinds.has(row.kind) ? step : say(personStates[person.state]),
      good: goodStates[person.state],
      at: momentWordsOr(person.at ?? row.endedAt ?? row.startedAt),
      moves: person.moves.map((move) =>
        [`${moveWords(move, say)} · ${momentWords(move.at)}`, move.comment].filter(Boolean).join(say('：')),
      ),
      comment: person.comment || row.comment,
      signature: person.signature ?? undefined,
      files: person.attachments.length > 0 ? say('{count}个附件', { count: person.attachments.length }) : '',
    }))
}

/** Who sent it back has a line of his own. */
/** Whether a verdict is for the application; nothing where it is neither for nor against it. */
const goodStates: Partial<Record<Person['state'], boolean>> = { approved: true, rejected: false, vetoed: false }
const untold: ReadonlySet<Person['state']> = new Set(['waiting', 'open', 'returned', 'cancelled', 'expected'])
const momentWordsOr = (moment: Moment | null): string => (moment ? momentWords(moment) : '')
/** Rows in which a person did something to the whole. */
const initiatorKinds: ReadonlySet<string> = new Set([
  'start',
  'resubmit',
  'withdraw',
  'return',
  'rollBack',
  'skip',
  'jump',
  'askAgain',
  'suspend',
  'resume',
])
