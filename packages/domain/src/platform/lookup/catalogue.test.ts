import { describe, expect, it } from 'vitest'
import { orderStatus, orderStatuses } from '../../booking/order/codes.ts'
import { enumCatalogue, enumerations } from './catalogue.ts'

describe('the catalogue of enumerations', () => {
  it('has the keys that the base specification names', () => {
    for (const key of [
      'identityType',
      'pickupType',
      'returnType',
      'pickupReturnQueryStatus',
      'reduceType',
      'source',
      'status',
      'payMode',
      'payKind',
    ] as const) {
      expect(enumCatalogue[key].length, key).toBeGreaterThan(0)
    }
  })

  it.each(Object.entries(enumerations))('%s has unique values with a text', (_key, list) => {
    expect(new Set(list.values).size).toBe(list.items.length)
    for (const { name, value } of list.items) {
      expect(name).not.toBe('')
      expect(Number.isInteger(value)).toBe(true)
      expect(list.text(value)).toBe(name)
    }
  })

  it('has stable numbers, since they are stored and sent to clients', () => {
    expect(enumCatalogue.status).toEqual([
      { value: 0, name: '未提交' },
      { value: 1, name: '已提交' },
      { value: 2, name: '确认中' },
      { value: 3, name: '已确认' },
      { value: 4, name: '已排车' },
      { value: 5, name: '已取车' },
      { value: 6, name: '已还车' },
      { value: 7, name: '取消中' },
      { value: 8, name: '已取消' },
    ])
    expect(enumerations.source.values).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12])
    expect(enumerations.orderItemType.values).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(enumerations.depositStatus.values).toEqual([0, 1, 2, 3])
    expect(enumerations.depositPayStatus.values).toEqual([0, 1, 2, 3])
    expect(enumerations.deductResult.values).toEqual([1, 2, 3])
    expect(enumerations.runState.values).toEqual([40, 30, 50, 60, 70, 25, 80, 20, 10])
  })

  it('has named constants, and no text for an unknown value', () => {
    expect(orderStatus.arranged).toBe(4)
    expect(orderStatuses.text(orderStatus.arranged)).toBe('已排车')
    expect(orderStatuses.text(99)).toBe('')
  })
})
