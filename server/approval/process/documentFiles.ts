import type { Id } from '../../../kernel/id.ts'
import { filesIn } from '../../files/namedFiles.ts'
import type { Session } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { filesOf } from '../../documents/ownFiles.ts'
import { inScope } from '../../documents/scope.ts'
import { bodyOf, documentKindOf, readDocument, readLines } from '../../documents/store.ts'
import { readEntries, readProcess } from '../flow/store.ts'
import { mayOpen } from '../flow/visibility.ts'
import { permissionsFor } from './detail.ts'

/** The documents among these that show a private file to the session's person: those open to that person, whose approval does not hide the file. */
export const documentsShowing = async (tx: Tx, session: Session, ids: readonly Id[], path: string): Promise<ReadonlySet<Id>> => {
  const shownFlags = await Promise.all(ids.map(async (id) => ((await isShown(tx, session, id, path)) ? [id] : [])))
  return new Set(shownFlags.flat())
}

const isShown = async (tx: Tx, session: Session, id: Id, path: string): Promise<boolean> => {
  const document = await readDocument(tx, id)
  if (!document) return false
  const kind = documentKindOf(document)
  // A path that the document names no longer is none of its files.
  const files = filesOf(kind, bodyOf(document, await readLines(tx, id)))
  if (!files.some((file) => file.path === path)) return false
  if (inScope(session, kind, document)) return true
  const { processId } = document
  if (processId === null || !(await mayOpen(tx, processId, session.uid))) return false
  const [{ state, definition }, entries] = await Promise.all([readProcess(tx, { processId }), readEntries(tx, processId)])
  const { permissions } = permissionsFor(session.uid, definition, state, entries)
  const hiddenFields = Object.fromEntries(Object.entries(kind.header).filter(([key]) => permissions[key] === 'hide'))
  return !filesIn([{ fields: hiddenFields, values: document.header }]).some((file) => file.path === path)
}
