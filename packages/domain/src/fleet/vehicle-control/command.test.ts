import { describe, expect, it } from 'vitest'
import { can } from '../../step.ts'
import { MINUTE } from '../../time.ts'
import { commandState, commandStates, commandType } from './codes.ts'
import { commandSteps, isCommandRunning, mayCancelCommand, waitsFor } from './command.ts'

describe('a command to a device', () => {
  it('can be cancelled while it is queued, and never once it was sent', () => {
    for (const state of commandStates.values)
      expect(can(commandSteps, 'cancel', state).ok).toBe(mayCancelCommand(state))
  })

  it('is replaced by a restore until it was answered', () => {
    for (const state of commandStates.values)
      expect(can(commandSteps, 'giveWay', state).ok).toBe(isCommandRunning(state))
  })

  it('expires after the time of its kind', () => {
    expect(waitsFor(commandType.engineRestore, false)).toBeNull()
    expect(waitsFor(commandType.engineCut, false)).toBe(2 * MINUTE)
    expect(waitsFor(commandType.engineCut, true)).toBe(120 * MINUTE)
    expect(waitsFor(commandType.find, false)).toBe(MINUTE / 2)
    expect(waitsFor(commandType.lock, false)).toBe(MINUTE)
  })

  it('is never sent twice', () => {
    expect(can(commandSteps, 'send', commandState.sent).ok).toBe(false)
  })
})
