import * as v from 'valibot'
import { nothing, operation, type Operation } from '../operations/define.ts'

const counts = {
  /** The caller's own applications that are not over. */
  applyCount: v.number(),
  /** What waits for the caller's decision. */
  approveCount: v.number(),
  /** What waits for the caller to confirm that it arrived. */
  receiptCount: v.number(),
  /** Parts of counts under way that were given to the caller and are not finished. */
  countCount: v.number(),
  /** Pieces in the names of people out of service that the caller keeps. */
  leaverCount: v.number(),
  unreadCount: v.number(),
  admin: v.picklist([0, 1]),
  isAdmin: v.boolean(),
  /** The caller manages at least one location. */
  canQuery: v.boolean(),
}

/** The counters of the workbench and the tabs; each stops counting at 1000. */
export const workbenchCounts = operation({
  name: 'workbench.counts',
  path: '/api/pro/workbench/counts',
  title: '工作台数量',
  access: 'signed-in',
  input: nothing,
  output: v.object(counts),
  reads: true,
})

/** What the first screen shows besides the menu, in one call. */
export const workbenchHome = operation({
  name: 'workbench.home',
  path: '/api/pro/workbench/home',
  title: '工作台首页',
  access: 'signed-in',
  input: nothing,
  output: v.object({
    ...counts,
    organisation: v.object({ operationId: v.string(), operationName: v.string(), operationAvatar: v.string() }),
    /** The locations that the caller manages directly. */
    locations: v.array(v.object({ locId: v.string(), locName: v.string() })),
    /** What the caller has: in use, borrowed, and of that to give back within a week, and what should be back already. */
    mine: v.object({ inUse: v.number(), lent: v.number(), dueSoon: v.number(), overdue: v.number() }),
    /** The licence in effect; null where there is none. */
    licence: v.nullable(
      v.object({ periodName: v.string(), trial: v.boolean(), endDate: v.string(), assetLimit: v.number(), assetCount: v.number() }),
    ),
    /** The latest published news with pictures first in line for the carousel; `pic` is JSON text as in the news list. */
    news: v.array(
      v.object({
        newsId: v.string(),
        newsType: v.string(),
        title: v.string(),
        pic: v.string(),
        publishedAt: v.nullable(v.string()),
        read: v.boolean(),
        userEntity: v.object({ uid: v.string(), userName: v.string(), avatar: v.nullable(v.string()) }),
      }),
    ),
  }),
  reads: true,
})

export const workbenchOperations: readonly Operation[] = [workbenchCounts, workbenchHome]
