import { randomBytes } from 'node:crypto'
import { commandState, commandType, cutCategory, fenceRule } from '@cheyi/domain/fleet/vehicle-control/codes'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { HOUR } from '@cheyi/domain/time'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../../../testing/app.ts'
import { rounds } from '../../../testing/rounds.ts'
import { enterDevices, logIn, reportBody, type Terminal, terminalAt } from '../../../testing/terminal.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'
import { Commands } from './commands.ts'
import { commandDatabase, gatewayDatabase, judgedDatabase } from './database.ts'
import { Gateway } from './gateway.ts'
import { Judged } from './judged.ts'

/*
 * Random drives with zones in which no engine is cut. Each frame of a cut that reaches the socket of the terminal is compared
 * with a rule that this test calculates by itself. SCHEDULES=10000 npm run api -- server/src/fleet/vehicle-control/gateway/zones.test.ts
 */

const SCHEDULES = rounds('SCHEDULES', 30, 1000)
const CUT = 0x8105

let t: TestApp
let w: World
let vehicleId: string
let device: Awaited<ReturnType<typeof enterDevices>>[number]
let gateway: Gateway
let commands: Commands
let terminal: Terminal
let now = TEST_NOW

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  vehicleId = w.vehicles.lavida[0]!.id
  device = (await enterDevices(t, w.merchantId, [vehicleId]))[0]!
  const { kernel } = t
  const options = { log: kernel.log, now: () => now, told: () => {} }
  gateway = new Gateway({ ...options, database: gatewayDatabase(t.gateway), codeKey: randomBytes(32) })
  const judged = new Judged({ ...options, gateway, database: judgedDatabase(t.gateway) })
  commands = new Commands({ ...options, gateway, database: commandDatabase(t.gateway), judged })
  // Without its timers: the clock of the test jumps by hours, for which they would close the link.
  await gateway.beat()
  terminal = await terminalAt(await gateway.listen(0, '127.0.0.1'), device.phone)
  await logIn(terminal, device.terminalId)
  await commands.look()
})
afterAll(async () => {
  terminal.end()
  await gateway.close()
  await t.close()
})

/** Places a kilometre apart, north of each other. */
const latOf = (place: number) => 31.2304 + place * 0.009
const LNG = 121.4737

const zones = fc.array(
  fc.record({
    place: fc.nat(2),
    round: fc.boolean(),
    metres: fc.integer({ min: 60, max: 400 }),
    active: fc.boolean(),
    scope: fc.constantFrom('all', 'car', 'otherCar', 'store', 'otherStore'),
  }),
  { maxLength: 3 },
)
const steps = fc.array(
  fc.record({
    after: fc.constantFrom(10, 20, 30, 40, 55, 120, 300, 700),
    place: fc.option(fc.nat(2), { nil: null, freq: 4 }),
    speed: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) },
    ),
    acc: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    gives: fc.boolean(),
    armed: fc.boolean(),
  }),
  { minLength: 4, maxLength: 12 },
)
const schedules = fc.record({ zones, steps, rule: fc.constantFrom(1, 2) })
type Schedule = typeof schedules extends fc.Arbitrary<infer S> ? S : never

interface Told {
  readonly at: number
  readonly place: number
  readonly speed: number
  readonly acc: boolean
}

/** Whether a cut may leave after these reports: the last one is the present. */
function mayCut(told: readonly Told[], { zones: all, rule }: Schedule): boolean {
  const last = told.at(-1)!
  const covered = ({ active, scope, place }: Schedule['zones'][number]) =>
    active && ['all', 'car', 'store'].includes(scope) && place === last.place
  if (all.some(covered)) return false
  const moved = told.findLastIndex(({ place, speed }) => place !== last.place || speed >= 3)
  const still = told.slice(moved + 1)
  const seconds = still.length === 0 ? 0 : (last.at - still[0]!.at) / 1000
  if (still.length < 3 || seconds < (last.acc ? 180 : rule === 2 ? 120 : 60)) return false
  if (rule === 1) return true
  const parked = told.filter(({ place, speed, acc }) => place === last.place && speed < 3 && !acc)
  return parked.length > 0 && parked.at(-1)!.at - parked[0]!.at >= 600_000
}

async function draw({ zones: all, rule }: Schedule): Promise<void> {
  const other = w.vehicles.lavida[1]!.id
  await t.root.query('delete from position where device_id = $1', [device.deviceId])
  await t.root.query('update fence set active = false')
  await t.root.query('update command set state = $1, refusal = null, ended_at = now() where state < $2', [
    commandState.cancelled,
    commandState.failed,
  ])
  await t.root.query('update device set cut_at = null')
  await t.root.query(
    `update merchant set settings = settings || jsonb_build_object('engineCutEnabled', true, 'noCutRule', $2::int) where id = $1`,
    [w.merchantId, rule],
  )
  for (const { place, round, metres, active, scope } of all) {
    const [lat, half] = [latOf(place), metres / 111_195]
    const ring = [-1, 1].flatMap((x) => [-x, x].map((y) => [LNG + x * half, lat + y * half]))
    await t.root.query(
      `insert into fence (merchant_id, name, kind, shape, rule, active, store_id, vehicle_ids, created_by)
       values ($1, '禁断', $2, $3, $4, $5, $6, $7, 0)`,
      [
        w.merchantId,
        round ? 1 : 2,
        JSON.stringify(round ? { center: [LNG, lat], radiusM: metres } : { ring }),
        fenceRule.noCut,
        active,
        scope === 'store' ? w.stores.hongqiao : scope === 'otherStore' ? w.stores.pudong : null,
        scope === 'car' ? [vehicleId] : scope === 'otherCar' ? [other] : [],
      ],
    )
  }
}

async function give(armed: boolean): Promise<void> {
  await t.root.query(
    `insert into command (merchant_id, vehicle_id, device_id, type, state, category, armed, expire_at, created_by)
     values ($1, $2, $3, $4, 1, $5, $6, $7, 0) on conflict do nothing`,
    [
      w.merchantId,
      vehicleId,
      device.deviceId,
      commandType.engineCut,
      cutCategory.lost,
      armed,
      new Date(now + (armed ? 2 * HOUR : 120_000)).toISOString(),
    ],
  )
}

it(`no cut leaves in a zone, nor away from the places of the day, in ${SCHEDULES} random drives`, async () => {
  let [sent, refusedInZone] = [0, 0]
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      now += 26 * HOUR
      await draw(schedule)
      const told: Told[] = []
      let place = 0
      for (const step of schedule.steps) {
        now += step.after * 1000
        place = step.place ?? place
        told.push({ at: now, place, speed: step.speed, acc: step.acc })
        const body = reportBody({ at: now, lat: latOf(place), lng: LNG, speed: step.speed, status: step.acc ? 3 : 2 })
        expect(await terminal.answer(terminal.say(up.position, body))).toBe(0)
        if (step.gives) await give(step.armed)
        await commands.look()
        // All that was written has come once a heartbeat is answered.
        await terminal.answer(terminal.say(up.heartbeat))
        const cuts = terminal.heard.filter(({ id }) => id === CUT).length
        terminal.heard.length = 0
        sent += cuts
        if (cuts > 0) expect({ schedule, told, allowed: mayCut(told, schedule) }).toMatchObject({ allowed: true })
      }
      const { rows } = await t.root.query('select count(*)::int as n from command where refusal in (10013, 10018)')
      refusedInZone = rows[0].n
    }),
    { numRuns: SCHEDULES, seed: 52 },
  )
  console.info(`${SCHEDULES} drives: ${sent} cuts left, ${refusedInZone} were refused by place`)
  expect(sent).toBeGreaterThan(0)
  expect(refusedInZone).toBeGreaterThan(0)
}, 3_600_000)
