import type { Handle, NodeId, Rule } from './definition.ts'

/** What a step for people is set to where nothing else is said. */
export const work = (id: NodeId, name: string, assignees: Rule[]): Omit<Handle, 't'> => ({
  id,
  name,
  assignees,
  vote: { mode: 'or' },
  onEmpty: 'admins',
  resubmit: 'restart',
  ops: { transfer: true, delegate: true, addSign: true, rollback: true, cc: true },
  require: { comment: 'onReject', signature: false, attachment: false },
  fields: {},
  timeouts: [],
})
