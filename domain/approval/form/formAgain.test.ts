import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissionOf, type FieldPermissions, type Form } from './form.ts'
import { formAgain } from './formAgain.ts'
import type { FormDesign, FormField, FormItem } from './formDesign.ts'

const text = { type: 'text', max: 5, lines: 1 } as const
const field = (key: string, label: string, control: FormField['control'] = text, more: Partial<FormField> = {}): FormField => ({
  t: 'field',
  key,
  label,
  required: false,
  control,
  ...more,
})
const table = (columns: FormField[], max = 3): FormItem => ({ t: 'table', key: 'lines', label: '明细', min: 0, max, columns })
const among = (fields: FieldPermissions) => (path: string) => permissionOf(fields, path, 'write')
const again = (before: FormItem[], form: Form, now: FormItem[], permissions: FieldPermissions = {}, permissionsBefore = permissions) => {
  const design = (items: FormItem[]): FormDesign => ({ schema: 1, items })
  const former = { design: design(before), form, permissionAt: among(permissionsBefore) }
  return formAgain(design(now), among(permissions), former, (noun, id) => noun === 'person' && id === '7')
}

const reason = field('reason', '事由')
const people = (many: boolean) => field('people', '人员', { type: 'reference', to: 'person', many })
for (const [title, answer, form, dropped] of [
  ['everything that still fits', again([reason], { reason: '急' }, [reason]), { reason: '急' }, []],
  ['a field that is no more', again([reason], { reason: '急' }, [field('why', '为何')]), {}, ['事由']],
  ['a field of another type', again([reason], { reason: '急' }, [field('reason', '费用', { type: 'money' })]), {}, ['事由']],
  ['a value that became too long', again([reason], { reason: '急急急急' }, [field('reason', '事由', { ...text, max: 2 })]), {}, ['事由']],
  ['what others filled in is not taken and not missed', again([reason], { reason: '急' }, [reason], { reason: 'read' }), {}, []],
  ['what the applicant may no longer fill in', again([reason], { reason: '急' }, [reason], { reason: 'hide' }, {}), {}, ['事由']],
  ['formulas are worked out anew', again([field('sum', '合计', { type: 'money' }, { formula: { n: '1' } })], { sum: '1' }, []), {}, []],
  ['who is gone', again([people(false)], { people: '8' }, [people(false)]), {}, ['人员']],
  ['who is gone among several', again([people(true)], { people: ['7', '8'] }, [people(true)]), { people: ['7'] }, ['人员']],
  [
    'a column that is no more',
    again([table([reason, field('note', '备注')])], { lines: [{ reason: '急', note: '无' }, { reason: '缓' }] }, [table([reason])]),
    { lines: [{ reason: '急' }, { reason: '缓' }] },
    ['备注'],
  ],
  [
    'more rows than there may be',
    again([table([reason])], { lines: [{ reason: '急' }, { reason: '缓' }] }, [table([reason], 1)]),
    { lines: [{ reason: '急' }] },
    ['事由'],
  ],
  ['a table that is no more', again([table([reason, field('note', '备注')])], { lines: [{ reason: '急', note: '无' }] }, []), {}, ['明细']],
] as const)
  test(title, () => assert.deepEqual(answer, { form, dropped }))
