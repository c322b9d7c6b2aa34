import type { CountEvent, Disposition } from '../../../domain/counting/event.ts'
import { type Id, newUuid } from '../../../kernel/id.ts'
import type { Turn } from '../../forms/uploading.ts'
import { after, batchOf, type PushAnswer } from './batch.ts'
import { learnt, type Now, roundTrip } from './clock.ts'
import type { JoinedTask, Journal, KeptPicture } from './journal.ts'
import { firstOf } from '../../../kernel/assert.ts'

/** The signed-in person: observations that wait are sent for their organisation and observer. */
export type Sender = { readonly orgId: Id; readonly uid: Id }

export type Push = {
  readonly taskId: Id
  readonly device: string
  readonly from: number
  readonly events: readonly CountEvent[]
  readonly digest: string
  readonly clientAt: string
  readonly roundTripMs?: number
}

/** A call that was not answered with what it is for. `none`: no one answered, or not now; `signedOut`; else it was refused. */
export type Failure = { readonly t: 'none' | 'signedOut' | 'refused'; readonly words: string; readonly tooLarge?: boolean }

/** What is asked of the server; whatever it does is answered, never thrown. */
export type Server = {
  readonly push: (push: Push) => Promise<(PushAnswer & { readonly t: 'taken'; readonly serverAt: string }) | Failure>
  readonly upload: (picture: Blob) => Promise<{ readonly t: 'stored'; readonly file: string } | Failure>
}

export type Parts = {
  readonly journal: Journal
  readonly sender: () => Sender | undefined
  readonly server: Server
  readonly clock: () => Now
  readonly digest: (text: string) => string
  /** Something of what a person takes part in is another: it was sent, or `problem` says why not. */
  readonly changed: (key: string, problem?: string) => void
}

/** One turn of sending what waits on the device: a batch of events, or a picture. Nothing leaves the device by it. */
export const sendingTurn =
  ({ journal, sender, server, clock, digest, changed }: Parts): (() => Promise<Turn>) =>
  async () => {
    const from = sender()
    if (!from) return 'done'
    let isUnanswered = false
    for (const joinedTask of await journal.all()) {
      if (joinedTask.orgId !== from.orgId || joinedTask.acked >= joinedTask.seq) continue
      const batchTurn = await sendBatch({ journal, server, clock, digest, changed }, joinedTask)
      if (batchTurn === 'more') return 'more'
      isUnanswered ||= batchTurn === 'later'
    }
    for (const picture of await journal.pictures()) {
      if (picture.orgId !== from.orgId) continue
      const pictureTurn = await sendPicture({ journal, server, changed }, picture)
      if (pictureTurn === 'more') return 'more'
      isUnanswered ||= pictureTurn === 'later'
    }
    return isUnanswered ? 'later' : 'done'
  }

const sendBatch = async (
  { journal, server, clock, digest, changed }: Pick<Parts, 'journal' | 'server' | 'clock' | 'digest' | 'changed'>,
  joinedTask: JoinedTask,
): Promise<Turn> => {
  const { key, task, device, base, roundTripMs } = joinedTask
  const waitingEvents = (await journal.events(key, joinedTask.acked, batchMost)).map((event) => onLine(event, base))
  let events = batchOf(waitingEvents)
  while (events.length > 0) {
    const sentMs = clock()
    const answer = await server.push({
      taskId: task,
      device,
      from: firstOf(events).seq,
      events,
      digest: digest(JSON.stringify(events)),
      clientAt: new Date(sentMs.wallMs).toISOString(),
      ...(roundTripMs !== undefined && { roundTripMs }),
    })
    if (answer.t === 'taken') {
      const answered = clock()
      await journal.note(key, (now) => ({
        ...reached(now, joinedTask, answer),
        ...uncounted(now, joinedTask, answer),
        state: answer.state,
        serverRound: answer.round,
        clock: learnt(sentMs, answered, Date.parse(answer.serverAt)),
        roundTripMs: roundTrip(sentMs, answered),
        heardAtMs: answered.wallMs,
      }))
      changed(key)
      return 'more'
    }
    if (answer.t !== 'refused' || !answer.tooLarge || events.length === 1) return failed(changed, key, answer)
    events = events.slice(0, Math.ceil(events.length / 2))
  }
  return 'done'
}

const batchMost = 200

/** As the server numbers it. */
export const onLine = (event: CountEvent, base: number): CountEvent => {
  if (base === 0) return event
  const { voids, ...rest } = event
  return { ...rest, seq: event.seq - base, ...(voids !== undefined && voids > base && { voids: voids - base }) }
}

/** How far the server is, in the device's own numbers. What another tab has learnt meanwhile of another line holds. */
const reached = (now: JoinedTask, sentTask: JoinedTask, answer: PushAnswer): Partial<JoinedTask> => {
  if (now.device !== sentTask.device) return {}
  const { acked, newLine } = after({ seq: now.seq - now.base, acked: now.acked - now.base }, answer)
  return newLine ? { device: newUuid(), base: now.acked } : { acked: acked + now.base }
}

/** What was sent and is not counted: it lies on the server all the same, and the person who observed it is told why. */
const uncounted = (now: JoinedTask, sentTask: JoinedTask, { dispositions = [] }: PushAnswer): Partial<JoinedTask> => {
  const more = dispositions.flatMap(([seq, disposition]) =>
    isUncounted.has(disposition) ? [[seq + sentTask.base, disposition] as const] : [],
  )
  return more.length === 0 ? {} : { uncounted: [...(now.uncounted ?? []), ...more].slice(-uncountedMost) }
}
const isUncounted: ReadonlySet<Disposition> = new Set(['late', 'foreign', 'again', 'method'])
const uncountedMost = 200

const sendPicture = async (
  { journal, server, changed }: Pick<Parts, 'journal' | 'server' | 'changed'>,
  picture: KeptPicture,
): Promise<Turn> => {
  const answer = await server.upload(picture.picture)
  if (answer.t !== 'stored') return failed(changed, picture.key, answer)
  await journal.pictureSent(picture, answer.file)
  changed(picture.key)
  return 'more'
}

/** What was not answered is tried again; what was refused stays on the device and is tried again when a person asks for it. */
const failed = (changed: Parts['changed'], key: string, failure: Failure): Turn => {
  changed(key, failure.words)
  return failure.t === 'none' ? 'later' : 'done'
}
