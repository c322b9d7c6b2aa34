import * as v from 'valibot'
import { idInput, nothing, operation } from '../operations/define.ts'

const path = '/api/goods/gslabel'
const print = ['gslabel:print'] as const
const stationKey = v.pipe(v.string(), v.uuid('编号有误'))

/**
 * How often an open station says that it is there, and after how long without a word it holds its printer no more: browsers let a page that
 * no one looks at speak once a minute.
 */
export const stationBeatSeconds = 8
export const stationLeaseSeconds = 75

/** A page that stands beside a printer; `isOpen` where it was heard of within its lease. */
const station = v.object({
  printerId: v.string(),
  name: v.string(),
  userName: v.string(),
  isOpen: v.boolean(),
  seenAt: v.string(),
})
export type PrintStationRow = v.InferOutput<typeof station>

export const printStationOperations = {
  list: operation({
    name: 'gslabel.stations',
    path: `${path}/stations`,
    title: '打印站列表',
    access: ['gslabel:list'],
    input: nothing,
    output: v.object({ list: v.array(station) }),
    reads: true,
  }),
  /**
   * A page says that it is there for a printer; the first has it until it leaves or falls silent. `takesOver`: from another page at once, when
   * a person has looked that it is not printing any more.
   */
  beat: operation({
    name: 'gslabel.stationBeat',
    path: `${path}/stationBeat`,
    title: '打印站在线',
    changes: [],
    access: print,
    input: v.strictObject({
      printerId: idInput,
      stationKey,
      name: v.pipe(v.string(), v.trim(), v.minLength(1, '必填'), v.maxLength(40, '不能超过{max}个字')),
      takesOver: v.optional(v.boolean('应为是或否'), false),
    }),
    /** `isMine`: this page has the printer now; else who has. */
    output: v.object({ isMine: v.boolean(), holder: station }),
  }),
  leave: operation({
    name: 'gslabel.stationLeave',
    path: `${path}/stationLeave`,
    title: '关闭打印站',
    changes: ['gslabel.stations'],
    access: print,
    input: v.strictObject({ printerId: idInput, stationKey }),
    output: v.object({ left: v.boolean() }),
  }),
} as const
