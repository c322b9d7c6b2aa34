import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Printer } from '../../devices/printer.ts'
import { labelOperations, type PrintJobRow } from '../../domain/labels/operations.ts'
import { printStationOperations, type PrintStationRow, stationBeatSeconds } from '../../domain/labels/stationOperations.ts'
import type { Id } from '../../kernel/id.ts'
import { call, CallError } from '../call.ts'
import { faultWords } from './pairedPrinter.ts'
import { sendJob, sendKey } from './sendJob.ts'

/** How often an idle station looks for something to print. */
const lookMs = 2000

/**
 * `waiting`: nothing to print. `printing`: one job is on its way. `question`: one came to an end that no one knows. `held`: another page has the
 * printer. `stuck`: the printer or the server cannot be reached; it is tried again.
 */
export type StationState =
  | { readonly t: 'off' }
  | { readonly t: 'waiting' }
  | { readonly t: 'printing'; readonly id: Id }
  | { readonly t: 'question'; readonly id: Id }
  | { readonly t: 'held'; readonly holder: PrintStationRow }
  | { readonly t: 'stuck'; readonly words: string }

/** Prints what comes for a printer, one job after the other, as long as the page is open and has the printer. */
export const useStation = (printerId: Id, name: string, device: Printer | undefined) => {
  const [state, setState] = useState<StationState>({ t: 'waiting' })
  const [jobs, setJobs] = useState<readonly PrintJobRow[]>([])
  const isStopping = useRef(false)
  const isOn = device !== undefined

  const beat = useEffectEvent(async (takesOver: boolean): Promise<boolean> => {
    const { isMine, holder } = await call(
      printStationOperations.beat,
      { printerId, stationKey: sendKey, name, takesOver },
      { background: true },
    )
    if (!isMine) setState({ t: 'held', holder })
    return isMine
  })
  /** Looks once; what it prints it prints to its end. */
  const look = useEffectEvent(async (): Promise<void> => {
    if (!device) return
    try {
      if (!(await beat(false))) return
      const { list } = await call(labelOperations.jobs, { printerId, isOpen: true, isAll: true }, { quiet: true })
      setJobs(list)
      const doubtful = list.find((job) => job.state === 'doubtful')
      if (doubtful) return setState({ t: 'question', id: doubtful.id })
      const next = list
        .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
        .find((job) => job.state === 'open' || job.state === 'sending')
      if (!next) return setState({ t: 'waiting' })
      setState({ t: 'printing', id: next.id })
      const end = await sendJob(next.id, device, () => isStopping.current)
      if (end.t === 'unopened') setState({ t: 'stuck', words: faultWords(end.fault) })
      else if (end.t === 'doubt') setState({ t: 'question', id: next.id })
      else setState({ t: 'waiting' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setState({ t: 'stuck', words: error.message })
    }
  })
  /** While a long job is on its way the lease is kept by this. */
  const keep = useEffectEvent(() => void beat(false).catch(() => undefined))
  const leave = useEffectEvent(() => {
    isStopping.current = true
    void call(printStationOperations.leave, { printerId, stationKey: sendKey }, { background: true }).catch(() => undefined)
  })

  useEffect(() => {
    if (!isOn) return
    isStopping.current = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const round = async () => {
      await look()
      if (!isOver) timer = setTimeout(() => void round(), lookMs)
    }
    void round()
    const beats = setInterval(() => keep(), stationBeatSeconds * 1000)
    const leaveStation = () => leave()
    addEventListener('pagehide', leaveStation)
    return () => {
      isOver = true
      clearTimeout(timer)
      clearInterval(beats)
      removeEventListener('pagehide', leaveStation)
      leave()
    }
  }, [isOn])

  return {
    state: isOn ? state : off,
    jobs,
    takeOver: () => beat(true).then((isMine) => isMine && setState({ t: 'waiting' })),
  }
}

const off: StationState = { t: 'off' }
