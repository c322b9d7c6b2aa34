import { countSources } from '../../../domain/counting/event.ts'
import { countedKinds } from '../../../domain/counting/plan.ts'
import { postable } from '../../../domain/counting/settlement.ts'
import { countTaskStates, type CountTaskState } from '../../../domain/counting/task.ts'
import { type Decision, decisions, differingIn, type Verdict, verdicts } from '../../../domain/counting/verdict.ts'
import type { CountNumbers, countTaskInfo, CountTaskRow } from '../../../domain/counting/operations.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { type Day, daysBetween } from '../../../kernel/day.ts'
import type { Tone } from '../../look/Tag.tsx'
import { today } from '../../shell/dateWords.ts'
import { t } from '../../words.ts'
import { keysOf } from '../../../kernel/keysOf.ts'

/** One count with its plan and who counts what. */
export type CountTask = OutputOf<typeof countTaskInfo>

const stateTones: Readonly<Record<CountTaskState, Tone>> = {
  draft: 'plain',
  open: 'accent',
  review: 'warn',
  settling: 'warn',
  closed: 'good',
  cancelled: 'plain',
}

/** What the state of a count is called and its colour. */
export const taskLook = ({ state }: Pick<CountTaskRow, 'state'>): { words: string; tone: Tone } => ({
  words: t(countTaskStates[state]),
  tone: stateTones[state],
})

export const verdictLook = (verdict: Verdict): { words: string; tone: Tone } => ({
  words: t(verdicts[verdict].title),
  tone: verdicts[verdict].tone,
})

const sourceTitles: Readonly<Record<string, string>> = countSources
/** How something was seen; a newer server may know of more ways. */
export const sourceWords = (source: string): string => t(sourceTitles[source] ?? source)

/** Whether people still count. */
export const isRunning = ({ state }: Pick<CountTaskRow, 'state'>): boolean => state === 'open' || state === 'draft'
/** Whether it is over, for better or worse. */
export const isOver = ({ state }: Pick<CountTaskRow, 'state'>): boolean => state === 'closed' || state === 'cancelled'

/** Until when it has to be done, from now; empty for a count that is over or has no such day. */
export const dueWords = ({ dueOn, state }: { dueOn: Day | null; state?: CountTaskState }): { words: string; late: boolean } => {
  if (!dueOn || (state && isOver({ state }))) return { words: '', late: false }
  const days = daysBetween(today(), dueOn)
  if (days < 0) return { words: t('已超期{n}天', { n: -days }), late: true }
  if (days === 0) return { words: t('今天截止'), late: true }
  return { words: days === 1 ? t('明天截止') : t('还有{n}天', { n: days }), late: false }
}

export const kindWords = (kinds: readonly (keyof typeof countedKinds)[]): string => kinds.map((kind) => t(countedKinds[kind])).join(t('、'))

/** What was counted of what was expected, in hundredths; whole only where nothing is missing any more. */
export const percentOf = ({ done, expected }: { done: number; expected: number }): number => {
  if (expected === 0) return 0
  return done >= expected ? 100 : Math.min(99, Math.round((done / expected) * 100))
}

/** How many have each verdict, in the order of the verdicts; those that nothing has are left out. */
export const byVerdict = ({ byVerdict: counted }: CountNumbers): { verdict: Verdict; count: number }[] =>
  keysOf(verdicts).flatMap((verdict) => {
    const count = counted[verdict] ?? 0
    return count > 0 ? [{ verdict, count }] : []
  })

const sum = (numbers: CountNumbers, isWanted: (tone: string, verdict: Verdict) => boolean): number =>
  byVerdict(numbers).reduce((all, { verdict, count }) => all + (isWanted(verdicts[verdict].tone, verdict) ? count : 0), 0)

/** The parts of the ring: what is as booked, what asks for a look, what is wrong. */
export const ringParts = (numbers: CountNumbers) => ({
  good: sum(numbers, (tone) => tone === 'good'),
  plain: sum(numbers, (tone, verdict) => tone === 'plain' && verdict !== 'pending'),
  warn: sum(numbers, (tone) => tone === 'warn'),
  bad: sum(numbers, (tone) => tone === 'bad'),
})

/** How many a person has to decide on. */
export const differingOf = (numbers: CountNumbers): number => differingIn(numbers.byVerdict)

/** What may be decided about a difference now: where the plan wants it, it is counted once more before it is booked; some cannot be booked. */
export const decisionsFor = ({ round, plan }: Pick<CountTask, 'round' | 'plan'>, verdict?: Verdict): Decision[] => {
  const books = (!plan.recount || round > 1) && (verdict === undefined || postable.has(verdict))
  return keysOf(decisions).filter((decision) => decision !== 'post' || books)
}
