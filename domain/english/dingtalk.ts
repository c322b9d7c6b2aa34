/** English for what DingTalk says no with. */
export const dingtalkEnglish: Record<string, string> = {
  钉钉没有应答: 'DingTalk does not answer',
  钉钉的应答过大: "DingTalk's answer is too large",
  钉钉的应答无法读取: "DingTalk's answer cannot be read",
  钉钉限制了调用频率: 'DingTalk limits how often it is asked',
  钉钉系统繁忙: 'DingTalk is busy',
  钉钉拒绝了请求: 'DingTalk has refused the request',
  钉钉尚未推送应用凭证: "DingTalk has not sent the app's ticket yet",
  钉钉不接受应用的凭证: "DingTalk does not take the app's token",
  组织没有授权此应用: 'The organisation has not authorised this app',
}
