import { counted } from './plurals.ts'
import { fill, type Params, translateParams } from '../../kernel/refusal.ts'
import { accessEnglish } from '../access/english.ts'
import { agendaEnglish } from '../agenda/english.ts'
import { approvalEnglish } from '../approval/english/approval.ts'
import { attendanceEnglish } from '../attendance/english.ts'
import { beginningEnglish } from '../organisation/english.ts'
import { bpmnEnglish } from '../approval/english/bpmn.ts'
import { bulkEnglish } from '../bulk/english.ts'
import { calendarEnglish } from '../calendar/english.ts'
import { applyingEnglish } from '../approval/english/applying.ts'
import { approveEnglish } from '../approval/english/approving.ts'
import { chatEnglish } from '../chat/english.ts'
import { clearanceEnglish } from '../clearance/english.ts'
import { countingEnglish } from '../counting/english.ts'
import { demoEnglish } from './demo.ts'
import { dingtalkEnglish } from '../workplaces/dingtalkEnglish.ts'
import { designEnglish } from '../approval/english/design.ts'
import { directoryEnglish } from '../directory/english.ts'
import { diskEnglish } from '../disk/english.ts'
import { documentsEnglish } from '../documents/english.ts'
import { eventRulesEnglish } from '../eventRules/english.ts'
import { foundEnglish } from '../found/english.ts'
import { formEditEnglish } from '../approval/english/formEditing.ts'
import { approvalPeopleEnglish } from '../approval/english/people.ts'
import { formulasEnglish } from '../approval/english/formulas.ts'
import { formsEnglish } from '../approval/english/forms.ts'
import { flowsEnglish } from '../approval/english/flows.ts'
import { handOverEnglish } from '../access/handOverEnglish.ts'
import { invoicesEnglish } from '../invoices/english.ts'
import { joiningEnglish } from '../access/joiningEnglish.ts'
import { labelsEnglish } from '../labels/english.ts'
import { subscriptionEnglish } from '../subscriptions/english.ts'
import { mailEnglish } from '../mail/english.ts'
import { messagesEnglish } from '../messaging/english.ts'
import { operationsEnglish } from './operations.ts'
import { policyEnglish, receiverEnglish } from '../documents/policyEnglish.ts'
import { booksEnglish } from '../books/english.ts'
import { stockBookEnglish } from '../stockBook/english.ts'
import { poolEnglish } from '../pool/english.ts'
import { printingEnglish } from '../labels/printingEnglish.ts'
import { pushingEnglish } from '../push/english.ts'
import { ownFieldEnglish } from '../records/ownFields/ownFieldEnglish.ts'
import { recordsEnglish } from '../records/english.ts'
import { releasesEnglish } from '../releases/english.ts'
import { remindersEnglish } from '../reminders/english.ts'
import { rescueEnglish } from '../approval/english/rescue.ts'
import { rfidEnglish } from '../rfid/english.ts'
import { robotsEnglish } from '../robots/english.ts'
import { keyEnglish } from '../access/keyEnglish.ts'
import { webhookEnglish } from '../eventRules/webhookEnglish.ts'
import { roleEnglish } from '../access/roleEnglish.ts'
import { rulesEnglish } from './rules.ts'
import { serverEnglish } from './server.ts'
import { servicesEnglish } from '../approval/english/services.ts'
import { operatorEnglish } from '../operator/english.ts'
import { settlingEnglish } from '../counting/settlementEnglish.ts'
import { signOnEnglish } from '../signOn/english.ts'
import { dashboardsEnglish } from '../dashboards/english.ts'
import { reportsEnglish } from '../reports/english.ts'
import { tablesEnglish } from '../tables/english.ts'
import { takeoutEnglish } from '../takeout/english.ts'
import { trialEnglish } from '../approval/english/trial.ts'
import { processEnglish } from '../approval/english/process.ts'
import { worklogEnglish } from '../worklog/english.ts'
import { feishuEnglish } from '../workplaces/feishuEnglish.ts'
import { wecomFaultsEnglish } from '../workplaces/wecomEnglish.ts'
import { workplacesEnglish } from '../workplaces/english.ts'

/** Every Chinese text of the server and the business with its English. */
export const english: Readonly<Record<string, string>> = {
  ...accessEnglish,
  ...agendaEnglish,
  ...approvalEnglish,
  ...attendanceEnglish,
  ...beginningEnglish,
  ...bpmnEnglish,
  ...bulkEnglish,
  ...calendarEnglish,
  ...applyingEnglish,
  ...approveEnglish,
  ...chatEnglish,
  ...clearanceEnglish,
  ...countingEnglish,
  ...demoEnglish,
  ...designEnglish,
  ...dingtalkEnglish,
  ...directoryEnglish,
  ...diskEnglish,
  ...documentsEnglish,
  ...eventRulesEnglish,
  ...foundEnglish,
  ...formEditEnglish,
  ...approvalPeopleEnglish,
  ...formulasEnglish,
  ...formsEnglish,
  ...flowsEnglish,
  ...handOverEnglish,
  ...invoicesEnglish,
  ...joiningEnglish,
  ...labelsEnglish,
  ...mailEnglish,
  ...subscriptionEnglish,
  ...messagesEnglish,
  ...operationsEnglish,
  ...policyEnglish,
  ...receiverEnglish,
  ...booksEnglish,
  ...stockBookEnglish,
  ...poolEnglish,
  ...printingEnglish,
  ...pushingEnglish,
  ...ownFieldEnglish,
  ...recordsEnglish,
  ...releasesEnglish,
  ...remindersEnglish,
  ...rescueEnglish,
  ...rfidEnglish,
  ...robotsEnglish,
  ...keyEnglish,
  ...webhookEnglish,
  ...roleEnglish,
  ...rulesEnglish,
  ...serverEnglish,
  ...servicesEnglish,
  ...operatorEnglish,
  ...settlingEnglish,
  ...signOnEnglish,
  ...reportsEnglish,
  ...dashboardsEnglish,
  ...tablesEnglish,
  ...takeoutEnglish,
  ...trialEnglish,
  ...processEnglish,
  ...worklogEnglish,
  ...feishuEnglish,
  ...wecomFaultsEnglish,
  ...workplacesEnglish,
}

/** The sentence in the reader's language; Chinese where no English is known. */
export const inWords = (language: 'zh' | 'en', words: string, params: Params = {}): string =>
  language === 'en' ? fill(counted(englishOf(words), params), translateParams(params, englishOf)) : fill(words, params)

const englishOf = (words: string): string => (Object.hasOwn(english, words) ? (english[words] ?? words) : words)
