import type { DocumentFormPath, DocumentListPath } from '../domain/documents/all.ts'
import { formPathOf, listPathOf } from '../domain/documents/screens.ts'
import type { RecordFormPath, RecordListPath } from '../domain/records/all.ts'
import type { Params } from '../kernel/refusal.ts'
import { documentScreens, listedOperations, recordScreens } from './declared.ts'
import { messageRows } from './messages/rows.ts'
import { chatRows } from './chat/rows.ts'
import { goodsRows } from './assets/rows.ts'
import { countingRows } from './counting/rows.ts'
import { rfidRows } from './rfid/rows.ts'
import { poolRows } from './pool/rows.ts'
import { scanRows } from './scan/rows.ts'
import { labelRows } from './labels/rows.ts'
import { documentRows } from './documents/rows.ts'
import { indexRows } from './workbench/rows.ts'
import { userRows } from './settings/rows.ts'
import { eventRuleRows } from './eventRules/rows.ts'
import { apiKeyRows } from './apiKeys/rows.ts'
import { webhookRows } from './webhooks/rows.ts'
import { paperRows } from './paper/rows.ts'
import { subscriptionRows } from './subscriptions/rows.ts'
import { mailRows } from './mail/rows.ts'
import { doorRows } from './entrance/rows.ts'
import { manualRows } from './manual/rows.ts'
import { operatorRows } from './operator/rows.ts'
import { commonRows } from './shell/screens/rows.ts'
import { mapRows } from './maps/rows.ts'
import { outboxRows } from './outbox/rows.ts'
import { flowRows } from './approval/screens/rows.ts'
import { personalRows } from './approval/rows.ts'
import { addressbookRows } from './people/rows.ts'
import { clearanceRows } from './clearance/rows.ts'
import { announcementRows, newsRows } from './news/rows.ts'
import { attendanceRows } from './attendance/rows.ts'
import { agendaRows } from './agenda/rows.ts'
import { mylogRows } from './worklog/rows.ts'
import { netdiskRows } from './disk/rows.ts'
import { booksRows } from './books/rows.ts'
import { consumablesRows } from './consumables/rows.ts'
import { stockBookRows } from './stockBook/rows.ts'
import { invoiceRows } from './invoices/rows.ts'
import { reportRows } from './reports/rows.ts'
import { dashboardRows } from './dashboards/rows.ts'
import { type OwnRow, type Page, type ScreenRow, texts } from './shell/screenRow.ts'

/** The screens that are themselves, area by area as their folders are; those of kinds of documents and records follow from the kinds. */
const ownRows = [
  messageRows,
  chatRows,
  goodsRows,
  countingRows,
  rfidRows,
  poolRows,
  scanRows,
  labelRows,
  documentRows,
  indexRows,
  userRows,
  eventRuleRows,
  apiKeyRows,
  webhookRows,
  paperRows,
  subscriptionRows,
  mailRows,
  doorRows,
  manualRows,
  operatorRows,
  commonRows,
  mapRows,
  outboxRows,
  flowRows,
  personalRows,
  addressbookRows,
  clearanceRows,
  newsRows,
  announcementRows,
  attendanceRows,
  agendaRows,
  mylogRows,
  netdiskRows,
  booksRows,
  consumablesRows,
  stockBookRows,
  invoiceRows,
  reportRows,
  dashboardRows,
].flat() satisfies readonly OwnRow[]

const ownScreen = (row: OwnRow): ScreenRow => {
  const [title, who = 'manager'] = listedOperations[row.path] ?? []
  return { title, who, ...row } as ScreenRow
}

/** What the form of a document begins with. */
const begins = texts('id', 'mode', 'sourceId', 'assets', 'items', 'former', 'restock', 'locId', 'at', 'avoided', 'invoice', 'corrections')
/** What the form of a record begins with. */
const fills = texts('id', 'parentId', 'managerUid')

const documentList: Page = () => import('./documents/DocumentList.tsx')
/** Lists of kinds that stand beside something else on their screen. */
const listPages: Readonly<Record<string, Page>> = { GsInventoryOrder: () => import('./counting/desk/Inventory.tsx') }
const documentEdit: Page = () => import('./documents/DocumentEdit.tsx')
const recordList: Page = () => import('./records/RecordList.tsx')
const recordEdit: Page = () => import('./records/RecordEdit.tsx')

const screensOfDocument = ([kind, { title, who = 'manager', form }]: [string, (typeof documentScreens)[string]]): ScreenRow[] => [
  { path: listPathOf({ kind }), title, who, page: listPages[kind] ?? documentList, props: { kind } },
  {
    path: formPathOf({ kind, ...(form && { form }) }),
    ...(form ? { title: form.title } : { title: '{title}单', of: title }),
    who,
    search: begins,
    page: documentEdit,
    props: { kind },
  },
]

const screensOfRecord = ([noun, { list, form, title, formTitle, who = 'manager' }]: [
  string,
  (typeof recordScreens)[string],
]): ScreenRow[] => [
  { path: list, title, who, page: recordList, props: { noun } },
  { path: form, title: formTitle, who, search: fills, page: recordEdit, props: { noun } },
]

/** Every screen of the product; router, menu, guards and journeys read this table. */
export const screens: readonly ScreenRow[] = [
  ...ownRows.map(ownScreen),
  ...Object.entries(recordScreens).flatMap(screensOfRecord),
  ...Object.entries(documentScreens).flatMap(screensOfDocument),
]

type OwnScreen = (typeof ownRows)[number]
export type ScreenPath = OwnScreen['path'] | DocumentListPath | DocumentFormPath | RecordListPath | RecordFormPath

/** What a screen may be opened with: the texts that its row names, or any where it names none. */
export type SearchOf<P extends ScreenPath> = P extends DocumentFormPath
  ? QueryOf<(typeof begins)[number]>
  : P extends RecordFormPath
    ? QueryOf<(typeof fills)[number]>
    : Extract<OwnScreen, { path: P }> extends { search: readonly (infer K extends string)[] }
      ? QueryOf<K>
      : Readonly<Record<string, string | undefined>>
type QueryOf<K extends string> = { readonly [N in K]?: string | undefined }

/** What a screen is called, as `say` has its words. */
export const screenTitle = ({ title, of }: Pick<ScreenRow, 'title' | 'of'>, say: (words: string, params: Params) => string): string =>
  say(title, of === undefined ? {} : { title: say(of, {}) })

export const screenAt = (path: string): ScreenRow | undefined => byPath.get(path)

const byPath = new Map(screens.map((screen) => [screen.path, screen]))
