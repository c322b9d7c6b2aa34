import { setTimeout as wait } from 'node:timers/promises'
import type { Id } from '../kernel/id.ts'
import { printBar } from './report.ts'

/** A count that everything was seen of: how to ask about it, and how long the plain driver takes to write its lines. */
type Counted = {
  readonly taskId: Id
  readonly expected: number
  readonly plainSeconds: number
  readonly ask: <R>(path: string, body: unknown) => Promise<{ readonly result: R }>
  /** Gets a file; its bytes. */
  readonly fetchFile: (path: string) => Promise<number>
  readonly timed: <R>(work: () => Promise<R>) => Promise<[R, number]>
}

/** Ends a count, reports on it, and settles all its differences until it is closed. Answers which bars were met. */
export const measureDifferences = async ({ taskId, expected, plainSeconds, ask, fetchFile, timed }: Counted): Promise<boolean[]> => {
  type Now = { id: Id; state: string; workingOut: number | null }
  const now = async (): Promise<Now> => {
    const { result } = await ask<{ list: Now[] }>('gsinventorytask/list', {})
    return result.list.find(({ id }) => id === taskId)!
  }
  const [answering, reviewing] = await timed(async () => {
    const [, seconds] = await timed(() => ask('gsinventorytask/review', { taskId }))
    while ((await now()).workingOut !== null) await wait(200)
    return seconds
  })
  const [, reporting] = await timed(() => ask('gsinventorytask/report', { taskId }))
  const [pdf, drawing] = await timed(() => fetchFile(`gsinventorytask/pdf/${taskId}`))
  const [sheet, tabling] = await timed(() => fetchFile(`gsinventorytask/export/${taskId}`))
  const { result: decision } = await ask<{ decided: number }>('gsinventorytask/decide', { taskId, decision: 'post', filter: {} })
  const [state, settling] = await timed(async () => {
    await ask('gsinventorytask/settle', { taskId })
    for (;;) {
      const { state: reached } = await now()
      if (reached !== 'settling') return reached
      await wait(50)
    }
  })
  if (state !== 'closed') throw new Error(`the count is in ${state} after its settling`)
  const { result: documents } = await ask<unknown[]>('gsinventorytask/documents', { taskId })
  console.log(
    `its end: answered in ${answering.toFixed(2)} s, worked out in ${reviewing.toFixed(1)} s, report ${reporting.toFixed(2)} s, PDF of ${Math.round(pdf / 1024)} KB ${drawing.toFixed(1)} s, workbook of ${Math.round(sheet / 1024)} KB ${tabling.toFixed(1)} s, ${decision.decided} differences settled by ${documents.length} documents in ${settling.toFixed(1)} s`,
  )
  return [
    printBar(`ending a count of ${expected} over its lines by the plain driver`, reviewing / plainSeconds, { atMost: 15 }),
    printBar('its report over its lines by the plain driver', reporting / plainSeconds, { atMost: 2 }),
    printBar('its report as PDF over its lines by the plain driver', drawing / plainSeconds, { atMost: 4 }),
    printBar('its report as workbook over its lines by the plain driver', tabling / plainSeconds, { atMost: 4 }),
    printBar(`settling ${decision.decided} differences over its lines by the plain driver`, settling / plainSeconds, { atMost: 6 }),
  ]
}
