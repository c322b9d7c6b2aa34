import * as v from 'valibot'
import { type CountEvent, countEvent } from '../../../domain/counting/event.ts'
import { idOf } from '../../../domain/counting/plan.ts'
import { batchOf } from './batch.ts'
import type { JoinedTask, Journal } from './journal.ts'
import { type Failure, onLine, type Server } from './sending.ts'
import { firstOf } from '../../../kernel/assert.ts'

/** Events of a device as a file: for the person who has to bring them in another way. */
const file = v.object({
  kind: v.literal('zaice.counting'),
  task: idOf,
  code: v.string(),
  name: v.string(),
  device: v.pipe(v.string(), v.uuid()),
  events: v.array(countEvent),
})
export type JournalFile = v.InferOutput<typeof file>

/** What this device has observed in a task, sent or not. */
export const exportJournal = async (journal: Journal, { key, task, code, name, device, base }: JoinedTask): Promise<JournalFile> => ({
  kind: 'zaice.counting',
  task,
  code,
  name,
  device,
  events: (await journal.events(key, base)).map((event) => onLine(event, base)),
})

/** The file as it was written; undefined where it is none of ours, or was cut. */
export const parsedFile = (text: string): JournalFile | undefined => {
  try {
    const { success, output } = v.safeParse(file, JSON.parse(text))
    return success && output.events.every(({ seq }, index) => seq === index + 1) ? output : undefined
  } catch {
    return undefined
  }
}

/** Sends what a file holds, for the person who observed it; what the server has already counts once. Answers how many events it has now. */
export const importJournal = async (
  { task, device, events }: JournalFile,
  { server, digest, nowMs }: { server: Pick<Server, 'push'>; digest: (text: string) => string; nowMs: () => number },
): Promise<{ readonly t: 'taken'; readonly events: number } | Failure> => {
  let restEvents: readonly CountEvent[] = events
  while (restEvents.length > 0) {
    const batch = batchOf(restEvents)
    const answer = await server.push({
      taskId: task,
      device,
      from: firstOf(batch).seq,
      events: batch,
      digest: digest(JSON.stringify(batch)),
      clientAt: new Date(nowMs()).toISOString(),
    })
    if (answer.t !== 'taken') return answer
    restEvents = restEvents.slice(batch.length)
  }
  return { t: 'taken', events: events.length }
}
