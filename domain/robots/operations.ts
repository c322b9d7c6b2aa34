import * as v from 'valibot'
import { keysOf } from '../../kernel/keysOf.ts'
import { robotEvents, robotVendors } from './robot.ts'
import { byId, idInput, nothing, operation, type Operation } from '../operations/define.ts'

const path = '/api/msg/grouprobot'
const access = ['sysoperation:update'] as const
const vendor = v.picklist(keysOf(robotVendors))
const event = v.picklist(keysOf(robotEvents), '没有这种通知')
const minute = v.pipe(v.number('时间有误'), v.integer('时间有误'), v.minValue(0, '时间有误'), v.maxValue(1439, '时间有误'))
const quiet = v.nullable(v.object({ from: minute, until: minute }))

/** A robot of a group. Its address and its secret are never told again: `ending` are the last letters of the address. */
const robot = v.object({
  id: v.string(),
  name: v.string(),
  vendor,
  /** Null where it has no address any more, because it came from another installation. */
  ending: v.nullable(v.string()),
  isSigned: v.boolean(),
  events: v.array(event),
  language: v.picklist(['zh', 'en']),
  quiet,
  isOn: v.boolean(),
  deliveredAt: v.nullable(v.string()),
  failedAt: v.nullable(v.string()),
  failure: v.nullable(v.string()),
  /** How many times in a row nothing came through. */
  failures: v.number(),
  /** What waits to be sent. */
  waiting: v.number(),
  version: v.number(),
})
export type GroupRobot = v.InferOutput<typeof robot>

export const robotList = operation({
  name: 'grouprobot.list',
  method: 'GET',
  path: `${path}/list`,
  title: '群机器人',
  access,
  input: nothing,
  output: v.object({ list: v.array(robot) }),
  reads: true,
})

/**
 * Makes a robot under an id of the client's, or changes it. `url` and `secret` are left as they are where absent; an empty secret is none.
 * A new address needs the secret again (`secret.address`), because each robot has its own.
 * Refused: `robot.address` for an address of no robot, `robot.many` from so many on.
 */
export const robotSave = operation({
  name: 'grouprobot.save',
  path: `${path}/save`,
  title: '设置群机器人',
  access,
  input: v.strictObject({
    id: idInput,
    /** 0 for a new one. */
    version: v.number(),
    name: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '必填'), v.maxLength(40, '不能超过{max}个字')),
    url: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.maxLength(500, '不能超过{max}个字'))),
    secret: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.maxLength(200, '不能超过{max}个字'))),
    events: v.pipe(v.array(event), v.minLength(1, '请至少选择一项')),
    language: v.picklist(['zh', 'en']),
    quiet,
    isOn: v.boolean(),
  }),
  output: robot,
  secrets: ['url', 'secret'],
})

export const robotDelete = operation({
  name: 'grouprobot.delete',
  withoutLicence: true,
  path: `${path}/delete`,
  title: '删除群机器人',
  access,
  input: byId,
  output: v.object({ deleted: v.number() }),
})

/** Lets the group hear that it works; `why` says in words what its chat answered where it does not. */
export const robotTest = operation({
  name: 'grouprobot.test',
  path: `${path}/test`,
  title: '测试群机器人',
  access,
  input: byId,
  output: v.object({ sent: v.boolean(), why: v.nullable(v.string()) }),
})

export const robotOperations: readonly Operation[] = [robotList, robotSave, robotDelete, robotTest]
