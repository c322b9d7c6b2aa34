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
} from '../../domain/rfid/session.ts'
import { host } from '../../hosts/here.ts'
import { CallError } from '../call.ts'
import { learnThreshold, learntThreshold, useConnection } from './connection.ts'
import { type Piece, piecesWith } from './pieces.ts'
import { useReading, useTicking } from './useReading.ts'

const flushMs = 100
const lookUpMs = 1500

/**
 * One visit of one place: what is heard there and what that says. Nothing of it is known to the server before it is told. `others`: what may be
 * met besides, or the server is asked whose tags they are.
 */
export const useWalk = (piecesHere: readonly Piece[], otherPieces: readonly Piece[] | 'asked') => {
  const { reader } = useConnection()
  const tags = useRef<HeardTags>(new Map())
  const askedEpcs = useRef(new Set<string>())
  const evidenceByEpc = useRef(new Map<string, Evidence>())
  const [elsewhere, setElsewhere] = useState<readonly Piece[]>([])
  const expected = useMemo<Expected<Piece>>(
    () => ({
      ofEpc: new Map([...(otherPieces === 'asked' ? elsewhere : otherPieces), ...piecesHere].map((piece) => [piece.epc, piece])),
      here: new Set(piecesHere.map(({ epc }) => epc)),
    }),
    [piecesHere, otherPieces, elsewhere],
  )
  const [seen, setSeen] = useState(() => ({ standing: standingOf(new Map(), expected, 0), quiet: false, anything: false }))
  const tagReading = useReading({ session: 1, hear: (read) => hear(tags.current, read) })
  const threshold = () => thresholdOf(tags.current, expected, learntThreshold(reader))

  useTicking(tagReading.reading, flushMs, () => {
    const sessionStanding = standingOf(tags.current, expected, threshold())
    if (sessionStanding.found.length > seen.standing.found.length) host.signal('hit')
    setSeen({ standing: sessionStanding, quiet: isQuiet(tags.current, expected, performance.now()), anything: tags.current.size > 0 })
  })
  // What does not belong here may belong elsewhere: each strong one is asked for once.
  useTicking(tagReading.reading && otherPieces === 'asked', lookUpMs, () => {
    const strangers = [...tags.current]
      .filter(([epc, heard]) => !expected.ofEpc.has(epc) && !askedEpcs.current.has(epc) && isStrong(heard, threshold()))
      .map(([epc]) => epc)
    if (strangers.length === 0) return
    for (const epc of strangers) askedEpcs.current.add(epc)
    piecesWith(strangers).then(
      ({ pieces }) => setElsewhere((now) => [...now, ...pieces]),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        // Without a network they are asked for again.
        for (const epc of strangers) askedEpcs.current.delete(epc)
      },
    )
  })

  return {
    ...tagReading,
    ...seen,
    piece: (epc: string) => expected.ofEpc.get(epc),
    /** Where everything stands at the end, and what this visit says that was not told before; `done` is called once a person has it. */
    conclude: () => {
      const rssiThreshold = threshold()
      learnThreshold(reader, rssiThreshold)
      const evidence = untold(tags.current, expected, rssiThreshold, evidenceByEpc.current)
      return {
        standing: standingOf(tags.current, expected, rssiThreshold),
        evidence,
        done: () => {
          for (const entry of evidence) evidenceByEpc.current.set(entry.epc, entry)
        },
      }
    },
  }
}
