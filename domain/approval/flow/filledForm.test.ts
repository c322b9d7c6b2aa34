import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RefusalError } from '../../../kernel/refusal.ts'
import type { Form } from '../form/form.ts'
import type { FormDesign, FormField } from '../form/formDesign.ts'
import { accepted, act, begun, step } from '../testing/sketch.ts'
import { type Rehearsal, taskOf } from '../testing/rehearsal.ts'
import { type Action, systemActor } from './command.ts'
import { begunWith, type Filler, filledIn } from './filledForm.ts'

const field = (key: string, label: string, control: FormField['control'], more: Partial<FormField> = {}): FormField => ({
  t: 'field',
  key,
  label,
  required: false,
  control,
  ...more,
})
const design: FormDesign = {
  schema: 1,
  items: [
    field('reason', '事由', { type: 'text', max: 100, lines: 1 }, { required: true }),
    field('price', '单价', { type: 'money' }),
    field('count', '数量', { type: 'whole', min: 0, max: 1000 }),
    field('total', '合计', { type: 'money' }, { formula: { op: '*', a: { f: 'price' }, b: { f: 'count' } } }),
  ],
}

/** A person asks for two pieces; the person who checks must say the price and may not touch the number. */
const running = (): Rehearsal =>
  begun([step('check', 'bob', { fields: { price: 'required', count: 'read' } })], { form: { reason: '椅子', price: null, count: 2 } })

const person = (uid: string, admin = false): Filler => ({ uid, admin })

/** What the form becomes, or why not. */
const outcome = (rehearsal: Rehearsal, by: Filler, given: object, mayFillIn = true): string | Form => {
  const { definition, state } = rehearsal
  const action = { formRev: state!.formRev, ...given } as Action
  try {
    const { action: decided, change } = filledIn(design, definition, state!, { by, action, mayFillIn })
    return change ? ((decided as { patch?: Form }).patch ?? {}) : 'left to the decision'
  } catch (error) {
    if (error instanceof RefusalError) return error.message
    throw error
  }
}

const approving = (rehearsal: Rehearsal, patch?: Form) => ({ t: 'approve', taskId: taskOf(rehearsal, 'bob'), ...(patch && { patch }) })

/** The person who gives an approval that is his to give is held to the same: who was asked, and an agent in his place. */
const fillers = { 'who was asked': person('bob'), 'an agent': person('amy'), 'an administrator who stands in': person('root', true) }
for (const [title, by] of Object.entries(fillers)) {
  const table: [string, Form | undefined, string | Form][] = [
    ['nothing where something must be said', undefined, '请填写单价'],
    ['what must be said', { price: '5' }, { price: '5', total: '10' }],
    ['what may only be read', { price: '5', count: 3 }, '“数量”在这个环节不能修改'],
    ['what does not fit', { price: '-5' }, '单价'],
  ]
  for (const [what, patch, expected] of table)
    test(`${title} fills in ${what}`, () => {
      const rehearsal = running()
      const found = outcome(rehearsal, by, approving(rehearsal, patch))
      if (typeof expected === 'string') assert.match(String(found), new RegExp(expected))
      else assert.deepEqual(found, expected)
    })
}

test('what is not its giver’s to give, or came too late, is left to the decision', () => {
  const rehearsal = running()
  assert.equal(outcome(rehearsal, person('eve'), approving(rehearsal, { count: 9 }), false), 'left to the decision')
  assert.equal(outcome(rehearsal, person('bob'), { ...approving(rehearsal, { count: 9 }), formRev: 0 }), 'left to the decision')
})

test('an applicant whose request came back is held to the whole form', () => {
  const rehearsal = running()
  accepted(act(rehearsal, 'bob', { t: 'rollBack', to: 'START' }))
  const again = (patch: Form) => outcome(rehearsal, person('ann'), { t: 'resubmit', patch })
  assert.equal(again({ reason: '' }), '请填写事由')
  assert.deepEqual(again({ count: 4 }), { count: 4 })
})

test('who changes the form beside a decision must only not make it worse', () => {
  const rehearsal = running()
  const change = (by: Filler, patch: Form) => outcome(rehearsal, by, { t: 'updateForm', patch })
  assert.match(String(change(person('bob'), { count: 3 })), /不能修改/)
  assert.deepEqual(change(person('admin'), { count: 3 }), { count: 3 })
  assert.equal(change(person('eve'), { count: 3 }), 'left to the decision')
})

test('an application begins with what its applicant may fill in; another flow may begin it with more', () => {
  const { definition } = begun([step('check', 'bob')], { form: { reason: '椅子' }, flow: { startFields: { count: 'read' } } })
  const raw = { reason: '椅子', count: 2 }
  assert.throws(() => begunWith(definition, design, raw, person('ann')), /“数量”在这个环节不能修改/)
  assert.equal(begunWith(definition, design, raw, systemActor)['count'], 2)
  assert.throws(() => begunWith(definition, design, { count: 2 }, systemActor), /请填写事由/)
})
