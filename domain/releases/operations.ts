import * as v from 'valibot'
import { releasePlatforms } from './release.ts'
import { idInput, nothing, operation } from '../operations/define.ts'

const path = '/api/operator/releases'

const version = v.pipe(v.string('应为文字'), v.trim(), v.regex(/^\d{1,6}(\.\d{1,6}){0,4}$/, '版本号应为数字和点，如 2.4.0'))
const remark = v.pipe(v.string('应为文字'), v.trim(), v.maxLength(1000, '不能超过{max}个字'))
const percent = v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(0, '不能小于{min}'), v.maxValue(100, '不能大于{max}'))
const code = v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(1, '不能小于{min}'), v.maxValue(2_000_000_000, '不能大于{max}'))
const address = v.pipe(v.string('应为文字'), v.trim(), v.maxLength(500, '不能超过{max}个字'), v.regex(/^https?:\/\/\S+$/, '下载地址有误'))

const row = v.object({
  id: v.string(),
  platform: v.picklist(releasePlatforms),
  version: v.string(),
  code: v.number(),
  remarkZh: v.string(),
  remarkEn: v.string(),
  /** Where it is had, as devices are told. */
  downUrl: v.string(),
  /** The file that lies here; null where it is had elsewhere. */
  packageName: v.nullable(v.string()),
  sha256: v.nullable(v.string()),
  sizeBytes: v.nullable(v.number()),
  isForced: v.boolean(),
  sharePercent: v.number(),
  fromVersion: v.nullable(v.string()),
  toVersion: v.nullable(v.string()),
  byName: v.string(),
  createdAt: v.string(),
  changedBy: v.nullable(v.string()),
  changedAt: v.nullable(v.string()),
  withdrawnAt: v.nullable(v.string()),
})
export type ReleaseRow = v.InferOutput<typeof row>

/** All versions of the app, the newest of each platform first. */
export const operatorReleases = operation({
  name: 'operatorRelease.list',
  method: 'GET',
  path: `${path}/list`,
  title: '应用版本',
  access: 'operator',
  input: nothing,
  output: v.object({ list: v.array(row) }),
  reads: true,
})

/** Takes a package; `obj` is the hash of its bytes, by which a version names it. The same bytes lie here once. */
export const operatorPackage = operation({
  name: 'operatorRelease.package',
  path: `${path}/package`,
  title: '上传安装包',
  access: 'operator',
  uploads: true,
  input: nothing,
  output: v.object({ obj: v.string(), sizeBytes: v.number() }),
  answer: 'merged',
  changes: [],
})

/** Offers a version. `id` is made by the client, so that it is offered once. A package that was sent or an address elsewhere; of a page neither is needed. */
export const operatorRelease = operation({
  name: 'operatorRelease.save',
  path: `${path}/save`,
  title: '发布应用版本',
  access: 'operator',
  input: v.strictObject({
    id: idInput,
    platform: v.picklist(releasePlatforms, '平台有误'),
    version,
    code,
    remarkZh: v.optional(remark),
    remarkEn: v.optional(remark),
    downUrl: v.optional(address),
    package: v.optional(
      v.strictObject({
        sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
        name: v.pipe(v.string('应为文字'), v.regex(/^[\w.() -]{1,80}\.(apk|ipa|wgt|zip)$/i, '安装包应为 .apk、.ipa、.wgt 或 .zip 文件')),
      }),
    ),
    isForced: v.optional(v.boolean('应为是或否')),
    sharePercent: v.optional(percent),
    fromVersion: v.optional(v.nullable(version)),
    toVersion: v.optional(v.nullable(version)),
  }),
  output: row,
})
export type ReleaseAsked = v.InferOutput<typeof operatorRelease.input>

/** Offers it to more or fewer devices, makes it forced or not, withdraws it or offers it again. */
export const operatorReleaseChange = operation({
  name: 'operatorRelease.update',
  path: `${path}/update`,
  title: '调整应用版本',
  access: 'operator',
  input: v.strictObject({
    id: idInput,
    remarkZh: v.optional(remark),
    remarkEn: v.optional(remark),
    isForced: v.optional(v.boolean('应为是或否')),
    sharePercent: v.optional(percent),
    isWithdrawn: v.optional(v.boolean('应为是或否')),
  }),
  output: row,
})
export type ReleaseChange = v.InferOutput<typeof operatorReleaseChange.input>
