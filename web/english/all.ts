import { agendaWebEnglish } from './agenda.ts'
import { english } from '../../domain/english/all.ts'
import { calendarEnglish } from './calendar.ts'
import { applyingEnglish } from './applying.ts'
import { cardsEnglish } from './cards.ts'
import { countsEnglish } from './counts.ts'
import { attendanceEnglish } from './attendance.ts'
import { approveEnglish } from './approve.ts'
import { beginningEnglish } from './beginning.ts'
import { chatWebEnglish } from './chat.ts'
import { designerEnglish } from './designer.ts'
import { documentsEnglish } from './documents.ts'
import { flowEnglish } from './flow.ts'
import { formsEnglish } from './forms.ts'
import { inventoryScanEnglish } from './inventoryScan.ts'
import { joiningEnglish } from './joining.ts'
import { lookEnglish } from './look.ts'
import { mapsEnglish } from './maps.ts'
import { messagesEnglish } from './messages.ts'
import { netdiskWebEnglish } from './netdisk.ts'
import { outboxEnglish } from './outbox.ts'
import { operatorEnglish } from './operator.ts'
import { peopleEnglish } from './people.ts'
import { printingWebEnglish } from './printing.ts'
import { pushingWebEnglish } from './pushing.ts'
import { rescueEnglish } from './rescue.ts'
import { rfidEnglish } from './rfid.ts'
import { scanningEnglish } from './scanning.ts'
import { selfCountEnglish } from './selfCount.ts'
import { servicesEnglish } from './services.ts'
import { statisticsEnglish } from './statistics.ts'
import { takeoutEnglish } from './takeout.ts'
import { upgradeEnglish } from './upgrade.ts'
import { workbenchEnglish } from './workbench.ts'
import { worklogWebEnglish } from './worklog.ts'

/** Every Chinese text that a reader may see with its English; loaded when English is wanted. */
export const everyEnglish: Readonly<Record<string, string>> = {
  ...english,
  ...agendaWebEnglish,
  ...attendanceEnglish,
  ...calendarEnglish,
  ...cardsEnglish,
  ...countsEnglish,
  ...inventoryScanEnglish,
  ...joiningEnglish,
  ...lookEnglish,
  ...workbenchEnglish,
  ...flowEnglish,
  ...formsEnglish,
  ...applyingEnglish,
  ...approveEnglish,
  ...beginningEnglish,
  ...chatWebEnglish,
  ...designerEnglish,
  ...documentsEnglish,
  ...mapsEnglish,
  ...messagesEnglish,
  ...netdiskWebEnglish,
  ...operatorEnglish,
  ...outboxEnglish,
  ...peopleEnglish,
  ...printingWebEnglish,
  ...pushingWebEnglish,
  ...rescueEnglish,
  ...rfidEnglish,
  ...scanningEnglish,
  ...selfCountEnglish,
  ...servicesEnglish,
  ...statisticsEnglish,
  ...takeoutEnglish,
  ...upgradeEnglish,
  ...worklogWebEnglish,
}
