import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alarmType, commandType, commandTypes, deviceKind, deviceKinds, deviceProfile } from '../codes.ts'
import { forwarded, messageOf } from '../testing/traccar-messages.ts'
import { type Forwarded, readForwarded, SILENT_OF_DOORS } from './forwarded.ts'
import { commandsOf, trackerWord } from './tracker.ts'

const bit = (type: number) => (1 << type) >>> 0
const positionOf = (told: Forwarded) => {
  if (told.kind !== 'position') throw new Error(JSON.stringify(told))
  return told
}

describe('a forwarded position of', () => {
  it.each<[keyof typeof forwarded, object]>([
    [
      'gt06',
      {
        phone: '868120303333333',
        position: {
          at: Date.UTC(2026, 10, 20, 4),
          lat: 31.1979,
          lng: 121.3363,
          speed: 500,
          course: 90,
          alarms: 0,
          status: { acc: true, fixed: true, oilCut: false },
          items: { satellites: 11, signal: 4, batteryMv: 12_600 },
        },
      },
    ],
    ['h02', { phone: '4209951296', position: { alarms: bit(alarmType.powerOff), status: { acc: false }, items: {} } }],
    [
      'tk103',
      {
        phone: '123456789012',
        position: {
          alarms: bit(alarmType.sos),
          status: { acc: true, doorOpen: true, oilCut: true },
          items: { odometerM: 5_678_900, fuel: 305 },
        },
      },
    ],
    [
      'teltonika',
      {
        phone: '352093081452251',
        archived: true,
        position: {
          alarms: bit(alarmType.violationMove),
          items: { odometerM: 123_456_789, batteryMv: 12_847, satellites: 14 },
        },
      },
    ],
    // A telephone tells nothing of an ignition: it is taken for switched on.
    ['osmand', { phone: '355488020135612', position: { status: { acc: true, fixed: true }, items: {} } }],
    [
      'jt808',
      {
        phone: '13912345678',
        position: {
          alarms: (bit(alarmType.overspeed) | bit(alarmType.fatigue)) >>> 0,
          status: { acc: true, oilCut: false },
          items: { odometerM: 87_600, fuel: 422, satellites: 17 },
        },
      },
    ],
  ])('%s', (name, expected) => expect(readForwarded(forwarded[name])).toMatchObject({ kind: 'position', ...expected }))
})

it('says whether the device tells of doors, locks and the supply of the engine', () => {
  const silent = (name: keyof typeof forwarded) =>
    (positionOf(readForwarded(forwarded[name])).position.statusBits & SILENT_OF_DOORS) !== 0
  expect(silent('h02')).toBe(true)
  expect(silent('tk103')).toBe(false)
  expect(silent('jt808')).toBe(false)
})

it('events: the link of the device, an alarm with its position, and nothing of others', () => {
  const { device, position } = forwarded.gt06
  const event = (type: string, more = {}) =>
    readForwarded({ event: { id: 1, type, attributes: {}, ...more }, device, position })
  expect(event('deviceOffline')).toMatchObject({ kind: 'offline', phone: '868120303333333', traccarId: 7 })
  expect(event('deviceOnline')).toMatchObject({ kind: 'online' })
  expect(event('ignitionOn')).toMatchObject({ kind: 'nothing' })
  expect(positionOf(event('alarm', { attributes: { alarm: 'accident,tow' } })).position.alarms).toBe(
    (bit(alarmType.collision) | bit(alarmType.violationMove)) >>> 0,
  )
  expect(readForwarded({ event: { type: 'maintenance' }, device })).toMatchObject({ kind: 'nothing' })
})

it.each<[string, unknown, string]>([
  ['no object', [], 'malformed'],
  ['nothing', null, 'malformed'],
  ['no device', { position: forwarded.gt06.position }, 'deviceMissing'],
  ['a name that is no number of a device', messageOf('van-7', {}), 'deviceMissing'],
  ['no position', { device: forwarded.gt06.device }, 'positionMissing'],
  ['no time', messageOf('1', { fixTime: null, deviceTime: 'soon' }), 'timeMissing'],
  ['a place in words', messageOf('1', { latitude: 'here' }), 'positionMissing'],
])('refuses by name: %s', (_, body, why) => expect(readForwarded(body)).toEqual({ kind: 'refused', why }))

it('leaves out readings that no car has, and never fails', () => {
  const odd = { power: 12_600, fuel: -1, odometer: 'far', sat: 900, alarm: 7 }
  expect(positionOf(readForwarded(messageOf('1', { attributes: odd }))).position).toMatchObject({
    items: {},
    alarms: 0,
  })
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (position, device, event) => {
      for (const body of [{ position, device, event }, { position, device: forwarded.gt06.device, event }, position])
        expect(readForwarded(body)).toHaveProperty('kind')
    }),
    { numRuns: 300 },
  )
})

describe('commands', () => {
  it('a terminal of its own takes all, a telephone none', () => {
    expect(commandsOf({ kind: deviceKind.direct, profile: deviceProfile.none })).toEqual(commandTypes.values)
    expect(commandsOf({ kind: deviceKind.osmand, profile: deviceProfile.traccar })).toEqual([])
  })
  it('no tracker opens a car, and none cuts an engine without a relay', () => {
    for (const kind of deviceKinds.values.filter((one) => one !== deviceKind.direct)) {
      const able = commandsOf({ kind, profile: deviceProfile.none })
      for (const type of [commandType.unlock, commandType.lock, commandType.engineCut]) expect(able).not.toContain(type)
    }
    const gt06 = { kind: deviceKind.gt06, profile: deviceProfile.traccar }
    expect(commandsOf(gt06)).toEqual([commandType.engineCut, commandType.engineRestore])
    expect(trackerWord(commandType.engineCut, gt06)).toBe('engineStop')
    expect(trackerWord(commandType.locate, { ...gt06, kind: deviceKind.tk103 })).toBe('positionSingle')
  })
})
