import { authHandlers } from './access/auth.ts'
import { dictionaryHandlers } from './access/dictionaries.ts'
import { handOverHandlers } from './access/handOver.ts'
import { hostPageHandlers } from './access/hostPages.ts'
import { invitationHandlers } from './access/invitations.ts'
import { operatorPassHandlers } from './access/operatorPass.ts'
import { keyHandlers } from './access/keys/keyHandlers.ts'
import { roleHandlers } from './access/roles/roleHandlers.ts'
import { userHandlers } from './access/users.ts'
import { addressBookHandlers } from './addressBook/addressBook.ts'
import { agendaHandlers } from './agenda/handlers.ts'
import { documentFlows } from './approval/process/documentFlows.ts'
import { findHandlers } from './find/find.ts'
import { flowHandlers } from './approval/design/handlers.ts'
import { formOptionsHandlers } from './approval/flow/services/formOptions.ts'
import { formHandlers } from './approval/design/formHandlers.ts'
import { processHandlers } from './approval/process/handlers.ts'
import { forwardingHandlers } from './approval/process/forwarding/forwarding.ts'
import { linkHandlers } from './approval/process/links.ts'
import { opinionHandlers } from './approval/process/opinions.ts'
import { rescueHandlers } from './approval/process/rescue.ts'
import { printHandlers } from './approval/process/pdf.ts'
import { slipHandlers } from './approval/process/slips/slips.ts'
import { serviceHandlers } from './approval/flow/services/services.ts'
import type { Handler } from './call.ts'
import { attendanceHandlers } from './attendance/handlers.ts'
import { bulkHandlers } from './bulk/handlers.ts'
import { calendarHandlers } from './calendar/calendar.ts'
import { cardHandlers } from './cards/handlers.ts'
import { cardReaders } from './cards/readers.ts'
import { subjectOf } from './cards/subjects.ts'
import { chatHandlers } from './chat/handlers.ts'
import { clearanceHandlers } from './clearance/handlers.ts'
import { countingHandlers } from './counting/handlers.ts'
import { directoryHandlers } from './directory/handlers.ts'
import { documentPort } from './documents/approval.ts'
import { diskHandlers } from './disk/handlers.ts'
import { documentHandlers } from './documents/handlers.ts'
import { fileHandlers } from './files/files.ts'
import { foundHandlers } from './found/handlers.ts'
import { labelHandlers } from './labels/handlers.ts'
import { licenceHandlers } from './licence/licence.ts'
import { mapHandlers } from './maps/handlers.ts'
import { messagingHandlers } from './messaging/messages.ts'
import { newsHandlers } from './news/news.ts'
import { readRecordHandlers } from './news/readRecords.ts'
import { beginningHandlers } from './organisations/beginning.ts'
import { operatorHandlers } from './organisations/operatorHandlers.ts'
import { upkeepHandlers } from './upkeep/handlers.ts'
import { organisationHandlers } from './organisations/organisations.ts'
import { setupHandlers } from './organisations/setup.ts'
import { bookExportHandlers } from './books/exportHandlers.ts'
import { voucherPrintHandlers } from './books/voucherPrint.ts'
import { bookReportHandlers } from './books/reportExports.ts'
import { bookHandlers } from './books/handlers.ts'
import { invoiceHandlers } from './invoices/handlers.ts'
import { poolHandlers } from './pool/handlers.ts'
import { pushHandlers } from './push/handlers.ts'
import { eventRuleHandlers } from './eventRules/handlers.ts'
import { webhookHandlers } from './webhooks/webhookHandlers.ts'
import { mailHandlers } from './mail/handlers.ts'
import { robotHandlers } from './robots/handlers.ts'
import { recordHandlers } from './records/handlers.ts'
import { positionHandlers } from './records/positions.ts'
import { stockBookHandlers } from './stockBook/handlers.ts'
import { leftBehindHandlers } from './records/leftBehind.ts'
import { releaseHandlers } from './releases/handlers.ts'
import { holderHandlers } from './reminders/holder.ts'
import { reminderHandlers } from './reminders/settings.ts'
import { rfidHandlers } from './rfid/handlers.ts'
import { signOnHandlers } from './signOn/handlers.ts'
import { dashboardHandlers } from './dashboards/handlers.ts'
import { dashboardPrintHandlers } from './dashboards/printing.ts'
import { disputeHandlers } from './disputes/disputes.ts'
import { takeoutHandlers } from './takeout/takeouts.ts'
import { togetherHandler } from './together.ts'
import { workplaceHandlers } from './workplaces/handlers.ts'
import { favouriteHandlers } from './workbench/favourites.ts'
import { subscriptionHandlers } from './subscriptions/handlers.ts'
import { viewHandlers } from './views/handlers.ts'
import { rolePreviewHandlers } from './views/rolePreview.ts'
import { workbenchHandlers } from './workbench/workbench.ts'
import { worklogHandlers } from './worklog/handlers.ts'

/** Documents and approval know each other only through these two. */
export const documents = documentPort(() => flows)
export const flows = documentFlows(documents)
const cards = cardReaders(flows)

const allHandlers: readonly Handler[] = [
  ...authHandlers,
  ...userHandlers,
  ...roleHandlers,
  ...keyHandlers,
  ...rolePreviewHandlers,
  ...invitationHandlers,
  ...handOverHandlers,
  ...hostPageHandlers,
  ...setupHandlers,
  ...organisationHandlers,
  ...beginningHandlers,
  ...dictionaryHandlers,
  ...documentHandlers(flows),
  ...addressBookHandlers,
  ...agendaHandlers,
  ...attendanceHandlers,
  ...bulkHandlers,
  ...leftBehindHandlers,
  ...calendarHandlers,
  ...cardHandlers(cards),
  ...chatHandlers(subjectOf(cards)),
  ...clearanceHandlers(flows),
  ...countingHandlers,
  ...fileHandlers,
  ...directoryHandlers,
  ...findHandlers,
  ...diskHandlers,
  ...foundHandlers,
  ...invoiceHandlers,
  ...labelHandlers,
  ...licenceHandlers,
  ...mapHandlers,
  ...messagingHandlers,
  ...newsHandlers,
  ...bookHandlers,
  ...bookExportHandlers,
  ...voucherPrintHandlers,
  ...bookReportHandlers,
  ...poolHandlers,
  ...pushHandlers,
  ...eventRuleHandlers,
  ...webhookHandlers,
  ...robotHandlers(),
  ...mailHandlers,
  ...readRecordHandlers,
  ...recordHandlers,
  ...positionHandlers,
  ...stockBookHandlers,
  ...releaseHandlers,
  ...reminderHandlers,
  ...holderHandlers,
  ...rfidHandlers,
  ...signOnHandlers,
  ...takeoutHandlers,
  ...disputeHandlers,
  ...viewHandlers,
  ...dashboardHandlers,
  ...dashboardPrintHandlers,
  ...subscriptionHandlers,
  ...workbenchHandlers,
  ...favouriteHandlers,
  ...workplaceHandlers,
  ...worklogHandlers,
  ...processHandlers(documents),
  ...forwardingHandlers(documents),
  ...printHandlers(documents),
  ...slipHandlers(flows),
  ...serviceHandlers(documents),
  ...flowHandlers(documents),
  ...formHandlers,
  ...formOptionsHandlers,
  ...opinionHandlers,
  ...linkHandlers,
  ...rescueHandlers(documents),
  ...operatorPassHandlers,
  ...operatorHandlers,
  ...upkeepHandlers,
]

/** Everything that the server answers. What is not here does not exist. */
export const handlers: readonly Handler[] = [...allHandlers, togetherHandler(allHandlers)]
