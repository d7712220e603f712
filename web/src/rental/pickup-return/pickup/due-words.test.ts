import { expenseStatus } from '@cheyi/domain/money/expense/codes'
import { describe, expect, it } from 'vitest'
import { dueChanges, pickupDue, sumOf } from './due-words.ts'

const early = { from: 0, total: 75500, difference: 22000, changes: [] }
const { due, waived } = expenseStatus

describe('what is due at a pickup', () => {
  it('is what is owed, the difference of an early one, and its charges but those waived', () => {
    const lines = pickupDue({ order: { owed: 53500 }, early }, [
      { status: due, amount: 3000 },
      { status: waived, amount: 900 },
    ])
    expect(lines).toEqual([
      { label: '订单未付', fen: 53500 },
      { label: '提前取车差额', fen: 22000 },
      { label: '附加费用', fen: 3000 },
    ])
    expect(sumOf(lines)).toBe(78500)
  })

  it('counts what was paid ahead', () => {
    const lines = pickupDue({ order: { owed: -2000 }, early: null }, [{ status: due, amount: 3000 }])
    expect(lines[0]).toEqual({ label: '已预付', fen: -2000 })
    expect(sumOf(lines)).toBe(1000)
  })

  it('says what became different since it was shown', () => {
    const before = pickupDue({ order: { owed: 0 }, early }, [])
    const later = { ...early, difference: 6334 }
    expect(dueChanges(before, before)).toEqual([])
    expect(dueChanges(before, pickupDue({ order: { owed: 0 }, early: later }, [{ status: due, amount: 100 }]))).toEqual(
      ['提前取车差额：¥220.00 → ¥63.34', '附加费用：¥0.00 → ¥1.00'],
    )
    expect(dueChanges(before, pickupDue({ order: { owed: 0 }, early: null }, []))).toEqual([
      '提前取车差额：¥220.00 → ¥0.00',
    ])
  })
})
