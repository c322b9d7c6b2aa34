import { counted } from '../../domain/english/plurals.ts'
import { fill, type Params } from '../../kernel/refusal.ts'
import { agendaWebEnglish } from '../agenda/english.ts'
import { english } from '../../domain/english/all.ts'
import { bulkWebEnglish } from '../bulk/english.ts'
import { calendarEnglish } from '../approval/screens/calendarEnglish.ts'
import { applyingEnglish } from '../approval/screens/applyingEnglish.ts'
import { cardsEnglish } from '../cards/english.ts'
import { countsEnglish } from '../counting/english.ts'
import { attendanceEnglish } from '../attendance/english.ts'
import { approveEnglish } from '../approval/batch/approvingEnglish.ts'
import { beginningEnglish } from '../workbench/beginningEnglish.ts'
import { chatWebEnglish } from '../chat/english.ts'
import { clearanceWebEnglish } from '../clearance/english.ts'
import { designerEnglish } from '../approval/design/english.ts'
import { designPeopleEnglish } from '../approval/design/flow/peopleEnglish.ts'
import { fieldRulesEnglish } from '../approval/design/form/english.ts'
import { documentsEnglish } from '../documents/english.ts'
import { findEnglish } from '../find/english.ts'
import { flowEnglish } from '../approval/flow/english.ts'
import { apiKeysWebEnglish } from '../apiKeys/english.ts'
import { webhooksWebEnglish } from '../webhooks/english.ts'
import { eventRulesWebEnglish } from '../eventRules/english.ts'
import { foundEnglish } from '../found/english.ts'
import { formsEnglish } from '../forms/english.ts'
import { gridEnglish } from '../documents/grid/english.ts'
import { hostsEnglish } from '../settings/hostEnglish.ts'
import { installingEnglish } from '../installing/english.ts'
import { inventoryScanEnglish } from '../counting/scanEnglish.ts'
import { invoicesWebEnglish } from '../invoices/english.ts'
import { joiningEnglish } from '../entrance/joiningEnglish.ts'
import { numberingEnglish } from '../settings/numberingEnglish.ts'
import { ownFieldEnglish } from '../records/ownFieldEnglish.ts'
import { paperEnglish } from '../paper/english.ts'
import { ownWordsEnglish } from '../settings/ownWordsEnglish.ts'
import { keepingEnglish } from '../settings/keepingEnglish.ts'
import { licenceEnglish } from '../licence/english.ts'
import { lookEnglish } from '../look/english.ts'
import { manualEnglish } from '../manual/english.ts'
import { mapsEnglish } from '../maps/english.ts'
import { messagesEnglish } from '../messages/english.ts'
import { netdiskWebEnglish } from '../disk/english.ts'
import { mailWebEnglish } from '../mail/english.ts'
import { dashboardsWebEnglish } from '../dashboards/english.ts'
import { subscriptionWebEnglish } from '../subscriptions/english.ts'
import { outboxEnglish } from '../outbox/english.ts'
import { operatorEnglish } from '../operator/english.ts'
import { systemEnglish } from '../operator/systemEnglish.ts'
import { panelEnglish } from '../panel/english.ts'
import { peopleEnglish } from '../people/english.ts'
import { policyWebEnglish } from '../documents/policies/english.ts'
import { booksWebEnglish } from '../books/english.ts'
import { asOfEnglish } from '../assets/asOf/english.ts'
import { stockBookWebEnglish } from '../stockBook/english.ts'
import { poolWebEnglish } from '../pool/english.ts'
import { rolesWebEnglish } from '../people/roleEnglish.ts'
import { printingWebEnglish } from '../labels/english.ts'
import { pushingWebEnglish } from '../push/english.ts'
import { tableEnglish } from '../table/english.ts'
import { releasesEnglish } from '../operator/releaseEnglish.ts'
import { rescueEnglish } from '../approval/process/rescueEnglish.ts'
import { rfidEnglish } from '../rfid/english.ts'
import { robotsWebEnglish } from '../settings/robotEnglish.ts'
import { scanningEnglish } from '../scan/english.ts'
import { selfCountEnglish } from '../counting/selfCountEnglish.ts'
import { servicesEnglish } from '../approval/screens/serviceEnglish.ts'
import { statisticsEnglish } from '../approval/screens/statisticsEnglish.ts'
import { signOnEnglish } from '../signOn/english.ts'
import { takeoutEnglish } from '../settings/takeoutEnglish.ts'
import { upgradeEnglish } from '../upgrade/english.ts'
import { upkeepEnglish } from '../records/upkeep/english.ts'
import { workbenchEnglish } from '../workbench/english.ts'
import { worklogWebEnglish } from '../worklog/english.ts'
import { feishuWebEnglish } from '../settings/feishuEnglish.ts'
import { wecomEnglish } from '../settings/wecomEnglish.ts'
import { workplacesWebEnglish } from '../settings/workplaceEnglish.ts'

/** Every Chinese text that a reader may see with its English; loaded when English is wanted. */
export const everyEnglish: Readonly<Record<string, string>> = {
  ...english,
  ...agendaWebEnglish,
  ...attendanceEnglish,
  ...bulkWebEnglish,
  ...calendarEnglish,
  ...cardsEnglish,
  ...countsEnglish,
  ...clearanceWebEnglish,
  ...gridEnglish,
  ...hostsEnglish,
  ...feishuWebEnglish,
  ...wecomEnglish,
  ...installingEnglish,
  ...inventoryScanEnglish,
  ...invoicesWebEnglish,
  ...joiningEnglish,
  ...licenceEnglish,
  ...lookEnglish,
  ...workbenchEnglish,
  ...findEnglish,
  ...flowEnglish,
  ...apiKeysWebEnglish,
  ...webhooksWebEnglish,
  ...eventRulesWebEnglish,
  ...foundEnglish,
  ...formsEnglish,
  ...applyingEnglish,
  ...approveEnglish,
  ...beginningEnglish,
  ...chatWebEnglish,
  ...designerEnglish,
  ...designPeopleEnglish,
  ...fieldRulesEnglish,
  ...documentsEnglish,
  ...keepingEnglish,
  ...numberingEnglish,
  ...ownFieldEnglish,
  ...paperEnglish,
  ...ownWordsEnglish,
  ...manualEnglish,
  ...mapsEnglish,
  ...messagesEnglish,
  ...netdiskWebEnglish,
  ...operatorEnglish,
  ...systemEnglish,
  ...mailWebEnglish,
  ...subscriptionWebEnglish,
  ...dashboardsWebEnglish,
  ...outboxEnglish,
  ...panelEnglish,
  ...peopleEnglish,
  ...policyWebEnglish,
  ...booksWebEnglish,
  ...asOfEnglish,
  ...stockBookWebEnglish,
  ...poolWebEnglish,
  ...rolesWebEnglish,
  ...printingWebEnglish,
  ...pushingWebEnglish,
  ...tableEnglish,
  ...releasesEnglish,
  ...rescueEnglish,
  ...rfidEnglish,
  ...robotsWebEnglish,
  ...scanningEnglish,
  ...selfCountEnglish,
  ...servicesEnglish,
  ...statisticsEnglish,
  ...signOnEnglish,
  ...takeoutEnglish,
  ...upgradeEnglish,
  ...upkeepEnglish,
  ...worklogWebEnglish,
  ...workplacesWebEnglish,
}

/** The English of a text of ours with its values; a text that has none stays as it is. */
export const inEnglish = (chinese: string, params: Params): string => {
  const english = Object.hasOwn(everyEnglish, chinese) ? everyEnglish[chinese] : undefined
  return fill(counted(english ?? chinese, params), params)
}
