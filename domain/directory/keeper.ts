/** Who may keep the people and departments of an organisation: a workplace chat, a company's directory, or the person who signs people in. */
export const keepers = ['dingtalk', 'wecom', 'feishu', 'ldap', 'scim', 'oidc'] as const
export type Keeper = (typeof keepers)[number]

export const keeperTitles: Readonly<Record<Keeper, string>> = {
  dingtalk: '钉钉',
  wecom: '企业微信',
  feishu: '飞书',
  ldap: 'LDAP 目录',
  scim: 'SCIM',
  oidc: '单点登录',
}

/**
 * Where people may write down of themselves what they like, and no one checks it: no one is known again there by a phone number, and no
 * administrator by anything; they are linked by coming in or by hand.
 */
export const isUnchecked = (keeper: Keeper): boolean => keeper === 'ldap' || keeper === 'scim'
