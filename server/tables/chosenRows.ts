import { isId } from '../../kernel/id.ts'
import type { Conditions } from '../db/conditions.ts'
import { malformed } from '../httpError.ts'

/** Of the rows that a question finds those with these ids, or all but those. */
export type ChosenRows = { readonly ids: readonly string[] } | { readonly except: readonly string[] }

/** True of a chosen row; `id` is its id in SQL. */
export const chosenText = (c: Conditions, chosen: ChosenRows, id: string, type: 'bigint' | 'text' = 'bigint'): string => {
  const ids = 'ids' in chosen ? chosen.ids : chosen.except
  if (type === 'bigint' && !ids.every((rowId) => isId(rowId))) throw malformed('编号有误')
  return `${id} ${'ids' in chosen ? '= any' : '<> all'} (${c.place(ids)}::${type}[])`
}
