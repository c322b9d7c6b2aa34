import type { AgendaSource } from '../../domain/agenda/source.ts'
import { deadlinesOnAgenda } from '../approval/process/agenda.ts'
import { shiftsOnAgenda } from '../attendance/agenda.ts'
import { countsOnAgenda } from '../counting/agenda.ts'
import { licenceOnAgenda } from '../licence/agenda.ts'
import { loansOnAgenda, maintenanceOnAgenda, warrantiesOnAgenda } from '../records/agenda.ts'
import { logsOnAgenda } from '../worklog/agenda.ts'
import type { SourceReader } from './source.ts'

/** Where what is not an event is read; each noun keeps its own. */
export const sourceReaders: Readonly<Record<AgendaSource, SourceReader>> = {
  loan: loansOnAgenda,
  maintenance: maintenanceOnAgenda,
  warranty: warrantiesOnAgenda,
  count: countsOnAgenda,
  approval: deadlinesOnAgenda,
  log: logsOnAgenda,
  shift: shiftsOnAgenda,
  licence: licenceOnAgenda,
}
