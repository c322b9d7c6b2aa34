import { incidentList } from '../../domain/approval/operations/incidentList.ts'
import { useAsk } from '../ask.ts'

/** So many rows of a queue stand on the workbench. */
export const queueRowsShown = 5

/** The first applications that are stuck, as their queue asks for them. */
export const useStuck = () => useAsk(incidentList, { pageSize: queueRowsShown }, { staleMs: 30_000, kept: true })
