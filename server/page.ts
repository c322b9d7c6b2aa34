import { type Id, isId } from '../kernel/id.ts'
import { type ListRequest, type Page, pageAsked } from '../domain/operations/define.ts'
import { malformed } from './httpError.ts'

/** Which rows are asked for: a page by number, or those after a cursor; sorted by a declared column, or newest first. */
export type Part = {
  readonly page: number
  readonly pageSize: number
  readonly offset: number
  readonly after: Id | undefined
  readonly order: Order | undefined
  /** True of a list that can be continued after its last row. */
  readonly continues: boolean
}
export type Order = { readonly key: string; readonly descending: boolean }

/** Pages by number reach this deep; the person who wants more narrows the list down or goes by cursor. */
const deepest = 50_000
/** Counting stops here; the page says then that there are more. */
export const countLimit = 10_000

/** Cursors are ids of rows or numbers of the database, unless `isCursor` knows others; a page has `most` rows. */
export type Limits = { readonly isCursor?: (after: string) => boolean; readonly most?: number }

export const partOf = (input: ListRequest, { isCursor = isId, most = 10_000 }: Limits = {}): Part => {
  const pageInput = pageAsked(input)
  const page = pageInput.page
  const pageSize = Math.min(pageInput.pageSize, most)
  const key = input.sidx || undefined
  const after = input.after || undefined
  if (after !== undefined && (!isCursor(after) || key !== undefined)) throw malformed('翻页位置有误')
  const offset = after === undefined ? (page - 1) * pageSize : 0
  if (offset > deepest) throw malformed('只能翻到第{rows}行，请缩小查询范围', { rows: deepest })
  const order = key === undefined ? undefined : { key, descending: input.order?.toLowerCase() === 'desc' }
  return { page, pageSize, offset, after, order, continues: order === undefined }
}

/** The same of a list that goes by numbers alone. */
export const numberedPartOf = (input: ListRequest): Part => ({ ...partOf({ ...input, after: undefined }), continues: false })

const idIn = (row: object | undefined): unknown => (row && 'id' in row ? row.id : undefined)

/**
 * The answer for a part; `counted` may have gone one beyond the limit of counting. `place` answers where a row lies, for the person who asks for
 * what comes behind it: its id, if it has one.
 */
export const pageFor = <R extends object>(
  part: Part,
  list: R[],
  total: number,
  {
    limit = countLimit,
    place = (index) => idIn(list[index]),
  }: { readonly limit?: number | undefined; readonly place?: (index: number) => unknown } = {},
): Page<R> => {
  const totalCount = Math.min(total, limit)
  const last = part.continues && list.length === part.pageSize && list.length > 0 ? place(list.length - 1) : undefined
  return {
    totalCount,
    pageSize: part.pageSize,
    totalPage: Math.ceil(totalCount / part.pageSize),
    currPage: part.page,
    list,
    ...(total > limit && { more: true }),
    ...(typeof last === 'string' && { next: last }),
  }
}

/** A part of a list that is read whole because it is short. */
export const pageOfWhole = <R extends object>(input: ListRequest, rows: readonly R[]): Page<R> => {
  const part = numberedPartOf(input)
  return pageFor(part, rows.slice(part.offset, part.offset + part.pageSize), rows.length, { limit: Number.MAX_SAFE_INTEGER })
}

/** A short list: whole, or the page of it that is asked for. */
export const pageOfShort = <R extends object>(input: ListRequest, list: readonly R[]): Page<R> => {
  const { page, pageNo, pageSize, limit } = input
  const isPaged = [page, pageNo, pageSize, limit].some((value) => value !== undefined)
  return pageOfWhole(isPaged ? input : { pageSize: Math.max(list.length, 1) }, list)
}
