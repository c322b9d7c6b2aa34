import { keysOf } from '../../kernel/keysOf.ts'
import * as v from 'valibot'
import { ownFieldKey } from '../records/ownFields/ownField.ts'
import { idOf } from './plan.ts'

/**
 * What a person observed. `seen` a piece; `quantity` so many of a supply; `absent` looked for and not there; `unknown` a code that the phone does not
 * know; `photo` a further picture; `void` takes an earlier event of the same device back; `finish` a place (or a supply in it) is done.
 */
export const countEventKinds = ['seen', 'quantity', 'absent', 'unknown', 'photo', 'void', 'finish'] as const

/** By which way it was observed. */
export const countSources = {
  camera: '扫码',
  gun: '扫码枪',
  rfid: 'RFID',
  typed: '手输编码',
  hand: '手工勾选',
  sheet: '纸质盘点表',
  selfScan: '自盘扫码',
  selfPhoto: '自盘拍照',
  selfTick: '自盘确认',
} as const
export type CountSource = keyof typeof countSources

const ownValue = v.union([
  v.pipe(v.string(), v.maxLength(2000)),
  v.number(),
  v.boolean(),
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(100)),
])
const day = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/
const wholeNumber = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))

/**
 * One event as a device keeps and sends it; it is never changed. `seq` counts 1, 2, 3 … on its device within the task. Older devices may leave
 * out what was added later.
 */
export const countEvent = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  seq: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000)),
  round: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)), 1),
  kind: v.picklist(countEventKinds),
  source: v.picklist(keysOf(countSources)),
  itemKind: v.optional(v.picklist(['asset', 'consumable'] as const)),
  item: v.optional(idOf),
  /** What was read or typed. */
  code: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** The location it was observed in. */
  place: v.optional(idOf),
  /** A shelf or part of the place: entries of several zones add up. */
  zone: v.optional(v.pipe(v.string(), v.maxLength(40))),
  quantity: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,4})?$/))),
  /** How many of the supply's unit one of `quantity` is. */
  factor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}(\.\d{1,4})?$/))),
  holder: v.optional(idOf),
  department: v.optional(idOf),
  condition: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** Own fields of the piece that say something else than the books, by their keys. */
  ownValues: v.optional(
    v.pipe(
      v.record(ownFieldKey, ownValue),
      v.check((values) => Object.keys(values).length <= 40),
    ),
  ),
  /** Strength of a tag in dBm, and how often it was read. */
  rssi: v.optional(
    v.strictObject({ n: wholeNumber(10_000_000), best: v.number(), first: v.number(), last: v.number(), strong: v.boolean() }),
  ),
  /** A picture's stored path. */
  file: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** Why it is absent, or what is to be said. */
  note: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** The `seq` that a `void` takes back. */
  voids: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000))),
  /** Where a quantity's sitting stands in the books, as the device knew it. */
  balanceSeq: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** The device's wall clock. */
  at: v.pipe(v.string(), v.regex(day)),
  /** Milliseconds of a clock that never steps back; undefined where the device has none. */
  monoMs: v.optional(v.number()),
  /** The device's wall clock less the server's in milliseconds, and how far that may be off; undefined where it was never compared. */
  clock: v.optional(v.strictObject({ offsetMs: v.number(), uncertaintyMs: v.number() })),
  /** Who observed it, where that is not who sends it. */
  actor: v.optional(idOf),
})
export type CountEvent = v.InferOutput<typeof countEvent>

/**
 * What became of an event: it counts; it came after its round was over; its person has no share; he counted the thing in a round before; the plan
 * does not let it be counted this way; nothing of ours bears the code; it was there already.
 */
export const dispositions = {
  ok: '计入',
  late: '迟到',
  foreign: '范围外',
  again: '前一轮由您清点，须换人复盘',
  method: '计划不允许这种方式',
  unknown: '未知编码',
  duplicate: '重复',
} as const
export type Disposition = keyof typeof dispositions

/** An event as the server keeps it: whose device sent it, what became of it, and when by the server's clock it happened. */
export type StoredEvent = CountEvent & {
  readonly device: string
  readonly disposition: Disposition
  /** Milliseconds since 1970 by the server's clock, and how far that may be off. */
  readonly atMs: number
  readonly uncertaintyMs: number
  readonly receivedAt: string
  readonly uploader: string
}
