import { dingtalk } from '../../hosts/dingtalk/workplace.ts'
import { feishu } from '../../hosts/feishu/workplace.ts'
import { wecom } from '../../hosts/wecom/workplace.ts'
import type { HostStore, Workplace, WorkplaceName } from '../../hosts/workplace.ts'
import type { Database } from '../db/pool.ts'
import { dingtalkOf, feishuOf, type Settings, wecomOf } from '../settings.ts'
import { tracedFetch } from '../tracing/outgoing.ts'
import { keepingOn } from './sharedKeeping.ts'

/** What a chat is made with besides its settings. */
export type WorkplaceParts = { readonly keeping: HostStore; readonly fetch: typeof fetch; readonly now: () => number }

/** A chat as the operator's settings say; undefined where they do not name it. */
type Maker = (settings: Settings, parts: WorkplaceParts) => Workplace | undefined

/** Every chat that we know, each by one line. */
const makers: ReadonlyMap<WorkplaceName, Maker> = new Map<WorkplaceName, Maker>([
  [
    'dingtalk',
    (settings, parts) => {
      const dingtalkSettings = dingtalkOf(settings)
      return dingtalkSettings && dingtalk(dingtalkSettings, parts)
    },
  ],
  [
    'wecom',
    (settings, parts) => {
      const wecomSettings = wecomOf(settings)
      return wecomSettings && wecom(wecomSettings, parts)
    },
  ],
  [
    'feishu',
    (settings, parts) => {
      const app = feishuOf(settings)
      return app && feishu(app, parts)
    },
  ],
])

/** The chats that the operator has connected us to. */
export const openWorkplaces = (settings: Settings, database: Database): ReadonlyMap<WorkplaceName, Workplace> =>
  new Map(
    [...makers].flatMap(([name, make]) => {
      const workplace = make(settings, { keeping: keepingOn(database, name), fetch: tracedFetch(name), now: database.now })
      return workplace ? [[name, workplace]] : []
    }),
  )
