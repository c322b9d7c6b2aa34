import type { FaultRow } from '../faultTable.ts'

/** What WeCom's codes come to. A code that stands in no row is a refusal of that one question. */
export const wecomFaults: readonly FaultRow[] = [
  { codes: ['40014', '42001', '40001', '40082', '42009', '41001'], becomes: 'token', words: '企业微信不接受应用的凭证' },
  { codes: ['-1'], becomes: 'again', afterSeconds: 5, words: '企业微信系统繁忙' },
  { codes: ['45009', '45011'], becomes: 'again', afterSeconds: 60, words: '企业微信限制了调用频率' },
  { codes: ['45033'], becomes: 'again', afterSeconds: 5, words: '企业微信限制了调用频率' },
  { codes: ['40085'], becomes: 'again', afterSeconds: 60, words: '企业微信尚未推送应用凭证' },
  {
    codes: ['60020'],
    becomes: 'again',
    afterSeconds: 600,
    mendedBy: 'operator',
    words: '服务器的IP地址不在企业微信的白名单中，请系统管理员在服务商后台补充',
  },
  {
    codes: ['40080', '40083', '40091'],
    becomes: 'again',
    afterSeconds: 600,
    mendedBy: 'operator',
    words: '企业微信应用的ID或密钥不正确，请系统管理员检查设置',
  },
  { codes: ['40079', '40084', '48004'], becomes: 'withdrawn', words: '企业已停用这个应用' },
  {
    codes: ['50001'],
    becomes: 'refused',
    mendedBy: 'operator',
    words: '网址与企业微信里设置的可信域名不一致，请系统管理员检查',
  },
  {
    codes: ['50002', '50003'],
    becomes: 'refused',
    words: '您不在应用的可见范围内，请联系企业管理员',
  },
  {
    codes: ['48002', '301002'],
    becomes: 'refused',
    mendedBy: 'administrator',
    words: '企业没有把这项权限授予应用，请企业管理员在企业微信管理后台授权',
  },
  {
    codes: [/^7010\d\d$/],
    becomes: 'refused',
    mendedBy: 'administrator',
    words: '成员没有企业微信的接口许可，请企业管理员联系服务商购买并激活',
  },
]
