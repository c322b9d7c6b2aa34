/** English for cards and for talking about things. */
export const cardsEnglish: Record<string, string> = {
  '没有网络，点击重试': 'No network. Tap to try again.',
  没有通过: 'It was not approved',
  去审批: 'Review',
  '已结束，聊天记录仍可查看': 'This has ended. The messages can still be read.',
  讨论: 'Discuss',
  已发送: 'Sent',
  发送到聊天: 'Send to a chat',
  问持有人: 'Ask the holder',
  '关于“{thing}”：': 'About “{thing}”: ',
  '这台设备没有地方了，没有发送': 'This device is out of storage; nothing was sent',
}
