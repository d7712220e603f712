import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../time.ts'
import { afterFailure, type LockState, lockedMinutes, needsCaptcha, unlocked } from './lockout.ts'

const fail = (state: LockState, times: number, now: number): LockState =>
  Array.from({ length: times }).reduce<LockState>((s) => afterFailure(s, now), state)

describe('lockout', () => {
  it('locks at the tenth failure within 15 minutes, for 15 minutes', () => {
    expect(lockedMinutes(fail(unlocked, 9, 0), 0)).toBe(0)
    const locked = fail(unlocked, 10, 0)
    expect(lockedMinutes(locked, 0)).toBe(15)
    expect(lockedMinutes(locked, 14 * MINUTE + 1)).toBe(1)
    expect(lockedMinutes(locked, 15 * MINUTE)).toBe(0)
  })
  it('requires a captcha from the third failure on, and after a lock until a success', () => {
    expect([0, 1, 2, 3, 9].map((times) => needsCaptcha(fail(unlocked, times, 0)))).toEqual([
      ...[false, false, false],
      ...[true, true],
    ])
    expect(needsCaptcha(fail(unlocked, 10, 0))).toBe(true)
  })
  it('restarts the count after the window', () => {
    expect(lockedMinutes(fail(fail(unlocked, 9, 0), 1, 15 * MINUTE), 15 * MINUTE)).toBe(0)
  })
  it('doubles with each further lock, up to a day', () => {
    let state: LockState = unlocked
    const minutes: number[] = []
    for (let i = 0; i < 8; i++) {
      const now = state.lockedUntil ?? 0
      state = fail(state, 10, now)
      minutes.push(lockedMinutes(state, now))
    }
    expect(minutes).toEqual([15, 30, 60, 120, 240, 480, 960, 1440])
  })
})
