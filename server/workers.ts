import { keyEndWorker } from './access/keys/keyEndWorker.ts'
import { agendaReminderWorker } from './agenda/eventReminders.ts'
import { closingWorker } from './books/closing.ts'
import { openingBookWorker } from './books/opening.ts'
import { planningWorker } from './books/planning.ts'
import { openingWorker } from './counting/openingWorker.ts'
import { deadlineWorker } from './approval/flow/deadlines.ts'
import { awayWorker } from './approval/flow/absenceWorker.ts'
import { leaverWorker } from './approval/flow/leavers.ts'
import { searchWorker } from './approval/flow/search.ts'
import { voucherPushWorker } from './books/voucherPush.ts'
import { serviceWorker } from './approval/flow/services/servicesJob.ts'
import { ldapDirectoryOf } from './signOn/ldapEnter.ts'
import { nightWorker } from './signOn/night.ts'
import { statisticWorker } from './approval/process/statisticsFold.ts'
import { childWorkers } from './approval/flow/subflows.ts'
import { timerWorker } from './approval/flow/timers.ts'
import { upgradeWorker } from './approval/design/upgradeWork.ts'
import { calendarDaysWorker, daysWorker } from './attendance/days/deriveAgain.ts'
import { bulkWorker } from './bulk/bulkWorker.ts'
import { punchReminderWorker } from './attendance/days/punchReminders.ts'
import type { App } from './call.ts'
import { totalUnread } from './chat/heads.ts'
import { figureWorker } from './dashboards/keptFigures.ts'
import type { Tx } from './db/tx.ts'
import { unreadCount } from './messaging/messages.ts'
import type { Id } from '../kernel/id.ts'
import { refoldWorker } from './counting/refold.ts'
import { directoryWorker } from './chat/directory.ts'
import { retentionWorker } from './chat/retention.ts'
import { settleWorker } from './counting/settlement/settling.ts'
import { purgeWorker } from './disk/nodeChanges.ts'
import { lookWorker } from './disk/previews.ts'
import type { Deliverer } from './deliveries/deliverer.ts'
import type { Worker } from './jobs/jobs.ts'
import { restUnlicensed } from './licence/licenceChanges.ts'
import { eventRuleWorker, ruleDaysWorker } from './eventRules/ruleWorker.ts'
import { licenceEndWorker } from './licence/licence.ts'
import { printingWorkers } from './labels/network.ts'
import { digestWorker } from './mail/digests.ts'
import { mailNotices } from './mail/mailNotices.ts'
import { webPush } from './push/webPush.ts'
import { robotWorker } from './robots/robotWorker.ts'
import { mergeFollowWorker } from './records/merge/handlers.ts'
import { recordSearchWorker } from './records/search.ts'
import { reminderWorker } from './reminders/daily.ts'
import { documents, flows, handlers } from './routes.ts'
import { openSubjectReader } from './subscriptions/subjectReader.ts'
import { sendingWorker, subscriptionWorker } from './subscriptions/sendingWorkers.ts'
import { syncWorker } from './directory/syncing.ts'
import { webhookWorker } from './webhooks/webhookWorker.ts'
import { directoryOf } from './workplaces/people.ts'
import { cardWorker } from './workplaces/cardClosing.ts'
import { workplaceNotices } from './workplaces/notices.ts'
import { remindingWorker } from './worklog/logReminders.ts'

/** Everything that is done later, by kind. */
export const workers: readonly Worker[] = restUnlicensed([
  timerWorker(documents),
  deadlineWorker,
  awayWorker(documents),
  leaverWorker(documents),
  upgradeWorker(documents),
  ...childWorkers(documents),
  openingBookWorker,
  closingWorker,
  planningWorker,
  statisticWorker,
  searchWorker,
  recordSearchWorker,
  mergeFollowWorker,
  reminderWorker,
  licenceEndWorker,
  keyEndWorker,
  directoryWorker,
  retentionWorker,
  settleWorker(flows),
  bulkWorker(flows),
  eventRuleWorker({ flows, documents }),
  ruleDaysWorker,
  refoldWorker,
  openingWorker,
  remindingWorker,
  agendaReminderWorker,
  daysWorker,
  punchReminderWorker,
  purgeWorker,
  calendarDaysWorker,
  nightWorker,
  digestWorker,
  subscriptionWorker,
  figureWorker,
])

/** What asks others and may have to wait for them; it has a lane of its own, so that nothing else waits. */
export const outsideWorkers = (app: App): readonly Worker[] =>
  restUnlicensed([
    serviceWorker(documents, app.settings.serviceReach),
    voucherPushWorker(app.settings.serviceReach),
    ...printingWorkers(app),
    lookWorker(app),
    robotWorker(app),
    sendingWorker(app, openSubjectReader(app, handlers)),
    cardWorker(app),
    syncWorker(async (orgId, keeper) => (await ldapDirectoryOf(app, orgId, keeper)) ?? directoryOf(app)(orgId, keeper)),
  ])

/** What waits for the receivers of webhooks: a lane of its own, wide because a dead one takes its time. */
export const webhookWorkers = (app: App): readonly Worker[] => restUnlicensed([webhookWorker(app)])
export const webhooksAtOnce = 16

/** The ways by which messages reach people besides the sockets of those who look at a screen; of those that ring the first that can. */
export const deliverers = (app: App): readonly Deliverer[] => [workplaceNotices(app), webPush(app, allUnread), mailNotices(app)]

const allUnread = async (tx: Tx, uid: Id): Promise<number> =>
  (await unreadCount(tx, uid)) + (await totalUnread(tx, { uid, subjectsOnly: false }))
