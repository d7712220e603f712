import { expect, it } from 'vitest'
import { can } from '../step.ts'
import { invoiceable, invoiceSteps, invoiceStatus as s } from './invoice.ts'

it('is of no more than was paid, less what went back, what is due back and what stands on others', () => {
  const of = { paidFen: 100, refundedFen: 0, refundExpenseFen: 0, owedFen: 0, invoicedFen: 0 }
  expect(invoiceable({ ...of, refundedFen: 30, invoicedFen: 20 })).toBe(50)
  expect(invoiceable({ ...of, refundedFen: 80, invoicedFen: 40 })).toBe(0)
  expect(invoiceable({ ...of, owedFen: -10 })).toBe(90)
  expect(invoiceable({ ...of, owedFen: 10 })).toBe(100)
})

it('is of all that was paid while the merchant bears costs of the customer', () => {
  const of = { paidFen: 100, refundExpenseFen: 20, invoicedFen: 0 }
  expect(invoiceable({ ...of, refundedFen: 0, owedFen: -20 })).toBe(100)
  expect(invoiceable({ ...of, refundedFen: 20, owedFen: 0 })).toBe(100)
})

it('is reversed only when it was issued, and withdrawn only before', () => {
  expect(can(invoiceSteps, 'reverse', s.waiting).ok).toBe(false)
  expect(can(invoiceSteps, 'withdraw', s.issued).ok).toBe(false)
  expect(can(invoiceSteps, 'reverse', s.issued).ok).toBe(true)
})
