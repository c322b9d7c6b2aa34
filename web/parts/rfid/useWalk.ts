import { useMemo, useRef, useState } from 'react'
import {
  type Evidence,
  type Expected,
  hear,
  type HeardTags,
  isQuiet,
  isStrong,
  standingOf,
  thresholdOf,
  untold,
} from '../../../domain/rfid/session.ts'
import { host } from '../../../hosts/here.ts'
import { CallError } from '../../call.ts'
import { learnThreshold, learntThreshold, useConnection } from './connection.ts'
import { type Piece, piecesWith } from './pieces.ts'
import { useReading, useTicking } from './useReading.ts'

const flushMs = 100
const lookUpMs = 1500

/**
 * One visit of one place: what is heard there and what that says. Nothing of it is known to the server before it is told. `others`: what may be
 * met besides, or the server is asked whose tags they are.
 */
export const useWalk = (here: readonly Piece[], others: readonly Piece[] | 'asked') => {
  const { reader } = useConnection()
  const tags = useRef<HeardTags>(new Map())
  const asked = useRef(new Set<string>())
  const told = useRef(new Map<string, Evidence>())
  const [elsewhere, setElsewhere] = useState<readonly Piece[]>([])
  const expected = useMemo<Expected<Piece>>(
    () => ({
      ofEpc: new Map([...(others === 'asked' ? elsewhere : others), ...here].map((piece) => [piece.epc, piece])),
      here: new Set(here.map(({ epc }) => epc)),
    }),
    [here, others, elsewhere],
  )
  const [seen, setSeen] = useState(() => ({ standing: standingOf(new Map(), expected, 0), quiet: false, anything: false }))
  const reading = useReading({ session: 1, hear: (read) => hear(tags.current, read) })
  const threshold = () => thresholdOf(tags.current, expected, learntThreshold(reader))

  useTicking(reading.reading, flushMs, () => {
    const standing = standingOf(tags.current, expected, threshold())
    if (standing.found.length > seen.standing.found.length) host.signal('hit')
    setSeen({ standing, quiet: isQuiet(tags.current, expected, performance.now()), anything: tags.current.size > 0 })
  })
  // What does not belong here may belong elsewhere: each strong one is asked for once.
  useTicking(reading.reading && others === 'asked', lookUpMs, () => {
    const strangers = [...tags.current]
      .filter(([epc, heard]) => !expected.ofEpc.has(epc) && !asked.current.has(epc) && isStrong(heard, threshold()))
      .map(([epc]) => epc)
    if (strangers.length === 0) return
    for (const epc of strangers) asked.current.add(epc)
    piecesWith(strangers).then(
      ({ pieces }) => setElsewhere((now) => [...now, ...pieces]),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        // Without a network they are asked for again.
        for (const epc of strangers) asked.current.delete(epc)
      },
    )
  })

  return {
    ...reading,
    ...seen,
    piece: (epc: string) => expected.ofEpc.get(epc),
    /** Where everything stands at the end, and what this visit says that was not told before; `done` is called once somebody has it. */
    conclude: () => {
      const reached = threshold()
      learnThreshold(reader, reached)
      const evidence = untold(tags.current, expected, reached, told.current)
      return {
        standing: standingOf(tags.current, expected, reached),
        evidence,
        done: () => {
          for (const each of evidence) told.current.set(each.epc, each)
        },
      }
    },
  }
}
