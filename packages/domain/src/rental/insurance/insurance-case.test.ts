import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { can } from '../../step.ts'
import { DAY, HOUR } from '../../time.ts'
import { insuranceStatuses, insuranceStatus as s } from './codes.ts'
import {
  dueOf,
  type InsurancePendingFacts,
  insuranceGroups,
  insuranceSteps,
  isOpenCase,
  pendingWorkOf,
  shareText,
  shareTotal,
} from './insurance-case.ts'

const now = Date.parse('2026-11-20T10:00:00+08:00')
const facts = (status: number, more: Partial<InsurancePendingFacts> = {}): InsurancePendingFacts => ({
  status,
  occurAt: now,
  reportedAt: null,
  assessedAt: null,
  submittedAt: null,
  ...more,
})

describe('the steps of a case', () => {
  it('end it by the money, by less of it, or by a rejection that received nothing', () => {
    expect(advance(insuranceSteps, 'receive', s.submitted, { left: 1, last: false })).toBe(s.submitted)
    expect(advance(insuranceSteps, 'receive', s.submitted, { left: 0, last: false })).toBe(s.paid)
    expect(advance(insuranceSteps, 'receive', s.submitted, { left: 1, last: true })).toBe(s.paid)
    expect(advance(insuranceSteps, 'reject', s.submitted, { received: 0 })).toBe(s.rejected)
    expect(() => advance(insuranceSteps, 'reject', s.submitted, { received: 1 })).toThrow('已有赔款到账')
    expect(advance(insuranceSteps, 'submit', s.rejected)).toBe(s.submitted)
  })
  it('open a closed case again where it stood, and take back a receipt of one', () => {
    expect(advance(insuranceSteps, 'reopen', s.closed, { received: 1 })).toBe(s.paid)
    expect(advance(insuranceSteps, 'reopen', s.closed, { received: 0 })).toBe(s.rejected)
    expect(advance(insuranceSteps, 'takeBack', s.closed)).toBe(s.submitted)
  })
  it('change no facts of a claim that was submitted', () => {
    for (const status of [s.submitted, s.paid, s.rejected, s.closed, s.dropped])
      expect(can(insuranceSteps, 'edit', status).ok).toBe(false)
  })
  it('put every status in one group of the list', () => {
    expect(Object.values(insuranceGroups).flat().toSorted()).toEqual([...insuranceStatuses.values].toSorted())
  })
})

describe('the next step', () => {
  it('is due 48 hours after the accident for the report, and a month after the claim for the money', () => {
    expect(dueOf(facts(s.occurred))).toBe(now + 48 * HOUR)
    expect(dueOf(facts(s.reported, { reportedAt: now }))).toBe(now + 3 * DAY)
    expect(dueOf(facts(s.repairing, { assessedAt: now }))).toBe(now + 15 * DAY)
    expect(dueOf(facts(s.submitted, { submittedAt: now }))).toBe(now + 30 * DAY)
    expect(dueOf(facts(s.paid))).toBeNull()
  })
  it('is pending once for every open case, and for no other', () => {
    fc.assert(
      fc.property(fc.constantFrom(...insuranceStatuses.values), fc.integer({ min: 0, max: 90 }), (status, days) => {
        const at = now - days * DAY
        const work = pendingWorkOf(facts(status, { occurAt: at, reportedAt: at, assessedAt: at, submittedAt: at }))
        expect(work).toHaveLength(isOpenCase(status) ? 1 : 0)
        if (status === s.occurred) expect(work[0]).toMatchObject({ kind: 'insuranceReport', countsFrom: 0 })
      }),
    )
  })
})

it('the share of the customer is its excess and the days of standstill, in words of the charge', () => {
  expect(shareTotal({ excess: 50_000, downtimeDays: 3, downtimeFee: 20_000 })).toBe(110_000)
  expect(shareText({ excess: 50_000, downtimeDays: 3, downtimeFee: 20_000 })).toBe(
    '保险免赔额¥500.00，停运3天 × ¥200.00',
  )
  expect(shareText({ excess: 100, downtimeDays: 0, downtimeFee: 20_000 })).toBe('保险免赔额¥1.00')
})
