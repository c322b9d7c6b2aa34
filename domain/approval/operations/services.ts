import * as v from 'valibot'
import { isId } from '../../../kernel/id.ts'
import { nothing, operation, type Operation } from '../../operations/define.ts'
import { formInput } from '../form/form.ts'

/** A service of another person that flows may ask. Its secret and what its headers say are never answered. */
const service = v.object({
  serviceKey: v.string(),
  name: v.string(),
  url: v.string(),
  headerNames: v.array(v.string()),
  timeoutSeconds: v.number(),
  /** The flows in use that ask it. */
  flows: v.array(v.object({ flowKey: v.string(), flowName: v.string() })),
  updatedAt: v.string(),
})
export type ServiceRow = v.InferOutput<typeof service>

const serviceKey = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{1,39}$/, '应为小写字母、数字和连字符'))

/** Headers that say what is sent and who signed it are ours. */
const headerName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, '请求头有误'),
  v.check(
    (name) =>
      !/^(host|connection|content-.*|transfer-encoding|upgrade|te|trailer|expect|idempotency-key|x-signature|x-timestamp)$/i.test(name),
    '请求头有误',
  ),
)
const headers = v.pipe(
  v.record(headerName, v.pipe(v.string(), v.regex(/^[\x20-\x7e]{0,1000}$/, '请求头有误'))),
  v.check((value) => Object.keys(value).length <= 20, '请求头有误'),
)

const path = '/api/workflow/service'
const access = ['workflow:design'] as const

export const serviceOperations = {
  list: operation({
    name: 'workflow.serviceList',
    path: `${path}/list`,
    title: '外部服务列表',
    access,
    input: nothing,
    output: v.object({ list: v.array(service) }),
    reads: true,
  }),
  save: operation({
    name: 'workflow.serviceSave',
    path: `${path}/save`,
    title: '保存外部服务',
    changes: ['workflow.service'],
    access,
    /**
     * What is not given stays: the secret, and of the headers those whose value is empty, where
     * the address does (`secret.address`); headers that are not named go.
     */
    input: v.strictObject({
      serviceKey,
      name: v.pipe(v.string(), v.trim(), v.minLength(1, '必填'), v.maxLength(60, '不能超过{max}个字')),
      url: v.pipe(v.string(), v.trim(), v.maxLength(500, '不能超过{max}个字')),
      secret: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,200}$/, '密钥应为16到200个字符'))),
      headers: v.optional(headers, {}),
      timeoutSeconds: v.optional(
        v.pipe(v.number(), v.integer('应为整数'), v.minValue(1, '不能小于{min}'), v.maxValue(20, '不能大于{max}')),
        10,
      ),
    }),
    /** The secret is told once, where it was made for a new service; null where one was given, or the same command is answered again. */
    output: v.object({ serviceKey: v.string(), secret: v.nullable(v.string()) }),
    secrets: ['secret', 'headers'],
  }),
  renewSecret: operation({
    name: 'workflow.serviceRenewSecret',
    path: `${path}/renewSecret`,
    title: '更换签名密钥',
    changes: ['workflow.service'],
    access,
    /** The secret before it is worth nothing from now on, also for answers that are still to come. */
    input: v.strictObject({ serviceKey }),
    /** Told once; null where the same command is answered again. */
    output: v.object({ serviceKey: v.string(), secret: v.nullable(v.string()) }),
    secrets: ['secret'],
  }),
  delete: operation({
    name: 'workflow.serviceDelete',
    path: `${path}/delete`,
    title: '删除外部服务',
    changes: ['workflow.service'],
    access,
    input: v.strictObject({ serviceKey }),
    output: v.object({ deleted: v.boolean() }),
  }),
  /**
   * The later answer of a service that had answered 202. `X-Timestamp` is the moment in seconds since 1970, at most five minutes away;
   * `X-Signature` is `sha256=` and the HMAC-SHA256 of timestamp, full stop and body in hex. With `error` it has failed.
   */
  callback: operation({
    name: 'workflow.serviceCallback',
    path: `${path}/callback`,
    title: '外部服务回调',
    access: 'public',
    input: v.strictObject({
      correlation: v.pipe(
        v.string(),
        v.regex(/^\d{1,19}:\d{1,19}:\d{1,9}$/, '编号有误'),
        v.check((value) => value.split(':').slice(0, 2).every(isId), '编号有误'),
      ),
      patch: v.optional(formInput),
      error: v.optional(v.pipe(v.string(), v.maxLength(500, '不能超过{max}个字'))),
    }),
    output: v.object({ accepted: v.boolean(), repeated: v.boolean() }),
  }),
} as const

export const allServiceOperations: readonly Operation[] = Object.values(serviceOperations)
