import fc from 'fast-check'
import type { Definition } from '../flow/definition.ts'
import { type Company, definitionFrom, emptyCompany } from './rehearsal.ts'

/** Random definitions and companies for the properties of the core. */

export const people = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7']
export const initiator = 'u1'

type Loose = Record<string, unknown>
type Shape = { kind: string; settings: Loose; arms: Shape[][]; pick: number }

const user = fc.constantFrom(...people)
const small = fc.integer({ min: 0, max: 5 })

const rule = fc.oneof(
  { weight: 5, arbitrary: fc.uniqueArray(user, { minLength: 1, maxLength: 4 }).map((ids) => ({ k: 'users', ids })) },
  fc.constantFrom(
    { k: 'role', id: 'pool' },
    { k: 'deptHead' },
    { k: 'supervisors', upTo: 2 },
    { k: 'supervisors', upTo: 'top', dir: 'down' },
    { k: 'field', path: 'person' },
    { k: 'field', path: 'nobody' },
    { k: 'initiator' },
    { k: 'locationManager', field: 'place' },
    { k: 'chosenByPrevious' },
    { k: 'position', name: 'clerk' },
    { k: 'members' },
  ),
)

const vote = fc.oneof(
  fc.constantFrom({ mode: 'or' }, { mode: 'all' }, { mode: 'seq' }),
  fc.record({ mode: fc.constant('atLeast'), n: fc.integer({ min: 1, max: 4 }) }),
  fc.constantFrom([1, 2], [2, 3], [3, 4], [1, 1000], [667, 1000]).map(([num, den]) => ({ mode: 'fraction', num, den })),
  fc.constantFrom([1, 2], [2, 3]).map(([num, den]) => ({ mode: 'fraction', num, den, veto: true })),
  fc
    .tuple(fc.uniqueArray(user, { maxLength: 3 }), fc.integer({ min: 1, max: 5 }), fc.constantFrom([1, 2], [2, 3]), fc.boolean())
    .map(([users, weight, [num, den], veto]) => ({
      mode: 'weight',
      weights: users.map((user, place) => ({ user, weight: weight + place })),
      num,
      den,
      ...(veto && { veto }),
    })),
)

const timeout = fc.constantFrom('remind', 'pass', 'reject', 'transferToManager').map((act) => ({
  after: { value: 1, unit: 'days' },
  act,
  ...(act === 'remind' ? { repeat: { every: { value: 1, unit: 'hours' }, max: 2 } } : {}),
}))

const work = fc.record(
  {
    assignees: fc.array(rule, { minLength: 1, maxLength: 2 }),
    vote,
    onEmpty: fc.oneof(fc.constantFrom('pass', 'reject', 'admins'), fc.constant({ users: ['u3'] })),
    resubmit: fc.constantFrom('restart', 'direct', 'direct', 'approverChooses'),
    fields: fc.constantFrom({}, { amount: 'write' }, { amount: 'write', note: 'write' }),
    timeouts: fc.array(timeout, { maxLength: 2 }),
    raise: fc.constantFrom('ask', 'refuse', 'allow'),
    pick: fc.constant('leastLoaded'),
  },
  { requiredKeys: ['assignees', 'vote', 'onEmpty', 'resubmit', 'fields', 'timeouts'] },
)

const approval = fc.record({
  settle: fc.constantFrom('early', 'early', 'waitAll'),
  onSelf: fc.constantFrom('allow', 'skip', 'manager', 'deptHead'),
  onReject: fc.constantFrom('end', 'initiator', 'previous', 'previous', 'node', 'node'),
})

const condition = fc
  .constantFrom('gt', 'le', 'eq')
  .chain((op) => fc.constantFrom('10', '100', '1000').map((v): Loose => ({ f: 'amount', op, v })))
  .chain((one) => fc.constantFrom<Loose>(one, { not: one }, { any: [one, { f: 'nothing', op: 'eq', v: '1' }] }))

const { sequence } = fc.letrec<{ sequence: Shape[]; node: Shape }>((tie) => ({
  sequence: fc.array(tie('node'), { minLength: 0, maxLength: 4, depthIdentifier: 'flow' }),
  node: fc.oneof(
    { depthSize: 'medium', depthIdentifier: 'flow', maxDepth: 3 },
    {
      weight: 8,
      arbitrary: shape(
        'approve',
        fc.tuple(work, approval).map(([a, b]) => ({ ...a, ...b })),
      ),
    },
    { weight: 2, arbitrary: shape('handle', work) },
    { weight: 1, arbitrary: shape('cc', fc.record({ assignees: fc.array(rule, { minLength: 1, maxLength: 2 }) })) },
    { weight: 1, arbitrary: shape('delay', fc.constant({ wait: { after: { value: 1, unit: 'hours' } } })) },
    {
      weight: 1,
      arbitrary: shape(
        'service',
        fc.record(
          {
            service: fc.constant('s'),
            wait: fc.boolean(),
            onFail: fc.constantFrom('incident', 'continue', 'reject'),
            deadline: fc.record({
              after: fc.constant({ value: 1, unit: 'hours' }),
              act: fc.constantFrom('incident', 'continue', 'reject'),
            }),
          },
          { requiredKeys: ['service', 'wait', 'onFail'] },
        ),
      ),
    },
    {
      weight: 1,
      arbitrary: shape(
        'subFlow',
        fc.record(
          {
            flowKey: fc.constant('c'),
            wait: fc.boolean(),
            onReject: fc.constantFrom('end', 'initiator', 'continue'),
            each: fc.record({ table: fc.constant('items'), settle: fc.constantFrom('early', 'waitAll') }),
          },
          { requiredKeys: ['flowKey', 'wait', 'onReject'] },
        ),
      ),
    },
    { weight: 1, arbitrary: shape('route', fc.record({ when: condition })) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(
          fc.constantFrom('xor', 'inc', 'par', 'par'),
          fc.array(fc.tuple(tie('sequence'), condition), { minLength: 2, maxLength: 3 }),
          small,
        )
        .map(([kind, arms, pick]) => ({
          kind: 'branch',
          settings: { kind, conditions: arms.map(([, when]) => when) },
          arms: arms.map(([body]) => body),
          pick,
        })),
    },
  ),
}))

function shape(kind: string, settings: fc.Arbitrary<Loose>): fc.Arbitrary<Shape> {
  return fc.tuple(settings, small).map(([one, pick]) => ({ kind, settings: one, arms: [], pick }))
}

/** A definition that passes the publish checks, with two admins who stay. */
export const definitions: fc.Arbitrary<Definition> = fc
  .record({
    body: fc.array(sequence, { minLength: 1, maxLength: 2 }).map((parts) => parts.flat()),
    dedupe: fc.constantFrom('none', 'none', 'consecutive', 'once'),
    withdraw: fc.constantFrom('never', 'beforeFirstDecision', 'anyTime'),
    takeBack: fc.boolean(),
    keepApprovals: fc.constantFrom(undefined, { unlessChanged: ['amount'] }),
  })
  .map(({ body, dedupe, withdraw, takeBack, keepApprovals }) =>
    definitionFrom({
      schema: 1,
      key: 'f',
      version: 1,
      name: 'flow',
      form: { kind: 'document', docType: 'd' },
      policy: { dedupe, withdraw, takeBack, ...(keepApprovals ? { keepApprovals } : {}), admins: ['admin', 'boss'], automatic: true },
      startFields: { fixed: 'read' },
      body: new Builder().nodes(body, []),
    }),
  )

/** People in service, people who left, people away with their agents. */
export const companies: fc.Arbitrary<Company> = fc
  .tuple(
    fc.array(fc.tuple(user, fc.constantFrom('left', 'succeeded', 'away'), user), { maxLength: 3 }),
    fc.uniqueArray(user, { maxLength: 3 }),
  )
  .map(([changes, pool]) => ({
    ...emptyCompany,
    users: Object.fromEntries(changes.map(([who, what, other]) => [who, fates[what]!(other)])),
    roles: { pool },
    positions: { clerk: pool },
    members: { d: pool },
    heads: { d: ['u2', 'u3'] },
    supervisors: { u1: ['u2', 'u4', 'u5'], u2: ['u4'], u3: ['u4', 'u6'] },
    locations: { l: ['u6', 'u7'] },
    loads: { u2: 3, u3: 1, u5: 2 },
    measures: ['amount'],
  }))

const fates: Record<string, (other: string) => Company['users'][string]> = {
  left: () => ({ active: false }),
  succeeded: (successor) => ({ active: false, successor }),
  away: (agent) => ({ active: true, agent }),
}

/** In no order that a store of keys might put them in. */
const armIds = ['arm', 'b', 'a']

class Builder {
  count = 0

  /** `spine` are the human nodes before, in this and the enclosing sequences. */
  nodes(shapes: Shape[], spine: string[]): Loose[] {
    const before = [...spine]
    const ids = shapes.map(() => `n${++this.count}`)
    return shapes.map(({ kind, settings, arms, pick }, i) => {
      const head = { t: kind, id: ids[i]!, name: ids[i]! }
      if (kind === 'branch') {
        const { kind: split, conditions } = settings as { kind: string; conditions: Loose[] }
        const last = arms.length - 1
        const built = arms.map((body, j) => {
          const when = split === 'par' || j === last ? {} : { when: conditions[j] }
          return { id: armIds[j]!, name: armIds[j]!, ...when, body: this.nodes(body, before) }
        })
        return { ...head, kind: split, arms: built }
      }
      if (kind === 'route') {
        const later = ids.slice(i + 1)
        return later.length > 0
          ? { ...head, ...settings, to: later[pick % later.length] }
          : { t: 'cc', id: head.id, name: head.name, assignees: [{ k: 'initiator' }] }
      }
      if (kind !== 'approve' && kind !== 'handle') return { ...head, ...settings }
      const mayChoose = before.length > 0
      const assignees = (settings['assignees'] as { k: string }[]).filter(({ k }) => mayChoose || k !== 'chosenByPrevious')
      const target = before.length > 0 ? { node: before[pick % before.length] } : 'previous'
      const onReject = settings['onReject'] === 'node' ? { onReject: target } : {}
      const { mode } = settings['vote'] as { mode: string }
      const settle = kind === 'approve' && (mode === 'or' || mode === 'seq') ? { settle: 'early' } : {}
      const timeouts = (settings['timeouts'] as { act: string }[]).filter(({ act }) => kind === 'approve' || act !== 'reject')
      before.push(head.id)
      return {
        ...head,
        ...settings,
        timeouts,
        assignees: assignees.length > 0 ? assignees : [{ k: 'users', ids: ['u4'] }],
        ...settle,
        ...onReject,
      }
    })
  }
}
