import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindNamed } from '../../domain/documents/all.ts'
import { headerOf } from './takenLines.ts'

test('a receipt takes day and supplier of its invoice, and what the form says already stays', () => {
  const invoice = { issuedOn: '2026-08-05', supplier: { id: '7', name: '联创' } } as const
  assert.deepEqual(headerOf(kindNamed('GsInstockOrder'), {}, invoice), { boughtOn: '2026-08-05', supplier: '7' })
  assert.deepEqual(headerOf(kindNamed('GsInstockOrder'), { supplier: '8', boughtOn: '2026-08-01' }, invoice), {
    supplier: '8',
    boughtOn: '2026-08-01',
  })
  assert.deepEqual(headerOf(kindNamed('CsPurchaseOrder'), {}, { ...invoice, supplier: null }), {})
})
