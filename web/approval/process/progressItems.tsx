import type { ReactNode } from 'react'
import { moveWords, personStates } from '../../../domain/approval/process/paper.ts'
import { tallyWords } from '../../../domain/approval/process/tally.ts'
import type { ProgressRow } from '../../../domain/approval/operations/process.ts'
import type { Id } from '../../../kernel/id.ts'
import { fileUrl } from '../../call.ts'
import { Avatar } from '../../look/Avatar.tsx'
import { Button } from '../../look/Button.tsx'
import { Tag } from '../../look/Tag.tsx'
import type { TimelineItem } from '../../look/Timeline.tsx'
import { LinkRow } from './Applications.tsx'
import { PersonName } from '../../people/PersonName.tsx'
import { StoredFiles } from '../../forms/StoredFiles.tsx'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { durationWords } from './duration.ts'
import { fullTime } from '../../shell/dateWords.ts'
import { when } from '../../shell/when.ts'

/**
 * The way of an approval as a timeline: who did what and when, who is asked now and since when, who is expected next and why. `onRemove`
 * takes an added signer out again.
 */
export const progressItems = (progress: readonly ProgressRow[], onRemove?: (signer: Person) => void): TimelineItem[] =>
  progress.map((row) => ({
    key: row.key,
    title: t(row.nodeName),
    time: timeOf(row),
    state: states[row.state],
    text: lineWords(row) || undefined,
    extra: extraOf(row, onRemove),
  }))

const timeOf = ({ state, startedAt, endedAt }: ProgressRow): string | undefined => {
  const reachedAt = endedAt || startedAt
  return state === 'expected' || !reachedAt ? undefined : when(reachedAt)
}

/** The flows that a step has started, or the people of the step. */
const extraOf = ({ kind, people, children, childProcessId }: ProgressRow, onRemove?: (signer: Person) => void): ReactNode => {
  if (children) return <Children links={children} />
  if (childProcessId) return <Child id={childProcessId} />
  return (
    people.length > 0 && (
      <ul className="mt-2 space-y-2">
        {people.map((person) => (
          <Person
            key={`${person.uid}/${person.taskId ?? ''}`}
            person={person}
            initiated={kind === 'start'}
            several={people.length > 1}
            onRemove={onRemove}
          />
        ))}
      </ul>
    )
  )
}

const Child = ({ id }: { id: Id }) => (
  <Button size="small" kind="secondary" className="mt-2" onClick={() => go('/pages/flow/progress', { processId: id })}>
    {t('查看子流程')}
  </Button>
)

/** The flows that one step started for the rows of a table. */
const Children = ({ links }: { links: NonNullable<ProgressRow['children']> }) => (
  <ul className="mt-2 space-y-1.5">
    {links.map((link, index) => (
      // A row has no other name than its number.
      <li key={index} className="flex items-center gap-2 rounded-control bg-sunken pl-3">
        <span className="w-5 shrink-0 text-small tabular-nums text-faint">{index + 1}</span>
        {link ? <LinkRow link={link} /> : <span className="min-h-11 py-3 text-small text-faint">{t('尚未发起')}</span>}
      </li>
    ))}
  </ul>
)

type Person = ProgressRow['people'][number]

type PersonProps = { person: Person; initiated: boolean; several: boolean; onRemove: ((signer: Person) => void) | undefined }

const Person = ({ person, initiated, several, onRemove }: PersonProps) => (
  <li className="flex items-start gap-2.5">
    <Avatar name={person.userName} src={person.avatar ?? undefined} size={32} />
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 text-body">
        <span>
          <PersonName uid={person.uid} name={person.userName} />
          {person.onBehalfOf && <span className="text-small text-quiet">{t('（代{name}）', { name: person.onBehalfOf.userName })}</span>}
        </span>
        {!initiated && <span className={`text-small ${toneOf[person.state] ?? 'text-faint'}`}>{t(personStates[person.state])}</span>}
        {person.overdue && <Tag tone="bad">{t('已超时')}</Tag>}
        {person.urged > 0 && person.state === 'open' && <Tag tone="warn">{t('已催办{count}次', { count: person.urged })}</Tag>}
      </p>
      <p className="text-small text-faint">{personWords(person, several)}</p>
      {person.moves.map((move) => (
        <p key={`${move.at}/${move.to.uid}`} className="mt-1 break-words border-l-2 border-line pl-2 text-small text-quiet">
          {moveWords(move, t)}
          <time className="text-faint"> · {when(move.at)}</time>
          {move.comment && <span className="block text-ink">{move.comment}</span>}
        </p>
      ))}
      {person.comment && <p className="mt-1 break-words rounded-control bg-sunken px-3 py-2 text-body">{person.comment}</p>}
      {person.signature && (
        <span className="mt-2 inline-block rounded-control border border-line bg-white px-2 py-1">
          <img
            src={fileUrl(person.signature)}
            alt={t('{name}的签名', { name: person.userName })}
            loading="lazy"
            className="h-12 max-w-40 object-contain"
          />
        </span>
      )}
      <StoredFiles paths={person.attachments} />
    </div>
    {person.removable && onRemove && (
      <Button kind="plain" size="small" className="-my-1 shrink-0" onClick={() => onRemove(person)}>
        {t('减签')}
      </Button>
    )}
  </li>
)

/** Why this person, whether it was read, how long it took or takes, and when it is due. */
const personWords = ({ why, by, state, read, waitSeconds, dueAt, at }: Person, several: boolean): string =>
  [
    state === 'copied' && by ? t('{name}抄送', { name: by.userName }) : why,
    state === 'open' && read ? t('已读') : '',
    waitWords(state, waitSeconds),
    state === 'open' && dueAt ? t('{time}前处理', { time: fullTime(dueAt) }) : '',
    several && state !== 'open' && at ? when(at) : '',
  ]
    .filter(Boolean)
    .join(' · ')

/** What is said of a line as a whole: why it went this way, what was said about it, and how its votes stand. */
const lineWords = ({ people, reason, comment, tally, state }: ProgressRow): string => {
  const heard = people.some((person) => person.comment === comment)
  const remarks = [reason, heard ? '' : comment].filter(Boolean).join(t('：'))
  const votes = tally && tallyWords(tally, state)
  return [remarks, votes ? t(votes.words, votes.params) : ''].filter(Boolean).join(' · ')
}

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
  returned: 'text-bad',
}

/** "等待3小时" for who is asked now, "用时20分钟" for who has answered. */
const waitWords = (state: PersonState, seconds: number | null): string => {
  if (seconds === null || seconds < 60 || state === 'waiting') return ''
  const words = durationWords(seconds)
  return state === 'open' ? t('已等待{time}', { time: words }) : t('用时{time}', { time: words })
}
