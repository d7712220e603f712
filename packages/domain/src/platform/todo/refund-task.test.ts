import { expect, it } from 'vitest'
import { parseDateTime } from '../../time.ts'
import { refundTaskTimes } from './refund-task.ts'

it('offers this evening until it is past', () => {
  const labels = refundTaskTimes(parseDateTime('2026-11-20 10:00')!).map(({ label }) => label)
  expect(labels).toEqual(['今天 18:00 前', '明天 18:00 前', '11-23 18:00 前'])
  const at = (clock: string) => refundTaskTimes(parseDateTime(`2026-11-20 ${clock}`)!).map((one) => one.at)
  expect(at('10:00')[0]).toBe(parseDateTime('2026-11-20 18:00'))
  expect(at('10:00')).toHaveLength(3)
  expect(at('18:00')[0]).toBe(parseDateTime('2026-11-21 18:00'))
})
