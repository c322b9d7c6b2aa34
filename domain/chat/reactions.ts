import type { Id } from '../../kernel/id.ts'

/** The answers that a message takes without words. */
export const reactionFaces = ['👍', '❤️', '😂', '🎉', '👏', '🙏', '😮', '✅'] as const
export type ReactionFace = (typeof reactionFaces)[number]

/** Who answered a message with one face, in the order in which they did; `names` are those of the first. */
export type Reaction = { readonly face: string; readonly uids: Id[]; readonly names: string[] }

export const reactionNamesAtMost = 20

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
