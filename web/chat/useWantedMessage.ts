import { type RefObject, useEffectEvent, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Line } from './lines.ts'

const litMs = 1800
const lookAgainMs = 120
const lookAgainAtMost = 8

type WantedInput = {
  lines: readonly Line[]
  scroller: RefObject<HTMLElement | null>
  list: RefObject<VirtualizerHandle | null>
}

/** The message that is to be shown: it comes into the middle once it is among the lines, and is lit for a moment. */
export const useWantedMessage = ({ lines, scroller, list }: WantedInput) => {
  const [lit, setLit] = useState<number>()
  const wantedSeq = useRef<number>(undefined)
  const lookTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tries = useRef(0)
  const isOutOfSight = (index: number) => {
    const element = scroller.current
    const offset = element && list.current ? list.current.getItemOffset(index) - element.scrollTop : 0
    return element !== null && (offset < 0 || offset > element.clientHeight)
  }
  const show = useEffectEvent(() => {
    const seq = wantedSeq.current
    const index = lines.findIndex((line) => line.t === 'message' && seq !== undefined && line.message.seq >= seq)
    if (seq === undefined || index === -1) return
    const bringIntoSight = () => {
      list.current?.scrollToIndex(index, { align: 'center' })
      setLit(seq)
      // Rows above it get their true height only now: it is looked for again until it stands in sight.
      clearTimeout(lookTimer.current)
      lookTimer.current = setTimeout(() => {
        tries.current += 1
        const looksAgain = isOutOfSight(index) && tries.current < lookAgainAtMost
        if (looksAgain && wantedSeq.current === seq) bringIntoSight()
        if (looksAgain) return
        wantedSeq.current = undefined
        tries.current = 0
        setTimeout(() => setLit((now) => (now === seq ? undefined : now)), litMs)
      }, lookAgainMs)
    }
    bringIntoSight()
  })
  return {
    lit,
    isWanted: () => wantedSeq.current !== undefined,
    want: (seq: number) => {
      wantedSeq.current = seq
    },
    giveUp: () => {
      wantedSeq.current = undefined
    },
    show: () => show(),
  }
}
