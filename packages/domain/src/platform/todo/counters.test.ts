import { expect, it } from 'vitest'
import { orderStatus as s } from '../../booking/order/codes.ts'
import { countersMoved } from './counters.ts'

it('a changed order affects the counters of its old and its new status', () => {
  expect(countersMoved(s.confirmed, s.arranged)).toEqual([
    'arrange',
    'conflict',
    'reassign',
    'pickup',
    'prepay',
    'instalmentDue',
    'instalmentLate',
    'authEnded',
    'authExpiry',
    'selfCheck',
    'unprinted',
  ])
  expect(countersMoved(null, s.confirming)).toEqual([
    'confirm',
    'prepay',
    'instalmentDue',
    'instalmentLate',
    'authEnded',
    'authExpiry',
  ])
  expect(countersMoved(s.pickedUp, s.returned)).toContain('overdue')
})
