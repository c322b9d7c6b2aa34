import { counted } from '../../domain/english/counted.ts'
import { fill, type Params } from '../../kernel/refusal.ts'
import { agendaWebEnglish } from './agenda.ts'
import { english } from '../../domain/english/all.ts'
import { bulkWebEnglish } from './bulk.ts'
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
import { findEnglish } from './find.ts'
import { flowEnglish } from './flow.ts'
import { foundEnglish } from './found.ts'
import { formsEnglish } from './forms.ts'
import { gridEnglish } from './grid.ts'
import { hostsEnglish } from './hosts.ts'
import { installingEnglish } from './installing.ts'
import { inventoryScanEnglish } from './inventoryScan.ts'
import { joiningEnglish } from './joining.ts'
import { keepingEnglish } from './keeping.ts'
import { licenceEnglish } from './licence.ts'
import { lookEnglish } from './look.ts'
import { mapsEnglish } from './maps.ts'
import { messagesEnglish } from './messages.ts'
import { netdiskWebEnglish } from './netdisk.ts'
import { outboxEnglish } from './outbox.ts'
import { operatorEnglish } from './operator.ts'
import { panelEnglish } from './panel.ts'
import { peopleEnglish } from './people.ts'
import { printingWebEnglish } from './printing.ts'
import { pushingWebEnglish } from './pushing.ts'
import { tableEnglish } from './table.ts'
import { releasesEnglish } from './releases.ts'
import { rescueEnglish } from './rescue.ts'
import { rfidEnglish } from './rfid.ts'
import { robotsWebEnglish } from './robots.ts'
import { scanningEnglish } from './scanning.ts'
import { selfCountEnglish } from './selfCount.ts'
import { servicesEnglish } from './services.ts'
import { statisticsEnglish } from './statistics.ts'
import { signOnEnglish } from './signOn.ts'
import { takeoutEnglish } from './takeout.ts'
import { upgradeEnglish } from './upgrade.ts'
import { workbenchEnglish } from './workbench.ts'
import { worklogWebEnglish } from './worklog.ts'
import { feishuWebEnglish } from './feishu.ts'
import { wecomEnglish } from './wecom.ts'
import { workplacesWebEnglish } from './workplaces.ts'

/** Every Chinese text that a reader may see with its English; loaded when English is wanted. */
export const everyEnglish: Readonly<Record<string, string>> = {
  ...english,
  ...agendaWebEnglish,
  ...attendanceEnglish,
  ...bulkWebEnglish,
  ...calendarEnglish,
  ...cardsEnglish,
  ...countsEnglish,
  ...gridEnglish,
  ...hostsEnglish,
  ...feishuWebEnglish,
  ...wecomEnglish,
  ...installingEnglish,
  ...inventoryScanEnglish,
  ...joiningEnglish,
  ...licenceEnglish,
  ...lookEnglish,
  ...workbenchEnglish,
  ...findEnglish,
  ...flowEnglish,
  ...foundEnglish,
  ...formsEnglish,
  ...applyingEnglish,
  ...approveEnglish,
  ...beginningEnglish,
  ...chatWebEnglish,
  ...designerEnglish,
  ...documentsEnglish,
  ...keepingEnglish,
  ...mapsEnglish,
  ...messagesEnglish,
  ...netdiskWebEnglish,
  ...operatorEnglish,
  ...outboxEnglish,
  ...panelEnglish,
  ...peopleEnglish,
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
  ...worklogWebEnglish,
  ...workplacesWebEnglish,
}

/** The English of a text of ours with its values; a text that has none stays as it is. */
export const inEnglish = (chinese: string, params: Params): string =>
  fill(counted(Object.hasOwn(everyEnglish, chinese) ? everyEnglish[chinese]! : chinese, params), params)
