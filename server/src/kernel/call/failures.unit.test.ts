import { expect, test } from 'vitest'
import { isRace, refusalOfRace } from './failures.ts'

const raced = (code: string, constraint?: string) => Object.assign(new Error('raced'), { code, constraint })

test.each([
  ['two orders of one car', raced('23P01', 'occupancy_no_overlap'), 'noVehicleLeft'],
  ['two periods of one car', raced('23P01', 'vehicle_period_once'), 'stale'],
  ['a deadlock, which any call may meet', raced('40P01'), 'stale'],
  ['a serialisation failure', raced('40001'), 'stale'],
  ['the same key twice', raced('23505', 'some_key'), 'stale'],
])('%s, lost twice, is told as what it is', (_, error, key) => {
  expect(isRace(error)).toBe(true)
  expect(refusalOfRace(error).key).toBe(key)
})
