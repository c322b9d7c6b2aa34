import { counted } from './counted.ts'
import { fill, type Params } from '../../kernel/refusal.ts'
import { accessEnglish } from './access.ts'
import { agendaEnglish } from './agenda.ts'
import { approvalEnglish } from './approval.ts'
import { attendanceEnglish } from './attendance.ts'
import { beginningEnglish } from './beginning.ts'
import { bpmnEnglish } from './bpmn.ts'
import { bulkEnglish } from './bulk.ts'
import { calendarEnglish } from './calendar.ts'
import { applyingEnglish } from './applying.ts'
import { approveEnglish } from './approve.ts'
import { chatEnglish } from './chat.ts'
import { countingEnglish } from './counting.ts'
import { demoEnglish } from './demo.ts'
import { dingtalkEnglish } from './dingtalk.ts'
import { designEnglish } from './design.ts'
import { directoryEnglish } from './directory.ts'
import { diskEnglish } from './disk.ts'
import { documentsEnglish } from './documents.ts'
import { foundEnglish } from './found.ts'
import { formEditEnglish } from './formEdit.ts'
import { formsEnglish } from './forms.ts'
import { flowsEnglish } from './flows.ts'
import { handOverEnglish } from './handOver.ts'
import { joiningEnglish } from './joining.ts'
import { labelsEnglish } from './labels.ts'
import { messagesEnglish } from './messages.ts'
import { operationsEnglish } from './operations.ts'
import { printingEnglish } from './printing.ts'
import { pushingEnglish } from './pushing.ts'
import { recordsEnglish } from './records.ts'
import { releasesEnglish } from './releases.ts'
import { remindersEnglish } from './reminders.ts'
import { rescueEnglish } from './rescue.ts'
import { rfidEnglish } from './rfid.ts'
import { robotsEnglish } from './robots.ts'
import { rulesEnglish } from './rules.ts'
import { serverEnglish } from './server.ts'
import { servicesEnglish } from './services.ts'
import { operatorEnglish } from './operator.ts'
import { settlingEnglish } from './settling.ts'
import { signOnEnglish } from './signOn.ts'
import { tablesEnglish } from './tables.ts'
import { takeoutEnglish } from './takeout.ts'
import { trialEnglish } from './trial.ts'
import { processEnglish } from './process.ts'
import { worklogEnglish } from './worklog.ts'
import { feishuEnglish } from './feishu.ts'
import { wecomFaultsEnglish } from './wecom.ts'
import { workplacesEnglish } from './workplaces.ts'

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
  ...countingEnglish,
  ...demoEnglish,
  ...designEnglish,
  ...dingtalkEnglish,
  ...directoryEnglish,
  ...diskEnglish,
  ...documentsEnglish,
  ...foundEnglish,
  ...formEditEnglish,
  ...formsEnglish,
  ...flowsEnglish,
  ...handOverEnglish,
  ...joiningEnglish,
  ...labelsEnglish,
  ...messagesEnglish,
  ...operationsEnglish,
  ...printingEnglish,
  ...pushingEnglish,
  ...recordsEnglish,
  ...releasesEnglish,
  ...remindersEnglish,
  ...rescueEnglish,
  ...rfidEnglish,
  ...robotsEnglish,
  ...rulesEnglish,
  ...serverEnglish,
  ...servicesEnglish,
  ...operatorEnglish,
  ...settlingEnglish,
  ...signOnEnglish,
  ...tablesEnglish,
  ...takeoutEnglish,
  ...trialEnglish,
  ...processEnglish,
  ...worklogEnglish,
  ...feishuEnglish,
  ...wecomFaultsEnglish,
  ...workplacesEnglish,
}

/**
 * The sentence in the reader's language; Chinese where no English is known. What fills a place is translated as well where it is a
 * text of ours or a list of such texts: a label, a title, a state.
 */
export const inWords = (language: 'zh' | 'en', words: string, params: Params = {}): string =>
  language === 'en'
    ? fill(
        counted(englishOf(words), params),
        Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? listed(value) : value])),
      )
    : fill(words, params)

const englishOf = (words: string): string => (Object.hasOwn(english, words) ? english[words]! : words)

const listed = (value: string): string => {
  const parts = value.split('、')
  return parts.every((part) => Object.hasOwn(english, part)) ? parts.map(englishOf).join(englishOf('、')) : value
}
