export const outboxEnglish: Record<string, string> = {
  待发送: 'Outbox',
  放弃: 'Discard',
  '{count} 件待发送': '{count} waiting to be sent',
  '{count} 件没有办成': '{count} not accepted',
  没有待发送的内容: 'Nothing to send',
  '没有网络时做的操作会存在这里，联网后自动提交。': 'What you do offline is saved here and sent once you are online.',
  '没有办成，请处理': 'Not accepted: action needed',
  联网后按顺序自动提交: 'Sent in order once online',
  现在发送: 'Send now',
  '这台设备上还有 {count} 件属于{names}，等本人登录后提交。':
    '{count} on this device {count|belongs|belong} to {names} and will be sent when they sign in.',
  '它可能已经送到服务器，放弃后这台设备不再提交，也不再告诉您结果。':
    'It may have reached the server. If discarded, it is not sent again and you will not see the result.',
  '填写的内容将从这台设备上删除，不会提交。': 'What was filled in is deleted from this device and not sent.',
  '放弃这一件?': 'Discard this?',
  它刚刚已经提交: 'It has just been sent',
  没有办成: 'Not accepted',
  等待答复: 'No response yet',
  '第 {place} 件': 'No. {place}',
  '已经发出，还没有收到答复；会再次发送，只算一次。': 'Sent, but no answer came; it is sent again and counts once.',
  再发一次: 'Send again',
  '没有连上服务器，这台设备的存储空间也满了：没有保存，也没有提交。请清理后再试':
    'The server cannot be reached and this device is full: nothing was saved or sent. Free up space and try again',
  '这台设备的存储空间快满了：没有网络时可能保存不了要提交的内容。': 'This device is nearly full: what you submit offline may not be saved.',
  '已送达 {what}': 'Sent: {what}',
  '没有办成 {what}。{why}': 'Not accepted: {what}. {why}',
  '已存在这台设备上，联网后会自动提交': 'Saved on this device; sent once online',
  已存在这台设备上: 'Saved on this device',
  '现在没有连上服务器，联网后会自动提交；办成与否会告诉您。':
    'The server cannot be reached. This is sent once you are online, and you will be notified of the result.',
  已不在本机: 'No longer here',
  '{count}个照片或附件先于它上传': '{count} {count|picture or file is|pictures or files are} uploaded before it',
  '{count}个照片或附件已不在这台设备上，请打开表单移除后重新添加':
    '{count} {count|picture or file is|pictures or files are} no longer on this device. Open the form, remove and add {count|it|them} again',
  '{name}没有上传：{why}': '{name} was not uploaded: {why}',
  '没有连上服务器：照片和附件已存在这台设备上，提交时一并上传':
    'The server cannot be reached: pictures and files are saved on this device and uploaded when you submit',
  '没有连上服务器，这台设备的存储空间也满了：{name}没有保存。请清理后再添加':
    'The server cannot be reached and this device is full: {name} was not saved. Free up space and add it again',
  '没有网络，草稿没有存到服务器；填写的内容和照片都在这台设备上，联网后再存一次，或直接提交，照片会一并上传':
    'No network: the draft is not on the server. What you filled in and its pictures are on this device. Save it again once you are online, or submit it: the pictures go along',
  '{names}等 {count} 项': '{names} and others, {count} in all',
  '还有 {count} 件没有提交成功，会留在这台设备上，等您下次登录。':
    '{count} have not been sent. They stay on this device until you sign in again.',
  '“{title}”还没有提交成功。': '“{title}” has not been sent yet.',
}
