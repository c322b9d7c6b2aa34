import type { Page } from '../domain/operations/define.ts'

/** A page of a list in the contract's form. `next` is given where the list can be continued after its last row. */
export const pageAnswer = <R>(list: R[], totalCount: number, asked: { page: number; pageSize: number }, next?: string): Page<R> => ({
  totalCount,
  pageSize: asked.pageSize,
  totalPage: Math.ceil(totalCount / asked.pageSize),
  currPage: asked.page,
  list,
  ...(next !== undefined && { next }),
})
