import * as v from 'valibot'
import { idInput, nothing, operation } from '../../operations/define.ts'
import { flowKey, person } from './flows.ts'

const basePath = '/api/workflow'

const moment = v.pipe(
  v.string('时间有误'),
  v.isoTimestamp('时间有误'),
  v.check((value) => value > '1900' && value < '3000' && !Number.isNaN(Date.parse(value)), '时间有误'),
  v.transform((value) => new Date(value).toISOString()),
)

export const delegationOperations = {
  delegations: operation({
    name: 'workflow.delegationList',
    path: `${basePath}/delegationList`,
    title: '我的代理',
    access: 'signed-in',
    input: nothing,
    output: v.object({
      list: v.array(
        v.object({
          id: v.string(),
          agent: person,
          flowKeys: v.array(v.string()),
          from: v.string(),
          to: v.nullable(v.string()),
          active: v.boolean(),
          moves: v.boolean(),
        }),
      ),
    }),
    reads: true,
  }),
  saveDelegation: operation({
    name: 'workflow.delegationSave',
    path: `${basePath}/delegationSave`,
    title: '设置代理',
    changes: ['workflow.delegation'],
    access: 'signed-in',
    input: v.strictObject({
      id: v.optional(idInput),
      agentUid: idInput,
      flowKeys: v.optional(v.pipe(v.array(flowKey), v.maxLength(100))),
      from: moment,
      to: v.optional(v.nullable(moment)),
      /** What waits already goes to the agent as well. Whatever he has not decided comes back at the end. */
      moves: v.optional(v.boolean()),
    }),
    output: v.object({ id: v.string() }),
  }),
  deleteDelegation: operation({
    name: 'workflow.delegationDelete',
    path: `${basePath}/delegationDelete`,
    title: '取消代理',
    changes: ['workflow.delegation'],
    access: 'signed-in',
    input: v.strictObject({ id: idInput }),
    output: v.object({ deleted: v.boolean() }),
  }),
} as const
