import { expect, it } from 'vitest'
import { countsOf } from './db/counts.ts'
import { requireRegistrations } from './registrations.ts'

it('a process that lacks a feature ends at its start and says which, not at the hour that needs it', () => {
  requireRegistrations()
  const counts = countsOf(['cars', 'orders'])
  counts.register('cars', 'select 1')
  expect(requireRegistrations).toThrow('程序不完整，缺少 orders：请重新安装本程序。')
  counts.register('orders', 'select 1')
  requireRegistrations()
})
