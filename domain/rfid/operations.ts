import * as v from 'valibot'
import { encodingStates } from './encoding.ts'
import { changedByRecord, idInput, idsInput, nothing, operation } from '../operations/define.ts'

/** What a reader takes from a tag: hexadecimal of whole words. */
const tagBits = v.pipe(v.string('应为文字'), v.toUpperCase(), v.regex(/^(?:[0-9A-F]{4}){1,31}$/, '标签号有误'))

const row = v.looseObject({ id: v.string(), version: v.number(), names: v.record(v.string(), v.string()) })

/**
 * The assets whose tags these are, as the caller may see them; also of tags that are being written. Whatever is no one's is only named.
 * `copied`: the chip is another one than was read when the tag was written.
 */
export const rfidMatch = operation({
  name: 'gsgoodsinstance.match',
  path: '/api/goods/gsgoodsinstance/match',
  title: '按RFID标签查资产',
  access: 'signed-in',
  input: v.strictObject({
    tags: v.pipe(
      v.array(v.strictObject({ epc: tagBits, tid: v.optional(tagBits) }), '应为标签列表'),
      v.minLength(1, '请至少选择一项'),
      v.maxLength(1000, '最多{max}项'),
    ),
  }),
  output: v.object({
    found: v.array(v.object({ epc: v.string(), copied: v.boolean(), row })),
    unknown: v.array(v.string()),
  }),
  reads: true,
})

const encoding = v.object({
  instanceId: v.string(),
  instanceName: v.string(),
  instanceCode: v.string(),
  /** What its tag is to carry, or carries. */
  epc: v.string(),
  state: v.picklist(encodingStates),
  tid: v.nullable(v.string()),
})

/**
 * Sets an EPC aside for each of these assets, in the order asked for; asked again the same. One that has a tag keeps it, `verified`, unless
 * `anew`: then the tag that is lost never speaks for it again once the new one is read back.
 */
export const rfidPlan = operation({
  name: 'gsgoodsinstance.planTags',
  path: '/api/goods/gsgoodsinstance/planTags',
  title: '准备写标签',
  changes: ['gsgoodsinstance.openTags'],
  access: ['gsgoodsinstance:save'],
  input: v.strictObject({ ...idsInput.entries, anew: v.optional(v.boolean('应为是或否')) }),
  output: v.array(encoding),
})

/** What is begun and not read back yet, the oldest first, at most 500. */
export const rfidOpen = operation({
  name: 'gsgoodsinstance.openTags',
  path: '/api/goods/gsgoodsinstance/openTags',
  title: '未完成的写标签',
  access: ['gsgoodsinstance:save'],
  input: nothing,
  output: v.array(encoding),
  reads: true,
})

/** The reader was told to write: from now on a tag may carry it, though no card says so. */
export const rfidWritten = operation({
  name: 'gsgoodsinstance.tagWritten',
  path: '/api/goods/gsgoodsinstance/tagWritten',
  title: '标签已写入',
  changes: ['gsgoodsinstance.openTags'],
  access: ['gsgoodsinstance:save'],
  input: v.strictObject({ instanceId: idInput, epc: tagBits }),
  output: encoding,
})

/** The tag was read back: its EPC stands on the card from now on, with the number of the chip where it could be read. */
export const rfidVerified = operation({
  name: 'gsgoodsinstance.tagVerified',
  path: '/api/goods/gsgoodsinstance/tagVerified',
  title: '标签已核对',
  changes: changedByRecord,
  access: ['gsgoodsinstance:save'],
  input: v.strictObject({ instanceId: idInput, epc: tagBits, tid: v.optional(tagBits) }),
  output: encoding,
})
