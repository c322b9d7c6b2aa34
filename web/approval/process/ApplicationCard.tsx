import type { ProcessRow } from '../../../domain/approval/operations/process.ts'
import { session } from '../../session/session.ts'
import { sinceWhen } from '../../shell/dateWords.ts'
import { t } from '../../words.ts'
import { ProcessCard } from './ProcessCard.tsx'
import { StatusTag } from './statusTag.tsx'

/** An application of one's own in a list, with how it stands. */
export const ApplicationCard = ({ process, onPress }: { process: ProcessRow; onPress: () => void }) => {
  const foot = [refusalWords(process), waitingWords(process)].filter(Boolean).join(' · ')
  return <ProcessCard process={process} time={process.createdAt} tag={<StatusTag process={process} />} foot={foot} onPress={onPress} />
}

type WaitingProcess = Pick<ProcessRow, 'status' | 'currentSteps' | 'initiator' | 'waitsSince'>

/** Who an application waits for, the reader first, and since when; empty where it waits for no one. */
export const waitingWords = (process: WaitingProcess): string => {
  const { uid } = session()
  const people = waitedFor(process)
    .toSorted((a, b) => Number(b.uid === uid) - Number(a.uid === uid))
    .map((person) => (person.uid === uid ? t('您') : person.userName))
  if (people.length === 0) return ''
  const names = people.slice(0, 3).join(t('、')) + (people.length > 3 ? '…' : '')
  return process.waitsSince ? t('等待{names}，自{time}', { names, time: sinceWhen(process.waitsSince) }) : t('等待{names}处理', { names })
}

/** Who sent it back or refused it, with what words; empty where no one did. */
export const refusalWords = ({ refusal }: Pick<ProcessRow, 'refusal'>): string =>
  refusal === null ? '' : [refusal.by?.userName, refusal.comment].filter(Boolean).join(t('：'))

/** Who has to do something about an application now: the person who is asked, or who asked where it came back. */
export const waitedFor = ({ status, currentSteps, initiator }: Pick<ProcessRow, 'status' | 'currentSteps' | 'initiator'>) => {
  if (status === 'returned') return [initiator]
  return status === 'running' ? currentSteps.flatMap(({ people }) => people) : []
}
