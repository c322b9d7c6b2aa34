import * as v from 'valibot'
import { nothing, operation } from '../operations/define.ts'

/** Where the operator has people go: to customer service, and to the app's page in the market of a chat that has no way there of its own. */
export const hostPages = operation({
  name: 'host.pages',
  method: 'GET',
  path: '/api/workplaces/pages',
  title: '客服与应用市场地址',
  access: 'public',
  input: nothing,
  output: v.object({
    service: v.nullable(v.string()),
    dingtalkStore: v.nullable(v.string()),
    /** How our app is called at Feishu, and where the script of its client is; null where it does not run there. */
    feishu: v.nullable(v.object({ appId: v.string(), script: v.string() })),
  }),
  reads: true,
})
