import { createHash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { newId, type Id } from '../../kernel/id.ts'
import { type CountEvent, countEvent } from '../../domain/counting/event.ts'
import {
  countPlanSave,
  countTaskClose,
  countTaskDecide,
  countTaskJoin,
  countTaskOpen,
  countTaskPush,
  countTaskReview,
} from '../../domain/counting/operations.ts'
import { countingHandlers } from './handlers.ts'
import { askerOf } from '../demo/demoClient.ts'
import type { SignedIn } from '../call.ts'
import type { Company } from '../demo/company.ts'

/** The yearly count of the floor of administration and the store: the keeper is in the middle of it. */
export const beginCount = async (company: Company): Promise<void> => {
  const { tx, place } = company
  const admin = company.as('admin')
  const { id: planId } = await answer(admin, countPlanSave, {
    plan: {
      name: '总部年终盘点',
      scope: { kinds: ['asset'], places: [place('HQ-6F'), place('HQ-S1')] },
      methods: ['scan', 'rfid', 'hand'],
      photo: 'difference',
      recount: true,
      dueDays: 14,
    },
  })
  const { id: taskId } = await answer(admin, countTaskOpen, { planId })
  const lines = await tx.query<{ id: Id; loc_id: Id }>(
    'select item_id as id, loc_id from count_line where org_id = $1 and task_id = $2 and loc_id = $3 order by item_id limit 80',
    [tx.orgId, taskId, place('HQ-6F')],
  )
  const events = lines
    .filter((_, index) => index % 4 !== 3)
    .map(({ id, loc_id }, index) => {
      const subject = { itemKind: 'asset' as const, item: id }
      if (index % 17 === 5) return countEventOf(company, index + 1, { ...subject, place: place('HQ-MC') })
      if (index % 13 === 4)
        return countEventOf(company, index + 1, {
          ...subject,
          place: loc_id,
          source: 'rfid',
          rssi: { n: 3, best: -71, first: -74, last: -72, strong: false },
        })
      return countEventOf(company, index + 1, { ...subject, place: loc_id, source: index % 6 === 0 ? 'hand' : 'camera' })
    })
  events.push(countEventOf(company, events.length + 1, { kind: 'unknown', code: `BQ-${newId().slice(-6)}`, place: place('HQ-6F') }))
  await sendEvents(company, company.as('keeper'), { taskId, events })
}

/** A count of the spare parts that is over: one of them was not there, and the books were left as they are. */
export const closeCount = async (company: Company): Promise<void> => {
  const { tx, place } = company
  const admin = company.as('admin')
  const store = place('SZ-S1')
  const { id: planId } = await answer(admin, countPlanSave, {
    plan: { name: '深圳备件盘点', scope: { kinds: ['asset'], places: [store] }, methods: ['scan', 'hand'], dueDays: 7 },
  })
  const { id: taskId } = await answer(admin, countTaskOpen, { planId })
  const lines = await tx.query<{ id: Id }>('select item_id as id from count_line where org_id = $1 and task_id = $2 order by item_id', [
    tx.orgId,
    taskId,
  ])
  const events = lines
    .slice(1)
    .map(({ id }, index) => countEventOf(company, index + 1, { itemKind: 'asset', item: id, place: store, source: 'hand' }))
  await sendEvents(company, admin, { taskId, events })
  await answer(admin, countTaskReview, { taskId })
  await answer(admin, countTaskDecide, { taskId, filter: {}, decision: 'ignore' })
  await answer(admin, countTaskClose, { taskId })
}

/** What a person sees while he counts: the earlier ones of a task some seconds before the later. */
const countEventOf = ({ now }: Company, seq: number, values: Partial<CountEvent>): CountEvent =>
  v.parse(countEvent, {
    id: randomUUID(),
    seq,
    round: 1,
    kind: 'seen',
    source: 'camera',
    at: new Date(now - (400 - seq) * 1000).toISOString(),
    ...values,
  })

/** Joins a count with a new device and sends what it saw. */
const sendEvents = async (
  company: Company,
  counter: SignedIn,
  { taskId, events }: { readonly taskId: Id; readonly events: readonly CountEvent[] },
): Promise<void> => {
  const device = randomUUID()
  await answer(counter, countTaskJoin, { taskId, device })
  await answer(counter, countTaskPush, {
    taskId,
    device,
    from: 1,
    events: [...events],
    digest: createHash('sha256').update(JSON.stringify(events)).digest('hex'),
    clientAt: new Date(company.now).toISOString(),
    roundTripMs: 40,
  })
}

const answer = askerOf(countingHandlers)
