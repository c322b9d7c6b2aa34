/** What a conversation's order goes by: its number, and whether it was taken back. */
export type NumberedMessage = { readonly seq: number; readonly recalledAt?: string | null | undefined }

/** Messages of which every one between two numbers is known. Numbers that the reader may not see, or that have nothing to show, are covered too. */
export type Stretch<M> = { readonly from: number; readonly to: number; readonly messages: readonly M[] }

/**
 * What this device knows of a conversation: stretches in order that neither touch nor overlap, the last number that there is as far as it was
 * heard, and messages that came before those in front of them.
 */
export type Timeline<M> = {
  readonly stretches: readonly Stretch<M>[]
  readonly last: number
  readonly held: readonly M[]
}

export const nothingKnown: Timeline<never> = { stretches: [], last: 0, held: [] }

/** Takes up a stretch that the server answered; the numbers at its ends are known whole. */
export const withStretch = <M extends NumberedMessage>(timeline: Timeline<M>, stretch: Stretch<M>): Timeline<M> => {
  // That there is nothing yet is known too: what comes next follows it.
  if (stretch.to < stretch.from && timeline.stretches.length > 0) return { ...timeline, last: Math.max(timeline.last, stretch.to) }
  const apart = timeline.stretches.filter(({ from, to }) => to < stretch.from - 1 || from > stretch.to + 1)
  const touchingStretches = timeline.stretches.filter((stretch) => !apart.includes(stretch))
  const joinedStretch = touchingStretches.reduce<Stretch<M>>(
    (merged, stretch) => ({
      from: Math.min(merged.from, stretch.from),
      to: Math.max(merged.to, stretch.to),
      messages: inOrder(stretch.messages, merged.messages),
    }),
    stretch,
  )
  const stretches = [...apart, joinedStretch].toSorted((a, b) => a.from - b.from)
  return releaseHeld({ ...timeline, stretches, last: Math.max(timeline.last, stretch.to) })
}

/**
 * A message arrives by itself. The next one is taken up, one that is known is not looked at again; one that comes before those in front of it
 * is held until they are there, or until a person asks for them (`isWaiting`). Where nothing is known it only says that it is there.
 */
export const heard = <M extends NumberedMessage>(timeline: Timeline<M>, message: M): Timeline<M> => {
  const last = Math.max(timeline.last, message.seq)
  const newest = timeline.stretches.at(-1)
  if (!newest || message.seq <= newest.to) return { ...timeline, last }
  if (timeline.held.some(({ seq }) => seq === message.seq)) return timeline
  return releaseHeld({ ...timeline, last, held: inOrder(timeline.held, [message]) })
}

/** Something is held: what is missing in front of it may still come by itself, for a moment. */
export const isWaiting = ({ held }: Timeline<unknown>): boolean => held.length > 0

/** The number behind which the server is to be asked; undefined where the newest is known, or nothing is. */
export const missingAfter = ({ stretches, last }: Timeline<unknown>): number | undefined => {
  const newest = stretches.at(-1)
  return newest && newest.to < last ? newest.to : undefined
}

/** The one message that is changed where it is known. */
export const withChange = <M extends NumberedMessage>(
  timeline: Timeline<M>,
  isMeant: (message: M) => boolean,
  change: (message: M) => M,
): Timeline<M> => ({
  ...timeline,
  stretches: timeline.stretches.map((stretch) =>
    stretch.messages.some(isMeant)
      ? { ...stretch, messages: stretch.messages.map((message) => (isMeant(message) ? change(message) : message)) }
      : stretch,
  ),
})

/** What is looked at: one stretch, never with a hole in it, and how many numbers are missing between it and what is known beside it. */
export type View<M> = { readonly stretch: Stretch<M>; readonly missingBefore: number; readonly missingAfter: number }

/** The stretch that holds a number, or the newest; undefined where it is not known. Numbers begin behind `beginning`. */
export const viewAt = <M>({ stretches, last }: Timeline<M>, position: number | 'newest', beginningSeq = 0): View<M> | undefined => {
  const index = position === 'newest' ? stretches.length - 1 : stretches.findIndex(({ from, to }) => from <= position && position <= to)
  const stretch = stretches[index]
  if (!stretch) return undefined
  return {
    stretch,
    missingBefore: Math.max(0, stretch.from - 1 - (stretches[index - 1]?.to ?? beginningSeq)),
    missingAfter: (stretches[index + 1]?.from ?? last + 1) - 1 - stretch.to,
  }
}

/** Without what came up to a number: it may not be seen any more. That the newest is known stays known. */
export const behind = <M extends NumberedMessage>(timeline: Timeline<M>, beginningSeq: number): Timeline<M> => {
  const isOver = ({ seq }: NumberedMessage): boolean => seq <= beginningSeq
  if (!timeline.stretches.some(({ messages }) => messages.some(isOver))) return timeline
  const newest = timeline.stretches.at(-1)
  return {
    ...timeline,
    stretches: timeline.stretches.flatMap((stretch) => {
      const { from, to, messages } = stretch
      if (to <= beginningSeq && stretch !== newest) return []
      return [
        {
          from: Math.max(from, beginningSeq + 1),
          to: Math.max(to, beginningSeq),
          messages: messages.filter((message) => !isOver(message)),
        },
      ]
    }),
  }
}

/** What is held and now follows is taken up; what is known by now is let go. */
const releaseHeld = <M extends NumberedMessage>(timeline: Timeline<M>): Timeline<M> => {
  const newest = timeline.stretches.at(-1)
  if (!newest || timeline.held.length === 0) return timeline
  let { to } = newest
  const releasedMessages: M[] = []
  const stillHeld: M[] = []
  for (const message of timeline.held) {
    if (message.seq === to + 1) {
      releasedMessages.push(message)
      to += 1
    } else if (message.seq > to) stillHeld.push(message)
  }
  const grown = { ...newest, to, messages: [...newest.messages, ...releasedMessages] }
  return {
    ...timeline,
    held: stillHeld,
    stretches: releasedMessages.length > 0 ? [...timeline.stretches.slice(0, -1), grown] : timeline.stretches,
  }
}

/** Both in order of their numbers; of two with the same the later known holds, but what was taken back stays so. */
const inOrder = <M extends NumberedMessage>(before: readonly M[], now: readonly M[]): M[] => {
  const bySeq = new Map(before.map((message) => [message.seq, message]))
  for (const message of now) {
    const knownMessage = bySeq.get(message.seq)
    if (!knownMessage?.recalledAt || message.recalledAt) bySeq.set(message.seq, message)
  }
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}
