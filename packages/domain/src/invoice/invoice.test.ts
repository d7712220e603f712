import { expect, it } from 'vitest'
import { can } from '../step.ts'
import { invoiceable, invoiceSteps, invoiceStatus as s } from './invoice.ts'

it('is of no more than was paid, less what went back and what stands on others', () => {
  expect(invoiceable({ paidFen: 100, refundedFen: 30, invoicedFen: 20 })).toBe(50)
  expect(invoiceable({ paidFen: 100, refundedFen: 80, invoicedFen: 40 })).toBe(0)
})

it('is reversed only when it was issued, and withdrawn only before', () => {
  expect(can(invoiceSteps, 'reverse', s.waiting).ok).toBe(false)
  expect(can(invoiceSteps, 'withdraw', s.issued).ok).toBe(false)
  expect(can(invoiceSteps, 'reverse', s.issued).ok).toBe(true)
})
