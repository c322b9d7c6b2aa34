import type { Approve, Handle, NodeId, Rule } from './definition.ts'

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

/**
 * A step where the head of the initiator's department decides: for the head's own request the person who is above, and what was returned comes
 * straight back. The delivered flows begin with it, and a step that is added in the designer begins as it.
 */
export const headStep = (id: NodeId, name: string): Approve => ({
  ...work(id, name, [{ k: 'deptHead', of: 'initiator', level: 1 }]),
  t: 'approve',
  settle: 'early',
  onSelf: 'deptHead',
  onReject: 'end',
  resubmit: 'direct',
})
