import { describe, expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { Refusal } from '../../refusal.ts'
import { can } from '../../step.ts'
import { storeStatus as s, storeStatuses } from '../merchant/codes.ts'
import { requireOpen, storeSteps } from './store-steps.ts'

describe('a store', () => {
  it.each(storeStatuses.values)('in status %s', (status) => {
    const empty = { vehicles: 0, orders: 0 }
    expect(can(storeSteps, 'pause', status).ok).toBe(status === s.open)
    expect(can(storeSteps, 'resume', status).ok).toBe(status === s.paused)
    expect(can(storeSteps, 'close', status, empty).ok).toBe(status !== s.closed)
    expect(can(storeSteps, 'close', status, { vehicles: 1, orders: 0 }).ok).toBe(false)
    expect(can(storeSteps, 'close', status, { vehicles: 0, orders: 1 }).ok).toBe(false)
  })
  it('says why it cannot be closed', () => {
    expect(() => advance(storeSteps, 'close', s.open, { vehicles: 2, orders: 0 })).toThrow('门店仍有车辆或订单')
  })
  it('takes new orders while it is open', () => {
    requireOpen(s.open, 'storeId')
    expect(() => requireOpen(s.paused, 'storeId')).toThrow(Refusal)
    expect(() => requireOpen(s.paused, 'storeId')).toThrow('取车门店已暂停营业')
    expect(() => requireOpen(s.closed, 'returnStoreId')).toThrow('还车门店已关闭')
  })
})
