import { runState } from '@cheyi/domain/fleet/inventory/codes'
import { expect, it } from 'vitest'
import { expiryMarks, stateMark } from './vehicle-words.ts'

const now = Date.parse('2026-11-20T10:00:00+08:00')
it('names what a vehicle is doing, or why it does nothing', () => {
  expect(stateMark({ runState: runState.overdue, lifecycle: 1 })).toEqual({ text: '超时未还', tone: 'danger' })
  expect(stateMark({ runState: null, lifecycle: 0 })).toEqual({ text: '待上架', tone: 'neutral' })
})

it('warns of papers within a month, louder in the last week', () => {
  const expiry = { insurance: '2026-12-10', inspection: '2026-11-19', commercial: '2027-05-01', plate: null }
  expect(expiryMarks({ expiry }, now)).toEqual([
    { text: '年检已过期1天', tone: 'danger' },
    { text: '交强险20天后到期', tone: 'warning' },
  ])
})
