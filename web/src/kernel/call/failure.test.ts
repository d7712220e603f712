import { refusals } from '@cheyi/domain/refusal'
import { expect, it } from 'vitest'
import { CallFailure, isUndecided, lostFailure } from './failure.ts'

it('tells what is not decided yet from an answer', () => {
  const refused = ({ code, message }: { code: number; message: string }) =>
    new CallFailure('refused', message, { code })
  expect(isUndecided(lostFailure(true))).toBe(true)
  expect(isUndecided(new CallFailure('broken', ''))).toBe(true)
  expect(isUndecided(refused(refusals.planPending))).toBe(true)
  expect(isUndecided(refused(refusals.noVehicleLeft))).toBe(false)
})
