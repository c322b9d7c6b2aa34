/** English for pushes. */
export const pushingWebEnglish: Record<string, string> = {
  这台设备: 'This device',
  已移除: 'Removed',
  从: 'From',
  到: 'Until',
  '推送需要以 https:// 打开本系统。现在不是，所以这台设备不能接收推送；消息仍在“消息”里。':
    'Push notifications require opening the app over https://. It is not, so this device cannot receive them; messages are still in “Messages”.',
  '这个浏览器不支持推送。可换用 Chrome、Edge、Firefox 或 Safari。':
    'This browser does not support push notifications. Try Chrome, Edge, Firefox or Safari.',
  '先把在册添加到主屏幕，就能在 iPhone 和 iPad 上接收推送：':
    'To get push notifications on iPhone and iPad, first add Zaice to the home screen:',
  '点浏览器底部的“共享”': 'Tap Share at the bottom of the browser',
  '选“添加到主屏幕”': 'Choose Add to Home Screen',
  '从主屏幕打开在册，再回到这里': 'Open Zaice from the home screen and come back here',
  '已开启：不看屏幕时，新消息会通知到这台设备。':
    'On: you will be notified of new messages on this device when you are not looking at the screen.',
  '已发出，稍后会看到通知': 'Sent; you will see it in a moment',
  '没有送达：{why}': 'Not delivered: {why}',
  '这个浏览器不允许在册发通知。请在浏览器的网站设置里允许“通知”，再回到这里。':
    'This browser does not let Zaice notify you. Allow notifications in its site settings and come back here.',
  '连不上这个浏览器的推送服务（有些网络里访问不了）。换个网络或浏览器再试；消息仍在“消息”里。':
    'This browser’s push service cannot be reached (some networks block it). Try another network or browser; messages are still in “Messages”.',
  '审批、提醒和聊天来了就通知您，不用一直开着。': 'Get notified of approvals, reminders and chats without keeping the app open.',
  通知我: 'Notify me',
  推送什么: 'What to push',
  '什么时候、怎么说': 'When and how',
  '免打扰时段里不推送，消息照常收到。': 'No push notifications during quiet hours; messages still arrive as usual.',
  免打扰时段: 'Quiet hours',
  隐藏内容: 'Hide content',
  '通知里只说有新消息，不显示内容': 'Notifications only say there is a new message, without its content',
  '仅@我和单聊': 'Only @me and direct',
  不推送: 'None',
  '不再推送到这台设备？': 'Stop pushing to this device?',
  '{device}（这台）': '{device} (this one)',
  未知设备: 'Unknown device',
  '退出登录后，这台设备不再接收推送。': 'After signing out, this device no longer receives push notifications.',
  需要在这台设备上打开一次在册: 'Open Zaice on this device once',
  '{time}没有送达：{why}': 'Not delivered ({time}): {why}',
  '上次送达：{time}': 'Last delivered: {time}',
  '{time}开启，还没有推送过': 'Turned on {time}, nothing pushed yet',
  '新消息会由{chat}提醒，这里不用再开启。': '{chat} notifies you of new messages; no need to turn this on.',
}
