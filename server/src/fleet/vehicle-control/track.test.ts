import { contract } from '@cheyi/contract/index'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../kernel/db/instant.ts'
import { owner, t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'
import { makeWorld } from '../../testing/world/world.ts'

worldsOfTests({ poolSize: 8 })

const { vehicleControl } = contract
let series = 300
let deviceId: string
let now: number
const car = (index = 0) => w.vehicles.lavida[index]!
const REASON = '客户报案，查找车辆'

const ask = (more: object = {}, token = w.tokens.owner) =>
  t.send(
    vehicleControl.track,
    { vehicleId: car().id, from: now - 3 * HOUR, to: now, reason: REASON, ...more } as never,
    { token },
  )
const seen = async (more: object = {}) =>
  t.call(vehicleControl.track, { vehicleId: car().id, from: now - 3 * HOUR, to: now, reason: REASON, ...more }, owner())

/** A report so many minutes ago, metres north of a corner; speed in km/h. */
async function reported(
  fixes: readonly (readonly [minutesAgo: number, north: number, kmh: number])[],
  device = deviceId,
  valid = true,
): Promise<void> {
  await t.root.query(
    `insert into position (merchant_id, device_id, at, received_at, lat_e6, lng_e6, speed, valid)
       select $1, $2, at, at, 31200000 + north, 121330000, speed, $3 from unnest($4::timestamptz[], $5::int[], $6::int[]) f (at, north, speed)`,
    [
      w.merchantId,
      device,
      valid,
      fixes.map(([ago]) => at(now - ago * MINUTE)),
      fixes.map(([, north]) => Math.round((north / 111_195) * 1e6)),
      fixes.map(([, , kmh]) => kmh * 10),
    ],
  )
}
/** When its device came into the car, hours ago. */
const stays = (hoursAgo: number, until: number | null = null, device = deviceId) =>
  t.root.query(
    'update device_stay set from_at = $2, to_at = coalesce($3, to_at) where device_id = $1 and to_at is null',
    [device, at(now - hoursAgo * HOUR), until === null ? null : at(now - until * HOUR)],
  )
const looks = async () =>
  (
    await t.root.query(
      `select name, target_id, after, result from audit where target_type = 'vehicleTrack' and merchant_id = $1 order by id`,
      [w.merchantId],
    )
  ).rows

beforeEach(async () => {
  await world(3)
  series++
  now = t.clock.now()
  const { devices } = await t.call(
    vehicleControl.deviceSave,
    {
      rows: [
        { phone: `138${series}00001`, plate: car(0).plate },
        { phone: `138${series}00002`, plate: car(1).plate },
      ],
    },
    owner(),
  )
  deviceId = devices[0]!.deviceId
  await stays(48)
})

describe('a track', () => {
  it('is its way, its stops with the store next to them, and stands in the log with its reason', async () => {
    await reported([
      [40, 0, 30],
      [39, 500, 30],
      [38, 1000, 2],
      [30, 1000, 0],
      [29, 1600, 36],
    ])
    await reported([[35, 90_000, 80]], deviceId, false)
    const track = await seen()
    expect(track).toMatchObject({ km: 1.1, fixes: 5, fastest: 36, movingMs: 2 * MINUTE })
    expect(track.points.map(({ at }) => now - at)).toEqual([40, 39, 38, 30, 29].map((ago) => ago * MINUTE))
    expect(track.stops).toEqual([
      expect.objectContaining({ from: now - 38 * MINUTE, to: now - 30 * MINUTE, near: expect.anything() }),
    ])
    expect(await looks()).toEqual([
      {
        name: expect.any(String),
        targetId: car().id,
        after: { reason: REASON, from: now - 3 * HOUR, to: now },
        result: 'ok',
      },
    ])
    const { lookers } = await t.call(vehicleControl.detail, { vehicleId: car().id }, owner())
    expect(lookers).toMatchObject([{ reason: REASON, from: now - 3 * HOUR, to: now }])
  })

  it('of a whole day takes at most 200 kB, although the car reported every ten seconds and always turned', async () => {
    await t.root.query(
      `insert into position (merchant_id, device_id, at, received_at, lat_e6, lng_e6, speed, valid)
         select $1, $2, at, at, 31200000 + n * 190, 121330000 + (5000 * sin(n))::int, 300 + n % 200, true
           from (select n, $3::timestamptz - n * interval '10 seconds' as at from generate_series(1, 8600) n) f`,
      [w.merchantId, deviceId, at(now)],
    )
    const track = await seen({ from: now - DAY })
    expect(track.fixes).toBe(8600)
    expect(track.points.length).toBeGreaterThan(1000)
    expect(Buffer.byteLength(JSON.stringify(track))).toBeLessThanOrEqual(200_000)
  })

  it('of a car that said nothing is empty, and that it was looked for is logged all the same', async () => {
    expect(await seen({ vehicleId: car(2).id })).toEqual({
      points: [],
      stops: [],
      km: 0,
      movingMs: 0,
      fastest: 0,
      fixes: 0,
    })
    expect(await looks()).toHaveLength(1)
  })

  it('is asked for with a reason, for a day at most and within what the merchant keeps', async () => {
    expect(await ask({ reason: '查车看看' })).toMatchObject({ errorCode: 10002, data: { field: 'reason' } })
    expect(await ask({ reason: '   看    ' })).toMatchObject({ errorCode: 10002 })
    expect(await ask({ from: now - DAY - 1 })).toMatchObject({ errorCode: -2, data: { field: 'to' } })
    expect(await ask({ from: now })).toMatchObject({ errorCode: -2, data: { field: 'to' } })
    expect(await ask({ from: now - 91 * DAY, to: now - 91 * DAY + HOUR })).toMatchObject({ errorCode: 10003 })
    await t.call(contract.merchant.saveSetting, { settings: { trackRetentionDays: 30 } } as never, owner())
    expect(await ask({ from: now - 31 * DAY, to: now - 31 * DAY + HOUR })).toMatchObject({ errorCode: 10003 })
    expect(await looks()).toEqual([])
  })

  it('is the car’s: of the device that was in it then, and of no other', async () => {
    const second = (await t.root.query('select device_id from device_stay where vehicle_id = $1', [car(1).id])).rows[0]
      .deviceId as string
    // Its first device went to the other car an hour ago, and that car's to it.
    await stays(48, 1)
    await stays(48, 1, second)
    await t.root.query(
      `insert into device_stay (merchant_id, device_id, from_at, vehicle_id, role) values ($1, $2, $4, $5, 1), ($1, $3, $4, $6, 1)`,
      [w.merchantId, deviceId, second, at(now - HOUR), car(1).id, car(0).id],
    )
    await reported([
      [120, 0, 0],
      [30, 9000, 0],
    ])
    await reported(
      [
        [110, 5000, 0],
        [20, 100, 0],
      ],
      second,
    )
    const times = async (vehicleId: string) =>
      (await seen({ vehicleId })).points.map(({ at }) => Math.round((now - at) / MINUTE))
    expect(await times(car(0).id)).toEqual([120, 20])
    expect(await times(car(1).id)).toEqual([110, 30])
  })

  it('is no matter of a device beside the main one', async () => {
    await t.root.query('update device_stay set role = 2 where device_id = $1', [deviceId])
    await reported([[10, 0, 0]])
    expect((await seen()).points).toEqual([])
  })

  it('is shown to nobody without the right, and to no other merchant', async () => {
    expect(await ask({}, w.tokens.clerk)).toMatchObject({ errorCode: -3 })
    expect(await ask({}, w.tokens.finance)).toMatchObject({ errorCode: -3 })
    expect(await ask({}, w.tokens.fleet)).toMatchObject({ success: true })
    const other = await makeWorld(t, { name: '别家租车' })
    await reported([[10, 0, 0]])
    const before = await looks()
    expect(await ask({}, other.tokens.owner)).toMatchObject({ errorCode: -4 })
    expect(await looks()).toEqual(before)
  })

  it('goes with its car from store to store', async () => {
    await reported([[10, 0, 0]])
    const limit = async (storeId: string) => {
      await t.root.query('update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1', [
        w.merchantId,
        storeId,
      ])
      await t.root.query('update login_session set stamp = stamp + 1 where merchant_id = $1', [w.merchantId])
    }
    await limit(w.stores.pudong)
    expect(await ask({}, w.tokens.fleet)).toMatchObject({ errorCode: -4 })
    // What it did while it was elsewhere is seen where it is now, and no longer where it was.
    await t.root.query('update vehicle set current_store_id = $2, home_store_id = $2 where id = $1', [
      car().id,
      w.stores.pudong,
    ])
    expect(await ask({}, w.tokens.fleet)).toMatchObject({ success: true, data: { fixes: 1 } })
    await limit(w.stores.hongqiao)
    expect(await ask({}, w.tokens.fleet)).toMatchObject({ errorCode: -4 })
  })
})
