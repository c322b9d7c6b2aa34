import { useState } from 'react'
import { pushSettings, pushWishes } from '../../domain/push/operations.ts'
import { choicesFor, ringCategories, type RingChoice } from '../../domain/push/ringing.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TimeField } from '../look/fields/TimeField.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { keysOf } from '../../kernel/keysOf.ts'

type Change = InputOf<typeof pushSettings>

/** What may call a person, on all devices: by category, when, and how much is said. */
export const PushWishes = () => {
  const { data, error, refetch } = useAsk(pushWishes, {})
  const { send } = useSend(pushSettings)
  /** What was pressed, until the answer is there. */
  const [unsavedChange, setUnsavedChange] = useState<Change>({})
  if (!data) return error ? <Problem error={error} onRetry={refetch} /> : <Skeleton rows={4} picture={false} />
  const change = async (next: Change) => {
    setUnsavedChange((before) => ({ ...before, ...next }))
    await send(next).catch(() => undefined)
    setUnsavedChange({})
  }
  const wishes = { ...data.wanted, ...unsavedChange.wanted }
  const quiet = unsavedChange.quiet === undefined ? data.quiet : unsavedChange.quiet
  return (
    <>
      <Section title={t('推送什么')}>
        {keysOf(ringCategories).map((category) => {
          const choices = choicesFor(category)
          const choice = wishes[category] ?? 'all'
          const label = t(ringCategories[category])
          return choices.length === 2 ? (
            <Switch
              key={category}
              label={label}
              value={choice !== 'none'}
              onChange={(on) => void change({ wanted: { [category]: on ? 'all' : 'none' } })}
            />
          ) : (
            <Choice
              key={category}
              label={label}
              value={choice}
              onChange={(value) => void change({ wanted: { [category]: choices.find((option) => option === value) ?? choice } })}
              options={choices.map((value) => ({ value, label: choiceWords[value] }))}
            />
          )
        })}
      </Section>
      <Section title={t('什么时候、怎么说')} note={t('免打扰时段里不推送，消息照常收到。')}>
        <Switch
          label={t('免打扰时段')}
          value={quiet !== null}
          onChange={(on) => void change({ quiet: on ? { from: 22 * 60, until: 7 * 60 } : null })}
        />
        {quiet && (
          <>
            <TimeField
              label={t('从')}
              value={timeOf(quiet.from)}
              onChange={(time) => time && void change({ quiet: { ...quiet, from: minuteOf(time) } })}
            />
            <TimeField
              label={t('到')}
              value={timeOf(quiet.until)}
              onChange={(time) => time && void change({ quiet: { ...quiet, until: minuteOf(time) } })}
            />
          </>
        )}
        <Switch
          label={t('隐藏内容')}
          text={t('通知里只说有新消息，不显示内容')}
          value={unsavedChange.hides ?? data.hides}
          onChange={(hides) => void change({ hides })}
        />
      </Section>
    </>
  )
}

const choiceWords: Readonly<Record<RingChoice, string>> = { all: '全部', mentions: '仅@我和单聊', none: '不推送' }

const timeOf = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
