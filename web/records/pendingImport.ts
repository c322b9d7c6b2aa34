import type { RecordKind } from '../../domain/records/define.ts'
import type { Id } from '../../kernel/id.ts'
import { session } from '../session/session.ts'

/** The import that a person has begun in this window and not seen the end of; it outlasts a reload. */
export const pendingImport = (kind: RecordKind): Id | undefined => storage?.getItem(keyOf(kind)) ?? undefined

export const rememberImport = (kind: RecordKind, id: Id): void => storage?.setItem(keyOf(kind), id)

export const forgetImport = (kind: RecordKind): void => storage?.removeItem(keyOf(kind))

const storage: Storage | undefined = globalThis.sessionStorage

const keyOf = ({ noun }: RecordKind): string => `zaice:import:${session().uid}:${noun}`
