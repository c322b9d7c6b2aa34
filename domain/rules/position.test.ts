import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { recordKinds } from '../records/all.ts'

const positionFields = recordKinds.flatMap(({ noun, fields }) =>
  Object.entries(fields).flatMap(([key, { label, control }]) =>
    label.includes('职位') ? [{ name: `${noun}.${key}`, control, fields }] : [],
  ),
)

test('every position of a record suggests the positions that people have', () => {
  assert.deepEqual(positionFields.map(({ name }) => name).toSorted(), ['person.position', 'standard.position'])
  for (const { name, control } of positionFields) assert.equal(control.type === 'text' && control.suggestions?.source, 'positions', name)
})

test('people with a position are counted within a department that stands beside it', () => {
  const countedFields = positionFields.flatMap(({ name, control, fields }) =>
    control.type === 'text' && control.suggestions?.countedWithin ? [{ name, field: fields[control.suggestions.countedWithin] }] : [],
  )
  assert.deepEqual(
    countedFields.map(({ name, field }) => [name, field && refersTo(field.control)]),
    [['standard.position', 'department']],
  )
})
