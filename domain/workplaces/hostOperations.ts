import * as v from 'valibot'
import { installationStates } from './installation.ts'
import { tokenAnswer } from '../access/signInOperations.ts'
import { idInput, operation, type Operation } from '../operations/define.ts'

/** The workplace chats by their place in the paths of the contract. */
export const hostTitles = { dingding: '钉钉', workweixin: '企业微信', feishu: '飞书' } as const
export type HostName = keyof typeof hostTitles

const text = (max: number) => v.optional(v.pipe(v.string('应为文字'), v.maxLength(max, '不能超过{max}个字')))
const number = v.optional(v.union([v.pipe(v.string(), v.maxLength(40)), v.number()], '应为文字'))

/**
 * What pages inside a chat send along. Whose page it is is proven by the chat's own code, which opens once, or by a session: what clients
 * call a signature is made with nothing that others do not have, so it is taken and not looked at.
 */
const query = {
  corpId: text(200),
  corpid: text(200),
  code: text(1000),
  authCode: text(1000),
  auth_code: text(1000),
  state: text(200),
  url: text(2000),
  urlParamJson: text(10_000),
  suiteId: text(100),
  agentId: number,
  sign: text(500),
  signature: text(500),
  signed: v.optional(v.union([v.boolean(), v.pipe(v.string(), v.maxLength(500))], '应为文字')),
  timestamp: number,
  nonce: text(100),
  noncestr: text(100),
}

const input = v.strictObject(query)

/** How an installation stands; `done` of `total` people and departments, `failure` in words where something went wrong. */
export const installation = v.object({
  state: v.picklist(installationStates),
  finished: v.boolean(),
  corpId: v.string(),
  corpName: v.string(),
  phase: v.string(),
  done: v.number(),
  total: v.number(),
  failure: v.string(),
})
export type Installation = v.InferOutput<typeof installation>

/** What a page hands to the script of its chat. */
const pageSignature = v.object({
  use: v.picklist(['config', 'agentConfig']),
  corpId: v.string(),
  agentId: v.optional(v.string()),
  timestamp: v.number(),
  nonceStr: v.string(),
  signature: v.string(),
})
export const pageSignatures = v.array(pageSignature)

type DeclaredOperation = Pick<Operation, 'title' | 'input' | 'output'> & { readonly reads?: boolean }

const call = <I extends Operation['input'], O extends Operation['output']>(
  host: HostName,
  method: Operation['method'],
  name: string,
  declared: DeclaredOperation & { readonly input: I; readonly output: O },
) => ({
  ...operation<I, O>({
    ...declared,
    name: `${host}.${name}`,
    method,
    path: `/api/${host}/msgmessage/${name}`,
    kind: hostTitles[host],
    access: 'public',
    secrets: ['code', 'authCode', 'auth_code', 'access_token', 'urlParamJson', 'browser'],
    changes: [],
    withoutLicence: true,
  }),
  host,
})

/**
 * Who a person is who a chat vouches for. `new_uid`: of ours, null where the organisation has not installed the app; `old_uid` and `old_corpId`: whose
 * session came along, or as the client remembers it. `browser`: of the page that was led out, where `state` came back with the code. A token is there wherever `new_uid` is: another one, unless the session that came along is his.
 */
const loginUser = {
  title: '{title}登录',
  input: v.strictObject({ ...query, browser: text(100), device_id: text(200), old_uid: v.optional(idInput), old_corpId: text(200) }),
  output: v.object({
    new_uid: v.nullable(v.string()),
    old_uid: v.nullable(v.string()),
    old_corpId: v.nullable(v.string()),
    corpId: v.nullable(v.string()),
    installation,
    ...v.partial(tokenAnswer).entries,
  }),
}

const corpGrant = {
  title: '{title}授权信息',
  input,
  output: v.object({
    corpId: v.string(),
    corpName: v.string(),
    logo: v.string(),
    agentId: v.string(),
    state: v.picklist(installationStates),
    since: v.nullable(v.string()),
  }),
  reads: true,
}

const install = { title: '安装{title}应用', input, output: installation }
const finished = { title: '{title}应用安装进度', input, output: installation, reads: true }
const retry = { title: '重试{title}应用安装', input, output: installation }

export const dingtalkCalls = {
  getLoginUser: call('dingding', 'GET', 'getLoginUser', loginUser),
  getCorpGrantInfo: call('dingding', 'GET', 'getCorpGrantInfo', corpGrant),
  install: call('dingding', 'GET', 'installModuleDing', install),
  retryOut: call('dingding', 'GET', 'retryOut', retry),
  validInstallFinish: call('dingding', 'GET', 'validInstallFinish', finished),
  /** A service window is bought apart from the app; none is opened. */
  getServiceWinStatus: call('dingding', 'POST', 'getServiceWinStatus', {
    title: '{title}服务窗状态',
    input,
    output: v.object({ opened: v.literal(false), status: v.literal(0) }),
    reads: true,
  }),
  /** Of the person who has just got the code, as far as he allowed it. */
  getUserInfoAndPhone: call('dingding', 'POST', 'getUserInfoAndPhone', {
    title: '{title}用户信息',
    input,
    output: v.object({
      personId: v.string(),
      name: v.string(),
      avatar: v.string(),
      phone: v.string(),
      isAdministrator: v.boolean(),
    }),
  }),
}

export const wecomCalls = {
  getSignature: call('workweixin', 'POST', 'getSignature', {
    title: '{title}页面签名',
    input,
    output: v.object({ ...v.omit(pageSignature, ['use']).entries, signatures: pageSignatures }),
  }),
  getLoginUser: call('workweixin', 'POST', 'getLoginUser', loginUser),
  /** `url`: the page of ours that the chat leads back to. */
  getPreAuthCode: call('workweixin', 'POST', 'getPreAuthCode', {
    title: '{title}预授权',
    input,
    output: v.object({ preAuthCode: v.string(), installUrl: v.string(), state: v.string() }),
  }),
  getCorpGrantInfo: call('workweixin', 'POST', 'getCorpGrantInfo', corpGrant),
  /** The flows that people may start from the chat. */
  updateDingProcessTmp: call('workweixin', 'POST', 'updateDingProcessTmp', {
    title: '{title}审批模板',
    input,
    output: v.object({ flows: v.array(v.object({ flowKey: v.string(), flowName: v.string() })) }),
    reads: true,
  }),
  install: call('workweixin', 'POST', 'installModuleWw', install),
  retryOut: call('workweixin', 'POST', 'retryOut', retry),
  syncDingOrgManual: call('workweixin', 'POST', 'syncDingOrgManual', { title: '同步{title}通讯录', input, output: installation }),
  resetAsyncOrgDing: call('workweixin', 'POST', 'resetAsyncOrgDing', { title: '重新同步{title}通讯录', input, output: installation }),
  validInstallFinish: call('workweixin', 'POST', 'validInstallFinish', finished),
}

export const feishuCalls = {
  getLoginUser: call('feishu', 'POST', 'getLoginUser', loginUser),
  getCorpGrantInfo: call('feishu', 'POST', 'getCorpGrantInfo', corpGrant),
  install: call('feishu', 'POST', 'installModuleFs', install),
  retryOut: call('feishu', 'POST', 'retryOut', retry),
  validInstallFinish: call('feishu', 'POST', 'validInstallFinish', finished),
}

/** What a client asks inside a chat. An installation that is connected to none says so, whatever is asked. */
export const hostOperations: readonly (Operation & { readonly host: HostName })[] = [
  ...Object.values(dingtalkCalls),
  ...Object.values(wecomCalls),
  ...Object.values(feishuCalls),
]
