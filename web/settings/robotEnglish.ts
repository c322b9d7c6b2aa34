/** Robots of groups in workplace chats. */
export const robotsWebEnglish: Readonly<Record<string, string>> = {
  '把通知发到钉钉、企业微信、飞书的群里': 'Send notifications to DingTalk, WeCom and Feishu groups',
  添加群机器人: 'Add a group robot',
  还没有群机器人: 'No group robots yet',
  '在钉钉、企业微信或飞书的群设置里添加自定义机器人，把它的地址填到这里，公告、盘点、库存等通知就会发到群里。':
    'Add a custom robot in the settings of a DingTalk, WeCom or Feishu group and enter its address here. Notifications about news, counts, stock and more are then sent to the group.',
  缺少地址: 'No address',
  发送失败: 'Failed to send',
  '{time}发送成功': 'Sent {time}',
  还没有发送过: 'Nothing sent yet',
  '{n}条等待发送': '{n} waiting',
  '例如：资产管理群': 'For example: Asset managers',
  机器人地址: 'Robot address',
  '已保存，结尾是{ending}': 'Saved; ends with {ending}',
  '群设置里复制的 Webhook 地址，只支持钉钉、企业微信和飞书':
    'The webhook address from the settings of the group; DingTalk, WeCom and Feishu only',
  加签密钥: 'Signing secret',
  '已保存，不再显示': 'Saved, not shown again',
  '钉钉、飞书选了加签时填写': 'Fill in if signing is on in DingTalk or Feishu',
  '群里不会出现人员姓名。每分钟最多发送20次，更多的会合并成一条。':
    'No personal names are sent to groups. Up to 20 messages a minute; more are combined into one.',
  通知内容: 'Notifications to send',
  这段时间的通知等结束后合并发送: 'Notifications in this period are combined and sent afterwards',
  '测试消息已发到群里。': 'The test message is in the group.',
  发送测试消息: 'Send a test message',
}
