import { setTimeout as sleep } from 'node:timers/promises'
import { WorkplaceFault } from '../../hosts/workplace.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { manyChanged } from '../../domain/workplaces/installation.ts'
import type { App } from '../call.ts'
import type { DocumentPort } from '../documents/port.ts'
import { endAlarm, raiseAlarm } from './alarms.ts'
import { askForAll, type Work, workOff } from './events.ts'
import {
  dueEvents,
  type Event,
  giveBack,
  keepTurn,
  leaseSeconds,
  postpone,
  settle,
  sweepEvents,
  takeTurn,
  type Turn,
  TurnLost,
} from './inbox.ts'
import { askForMemberLicences } from './memberLicence.ts'

export type EventWorker = {
  /** Something was told just now. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/**
 * Works off what chats have told: any number of processes share it, one of them at a time has an organisation and does its events one after the
 * other. What fails comes again later and later, without end.
 */
export const startWorking = (
  app: Pick<App, 'database' | 'log' | 'workplaces'>,
  documents: DocumentPort,
  pollMs = usualPollMs,
): EventWorker => {
  const { database, log, workplaces } = app
  const names = [...workplaces.keys()]
  if (names.length === 0) return { wake: () => undefined, stop: async () => undefined }
  let isStopping = false
  let aborter = new AbortController()
  const wake = () => {
    aborter.abort()
    aborter = new AbortController()
  }
  const lane = async () => {
    while (!isStopping) {
      const { signal } = aborter
      const turn = await takeTurn(database, names).catch((error) => {
        log.warn({ error }, 'What chats have told could not be taken; trying again')
        return undefined
      })
      if (turn) await workTurn(turn)
      else await sleep(pollMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const workTurn = async (turn: Turn) => {
    const work: Work = { app, documents, workplace: assertDefined(workplaces.get(turn.chat), 'the chat'), turn }
    const renewal = setInterval(() => void keepTurn(database, turn).catch(() => undefined), (leaseSeconds / 3) * 1000)
    try {
      while (!isStopping && (await workDue(work, () => isStopping)));
    } catch (error) {
      if (!(error instanceof TurnLost)) log.warn({ error, corpId: turn.corpId }, 'What a chat has told waits')
    } finally {
      clearInterval(renewal)
      await giveBack(database, turn).catch(() => undefined)
    }
  }
  const lanes = Array.from({ length: atOnce }, lane)
  const askForLicences = () =>
    askForMemberLicences(database, names).catch((error: unknown) => log.warn({ error }, 'Licences of chats could not be asked for'))
  void askForLicences()
  const sweeper = setInterval(() => {
    void sweepEvents(database).catch(() => undefined)
    void askForLicences()
  }, 3_600_000)
  return {
    wake,
    stop: async () => {
      isStopping = true
      clearInterval(sweeper)
      wake()
      await Promise.all(lanes)
    },
  }
}

const usualPollMs = 1000
const atOnce = 4

/** Answers whether there may be more. */
const workDue = async (work: Work, isStopping: () => boolean): Promise<boolean> => {
  const { database } = work.app
  const due = await dueEvents(database, work.turn)
  const isPeople = ({ body: { t } }: Event) => t === 'person' || t === 'department'
  const areMany = due.filter(isPeople).length > manyChanged
  for (const event of due) {
    if (isStopping()) return false
    if (areMany && isPeople(event)) continue
    if (!(await tryOff(work, event))) return true
  }
  if (areMany) await askForAll(work)
  return due.length > 0
}

/**
 * Whether nothing more comes of it: the app is not theirs any more, or the chat says no to what is asked once, a code that is over or a card. Who
 * works there, what it grants and what it bought is asked for until the chat answers.
 */
const isSettledBy = ({ kind }: WorkplaceFault, { body }: Event): boolean =>
  kind === 'withdrawn' || (kind === 'refused' && (body.t === 'pressed' || (body.t === 'granted' && body.authCode !== undefined)))

/** Answers whether the next may follow: not where the chat wants to be left alone for a while. */
const tryOff = async (work: Work, event: Event): Promise<boolean> => {
  const { database, log } = work.app
  try {
    await workOff(work, event)
    await endAlarm(database, work.turn)
    return true
  } catch (error) {
    if (error instanceof TurnLost) throw error
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ error, chat: work.turn.chat, corpId: work.turn.corpId, event: event.body.t }, 'What a chat has told came to nothing')
    await raiseAlarm(work.app, work.turn, error)
    if (error instanceof WorkplaceFault && isSettledBy(error, event)) {
      await settle(database, work.turn, event, reason)
      return true
    }
    const afterSeconds = error instanceof WorkplaceFault ? error.afterSeconds : undefined
    await postpone(database, work.turn, event, { reason, afterSeconds })
    return afterSeconds === undefined
  }
}
