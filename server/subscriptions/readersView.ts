import type { Id } from '../../kernel/id.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import type { SavedView } from '../../domain/tables/viewOperations.ts'
import { inNameOf } from '../access/sessions.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { readableView } from '../views/handlers.ts'

/** A person and the view as that person has it; undefined where the person is out of service or may not read it. */
export const readersView = async (tx: Tx, uid: Id, viewId: Id): Promise<{ session: Session; view: SavedView } | undefined> => {
  const session = await inNameOf(tx, uid)
  const view = session && (await readableView(tx, session, viewId))
  return view && { session, view }
}

/** Where a view is looked at. */
export const viewLink = ({ id, table }: SavedView): string => {
  const knownTable = tableNamed(table)
  return `${knownTable?.screen ?? '/pages/index/index'}?${knownTable?.search ? `${knownTable.search}&` : ''}view=${id}`
}
