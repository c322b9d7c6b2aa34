import { addDays, defaultTimeZone, type Minute } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { minutesLater } from '../../domain/agenda/split.ts'
import type { AgendaAnswer } from '../../domain/agenda/operations.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../messaging/notify.ts'
import { announce } from '../messaging/outbox.ts'

/** What is said of when something is, in no language: "11-23 09:00–10:00". */
export type When = { readonly startLocal: Minute; readonly minutes: number; readonly allDay: boolean; readonly zone: string }
export const whenWords = ({ startLocal, minutes, allDay, zone }: When): string => {
  const elsewhere = zone === defaultTimeZone ? '' : ` (${zone})`
  const day = startLocal.slice(5, 10)
  if (allDay) {
    const last = addDays(startLocal.slice(0, 10), Math.round(minutes / 1440) - 1).slice(5)
    return last === day ? day : `${day} – ${last}`
  }
  const end = minutesLater(startLocal, minutes)
  const until = end.slice(5, 10) === day ? end.slice(11) : end.slice(5)
  return `${startLocal.slice(5)}–${until}${elsewhere}`
}

/** The screen of one time of an event. */
export const eventLink = (id: Id, occurrence?: Minute): string =>
  `/pages/agenda/agedetail?id=${id}${occurrence ? `&occurrence=${encodeURIComponent(occurrence)}` : ''}`

type AgendaNotice = { readonly name: string; readonly title: string; readonly link?: string; readonly content?: string }

const tell = (tx: Tx, uids: readonly Id[], title: string, { name, title: eventTitle, link, content }: AgendaNotice): Promise<void> =>
  notify(tx, {
    uids,
    msgType: messageTypes.notify,
    category: 'agenda',
    title,
    params: { name, title: eventTitle },
    ...(content && { content }),
    ...(link !== undefined && { link }),
  })

export const tellInvited = (tx: Tx, uids: readonly Id[], notice: AgendaNotice) => tell(tx, uids, '{name}邀请您参加“{title}”', notice)
export const tellUninvited = (tx: Tx, uids: readonly Id[], notice: AgendaNotice) => tell(tx, uids, '{name}不再邀请您参加“{title}”', notice)
export const tellCancelled = (tx: Tx, uids: readonly Id[], notice: AgendaNotice) => tell(tx, uids, '{name}取消了“{title}”', notice)

type NoticedChanges = { readonly time: boolean; readonly place: boolean; readonly title: boolean; readonly notes: boolean }

/** The words for the change that concerns others most. */
const changeWords = ({ time, place, title, notes }: NoticedChanges): string | undefined => {
  if (time && place) return '{name}修改了“{title}”的时间和地点'
  if (time) return '{name}修改了“{title}”的时间'
  if (place) return '{name}修改了“{title}”的地点'
  if (title) return '{name}修改了“{title}”的主题'
  return notes ? '{name}修改了“{title}”的说明' : undefined
}

/** Says what was changed; nothing where nothing was that concerns others. */
export const tellChanged = async (tx: Tx, uids: readonly Id[], changes: NoticedChanges, notice: AgendaNotice): Promise<void> => {
  const words = changeWords(changes)
  if (words !== undefined) await tell(tx, uids, words, notice)
}

const answerWords: Readonly<Record<Exclude<AgendaAnswer, 'none'>, string>> = {
  accepted: '{name}接受了“{title}”',
  declined: '{name}谢绝了“{title}”',
  tentative: '{name}暂定参加“{title}”',
}
export const tellAnswered = (tx: Tx, uid: Id, answer: Exclude<AgendaAnswer, 'none'>, notice: AgendaNotice) =>
  tell(tx, [uid], answerWords[answer], notice)

/** Says to open screens that agendas of these people have changed. */
export const announceAgenda = (tx: Tx, uids: readonly Id[]): Promise<void> =>
  announce(tx, { topic: 'agenda', body: { uids: [...new Set(uids)] } })
