import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../time.ts'
import { commandType, cutCategory } from './codes.ts'
import { type CutFacts, commandVerdict, type LiveFix, type UnlockFacts } from './verdict.ts'

const now = Date.UTC(2026, 10, 20, 4)
const place = { lat: 31.2, lng: 121.33 }
const SECOND = 1000
const fix = (secondsAgo: number, more: Partial<LiveFix> = {}): LiveFix => ({
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
const parkedLong = [fix(5), fix(50), fix(100), fix(130)]
const facts = (more: Partial<CutFacts> = {}): CutFacts => ({
  type: commandType.engineCut,
  now,
  doubted: false,
  enabled: true,
  category: cutCategory.lost,
  fixes: parked,
  zones: [],
  parkedHere: null,
  paidUntil: null,
  ...more,
})
const running = (seconds: readonly number[]) => seconds.map((ago) => fix(ago, { acc: true }))
/** 0.001° of latitude is 111 m. */
const away = (metres: number) => ({ lat: place.lat + metres / 111_000 })

describe('engine cut', () => {
  it.for<[string, Partial<CutFacts>, string | null, (string | null)?]>([
    ['of a parked car', {}, null],
    ['not while it is doubted who speaks for the device', { doubted: true }, 'deviceDoubted'],
    ['not then, stolen or not', { doubted: true, category: cutCategory.stolen }, 'deviceDoubted'],
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
    ['not away from the places of the day', { parkedHere: false, fixes: parkedLong }, 'cutNotParked', 'cutNotParked'],
    ['at a place of the day after two minutes', { parkedHere: true, fixes: parkedLong }, null],
    ['not there after one', { parkedHere: true }, 'cutFixStale', null],
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
    expect(commandVerdict(facts(more), 'send')).toBe(sent)
    expect(commandVerdict(facts(more), 'ask')).toBe(asked)
  })
})

const unlock = (more: Partial<UnlockFacts> = {}): UnlockFacts => ({
  type: commandType.unlock,
  now,
  rented: true,
  emergency: false,
  fixes: parked,
  ...more,
})

describe('unlocking', () => {
  it.for<[string, Partial<UnlockFacts>, string | null]>([
    ['when it stands', {}, null],
    ['at 5 km/h', { fixes: [fix(10, { speed: 50 })] }, null],
    ['not at 5.1 km/h', { fixes: [fix(10, { speed: 51 })] }, 'unlockWhileMoving'],
    ['not at 41 km/h, whoever has it', { fixes: [fix(110, { speed: 410 })], rented: false }, 'unlockWhileMoving'],
    ['not where its wheels turn', { fixes: [fix(10, { pulseSpeed: 400 })] }, 'unlockWhileMoving'],
    [
      'not where they turn without satellites',
      { fixes: [fix(1, { valid: false, pulseSpeed: 400 }), fix(9)] },
      'unlockWhileMoving',
    ],
    ['when it has come to stand', { fixes: [fix(1), fix(20, { speed: 410 })] }, null],
    [
      'when the speed is of before it lost its satellites',
      { fixes: [fix(1, { valid: false, speed: 400 }), fix(9)] },
      null,
    ],
    ['not on rent by a fix of 2 minutes ago', { fixes: [fix(121)] }, 'unlockFixStale'],
    ['not on rent without satellites', { fixes: [fix(1, { valid: false })] }, 'unlockFixStale'],
    [
      'not on rent by a fix of a clock that is eight hours slow',
      { fixes: [fix(1, { at: now - 480 * MINUTE })] },
      'unlockFixStale',
    ],
    ['not on rent by one that runs ahead', { fixes: [fix(1, { at: now + MINUTE })] }, 'unlockFixStale'],
    ['without a fix when nobody has it', { fixes: [], rented: false }, null],
    ['in an emergency', { emergency: true, fixes: [fix(1, { speed: 410 })] }, null],
  ])('%s', ([, more, refusal]) => {
    for (const moment of ['ask', 'send'] as const) expect(commandVerdict(unlock(more), moment)).toBe(refusal)
  })
})

const anyFix = fc.record({
  ago: fc.integer({ min: -30, max: 600 }),
  late: fc.integer({ min: 0, max: 120 }),
  valid: fc.boolean(),
  speed: fc.integer({ min: 0, max: 1500 }),
  pulseSpeed: fc.option(fc.integer({ min: 0, max: 1500 }), { nil: null }),
  acc: fc.boolean(),
})
const anyFixes = fc
  .array(anyFix, { maxLength: 8 })
  .map((all) =>
    all
      .map(({ ago, late, ...rest }) => fix(ago, { ...rest, receivedAt: now - (ago - late) * SECOND }))
      .toSorted((a, b) => b.at - a.at),
  )

describe('for any reports of a device', () => {
  it('no unlock or cut after a fresh valid report of more than 5 km/h that is the newest', () => {
    fc.assert(
      fc.property(
        anyFixes,
        fc.integer({ min: 51, max: 2000 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 60 }),
        (fixes, speed, rented, ago) => {
          const all = [fix(ago, { speed }), ...fixes.filter((one) => one.at < now - ago * SECOND)]
          expect(commandVerdict(unlock({ fixes: all, rented }), 'send')).toBe('unlockWhileMoving')
          expect(commandVerdict(facts({ fixes: all, category: cutCategory.stolen }), 'send')).toBe('cutWhileMoving')
        },
      ),
    )
  })

  it('unlocking a rented car needs a valid report within two minutes; in an emergency any report is enough', () => {
    fc.assert(
      fc.property(anyFixes, (fixes) => {
        if (commandVerdict(unlock({ fixes }), 'send') === null)
          expect(
            fixes.some((one) => one.valid && now - one.at <= 2 * MINUTE && now - one.receivedAt <= 2 * MINUTE),
          ).toBe(true)
        expect(commandVerdict(unlock({ fixes, emergency: true }), 'send')).toBeNull()
      }),
    )
  })

  it("no cut while the device's identity is in doubt, and what may be sent may also be requested", () => {
    fc.assert(
      fc.property(anyFixes, fc.boolean(), (fixes, doubted) => {
        const asked = facts({ fixes, doubted, category: cutCategory.police })
        const sent = commandVerdict(asked, 'send')
        if (doubted) expect(sent).toBe('deviceDoubted')
        else if (sent === null) expect(commandVerdict(asked, 'ask')).toBeNull()
      }),
    )
  })
})
