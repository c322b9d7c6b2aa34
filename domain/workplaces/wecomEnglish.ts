/** English for what WeCom says no with. */
export const wecomFaultsEnglish: Record<string, string> = {
  企业微信不接受应用的凭证: 'WeCom does not accept the app’s credentials',
  企业微信系统繁忙: 'WeCom is busy',
  企业微信限制了调用频率: 'WeCom is limiting the request rate',
  企业微信尚未推送应用凭证: "WeCom has not sent the app's ticket yet",
  '服务器的IP地址不在企业微信的白名单中，请系统管理员在服务商后台补充':
    "The server's IP address is not on WeCom's allowlist. Ask the system administrator to add it in the provider console",
  '企业微信应用的ID或密钥不正确，请系统管理员检查设置':
    "The WeCom app's ID or secret is wrong. Ask the system administrator to check the settings",
  '网址与企业微信里设置的可信域名不一致，请系统管理员检查':
    'The address does not match the trusted domain set in WeCom. Ask the system administrator to check it',
  '您不在应用的可见范围内，请联系企业管理员': "You are outside the app's visible range. Please contact your company's administrator",
  '企业没有把这项权限授予应用，请企业管理员在企业微信管理后台授权':
    'Your company has not granted this permission to the app. An administrator can grant it in the WeCom console',
  '成员没有企业微信的接口许可，请企业管理员联系服务商购买并激活':
    'This member has no WeCom API licence. Ask an administrator to buy and activate one from the service provider',
}
