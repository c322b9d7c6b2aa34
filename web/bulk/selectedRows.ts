import { bulkOperationsOf, type Selected } from '../../domain/bulk/operations.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import type { Id } from '../../kernel/id.ts'
import { call } from '../call.ts'
import type { Selection } from '../table/selection.ts'

/** A selection as the calls on many things take it. */
export const selectedOf = ({ all, ids, asked }: Pick<Selection, 'all' | 'ids' | 'asked'>): Selected =>
  all ? { asked: { ...asked }, except: [...ids] } : { ids: [...ids] }

/** The ids of what is chosen, where something needs them one by one. */
export const idsOf = async (kind: RecordKind, selection: Selection): Promise<readonly Id[]> =>
  selection.all
    ? (await call(bulkOperationsOf(kind).selected, { selection: selectedOf(selection) }, { quiet: true })).ids
    : [...selection.ids]

/** A selection as the export of a list takes it, in the order of the list. */
export const exportOf = ({ all, ids, asked }: Pick<Selection, 'all' | 'ids' | 'asked'>): Selection['asked'] =>
  all ? { ...asked, except: [...ids] } : { ...(asked['sort'] !== undefined && { sort: asked['sort'] }), ids: [...ids] }
