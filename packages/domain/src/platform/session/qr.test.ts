import { describe, expect, it } from 'vitest'
import { type ActionOf, can } from '../../step.ts'
import { QR_FETCH_WITHIN, QR_LIFE, qrState, qrStateAt, qrStates, qrSteps } from './qr.ts'

describe('a QR sign-in', () => {
  it.each([
    ['scan', [0]],
    ['confirm', [1]],
    ['refuse', [1]],
    ['consume', [2]],
    ['expire', [0, 1, 2]],
  ] as [ActionOf<typeof qrSteps>, number[]][])('%s', (action, from) => {
    for (const state of qrStates.values) expect(can(qrSteps, action, state).ok).toBe(from.includes(state))
  })

  it('expires after two minutes, and half a minute after it was confirmed', () => {
    const at = (state: number, confirmedAt: number | null, now: number) =>
      qrStateAt({ state, createdAt: 0, confirmedAt }, now)
    for (const state of [qrState.created, qrState.scanned]) {
      expect(at(state, null, QR_LIFE - 1)).toBe(state)
      expect(at(state, null, QR_LIFE)).toBe(qrState.expired)
    }
    const confirmed = QR_LIFE - 1
    expect(at(qrState.confirmed, confirmed, confirmed + QR_FETCH_WITHIN - 1)).toBe(qrState.confirmed)
    expect(at(qrState.confirmed, confirmed, confirmed + QR_FETCH_WITHIN)).toBe(qrState.expired)
    expect(at(qrState.consumed, confirmed, 10 * QR_LIFE)).toBe(qrState.consumed)
  })
})
