import { type Id, isId } from '../kernel/id.ts'
import { type ListRequest, type Page, pageAsked } from '../domain/operations/define.ts'
import { malformed } from './unanswered.ts'

/** Which rows are asked for: a page by number, or those after a cursor; sorted by a declared column, or newest first. */
export type Part = {
  readonly page: number
  readonly pageSize: number
  readonly offset: number
  readonly after: Id | undefined
  readonly order: Order | undefined
}
export type Order = { readonly key: string; readonly descending: boolean }

/** Pages by number reach this deep; whoever wants more narrows the list down or goes by cursor. */
const deepest = 50_000
/** Counting stops here; the page says then that there are more. */
export const countLimit = 10_000

export const partOf = (input: ListRequest): Part => {
  const { page, pageSize } = pageAsked(input)
  const offset = (page - 1) * pageSize
  if (offset > deepest) throw malformed('页码过大，请缩小查询范围')
  const key = input.sidx || undefined
  const after = input.after || undefined
  if (after !== undefined && (!isId(after) || key !== undefined)) throw malformed('翻页位置有误')
  const order = key === undefined ? undefined : { key, descending: input.order?.toLowerCase() === 'desc' }
  return { page, pageSize, offset: after === undefined ? offset : 0, after, order }
}

/**
 * The answer for a part; `counted` may have gone one beyond the limit of counting. `place` answers where a row lies, for whoever asks for
 * what comes behind it: its id, if it has one.
 */
export const pageFor = <R extends object>(
  part: Part,
  list: R[],
  counted: number,
  limit = countLimit,
  place: (at: number) => unknown = (at) => (list[at] as { id?: unknown }).id,
): Page<R> => {
  const totalCount = Math.min(counted, limit)
  const last = part.order === undefined && list.length === part.pageSize && list.length > 0 ? place(list.length - 1) : undefined
  return {
    totalCount,
    pageSize: part.pageSize,
    totalPage: Math.ceil(totalCount / part.pageSize),
    currPage: part.page,
    list,
    ...(counted > limit && { more: true }),
    ...(typeof last === 'string' && { next: last }),
  }
}

/** A page of a list in the contract's form. `next` is given where the list can be continued after its last row. */
export const pageAnswer = <R>(list: R[], totalCount: number, asked: { page: number; pageSize: number }, next?: string): Page<R> => ({
  totalCount,
  pageSize: asked.pageSize,
  totalPage: Math.ceil(totalCount / asked.pageSize),
  currPage: asked.page,
  list,
  ...(next !== undefined && { next }),
})
