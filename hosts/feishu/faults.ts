import type { FaultRow } from '../faultTable.ts'

/** What Feishu's codes come to. A code that stands in no row is a refusal of that one question. */
export const feishuFaults: readonly FaultRow[] = [
  { codes: ['99991661', '99991663', '99991664', '99991665', '99991671'], becomes: 'token', words: '飞书不接受应用的凭证' },
  // Feishu pushes a ticket each hour, and at once where it is asked to.
  { codes: ['10012'], becomes: 'again', afterSeconds: 60, words: '飞书尚未推送应用凭证' },
  {
    codes: ['10003', '10014', '10015', '20002', '20048'],
    becomes: 'again',
    afterSeconds: 600,
    mendedBy: 'operator',
    words: '飞书应用的ID或密钥不正确，请系统管理员检查设置',
  },
  {
    codes: ['99991400', '230020', '11232', '429'],
    becomes: 'again',
    afterSeconds: 60,
    words: '飞书限制了调用频率',
  },
  {
    codes: ['99991403'],
    becomes: 'again',
    afterSeconds: 7200,
    mendedBy: 'administrator',
    words: '企业本月的飞书接口调用次数已用完，请企业管理员在飞书管理后台升级，或等到下个月',
  },
  {
    codes: ['99991401'],
    becomes: 'again',
    afterSeconds: 600,
    mendedBy: 'operator',
    words: '服务器的IP地址不在飞书的白名单中，请系统管理员在开发者后台补充',
  },
  {
    codes: ['99991662', '99991673'],
    becomes: 'again',
    afterSeconds: 600,
    mendedBy: 'administrator',
    words: '应用在企业的飞书中未启用，请企业管理员在飞书管理后台启用',
  },
  { codes: ['10013', '99991674'], becomes: 'withdrawn', words: '企业没有安装此应用' },
  {
    codes: ['99991672', '99991679'],
    becomes: 'refused',
    mendedBy: 'administrator',
    words: '企业没有把这项权限授予应用，请企业管理员在飞书管理后台授权',
  },
  {
    codes: ['20010'],
    becomes: 'refused',
    mendedBy: 'administrator',
    words: '您不在应用的可用范围内，请联系企业管理员',
  },
  {
    codes: ['230006'],
    becomes: 'refused',
    mendedBy: 'operator',
    words: '飞书应用没有开启机器人能力，请系统管理员在开发者后台开启',
  },
  {
    codes: ['1500', '1503', '20050', '40003', '55001', '90236', '500', '502', '503', '504'],
    becomes: 'again',
    afterSeconds: 5,
    words: '飞书系统繁忙',
  },
]
