/** English for what Feishu says no with. */
export const feishuEnglish: Record<string, string> = {
  飞书没有应答: 'Feishu did not respond',
  飞书的应答过大: "Feishu's answer is too large",
  飞书的应答无法读取: "Feishu's answer cannot be read",
  飞书限制了调用频率: 'Feishu is limiting the request rate',
  飞书系统繁忙: 'Feishu is busy',
  飞书拒绝了请求: 'Feishu refused the request',
  飞书尚未推送应用凭证: "Feishu has not sent the app's ticket yet",
  飞书不接受应用的凭证: 'Feishu does not accept the app’s credentials',
  '企业本月的飞书接口调用次数已用完，请企业管理员在飞书管理后台升级，或等到下个月':
    "Your company's Feishu API calls for this month are used up. An administrator can upgrade in the Feishu console, or wait for next month",
  '服务器的IP地址不在飞书的白名单中，请系统管理员在开发者后台补充':
    "The server's IP address is not on Feishu's allowlist. Ask the system administrator to add it in the developer console",
  '飞书应用的ID或密钥不正确，请系统管理员检查设置':
    "The Feishu app's ID or secret is wrong. Ask the system administrator to check the settings",
  '应用在企业的飞书中未启用，请企业管理员在飞书管理后台启用':
    "The app is not enabled in your company's Feishu. An administrator can enable it in the Feishu console",
  企业没有安装此应用: 'Your company has not installed this app',
  '企业没有把这项权限授予应用，请企业管理员在飞书管理后台授权':
    'Your company has not granted this permission to the app. An administrator can grant it in the Feishu console',
  '您不在应用的可用范围内，请联系企业管理员': "You are outside the app's availability. Please contact your company's administrator",
  '飞书应用没有开启机器人能力，请系统管理员在开发者后台开启':
    'The Feishu app has no bot capability. Ask the system administrator to switch it on in the developer console',
}
