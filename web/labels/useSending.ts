import { useRef, useState } from 'react'
import type { Printer } from '../../devices/printer.ts'
import { CallError } from '../call.ts'
import { toast } from '../look/overlays/toast.ts'
import { useLeaveGuard } from '../screen.ts'
import { doubtWords, faultWords } from './pairedPrinter.ts'
import { sendJob } from './sendJob.ts'

/** Sends a job to a printer beside this window until it is done, stopped or cut off; asks before the screen is left meanwhile. */
export const useSending = (id: string): { isSending: boolean; begin: (printer: Printer) => Promise<void>; stop: () => void } => {
  const [isSending, setSending] = useState(false)
  const isStopping = useRef(false)
  useLeaveGuard(isSending)
  return {
    isSending,
    stop: () => {
      isStopping.current = true
    },
    begin: async (printer) => {
      isStopping.current = false
      setSending(true)
      try {
        const end = await sendJob(id, printer, () => isStopping.current)
        if (end.t === 'unopened') toast(faultWords(end.fault), 'error')
        if (end.t === 'doubt') toast(doubtWords(end.why), 'error')
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        toast(error.message, 'error')
      } finally {
        setSending(false)
      }
    },
  }
}
