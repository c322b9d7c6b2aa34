import * as v from 'valibot'
import { operation } from '../operations/define.ts'

/**
 * Takes one picture or document; `obj` is the path under which `/files/<obj>` shows it and by which records refer to it. With `scope`
 * `private` it opens for no one but the caller until something that others read admits it.
 */
export const uploadFile = operation({
  name: 'file.upload',
  path: '/systemController/filedeal.do',
  title: '上传文件',
  access: 'signed-in',
  byKey: 'always',
  answer: 'merged',
  uploads: true,
  input: v.looseObject({ isup: v.picklist(['1'], '只支持上传'), scope: v.optional(v.picklist(['private'], '没有这种范围')) }),
  output: v.object({
    success: v.literal(true),
    msg: v.string(),
    obj: v.string(),
    attributes: v.null(),
    /** What the screen may show at once, without asking for the file. */
    file: v.object({ path: v.string(), name: v.string(), mime: v.string(), sizeBytes: v.number() }),
  }),
})
