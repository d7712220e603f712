import { describe, expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { can } from '../../step.ts'
import { addDays, startOfDate } from '../../time.ts'
import { billSteps, dueDayOf } from './bill.ts'
import { payableState, runState } from './codes.ts'
import { purposeOf, runSteps } from './run.ts'
import { billPendingWork, runPendingWork } from './waiting.ts'

const s = payableState
const bill = (billNo: string, what = '维修') => ({ billNo, what })

describe('a bill', () => {
  it('is paid by its rest, stays open after a part, and never takes more', () => {
    expect(advance(billSteps, 'pay', s.open, { fen: 5, leftFen: 9 })).toBe(s.open)
    expect(advance(billSteps, 'pay', s.open, { fen: 9, leftFen: 9 })).toBe(s.paid)
    expect(can(billSteps, 'pay', s.open, { fen: 10, leftFen: 9 }).ok).toBe(false)
    expect(advance(billSteps, 'payInRun', s.inRun, { fen: 5, leftFen: 9 })).toBe(s.open)
    for (const state of [s.inRun, s.paid, s.cancelled]) expect(can(billSteps, 'pay', state).ok).toBe(false)
    expect(can(billSteps, 'cancel', s.open, { paidFen: 1 }).ok).toBe(false)
  })

  it('is due by the days of its payee, and waits for a person from a week before', () => {
    expect(dueDayOf('2026-11-10', 30)).toBe('2026-12-10')
    const facts = { dueOn: '2026-12-10', leftFen: 7, posted: true } as const
    expect(billPendingWork({ ...facts, state: s.open })).toMatchObject([
      { kind: 'payableDue', countsFrom: startOfDate(addDays('2026-12-10', -7)), countsFen: 7 },
    ])
    for (const state of [s.inRun, s.paid, s.cancelled]) expect(billPendingWork({ ...facts, state })).toEqual([])
    expect(billPendingWork({ ...facts, state: s.open, posted: false })).toEqual([])
  })
})

describe('a payment run', () => {
  it('waits for everybody except who submitted it, and then for its payment', () => {
    const facts = { fen: 9, submittedBy: '7' }
    expect(runPendingWork({ ...facts, state: runState.submitted })).toMatchObject([
      { kind: 'runApproval', exceptId: '7', countsFen: 9 },
    ])
    expect(runPendingWork({ ...facts, state: runState.approved })).toMatchObject([{ kind: 'runPayment' }])
    for (const state of [runState.draft, runState.paid, runState.cancelled])
      expect(runPendingWork({ ...facts, state })).toEqual([])
    expect(can(runSteps, 'pay', runState.submitted).ok).toBe(false)
    expect(can(runSteps, 'makeFile', runState.submitted).ok).toBe(false)
  })

  it('says the numbers of its bills as a purpose that a bank takes', () => {
    expect(purposeOf([bill('A-1'), bill('A-2')])).toBe('账单A-1、A-2')
    expect(purposeOf([bill('A-1'), bill('')])).toBe('维修等2笔')
    expect(purposeOf([bill('', '洗车')])).toBe('洗车')
    expect(purposeOf(Array.from({ length: 30 }, (_, n) => bill(`NO-${n}`)))).toHaveLength(60)
  })
})
