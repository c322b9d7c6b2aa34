/** Views and dashboards that are sent regularly, on screens. */
export const subscriptionWebEnglish: Record<string, string> = {
  添加定期发送: 'Send regularly',
  定期收到或发给别人的表格和仪表板: 'Tables and dashboards that you send regularly, to yourself or others',
  还没有定期发送: 'Nothing is sent regularly yet',
  '在报表或任何表格的汇总、视图菜单，或仪表板的“更多”里选择“定期发送”。':
    'Choose Send regularly in a report or summary, in the menu of views of any table, or under More on a dashboard.',
  视图或仪表板已不能查看: 'A view or dashboard that cannot be seen any more',
  '邮件里有各项数值和链接，可附PDF；只发给验证过邮箱的人':
    'With the figures and a link in the mail, and a PDF if wanted; to verified addresses alone',
  '图表画成横条，与打印的一样': 'Charts are drawn as bars, as they are printed',
  '{time}发给{n}个接收人': 'Sent {time} to {n} {n|receiver|receivers}',
  没有这一天的月份在最后一天发送: 'Shorter months send it on their last day',
  '每个人只收到自己有权查看的内容；离职或无权查看的人收不到。':
    'Everybody gets what they may see themselves; who left, or may not see it, gets nothing.',
  '群里只说有多少条，不带表格': 'A group only hears how many, without the sheet',
  同时发送邮件: 'By e-mail too',
  '附表格，超过10MB时只有链接；只发给验证过邮箱的人': 'With the table, or only a link above 10 MB; to verified addresses alone',
  附件格式: 'Attached as',
  '行数太多不便打印时改附 Excel': 'With too many rows to print, an Excel sheet is attached',
  '定期发送：{title}': 'Send regularly: {title}',
}
