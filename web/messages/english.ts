/** English for the settings of messages. */
export const messagesEnglish: Readonly<Record<string, string>> = {
  消息设置: 'Message settings',
  与我有关: 'About me',
  我管理的资产和耗材: 'What I manage',
  总会收到: 'Always sent',
  不能关闭: 'Cannot be turned off',
  '为了不耽误别人、不错过组织的通知，这些消息不能关闭。未读的同类消息会合并成一条。':
    'Others are waiting on these, or they go to your whole organisation, so they cannot be turned off. Unread messages of the same kind are combined into one.',
  '待审批、抄送、催办和申请的结果': 'Pending approvals, copies, reminders and the results of applications',
  组织发布的新闻和公告: 'News and notices of your organisation',
  '什么时候会收到提醒？': 'When am I reminded?',
  '借用的资产到期前 3 天、前 1 天和当天；逾期后会继续提醒，直到归还。':
    'Three days and one day before a borrowed asset is due, and on the day; if it is overdue, again until it is returned.',
  '别人把资产交给您、您的资产修好时，会马上收到。': 'Right away when someone assigns you an asset, and when yours is repaired.',
  '提醒在工作日早上发出；每一类都可以在“消息设置”中关闭。':
    'Reminders are sent on the morning of workdays; each kind can be turned off in “Message settings”.',
  '怎样知道库存不足、保养和保修到期？': 'How do I find out about low stock, maintenance and warranties?',
  '您管理的库存低于最低库存时会马上收到消息，补足时再收到一次。':
    'You are notified immediately when stock you manage falls below its minimum, and again once it is replenished.',
  '您管理的资产保养到期、保修到期和逾期未还，会在工作日早上提醒。':
    'You are reminded of maintenance due, expiring warranties and overdue loans on the morning of workdays.',
}
