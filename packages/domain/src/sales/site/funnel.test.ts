import { describe, expect, it } from 'vitest'
import { DIRECT, isRobot, MOST_PLACES, OTHER, placeCode, placeOf } from './funnel.ts'

describe('the place of an address', () => {
  it('is its code, as every place of a merchant has it', () => {
    for (let n = 1; n <= MOST_PLACES; n++) expect(placeOf(placeCode(n))).toBe(placeCode(n))
    expect(new Set(Array.from({ length: MOST_PLACES }, (_, n) => placeCode(n + 1))).size).toBe(MOST_PLACES)
  })
  it('is none without one, and one of all others for what is no code', () => {
    expect(placeOf('')).toBe(DIRECT)
    for (const from of ['-', 'weibo', 'p', 'P1', 'p123456', "p1'--", '酒店', 'p1 ']) expect(placeOf(from)).toBe(OTHER)
  })
})

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 15_6 like Mac OS X) MicroMessenger/8.0', false],
  ['Mozilla/5.0 (Linux; Android 10) AliApp(AP/10.3)', false],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0)', true],
  ['Mozilla/5.0 (compatible; bingbot/2.0)', true],
  ['curl/8.0', true],
  ['', true],
])('%s is a program: %s', (agent, robot) => expect(isRobot(agent)).toBe(robot))
