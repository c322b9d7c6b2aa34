import type { Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { documentScreens, recordScreens } from '../declared.ts'
import { hrefOf } from '../frames.ts'
import { detailHrefOf, documentHref, editPathOfKind, editPathOfNoun, hasDetail } from '../places.ts'

/** What a list opens: a noun, a kind of document, or one of those below; and its id. */
export type OpenedRow = { readonly what: string; readonly id: Id }

/** What is neither a record nor a document, and where it is looked at. */
const otherScreens: Readonly<Record<string, (id: Id, begin: string | undefined) => string>> = {
  task: (taskId, action) => hrefOf('/pages/flow/formApprove', { taskId, action }),
  process: (processId) => hrefOf('/pages/flow/progress', { processId }),
  stock: (id) => hrefOf('/pages/consumables/CsLocStock/cslocstock-detail', { id }),
  count: (id) => hrefOf('/pages/goods/GsInventoryOrder/gsinventorytask', { id }),
  invoice: (id) => hrefOf('/pages/goods/invoices/detail', { id }),
  message: (msgId) => hrefOf('/pages/message/msgdetail', { msgId }),
  news: (newsId) => hrefOf('/pages/news/newsdetail', { newsId }),
  log: (id) => hrefOf('/pages/mylog/logdetail', { id }),
  notice: (newsId) => hrefOf('/pages/annotation/annotationDetail', { newsId }),
}

/** The name under which the address of a list says what is open beside it. */
export const openName = 'open'

/** As the address says it: "asset:123". */
export const wordOf = ({ what, id }: OpenedRow): string => `${what}:${id}`

/** Reads it; undefined where it names nothing that could be opened. */
export const openedIn = (word: string | undefined): OpenedRow | undefined => {
  const [what = '', id = '', ...rest] = (word ?? '').split(':')
  const isKnown = [documentScreens, recordScreens, otherScreens].some((screensOfKind) => Object.hasOwn(screensOfKind, what))
  return id && rest.length === 0 && isKnown ? { what, id } : undefined
}

/** The address of a list with something open beside it; a colon needs no escape there. */
export const hrefBeside = (path: string, search: Readonly<Record<string, string>>, openedRow: OpenedRow): string =>
  hrefOf(path, { ...search, [openName]: wordOf(openedRow) }).replace('%3A', ':')

/** The real screen; `begin` is what it is opened for, where that is more than looking. */
export const hrefOfOpened = ({ what, id }: OpenedRow, begin?: string): string =>
  documentScreens[what] ? documentHref(what, id) : (otherScreens[what]?.(id, begin) ?? detailHrefOf(what as Noun, id))

/** Where it is edited; undefined where that is the same screen, or nothing is edited. */
export const editHrefOf = ({ what, id }: OpenedRow): string | undefined => {
  if (documentScreens[what]) return hrefOf(editPathOfKind(what), { id, mode: 'edit' })
  return recordScreens[what] && hasDetail(what as Noun) ? hrefOf(editPathOfNoun(what as Noun), { id }) : undefined
}

/** Where a row stands among those that are there; it is looked for first beside the place that another one had a moment ago. */
export const indexIn = <R>(rows: readonly R[], isIt: (row: R) => boolean, near = 0): number => {
  const close = [near, near + 1, near - 1].find((index) => rows[index] !== undefined && isIt(rows[index]))
  return close ?? rows.findIndex(isIt)
}

/** Where the rows before and after it stand. */
export type Neighbours = {
  readonly previous: number | undefined
  /** Behind the last where that is still to come. */
  readonly next: number | undefined
}

/** `at`: where it stands, -1 where it does not; then `was` is where it stood before it went out, and who came after it stands there now. */
export const neighboursOf = (index: number, rows: { readonly length: number; readonly hasMore: boolean }, was = 0): Neighbours => {
  const last = rows.length - 1
  if (last < 0) return { previous: undefined, next: undefined }
  if (index === -1) return { previous: was > 0 ? Math.min(was - 1, last) : undefined, next: Math.min(was, last) }
  return { previous: index > 0 ? index - 1 : undefined, next: index === last && !rows.hasMore ? undefined : index + 1 }
}
