import { describe, expect, it } from 'vitest'
import { bearerOf } from './cancel-cause.ts'
import { cancelReason, responsibility } from './codes.ts'

describe('bearerOf', () => {
  it.each([
    [cancelReason.tripOff, responsibility.customer, responsibility.customer],
    [cancelReason.noShow, responsibility.customer, responsibility.customer],
    [cancelReason.noVehicle, responsibility.customer, responsibility.merchant],
    [cancelReason.forceMajeure, responsibility.customer, responsibility.merchant],
    [cancelReason.channel, responsibility.channel, responsibility.channel],
    [cancelReason.tripOff, responsibility.merchant, responsibility.merchant],
  ])('reason %i named %i is borne by %i', (reason, named, bearer) => {
    expect(bearerOf(reason, named)).toBe(bearer)
  })
})
