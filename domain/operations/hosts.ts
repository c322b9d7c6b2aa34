import * as v from 'valibot'
import { anything, operation, type Operation } from './define.ts'

/** The workplace chats that may carry the app, by their place in the paths of the contract. */
export const hostTitles = { dingding: '钉钉', workweixin: '企业微信' } as const
export type HostName = keyof typeof hostTitles

const calls: readonly (readonly [HostName, Operation['method'], readonly string[]])[] = [
  ['dingding', 'GET', ['getLoginUser', 'getCorpGrantInfo', 'installModuleDing', 'retryOut', 'validInstallFinish']],
  ['dingding', 'POST', ['getServiceWinStatus', 'getUserInfoAndPhone']],
  [
    'workweixin',
    'POST',
    [
      'getSignature',
      'getLoginUser',
      'getPreAuthCode',
      'getCorpGrantInfo',
      'updateDingProcessTmp',
      'installModuleWw',
      'retryOut',
      'syncDingOrgManual',
      'resetAsyncOrgDing',
      'validInstallFinish',
    ],
  ],
]

/** What a client asks inside a chat. An installation that is connected to none says so, whatever is sent. */
export const hostOperations: readonly (Operation & { readonly host: HostName })[] = calls.flatMap(([host, method, names]) =>
  names.map((name) => ({
    ...operation({
      name: `${host}.${name}`,
      method,
      path: `/api/${host}/msgmessage/${name}`,
      title: '{title}接口',
      kind: hostTitles[host],
      access: 'public',
      input: anything,
      output: v.null(),
      reads: true,
    }),
    host,
  })),
)
