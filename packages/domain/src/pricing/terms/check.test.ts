import { expect, it } from 'vitest'
import { cancelDoubt, cancelTierFaults, depositDoubt, depositFaults, serviceFaults } from './check.ts'

const share = (minMinutesBefore: number, rateBp: number) => ({ minMinutesBefore, rateBp, fixedFen: null })
const amount = (minMinutesBefore: number, fixedFen: number) => ({ minMinutesBefore, rateBp: null, fixedFen })

it.each([
  [[], 'tiers', '请至少填写一档违约金'],
  [[share(0, 10_000), share(60, 0), share(0, 500)], 'tiers.2', '提前时间不能重复'],
  [[share(0, 10_001)], 'tiers.0', '违约金比例须在0%至100%之间'],
  [[share(0, -1)], 'tiers.0', '违约金比例须在0%至100%之间'],
  [[share(60, 0), amount(0, -1)], 'tiers.1', '违约金须在¥0.00至¥99,999.00之间'],
  [[amount(0, 9_999_901)], 'tiers.0', '违约金须在¥0.00至¥99,999.00之间'],
  [[{ minMinutesBefore: 0, rateBp: 1, fixedFen: 1 }], 'tiers.0', '请填写比例或金额'],
])('a cancellation rule of %j is refused at %s', (tiers, field, message) => {
  const [fault] = cancelTierFaults(tiers)
  expect(fault!.detail.field).toBe(field)
  expect(fault!.message).toContain(message)
})

it('accepts values at the limits', () => {
  expect(cancelTierFaults([share(1440, 0), share(60, 10_000), amount(30, 0), amount(0, 9_999_900)])).toEqual([])
  expect(depositFaults({ rentalFen: 0, violationFen: 10_000_000 })).toEqual([])
  expect(depositFaults({ rentalFen: null, violationFen: 10_000_001 }).map(({ detail }) => detail.field)).toEqual([
    'violationFen',
  ])
  const item = { code: 'seat', name: '座椅', itemType: 3, unit: 'day', maxQty: 1, capDays: 3 } as const
  expect(serviceFaults({ ...item, price: 0 })).toEqual([])
  expect(serviceFaults({ ...item, unit: 'order', price: -1 }).map(({ detail }) => detail.field)).toEqual([
    'price',
    'capDays',
  ])
})

it('warns about an early cancellation that costs more than a late one, and about unusual deposits', () => {
  expect(cancelDoubt([share(0, 1000), share(1440, 10_000)])).toBe('取消得越早，违约金反而越高')
  expect(cancelDoubt([amount(0, 100), share(60, 0), amount(1440, 200)])).toBe('取消得越早，违约金反而越高')
  expect(cancelDoubt([share(1440, 0), share(60, 5000), share(0, 5000), amount(30, 100)])).toBeUndefined()
  expect(depositDoubt({ rentalFen: 5_000_000, violationFen: 1_000_000 })).toBeUndefined()
  expect(depositDoubt({ rentalFen: 9_999_900, violationFen: null })).toBe('租车押金¥99,999.00，高于一般水平')
  expect(depositDoubt({ rentalFen: null, violationFen: 1_000_001 })).toBe('违章押金¥10,000.01，高于一般水平')
})
