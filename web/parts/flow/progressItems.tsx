import { personStates } from '../../../domain/approval/paper.ts'
import type { ProgressRow } from '../../../domain/operations/workflow.ts'
import { Avatar } from '../../look/Avatar.tsx'
import type { TimelineItem } from '../../look/Timeline.tsx'
import { Gallery } from '../Gallery.tsx'
import { t } from '../../words.ts'
import { when } from '../when.ts'

/** The way of an approval as a timeline: who did what and when, who is asked now and since when, who is expected next and why. */
export const progressItems = (progress: readonly ProgressRow[]): TimelineItem[] =>
  progress.map((row) => ({
    key: row.key,
    title: t(row.nodeName),
    time: row.endedAt ? when(row.endedAt) : row.startedAt ? when(row.startedAt) : undefined,
    state: states[row.state],
    text: row.people.length === 0 ? [row.reason, row.comment].filter(Boolean).join(t('：')) || undefined : row.reason || undefined,
    extra: row.people.length > 0 && (
      <ul className="mt-2 space-y-2">
        {row.people.map((person) => (
          <li key={`${person.uid}/${person.taskId ?? ''}`} className="flex items-start gap-2.5">
            <Avatar name={person.userName} src={person.avatar ?? undefined} size={32} />
            <div className="min-w-0 flex-1">
              <p className="text-body">
                {person.userName}
                {person.onBehalfOf && (
                  <span className="text-small text-quiet">{t('（代{name}）', { name: person.onBehalfOf.userName })}</span>
                )}
                <span className={`ml-2 text-small ${toneOf[person.state] ?? 'text-faint'}`}>{t(personStates[person.state])}</span>
              </p>
              {(person.why || person.waitSeconds !== null) && (
                <p className="text-small text-faint">
                  {[person.why, waited(person.state, person.waitSeconds)].filter(Boolean).join(' · ')}
                </p>
              )}
              {person.comment && <p className="mt-1 rounded-control bg-sunken px-3 py-2 text-body">{person.comment}</p>}
              {person.attachments.length > 0 && (
                <div className="mt-2 flex flex-wrap gap-2">
                  {person.attachments.map((path, index) => (
                    <Gallery key={path} paths={person.attachments} index={index} className="size-16" />
                  ))}
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    ),
  }))

const states: Readonly<Record<ProgressRow['state'], TimelineItem['state']>> = {
  done: 'done',
  active: 'now',
  rejected: 'bad',
  closed: 'bad',
  incident: 'bad',
  expected: 'waiting',
}

type PersonState = ProgressRow['people'][number]['state']

const toneOf: Partial<Record<PersonState, string>> = {
  open: 'text-accent-strong',
  approved: 'text-good',
  did: 'text-good',
  rejected: 'text-bad',
  vetoed: 'text-bad',
}

/** "等待3小时" for who is asked now, "用时20分钟" for who has answered. */
const waited = (state: PersonState, seconds: number | null): string => {
  if (seconds === null || seconds < 60) return ''
  const words = durationWords(seconds)
  return state === 'open' ? t('已等待{time}', { time: words }) : t('用时{time}', { time: words })
}

const durationWords = (seconds: number): string => {
  if (seconds < 3600) return t('{n}分钟', { n: Math.floor(seconds / 60) })
  if (seconds < 86_400) return t('{n}小时', { n: Math.floor(seconds / 3600) })
  return t('{n}天', { n: Math.floor(seconds / 86_400) })
}
