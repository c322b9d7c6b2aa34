import { dayAt } from '../../kernel/day.ts'
import { type Card, type CardTone, cardKey } from '../../domain/cards/cards.ts'
import { inWords } from '../../domain/english/all.ts'
import { nextOccurrence, occurrenceOf } from '../../domain/agenda/expand.ts'
import type { AgendaAnswer } from '../../domain/agenda/operations.ts'
import type { CardReader } from '../cards/reader.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import { answerTo, findEvent, invitedUids, isFor, saidAt } from './events.ts'
import { eventLink, whenWords } from './notices.ts'

/** An event as a card: its next time that is not over, for its owner and the person who is invited. */
export const eventCards: CardReader = async ({ tx, session, language }, refs) => {
  const workdays = await workCalendarOf(tx)
  const say = (words: string, params = {}) => inWords(language, words, params)
  const cards = await Promise.all(
    refs.map(async (ref): Promise<[string, Card][]> => {
      const event = await findEvent(tx, ref.id)
      if (!event || !isFor(event, session.uid)) return []
      const next = nextOccurrence(event, event.exceptions, tx.now() - event.minutes * 60_000, workdays)
      const occurrence = next ?? occurrenceOf(event, event.startLocal, undefined)
      const content = saidAt(event, occurrence)
      const ownAnswer = event.uid === session.uid ? undefined : answerTo(event, session.uid, occurrence.occurrence)?.answer
      const state = next === undefined ? over : ownAnswer && answers[ownAnswer]
      return [
        [
          cardKey(ref),
          {
            label: say('日程'),
            title: content.title,
            icon: 'calendar-days',
            rows: [
              {
                label: say('时间'),
                value: `${content.startLocal.slice(0, 4) === dayAt(tx.now()).slice(0, 4) ? '' : `${content.startLocal.slice(0, 4)}-`}${whenWords({ ...event, ...content })}`,
              },
              ...(content.place ? [{ label: say('地点'), value: content.place }] : []),
              { label: say('发起人'), value: event.ownerName },
              ...(invitedUids(event).length > 0 ? [{ label: say('参与人'), value: say('{n}人', { n: invitedUids(event).length }) }] : []),
            ],
            ...(state && { state: { text: say(state.words), tone: state.tone } }),
            link: eventLink(event.id, occurrence.occurrence),
            offers: ownAnswer === 'none' && next ? [{ t: 'go', title: say('答复'), link: eventLink(event.id, occurrence.occurrence) }] : [],
          },
        ],
      ]
    }),
  )
  return new Map(cards.flat())
}

type State = { readonly words: string; readonly tone: CardTone }
const over: State = { words: '已结束', tone: 'plain' }
const answers: Readonly<Record<AgendaAnswer, State>> = {
  none: { words: '待答复', tone: 'accent' },
  accepted: { words: '已接受', tone: 'good' },
  declined: { words: '已谢绝', tone: 'bad' },
  tentative: { words: '暂定', tone: 'warn' },
}
