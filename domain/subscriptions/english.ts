/** Views that are sent regularly. */
export const subscriptionEnglish: Readonly<Record<string, string>> = {
  定期发送: 'Send regularly',
  保存定期发送: 'Save what is sent regularly',
  删除定期发送: 'Stop sending regularly',
  每天: 'Daily',
  工作日: 'Workdays',
  每周: 'Weekly',
  每月: 'Monthly',
  '视图不存在，或您不能查看它的全部条件': 'The view does not exist, or you may not see all that it asks',
  这个表格不能定期发送: 'This table cannot be sent regularly',
  请选择接收人或群机器人: 'Choose people or group robots to send to',
  有的接收人或群机器人已不存在: 'Some of the people or group robots are no longer there',
  '“{title}”只有它的所有者能看，其他接收人收不到；请先共享它':
    'Only its owner can see “{title}”, so the other receivers would get nothing; share it first',
  只有管理员能发送到群机器人: 'Only administrators can send to group robots',
  '最多设置{max}个定期发送': 'You can set up at most {max}',
  '仪表板“{title}”': 'Dashboard “{title}”',
  '仪表板不存在，或您不能查看': 'The dashboard does not exist, or you may not see it',
  账簿还没有启用: 'No book is started yet',
  '{view}：{rows}条': '{view}: {rows} {rows|row|rows}',
  '定期发送“{view}”没有成功': '“{view}” could not be sent',
}
