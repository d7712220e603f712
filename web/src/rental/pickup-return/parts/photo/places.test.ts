import { expect, it } from 'vitest'
import { nextPlace } from './places.ts'

const taken = (...slots: string[]) => slots.map((slot) => ({ slot }))

it.each([
  ['', [], 'front'],
  ['front', taken('front'), 'rear'],
  ['front', taken('front', 'rear'), 'left'],
  ['dashboard', taken('dashboard', 'interior'), 'front'],
  ['interior', taken('front', 'rear', 'left', 'right', 'dashboard', 'interior'), ''],
] as const)('after %j of %j goes on to %j', (place, done, next) => expect(nextPlace(place, done)).toBe(next))
