import * as v from 'valibot'
import { idInput, operation } from '../operations/define.ts'

const label = {
  /** What the label says after `/q/`. */
  code: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请输入编码'), v.maxLength(200, '编码过长')),
  /** And what stands behind that, where something does. */
  finder: v.optional(v.pipe(v.string('应为文字'), v.maxLength(40, '编码过长'))),
}

/**
 * What a stranger sees who opens a label with the camera of a phone. `off`: nothing, whether the organisation does not want it, the label is
 * no one's or it does not say enough; all of that looks the same.
 */
export const foundLook = operation({
  name: 'found.look',
  path: '/api/pro/found/look',
  title: '陌生人扫码',
  access: 'public',
  input: v.strictObject(label),
  output: v.variant('t', [
    v.object({ t: v.literal('off') }),
    v.object({
      t: v.literal('page'),
      organisation: v.string(),
      /** How to reach it, in its own words. */
      contact: v.string(),
      /** What the thing is called, and a small picture as a data address, where the organisation shows them. */
      name: v.nullable(v.string()),
      picture: v.nullable(v.string()),
    }),
  ]),
  reads: true,
})

/** Where a person is who allows it; degrees. */
const point = v.strictObject({
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  system: v.picklist(['WGS-84', 'GCJ-02', 'BD-09'], '坐标系有误'),
})

/** Tells the person who looks after a thing that it was found. `id` is made by the finder's phone: sent again, it is told once. */
export const foundReport = operation({
  name: 'found.report',
  path: '/api/pro/found/report',
  title: '报告拾获',
  access: 'public',
  input: v.strictObject({
    ...label,
    id: idInput,
    words: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请写一句在哪里、怎样发现的'), v.maxLength(500, '不能超过{max}个字')),
    phone: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.maxLength(40, '不能超过{max}个字'))),
    point: v.optional(point),
    /** A JPEG, PNG or WebP in base64. */
    picture: v.optional(v.pipe(v.string('应为文字'), v.maxLength(900_000, '照片过大'), v.base64('照片有误'))),
  }),
  output: v.object({ told: v.literal(true) }),
  changes: [],
})

const row = v.object({
  id: v.string(),
  words: v.string(),
  phone: v.string(),
  point: v.nullable(v.looseObject({ longitude: v.number(), latitude: v.number() })),
  picture: v.nullable(v.string()),
  at: v.string(),
  settledAt: v.nullable(v.string()),
  settledBy: v.nullable(v.string()),
})

/** What strangers said about an asset, the newest first; for who sees the asset whole. */
export const foundList = operation({
  name: 'found.list',
  path: '/api/pro/found/list',
  title: '拾获报告',
  access: ['gsgoodsinstance:list'],
  input: v.strictObject({ assetId: idInput }),
  output: v.object({ list: v.array(row) }),
  reads: true,
})

/** Says that a person has seen to a report; said again nothing changes. */
export const foundSettle = operation({
  name: 'found.settle',
  path: '/api/pro/found/settle',
  title: '处理拾获报告',
  access: ['gsgoodsinstance:update'],
  input: v.strictObject({ id: idInput }),
  output: v.object({ settled: v.literal(true) }),
})
