import { authHandlers } from './access/auth.ts'
import { dictionaryHandlers } from './access/dictionaries.ts'
import { hostHandlers } from './access/hosts.ts'
import { invitationHandlers } from './access/invitations.ts'
import { operatorPassHandlers } from './access/operatorPass.ts'
import { userHandlers } from './access/users.ts'
import { addressBookHandlers } from './addressBook/addressBook.ts'
import { agendaHandlers } from './agenda/handlers.ts'
import { documentFlows } from './approval/process/documentFlows.ts'
import { flowHandlers } from './approval/design/handlers.ts'
import { formHandlers } from './approval/design/formHandlers.ts'
import { processHandlers } from './approval/process/handlers.ts'
import { linkHandlers } from './approval/process/links.ts'
import { opinionHandlers } from './approval/process/opinions.ts'
import { rescueHandlers } from './approval/process/rescue.ts'
import { printHandlers } from './approval/process/pdf.ts'
import { serviceHandlers } from './approval/flow/services.ts'
import type { Handler } from './call.ts'
import { attendanceHandlers } from './attendance/handlers.ts'
import { calendarHandlers } from './calendar/calendar.ts'
import { cardHandlers } from './cards/handlers.ts'
import { cardReaders } from './cards/readers.ts'
import { subjectOf } from './cards/subjects.ts'
import { chatHandlers } from './chat/handlers.ts'
import { countingHandlers } from './counting/handlers.ts'
import { documentPort } from './documents/approval.ts'
import { diskHandlers } from './disk/handlers.ts'
import { documentHandlers } from './documents/handlers.ts'
import { fileHandlers } from './files/files.ts'
import { labelHandlers } from './labels/handlers.ts'
import { licenceHandlers } from './licence/licence.ts'
import { mapHandlers } from './maps/handlers.ts'
import { messagingHandlers } from './messaging/messages.ts'
import { newsHandlers } from './news/news.ts'
import { readRecordHandlers } from './news/readRecords.ts'
import { beginningHandlers } from './organisations/beginning.ts'
import { operatorHandlers } from './organisations/operatorHandlers.ts'
import { organisationHandlers } from './organisations/organisations.ts'
import { setupHandlers } from './organisations/setup.ts'
import { pushHandlers } from './push/handlers.ts'
import { recordHandlers } from './records/handlers.ts'
import { reminderHandlers } from './reminders/settings.ts'
import { rfidHandlers } from './rfid/handlers.ts'
import { takeoutHandlers } from './takeout/takeouts.ts'
import { togetherHandler } from './together.ts'
import { workbenchHandlers } from './workbench/workbench.ts'
import { worklogHandlers } from './worklog/handlers.ts'

/** Documents and approval know each other only through these two. */
export const documents = documentPort(() => flows)
export const flows = documentFlows(documents)
const cards = cardReaders(flows)

const each: readonly Handler[] = [
  ...authHandlers,
  ...userHandlers,
  ...invitationHandlers,
  ...setupHandlers,
  ...organisationHandlers,
  ...beginningHandlers,
  ...dictionaryHandlers,
  ...hostHandlers,
  ...documentHandlers(flows),
  ...addressBookHandlers,
  ...agendaHandlers,
  ...attendanceHandlers,
  ...calendarHandlers,
  ...cardHandlers(cards),
  ...chatHandlers(subjectOf(cards)),
  ...countingHandlers,
  ...fileHandlers,
  ...diskHandlers,
  ...labelHandlers,
  ...licenceHandlers,
  ...mapHandlers,
  ...messagingHandlers,
  ...newsHandlers,
  ...pushHandlers,
  ...readRecordHandlers,
  ...recordHandlers,
  ...reminderHandlers,
  ...rfidHandlers,
  ...takeoutHandlers,
  ...workbenchHandlers,
  ...worklogHandlers,
  ...processHandlers(documents),
  ...printHandlers(documents),
  ...serviceHandlers(documents),
  ...flowHandlers(documents),
  ...formHandlers,
  ...opinionHandlers,
  ...linkHandlers,
  ...rescueHandlers(documents),
  ...operatorPassHandlers,
  ...operatorHandlers,
]

/** Everything that the server answers. What is not here does not exist. */
export const handlers: readonly Handler[] = [...each, togetherHandler(each)]
