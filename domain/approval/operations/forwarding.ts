import * as v from 'valibot'
import { byId, idInput, operation } from '../../operations/define.ts'

const paths = v.pipe(
  v.array(v.pipe(v.string('应为文字'), v.maxLength(130)), '应为列表'),
  v.minLength(1, '请至少选择一项'),
  v.maxLength(200, '最多{max}项'),
)

/** What was forwarded, in the words of its sender. */
const forwardedContent = v.object({
  title: v.string(),
  number: v.string(),
  applicant: v.string(),
  fields: v.array(v.object({ label: v.string(), value: v.string(), long: v.boolean() })),
  tables: v.array(
    v.object({
      title: v.string(),
      columns: v.array(v.object({ label: v.string(), number: v.boolean() })),
      rows: v.array(v.array(v.string())),
    }),
  ),
})
export type ForwardedContent = v.InferOutput<typeof forwardedContent>

export const forwardingOperations = {
  /**
   * Puts chosen fields of an application into words for the members of conversations, under an id of the client's; `paths` are keys of fields, of a
   * table with its column after a dot. Refused with `approval.fieldHidden` where the caller does not see one himself.
   */
  forward: operation({
    name: 'workflow.forward',
    path: '/api/workflow/forward',
    title: '转发申请',
    access: 'signed-in',
    input: v.strictObject({
      id: idInput,
      processId: idInput,
      paths,
      chatIds: v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请选择会话'), v.maxLength(20, '最多{max}项')),
    }),
    output: v.object({ id: v.string() }),
    changes: [],
  }),
  /** What was forwarded to a conversation of the caller, or by him. */
  forwarded: operation({
    name: 'workflow.forwarded',
    path: '/api/workflow/forwarded',
    title: '转发的申请',
    access: 'signed-in',
    input: byId,
    output: v.object({ from: v.string(), at: v.string(), ...forwardedContent.entries }),
    reads: true,
  }),
} as const
