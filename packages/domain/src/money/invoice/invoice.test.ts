import { expect, it } from 'vitest'
import { can } from '../../step.ts'
import { invoiceable, invoiceSteps, invoiceStatus as s } from './invoice.ts'

it('covers at most what was paid, less refunds, credit to be refunded and other invoices', () => {
  const of = { paidFen: 100, refundedFen: 0, refundExpenseFen: 0, owedFen: 0, invoicedFen: 0 }
  expect(invoiceable({ ...of, refundedFen: 30, invoicedFen: 20 })).toBe(50)
  expect(invoiceable({ ...of, refundedFen: 80, invoicedFen: 40 })).toBe(0)
  expect(invoiceable({ ...of, owedFen: -10 })).toBe(90)
  expect(invoiceable({ ...of, owedFen: 10 })).toBe(100)
})

it('covers all payments, also when the merchant bears costs of the customer', () => {
  const of = { paidFen: 100, refundExpenseFen: 20, invoicedFen: 0 }
  expect(invoiceable({ ...of, refundedFen: 0, owedFen: -20 })).toBe(100)
  expect(invoiceable({ ...of, refundedFen: 20, owedFen: 0 })).toBe(100)
})

it('can be reversed only after it was issued, and withdrawn only before', () => {
  expect(can(invoiceSteps, 'reverse', s.waiting).ok).toBe(false)
  expect(can(invoiceSteps, 'withdraw', s.issued).ok).toBe(false)
  expect(can(invoiceSteps, 'reverse', s.issued).ok).toBe(true)
})
