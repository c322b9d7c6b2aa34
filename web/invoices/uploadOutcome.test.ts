import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyInvoiceOf, type UploadOutcome } from './uploadOutcome.ts'

test('one file names its invoice, also where that is here already; several files name none', () => {
  const file = { key: '1', name: '发票.xml' }
  const existing: UploadOutcome = { ...file, state: 'refused', words: '已录入', existingId: '7' }
  assert.equal(onlyInvoiceOf([existing]), '7')
  assert.equal(onlyInvoiceOf([{ ...existing, existingId: undefined }]), undefined)
  assert.equal(onlyInvoiceOf([existing, existing]), undefined)
})
