import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoiceDifference } from './invoicedCost.ts'

test('a cost agrees with its invoices with the tax or without; otherwise it differs by whether the tax is deducted', () => {
  const invoices = (kind: string) => [
    { amount: 80_000n, tax: 10_400n, kind },
    { amount: 20_000n, tax: 2_600n, kind },
  ]
  const special = invoices('增值税专用发票')
  assert.equal(invoiceDifference(100_000n, special, 'enterprise'), 0n)
  assert.equal(invoiceDifference(113_000n, special, 'enterprise'), 0n)
  assert.equal(invoiceDifference(112_000n, special, 'enterprise'), 12_000n)
  assert.equal(invoiceDifference(112_000n, special, 'government'), -1_000n)
  assert.equal(invoiceDifference(112_000n, invoices('普通发票'), 'enterprise'), -1_000n)
  assert.equal(invoiceDifference(50_000n, special, 'enterprise'), -50_000n)
})
