import { inWords } from '../../domain/english/all.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import type { SavedView } from '../../domain/tables/viewOperations.ts'
import type { Id } from '../../kernel/id.ts'
import type { Params } from '../../kernel/refusal.ts'
import { inNameOf } from '../access/sessions.ts'
import type { Session } from '../call.ts'
import { dashboardTitle } from '../dashboards/deliveredDashboards.ts'
import type { Tx } from '../db/tx.ts'
import { readableView } from '../views/handlers.ts'

/** What a subscription names: a saved view, or a dashboard by its id or the key of a delivered one. */
export type SubjectKey = { readonly viewId: Id | null; readonly dashboardId: string | null }

/** What is sent, as one person has it. */
export type Subject =
  | { readonly kind: 'view'; readonly view: SavedView }
  | { readonly kind: 'dashboard'; readonly id: string; readonly title: string; readonly isDelivered: boolean }

/** The subject as a person has it; undefined where that person may not read it. */
export const readableSubject = async (tx: Tx, session: Session, { viewId, dashboardId }: SubjectKey): Promise<Subject | undefined> => {
  if (viewId !== null) {
    const view = await readableView(tx, session, viewId)
    return view && { kind: 'view', view }
  }
  const dashboard = dashboardId === null ? undefined : await dashboardTitle(tx, session, dashboardId)
  return dashboard && dashboardId !== null ? { kind: 'dashboard', id: dashboardId, ...dashboard } : undefined
}

/** A person and the subject as that person has it; undefined where the person is out of service or may not read it. */
export const subjectFor = async (tx: Tx, uid: Id, key: SubjectKey): Promise<{ session: Session; subject: Subject } | undefined> => {
  const session = await inNameOf(tx, uid)
  const subject = session && (await readableSubject(tx, session, key))
  return subject && { session, subject }
}

/** Columns that the subject asks and that this reader may not see: with them its list is refused. The tiles of a dashboard are closed one by one. */
export const closedColumns = (subject: Subject): readonly string[] => (subject.kind === 'view' ? subject.view.closed : [])

/** What it is called; a delivered dashboard in the language of its reader. */
export const titleOf = (subject: Subject, language: 'zh' | 'en'): string => {
  if (subject.kind === 'view') return subject.view.title
  return subject.isDelivered ? inWords(language, subject.title) : subject.title
}

/** The sentence that says that it was sent; the title of a delivered dashboard is a text of ours, and so a sentence by itself. */
export const sentenceOf = (subject: Subject, rowCount: string): { readonly words: string; readonly params: Params } => {
  if (subject.kind === 'view') return { words: '{view}：{rows}条', params: { view: subject.view.title, rows: rowCount } }
  return subject.isDelivered
    ? { words: subject.title, params: { rows: rowCount } }
    : { words: '仪表板“{title}”', params: { title: subject.title } }
}

/** Where it is looked at. */
export const linkOf = (subject: Subject): string => {
  if (subject.kind === 'dashboard') return `/pages/dashboards/index?id=${subject.id}`
  const knownTable = tableNamed(subject.view.table)
  return `${knownTable?.screen ?? '/pages/index/index'}?${knownTable?.search ? `${knownTable.search}&` : ''}view=${subject.view.id}`
}
