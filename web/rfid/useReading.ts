import { useEffect, useEffectEvent, useState } from 'react'
import { type Reader, ReaderFault } from '../../devices/reader.ts'
import { type Gen2Session, type TagRead, maskOf } from '../../domain/rfid/read.ts'
import { host } from '../../hosts/here.ts'
import { toast } from '../look/overlays/toast.ts'
import { ignoreFault, troubleWords, useConnection } from './connection.ts'

type ReadingOptions = {
  readonly session: Gen2Session
  /** Only the tag with this EPC, where the reader can. */
  readonly only?: string | undefined
  readonly hear: (read: TagRead) => void
}

/** Listens while it is switched on, there is a reader, and the screen is shown. */
export const useReading = ({ session, only, hear }: ReadingOptions) => {
  const { reader } = useConnection()
  const [on, setOn] = useState<Reader>()
  // Another reader, or the same one again, is not on by itself.
  const isWanted = on !== undefined && on === reader
  const heard = useEffectEvent(hear)

  useEffect(() => {
    if (!reader || !isWanted) return
    let over = false
    const readerOptions = { session, ...(only !== undefined && { mask: maskOf(only) }) }
    reader
      .start((read) => !over && heard(read), readerOptions)
      .catch((fault: unknown) => {
        if (!(fault instanceof ReaderFault)) throw fault
        if (over) return
        toast(troubleWords(fault.trouble), 'error')
        setOn(undefined)
      })
    return () => {
      over = true
      void reader.stop().catch(ignoreFault)
    }
  }, [reader, isWanted, session, only])
  useEffect(() => () => setOn(undefined), [])
  // A person who walks with a reader touches no screen.
  useEffect(() => {
    if (!isWanted) return
    let release: (() => void) | undefined
    let over = false
    const hold = async () => {
      const wakeLock = await host.keepAwake?.().catch(() => undefined)
      if (over) wakeLock?.()
      else release = wakeLock
    }
    void hold()
    return () => {
      over = true
      release?.()
    }
  }, [isWanted])

  return { reading: isWanted, start: () => setOn(reader), stop: () => setOn(undefined) }
}

/** Calls at an interval while it is on. */
export const useTicking = (on: boolean, everyMs: number, tick: () => void): void => {
  const handleTick = useEffectEvent(tick)
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => handleTick(), everyMs)
    return () => clearInterval(timer)
  }, [on, everyMs])
}
