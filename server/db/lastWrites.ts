import type { Id } from '../../kernel/id.ts'
import { keepRecent } from '../../kernel/recent.ts'

type Writer = { readonly orgId: Id; readonly uid: Id }

const lastWrites = new Map<string, number>()
const writersAtMost = 10_000
const keyOf = ({ orgId, uid }: Writer): string => `${orgId}/${uid}`

/** Notes that a person has written through this process just then. */
export const noteWrite = (writer: Writer): void => keepRecent(lastWrites, keyOf(writer), performance.now(), writersAtMost)

/** When a person last wrote through this process, by `performance.now()`; 0 where that is not known any more. */
export const lastWriteOf = (writer: Writer): number => lastWrites.get(keyOf(writer)) ?? 0
