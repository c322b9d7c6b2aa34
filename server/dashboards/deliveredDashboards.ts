import { type DeliveredDashboard, deliveredDashboards } from '../../domain/dashboards/delivered.ts'
import type { Id } from '../../kernel/id.ts'
import { isId } from '../../kernel/id.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { readableDashboard } from './dashboardStore.ts'

/** The delivered dashboards for what a person is. */
export const deliveredTo = ({ codes, admin, headsDepartment }: Session): readonly DeliveredDashboard[] =>
  deliveredDashboards.filter(({ audience }) => {
    if (audience === 'everybody') return true
    if (audience === 'head') return headsDepartment
    return audience === 'administrator' ? admin && codes.has('workflow:list') : codes.has(audience)
  })

/** What a dashboard is called that this person has, stored or delivered; undefined of any other. */
export const dashboardTitle = async (
  tx: Tx,
  session: Session,
  id: Id,
): Promise<{ readonly title: string; readonly isDelivered: boolean } | undefined> => {
  const deliveredDashboard = deliveredTo(session).find(({ key }) => key === id)
  if (deliveredDashboard) return { title: deliveredDashboard.title, isDelivered: true }
  const dashboard = isId(id) ? await readableDashboard(tx, session, id) : undefined
  return dashboard && { title: dashboard.title, isDelivered: false }
}
