import type { Id } from '../../kernel/id.ts'
import { isUnchecked, type Keeper } from './keeper.ts'

/** What people are known again by, the surest first. */
export type Marks = {
  readonly phone?: string | null | undefined
  readonly email?: string | null | undefined
  readonly employeeNo?: string | null | undefined
}

const marks = ['phone', 'email', 'employeeNo'] as const

/** What is believed of a person of this keeper's. */
export const believed = (keeper: Keeper, { phone, email, employeeNo }: Marks): Marks => ({
  phone: isUnchecked(keeper) ? undefined : phone,
  email,
  employeeNo,
})

/**
 * Which of ours the others are, by foreign id: first by phone, then by e-mail, then by employee number, and only where exactly one of theirs
 * and exactly one of ours has it. The person who of ours is a person there already (`taken`), or of theirs a person here (`known`), is no one else, and has
 * his marks all the same. The order of neither list matters.
 */
export const matched = (
  theirs: readonly ({ readonly id: string; readonly known?: boolean } & Marks)[],
  ours: readonly ({ readonly uid: Id; readonly taken?: boolean } & Marks)[],
): ReadonlyMap<string, Id> => {
  const uidsByMark = new Map<string, Id>()
  const linkedUids = new Set(ours.flatMap((ownPerson) => (ownPerson.taken ? [ownPerson.uid] : [])))
  for (const mark of marks) {
    const markOf = (row: Marks) => row[mark]?.toLowerCase() || undefined
    const theirsBy = Map.groupBy(theirs, markOf)
    const oursBy = Map.groupBy(ours, markOf)
    for (const [value, [one, ...others]] of theirsBy) {
      const [ownMatch, ...namesakes] = (value !== undefined && oursBy.get(value)) || []
      if (
        !one ||
        !ownMatch ||
        others.length > 0 ||
        namesakes.length > 0 ||
        one.known ||
        uidsByMark.has(one.id) ||
        linkedUids.has(ownMatch.uid)
      )
        continue
      uidsByMark.set(one.id, ownMatch.uid)
      linkedUids.add(ownMatch.uid)
    }
  }
  return uidsByMark
}
