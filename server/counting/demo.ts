import { createHash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { newId, type Id } from '../../kernel/id.ts'
import { type CountEvent, countEvent } from '../../domain/counting/event.ts'
import { countPlanSave, countTaskJoin, countTaskOpen, countTaskPush } from '../../domain/counting/operations.ts'
import { countingHandlers } from './handlers.ts'
import { askerOf } from '../demo/demoClient.ts'
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
  const keeper = company.as('keeper')
  const device = randomUUID()
  await answer(keeper, countTaskJoin, { taskId, device })
  const countEventOf = (seq: number, values: Partial<CountEvent>): CountEvent =>
    v.parse(countEvent, {
      id: randomUUID(),
      seq,
      round: 1,
      kind: 'seen',
      source: 'camera',
      at: new Date(company.now - (400 - seq) * 1000).toISOString(),
      ...values,
    })
  const events = lines
    .filter((_, index) => index % 4 !== 3)
    .map(({ id, loc_id }, index) => {
      const subject = { itemKind: 'asset' as const, item: id }
      if (index % 17 === 5) return countEventOf(index + 1, { ...subject, place: place('HQ-MC') })
      if (index % 13 === 4)
        return countEventOf(index + 1, {
          ...subject,
          place: loc_id,
          source: 'rfid',
          rssi: { n: 3, best: -71, first: -74, last: -72, strong: false },
        })
      return countEventOf(index + 1, { ...subject, place: loc_id, source: index % 6 === 0 ? 'hand' : 'camera' })
    })
  events.push(countEventOf(events.length + 1, { kind: 'unknown', code: `BQ-${newId().slice(-6)}`, place: place('HQ-6F') }))
  const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex')
  await answer(keeper, countTaskPush, {
    taskId,
    device,
    from: 1,
    events,
    digest,
    clientAt: new Date(company.now).toISOString(),
    roundTripMs: 40,
  })
}

const answer = askerOf(countingHandlers)
