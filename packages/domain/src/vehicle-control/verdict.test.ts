import { describe, expect, it } from 'vitest'
import { MINUTE } from '../time.ts'
import { cutCategory } from './codes.ts'
import { type CutFacts, type CutFix, cutVerdict, zoneOf } from './verdict.ts'

const now = Date.UTC(2026, 10, 20, 4)
const place = { lat: 31.2, lng: 121.33 }
const SECOND = 1000
const fix = (secondsAgo: number, more: Partial<CutFix> = {}): CutFix => ({
  ...place,
  at: now - secondsAgo * SECOND,
  receivedAt: now - secondsAgo * SECOND,
  valid: true,
  speed: 0,
  pulseSpeed: null,
  acc: false,
  ...more,
})
const parked = [fix(10), fix(40), fix(75)]
const facts = (more: Partial<CutFacts> = {}): CutFacts => ({
  now,
  enabled: true,
  category: cutCategory.lost,
  fixes: parked,
  zones: [],
  paidUntil: null,
  ...more,
})
const running = (seconds: readonly number[]) => seconds.map((ago) => fix(ago, { acc: true }))
/** 0.001° of latitude is 111 m. */
const away = (metres: number) => ({ lat: place.lat + metres / 111_000 })

describe('an engine is cut', () => {
  it.for<[string, Partial<CutFacts>, string | null, (string | null)?]>([
    ['of a parked car', {}, null],
    ['not where the merchant has it off', { enabled: false }, 'forbidden'],
    ['not of a car that tells nothing', { fixes: [] }, 'cutFixStale', null],
    ['not by a fix without satellites', { fixes: [fix(10, { valid: false }), ...parked] }, 'cutFixStale', null],
    ['not by a fix that came 61 s ago', { fixes: [fix(61), fix(90), fix(130)] }, 'cutFixStale', null],
    [
      'not by a fix that is old by its own clock',
      { fixes: [fix(10, { at: now - 61 * SECOND }), fix(70)] },
      'cutFixStale',
      null,
    ],
    [
      'not by a clock that is a minute slow, nor by what was kept back for so long',
      { fixes: [fix(59, { receivedAt: now }), fix(90), fix(125)] },
      'cutFixStale',
      null,
    ],
    [
      'not by a clock that runs ahead',
      { fixes: [fix(10, { at: now + 6 * SECOND }), fix(40), fix(75)] },
      'cutFixStale',
      null,
    ],
    ['by a fix that is 60 s old', { fixes: [fix(60), fix(90), fix(121)] }, null],
    ['not of a car that moves', { fixes: [fix(10, { speed: 30 }), ...parked] }, 'cutWhileMoving', 'cutWhileMoving'],
    ['of one that trembles', { fixes: [fix(10, { speed: 29 }), fix(40), fix(75)] }, null],
    [
      'not where pulses say that it moves',
      { fixes: [fix(10, { pulseSpeed: 400 }), fix(40), fix(75)] },
      'cutWhileMoving',
      'cutWhileMoving',
    ],
    ['where pulses agree', { fixes: [fix(10, { pulseSpeed: 50 }), fix(40), fix(75)] }, null],
    ['not after two fixes', { fixes: [fix(10), fix(75)] }, 'cutFixStale', null],
    ['not after 59 s', { fixes: [fix(1), fix(30), fix(60)] }, 'cutFixStale', null],
    [
      'not when it moved meanwhile',
      { fixes: [fix(1), fix(30), fix(50, { speed: 300 }), fix(80)] },
      'cutWhileMoving',
      'cutWhileMoving',
    ],
    ['not when it was 30 m away', { fixes: [fix(1), fix(30), fix(65, away(31))] }, 'cutWhileMoving', 'cutWhileMoving'],
    ['when it was a few metres away', { fixes: [fix(1), fix(30), fix(65, away(20))] }, null],
    ['not with the engine on at a light', { fixes: running([5, 40, 100]) }, 'cutWhileMoving', 'cutWhileMoving'],
    ['with the engine on after three minutes', { fixes: running([5, 60, 120, 186]) }, null],
    ['not in a circle on a motorway', { zones: [{ center: place, radiusM: 50 }] }, 'cutZone', 'cutZone'],
    ['beside it', { zones: [{ center: { ...place, ...away(60) }, radiusM: 50 }] }, null],
    [
      'not in a polygon',
      {
        zones: [
          {
            ring: [
              { lat: 31.1, lng: 121.2 },
              { lat: 31.3, lng: 121.2 },
              { lat: 31.2, lng: 121.5 },
            ],
          },
        ],
      },
      'cutZone',
      'cutZone',
    ],
    ['not in paid time', { paidUntil: now }, 'cutInPaidTime', 'cutInPaidTime'],
    ['after paid time', { paidUntil: now - MINUTE }, null],
    ['in paid time when it was stolen', { paidUntil: now + MINUTE, category: cutCategory.stolen }, null],
    ['in paid time for the police', { paidUntil: now + MINUTE, category: cutCategory.police }, null],
    [
      'not in paid time because a contract ended',
      { paidUntil: now + MINUTE, category: cutCategory.ended },
      'cutInPaidTime',
      'cutInPaidTime',
    ],
    [
      'not while it moves, stolen or not',
      { category: cutCategory.stolen, fixes: [fix(1, { speed: 300 })] },
      'cutWhileMoving',
      'cutWhileMoving',
    ],
  ])('%s', ([, more, sent, asked = sent]) => {
    expect(cutVerdict(facts(more), 'send')).toBe(sent)
    expect(cutVerdict(facts(more), 'ask')).toBe(asked)
  })
})

it('a zone is read as its fence keeps it, the longitude first', () => {
  expect(zoneOf({ center: [121.33, 31.2], radiusM: 50 })).toEqual({ center: place, radiusM: 50 })
  expect(zoneOf({ ring: [[121.2, 31.1]] })).toEqual({ ring: [{ lat: 31.1, lng: 121.2 }] })
})
