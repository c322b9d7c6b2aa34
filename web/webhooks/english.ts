/** English for the words of web/webhooks. */
export const webhooksWebEnglish: Record<string, string> = {
  新增Webhook: 'New webhook',
  还没有Webhook: 'No webhooks yet',
  '资产、单据、库存或人员有变化时，几秒内通知您的系统，例如财务、运维或门禁系统。':
    'Tells your systems within seconds when assets, documents, stock or people change, for example finance, IT operations or access control.',
  暂停发送: 'Paused',
  '以{name}的权限读取；谁保存，就以谁的权限读取。': 'Reads with the rights of {name}; whoever saves it, with those.',
  '内容以您的权限读取，您看不到的列不会发送。': 'Reads with your rights; columns that you do not see are not sent.',
  '例如：同步到运维系统': 'For example: sync to IT operations',
  接收地址: 'Payload URL',
  '10秒内回复2xx即为送达，不跟随跳转': 'Received if it answers 2xx within 10 seconds; redirects are not followed',
  请现在复制签名密钥: 'Copy the signing secret now',
  '接收方用它按 Standard Webhooks 验证签名。只显示这一次，关闭后无法再查看。':
    'The receiver verifies signatures with it, as Standard Webhooks describes. It is shown only once.',
  复制签名密钥: 'Copy signing secret',
  '更换签名密钥？': 'Rotate the signing secret?',
  '24小时内新旧密钥都会签名，请在此期间更换接收方的密钥。':
    'Messages are signed with both secrets for 24 hours; change it at the receiver meanwhile.',
  '旧的签名密钥在{time}前仍有效': 'The former signing secret is valid until {time}',
  恢复发送: 'Resume sending',
  没有送达: 'Not received',
  发送记录: 'Deliveries',
  '保留30天。没有送达的在三天内自动重发，同一条记录的变化按先后发送。':
    'Kept for 30 days. What was not received is sent again for three days; changes of one record are sent in order.',
  测试消息: 'Test message',
  '{count}条变化': '{count} {count|event|events}',
  '{time}重发': 'again {time}',
  已安排重新发送: 'Sent again soon',
}
