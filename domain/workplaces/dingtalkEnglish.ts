/** English for what DingTalk says no with. */
export const dingtalkEnglish: Record<string, string> = {
  钉钉没有应答: 'DingTalk did not respond',
  钉钉的应答过大: "DingTalk's answer is too large",
  钉钉的应答无法读取: "DingTalk's answer cannot be read",
  钉钉限制了调用频率: 'DingTalk is limiting the request rate',
  钉钉系统繁忙: 'DingTalk is busy',
  钉钉拒绝了请求: 'DingTalk refused the request',
  钉钉尚未推送应用凭证: "DingTalk has not sent the app's ticket yet",
  钉钉不接受应用的凭证: 'DingTalk does not accept the app’s credentials',
  组织没有授权此应用: 'The organisation has not authorised this app',
  '企业本月的钉钉接口调用次数已用完，请企业管理员在钉钉管理后台升级，或等到下个月':
    "Your company's DingTalk API calls for this month are used up. An administrator can upgrade in the DingTalk console, or wait for next month",
  '服务器的IP地址不在钉钉的白名单中，请系统管理员在开发者后台补充':
    "The server's IP address is not on DingTalk's allowlist. Ask the system administrator to add it in the developer console",
  '钉钉应用的Key或密钥不正确，请系统管理员检查设置':
    "The DingTalk app's key or secret is wrong. Ask the system administrator to check the settings",
  '企业没有把这项权限授予应用，请企业管理员在钉钉管理后台授权':
    'Your company has not granted this permission to the app. An administrator can grant it in the DingTalk console',
}
