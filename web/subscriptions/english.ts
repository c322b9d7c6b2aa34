/** Views that are sent regularly, on screens. */
export const subscriptionWebEnglish: Record<string, string> = {
  添加定期发送: 'Send regularly',
  定期收到或发给别人的表格: 'Tables that you send regularly, to yourself or others',
  还没有定期发送: 'Nothing is sent regularly yet',
  '在任何表格里保存一个视图，再从视图菜单选择“定期发送”。': 'Save a view in any table, then choose Send regularly in the menu of views.',
  视图已不能查看: 'A view that cannot be seen any more',
  '{time}发给{n}个接收人': 'Sent {time} to {n} {n|receiver|receivers}',
  没有这一天的月份在最后一天发送: 'Shorter months send it on their last day',
  '每个人只收到自己有权查看的内容；离职或无权查看的人收不到。':
    'Everybody gets what they may see themselves; who left, or may not see it, gets nothing.',
  '群里只说有多少条，不带表格': 'A group only hears how many, without the sheet',
  同时发送邮件: 'By e-mail too',
  '附 Excel 表格，超过10MB时只有链接；只发给验证过邮箱的人': 'With an Excel sheet, or only a link above 10 MB; to verified addresses alone',
  '定期发送：{title}': 'Send regularly: {title}',
}
