import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainDifference, type VoucherMovement } from './reconciliation.ts'

const vouchers: readonly VoucherMovement[] = [
  { code: '2026-10-001', event: 'depreciation', amount: -18_470n, ledgerState: 'numbered' },
  { code: '2026-10-002', event: 'disposal', amount: 277_050n, ledgerState: 'numbered' },
]

test('a difference is explained by what the month knows', () => {
  const unsent = vouchers.map((voucher): VoucherMovement => ({ ...voucher, ledgerState: 'unsent' }))
  assert.deepEqual(explainDifference(-18_470n, { vouchers: unsent, otherAccounts: [] }), { reason: 'unsent', subject: '2026-10-001' })
  const alike = unsent.flatMap((voucher) => [voucher, { ...voucher, code: `${voucher.code}-later` }])
  assert.equal(explainDifference(-18_470n, { vouchers: alike, otherAccounts: [] }).subject, '2026-10-001-later')
  assert.deepEqual(explainDifference(258_580n, { vouchers: unsent, otherAccounts: [] }), {
    reason: 'unsent',
    subject: '2026-10-001、2026-10-002',
  })
  assert.deepEqual(explainDifference(-277_050n, { vouchers, otherAccounts: [] }), { reason: 'disposal', subject: '2026-10-002' })
  assert.deepEqual(explainDifference(5_000n, { vouchers, otherAccounts: [{ account: '160102', difference: -5_000n }] }), {
    reason: 'otherAccount',
    subject: '160102',
  })
  assert.deepEqual(explainDifference(-3n, { vouchers, otherAccounts: [] }), { reason: 'rounding', subject: undefined })
  assert.deepEqual(explainDifference(12_345n, { vouchers, otherAccounts: [] }), { reason: 'byHand', subject: undefined })
})

test('of a year of vouchers without numbers the latest are tried, in whichever order they come', () => {
  const year = Array.from({ length: 12 }, (_, index): VoucherMovement => ({
    code: `2026-${String(index + 1).padStart(2, '0')}-001`,
    event: 'depreciation',
    amount: -18_470n,
    ledgerState: 'unsent',
  }))
  for (const vouchersOfYear of [year, year.toReversed()])
    assert.deepEqual(explainDifference(-18_470n, { vouchers: vouchersOfYear, otherAccounts: [] }), {
      reason: 'unsent',
      subject: '2026-12-001',
    })
})

test('a voucher that the general ledger took without a number is not called unsent, and one that was not sent comes first', () => {
  const [charge, disposal] = vouchers
  assert.ok(charge && disposal)
  const takenCharge: VoucherMovement = { ...charge, ledgerState: 'unnumbered' }
  const explain = (...movements: VoucherMovement[]) => explainDifference(-18_470n, { vouchers: movements, otherAccounts: [] })
  assert.deepEqual(explain(takenCharge, disposal), { reason: 'unnumbered', subject: '2026-10-001' })
  const unsentCharge: VoucherMovement = { ...charge, code: '2026-09-001', ledgerState: 'unsent' }
  assert.deepEqual(explain(takenCharge, unsentCharge), { reason: 'unsent', subject: '2026-09-001' })
  const unsentDisposal: VoucherMovement = { ...disposal, ledgerState: 'unsent' }
  assert.deepEqual(explainDifference(258_580n, { vouchers: [takenCharge, unsentDisposal], otherAccounts: [] }), {
    reason: 'unsent',
    subject: '2026-10-001、2026-10-002',
  })
})

test('a voucher that was voided after the general ledger had it is named, alone or with what took its place', () => {
  const [charge] = vouchers
  assert.ok(charge)
  const voidedCharge: VoucherMovement = { ...charge, ledgerState: 'voided' }
  const newCharge: VoucherMovement = { ...charge, amount: -20_000n, ledgerState: 'unsent' }
  const explain = (difference: bigint) => explainDifference(difference, { vouchers: [voidedCharge, newCharge], otherAccounts: [] })
  assert.deepEqual(explain(18_470n), { reason: 'voided', subject: '2026-10-001' })
  assert.deepEqual(explain(-1_530n), { reason: 'voided', subject: '2026-10-001' })
  assert.deepEqual(explain(-20_000n), { reason: 'unsent', subject: '2026-10-001' })
})
