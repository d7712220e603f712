/*
 * Messages as a Traccar forwards them, for tests and the demo: the documented fields of its position and device, with the attributes that
 * its decoder of each protocol sets. They were written from the documentation; none was recorded from a device.
 */

interface Told {
  readonly [field: string]: unknown
  readonly attributes?: Readonly<Record<string, unknown>>
}

/** A message of a device that is known to Traccar as number 7. */
export function messageOf(uniqueId: string, { attributes = {}, ...more }: Told, traccarId = 7) {
  return {
    position: {
      id: 0,
      attributes: { distance: 0, totalDistance: 0, motion: false, ...attributes },
      deviceId: traccarId,
      protocol: 'gt06',
      serverTime: '2026-11-20T04:00:02.113+00:00',
      deviceTime: '2026-11-20T04:00:00.000+00:00',
      fixTime: '2026-11-20T04:00:00.000+00:00',
      outdated: false,
      valid: true,
      latitude: 31.1979,
      longitude: 121.3363,
      altitude: 0,
      speed: 0,
      course: 0,
      address: null,
      accuracy: 0,
      network: null,
      geofenceIds: null,
      ...more,
    },
    device: {
      id: traccarId,
      attributes: {},
      groupId: 0,
      calendarId: 0,
      name: uniqueId,
      uniqueId,
      status: 'online',
      lastUpdate: '2026-11-20T04:00:02.113+00:00',
      positionId: 0,
      phone: null,
      model: null,
      contact: null,
      category: null,
      disabled: false,
      expirationTime: null,
    },
  }
}

/** One message by protocol. */
export const forwarded = {
  gt06: messageOf('868120303333333', {
    protocol: 'gt06',
    speed: 26.998,
    course: 90,
    attributes: { sat: 11, ignition: true, status: 70, batteryLevel: 100, power: 12.6, rssi: 4, motion: true },
  }),
  h02: messageOf('4209951296', {
    protocol: 'h02',
    attributes: { status: 4294966271, ignition: false, alarm: 'powerCut' },
  }),
  tk103: messageOf('123456789012', {
    protocol: 'tk103',
    attributes: { ignition: true, odometer: 5_678_900, fuel: 30.5, door: true, blocked: true, alarm: 'sos' },
  }),
  teltonika: messageOf('352093081452251', {
    protocol: 'teltonika',
    altitude: 12,
    attributes: {
      priority: 1,
      sat: 14,
      event: 246,
      ignition: false,
      motion: false,
      rssi: 5,
      power: 12.847,
      battery: 4.012,
      odometer: 123_456_789,
      alarm: 'tow',
      archive: true,
    },
  }),
  osmand: messageOf('355488020135612', {
    protocol: 'osmand',
    accuracy: 11,
    attributes: { batteryLevel: 71, motion: true },
  }),
  jt808: messageOf('013912345678', {
    protocol: 'jt808',
    attributes: {
      status: 3,
      ignition: true,
      blocked: false,
      alarm: 'overspeed,fatigueDriving',
      odometer: 87_600,
      fuel: 42.2,
      sat: 17,
      rssi: 28,
    },
  }),
} as const
