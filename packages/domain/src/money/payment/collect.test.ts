import { describe, expect, it } from 'vitest'
import { orderStatus, orderStatuses } from '../../booking/order/codes.ts'
import { orderSteps } from '../../booking/order/steps.ts'
import { can } from '../../step.ts'
import { payKind } from './codes.ts'
import { collectKinds } from './collect.ts'

describe('collectKinds', () => {
  it.each(orderStatuses.values)('status %i has a purpose exactly when money may be collected', (status) => {
    expect(collectKinds(status).length > 0).toBe(can(orderSteps, 'collect', status).ok)
  })

  it('uses rent until the return, then settlement, and penalty once cancelled', () => {
    expect(collectKinds(orderStatus.confirmed)[0]).toBe(payKind.rent)
    expect(collectKinds(orderStatus.returned)[0]).toBe(payKind.settlement)
    expect(collectKinds(orderStatus.cancelled)).toEqual([payKind.penalty])
  })
})
