import type { FaultRow } from '../faultTable.ts'

/** What DingTalk's codes come to, those of its old calls and of its new ones. A code that stands in no row is a refusal of that one question. */
export const dingtalkFaults: readonly FaultRow[] = [
  { codes: ['40014', '42001', '41001', '40082', 'InvalidAuthentication'], becomes: 'token', words: '钉钉不接受应用的凭证' },
  {
    codes: ['90020', /ApiCountLimit/i],
    becomes: 'again',
    afterSeconds: 7200,
    mendedBy: 'administrator',
    words: '企业本月的钉钉接口调用次数已用完，请企业管理员在钉钉管理后台升级，或等到下个月',
  },
  // Too much at once, by app, by organisation or by address: these are shut for a while.
  {
    codes: [/^900(0[2-9]|1[0-8])$/, /QpsLimit|Throttl|TooManyRequests/i, '429'],
    becomes: 'again',
    afterSeconds: 60,
    words: '钉钉限制了调用频率',
  },
  {
    codes: ['60020', /IpNotInWhiteList/i],
    becomes: 'again',
    afterSeconds: 600,
    mendedBy: 'operator',
    words: '服务器的IP地址不在钉钉的白名单中，请系统管理员在开发者后台补充',
  },
  {
    codes: ['invalidSuiteKeyOrSuiteSecret', '40086', '40087'],
    becomes: 'again',
    afterSeconds: 600,
    mendedBy: 'operator',
    words: '钉钉应用的Key或密钥不正确，请系统管理员检查设置',
  },
  {
    codes: ['-1', '500', '502', '503', '504', 'ServiceUnavailable', 'InternalError', 'unknownError'],
    becomes: 'again',
    afterSeconds: 5,
    words: '钉钉系统繁忙',
  },
  { codes: ['40079', '41030', 'corp.unauthorized'], becomes: 'withdrawn', words: '组织没有授权此应用' },
  {
    codes: ['60011', /AccessTokenPermissionDenied/i],
    becomes: 'refused',
    mendedBy: 'administrator',
    words: '企业没有把这项权限授予应用，请企业管理员在钉钉管理后台授权',
  },
]
