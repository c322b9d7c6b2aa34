import type { Id } from '../../kernel/id.ts'

/** The answers that a message takes without words. */
export const reactionFaces = ['👍', '❤️', '😂', '🎉', '👏', '🙏', '😮', '✅'] as const
export type ReactionFace = (typeof reactionFaces)[number]

/** Who answered a message with one face, in the order in which they did; `names` are those of the first. */
export type Reaction = { readonly face: string; readonly uids: Id[]; readonly names: string[] }

export const reactionNamesAtMost = 20

/** The reactions to a message, and how often they have changed. */
export type ReactionState = { readonly reactions: Reaction[]; readonly reactionVersion: number }

/** A face that a person gave to a message or took away; `version` is that of the reactions after it. */
export type ReactionChange = {
  readonly id: Id
  readonly version: number
  readonly face: string
  readonly uid: Id
  readonly name: string
  readonly isOn: boolean
}

/** A message after a change of its reactions, the same where the change is in it already; undefined where changes before it are missing. */
export const withReactionChange = <M extends ReactionState>(message: M, change: ReactionChange): M | undefined => {
  const step = change.version - message.reactionVersion
  if (step <= 0) return message
  if (step > 1) return undefined
  return { ...message, reactions: withReaction(message.reactions, change), reactionVersion: change.version }
}

/** A message with the reactions of another reading of it, unless it has later ones. */
export const withReactionsOf = <M extends ReactionState>(message: M, { reactions, reactionVersion }: Pick<M, keyof ReactionState>): M =>
  reactionVersion < message.reactionVersion ? message : { ...message, reactions, reactionVersion }

/** The reactions after a person gave a face or took it away. */
export const withReaction = (
  reactions: readonly Reaction[],
  { face, uid, name, isOn }: { face: string; uid: Id; name: string; isOn: boolean },
): Reaction[] => {
  const before = reactions.find((reaction) => reaction.face === face)
  if ((before?.uids.includes(uid) ?? false) === isOn) return [...reactions]
  if (!before) return [...reactions, { face, uids: [uid], names: [name] }]
  if (isOn)
    return reactions.map((reaction) =>
      reaction === before ? { face, uids: [...before.uids, uid], names: [...before.names, name].slice(0, reactionNamesAtMost) } : reaction,
    )
  const index = before.uids.indexOf(uid)
  const after = { face, uids: before.uids.toSpliced(index, 1), names: before.names.toSpliced(index, 1) }
  const remaining = after.uids.length > 0 ? [after] : []
  return reactions.flatMap((reaction) => (reaction === before ? remaining : [reaction]))
}
