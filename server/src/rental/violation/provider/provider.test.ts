import { contract } from '@cheyi/contract/index'
import { depositKind, depositMode, holdStatus } from '@cheyi/domain/money/deposit/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { violationSource, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { DAY, formatDateTime, HOUR } from '@cheyi/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bulk } from '../../../bulk.ts'
import { asSystem } from '../../../kernel/make-context.ts'
import type { SimulatedViolations, ViolationPort, ViolationSimulator } from '../../../kernel/ports.ts'
import { workOff } from '../../../platform/job/runner.ts'
import type { TestApp } from '../../../testing/app.ts'
import { at } from '../../../testing/at.ts'
import { runDue, runMerchants } from '../../../testing/jobs.ts'
import { booksAgree } from '../../../testing/world/bookings.ts'
import { bringBack, handOut, payDeposits } from '../../../testing/world/handover.ts'
import { clerk, manager, orderRow, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'
import { openOnlinePay, payLink } from '../../../testing/world/online.ts'
import type { World } from '../../../testing/world/world.ts'
import { queryCars, type Scene } from './query.ts'
import * as store from './store.ts'

/* The provider of violations: what it tells becomes rows, and what it does not know gives deposits back. */

ownMerchant({ cars: 3 })
const { violation, deposit } = contract
const OUT = at('11-23T10:00')
const BACK = at('11-25T10:00')

let provider: ViolationSimulator
let before = 0
beforeEach(async () => {
  provider = t.kernel.outside.violations!.simulator!
  provider.act('knows')
  for (const plates of provider.asked()) for (const plate of plates) provider.tell(plate, [])
  before = provider.asked().length
  await daily(100)
})
afterEach(() => booksAgree(t))

const daily = (queryViolationsDaily: number) =>
  t.call(contract.merchant.saveSetting, { settings: { queryViolationsDaily } }, owner())
async function go(time: number) {
  t.clock.set(time)
}
/** Plates that were asked about since the test began. */
const asked = () => provider.asked().slice(before).flat()
const rows = async () =>
  (await t.root.query('select * from violation where merchant_id = $1 order by occur_at, id', [w.merchantId])).rows
const run: Scene['apart'] = async (work) => {
  const { vaults } = t.jobs
  const vault = await vaults.merchant(w.merchantId)
  return asSystem(t.jobs, { name: 'violationQuery', merchantId: w.merchantId, vault }, work)
}
const night = async () => {
  await runMerchants(t, 'violationQuery')
  await t.kernel.afterwards.idle()
}
const plateOf = async (orderId: string): Promise<string> =>
  (await t.root.query('select v.plate from "order" o join vehicle v on v.id = o.vehicle_id where o.id = $1', [orderId]))
    .rows[0].plate
const told = (plate: string, occurAt: number, more: object = {}) => ({
  plate,
  occurAt: formatDateTime(occurAt),
  place: '延安高架',
  act: '违反禁令标志',
  actCode: '1344',
  points: 0,
  fine: 20_000,
  docNo: '3101',
  authority: '上海交警',
  officialState: 0,
  ...more,
})
const violationDeposit = async (orderId: string) =>
  (await t.root.query('select * from deposit where order_id = $1 and kind = 2', [orderId])).rows[0]
const tasks = async (orderId: string) =>
  (
    await t.root.query(`select done_at from task where order_id = $1 and kind = 'violationRelease' order by id`, [
      orderId,
    ])
  ).rows

/** The rental deposit in cash, that of violations by a code. */
async function online(app: TestApp, world: World, orderId: string) {
  const token = world.tokens.owner
  const by = { orderId, mode: depositMode.offline }
  await app.call(deposit.pay, { ...by, kind: depositKind.rental, amount: 300_000, payWay: payWay.cash }, { token })
  const link = await app.call(
    deposit.pay,
    { ...by, kind: depositKind.violation, amount: 200_000, payWay: payWay.wechat },
    { token },
  )
  await payLink(app, (link as unknown as { paymentId: string }).paymentId)
}
/** A car that came back two days after it went out; and when its violation deposit has its day. */
async function rented(deposits: typeof online | typeof payDeposits = payDeposits) {
  const { orderId } = await handOut(t, w, { trip: { pickupAt: OUT, returnAt: BACK }, deposits: deposits as never })
  await bringBack(t, w, orderId, { at: BACK })
  await go(BACK + HOUR)
  const { dueReleaseAt } = await violationDeposit(orderId)
  return { orderId, plate: await plateOf(orderId), due: dueReleaseAt.getTime() as number }
}

describe('at night', () => {
  it('cars that came back are asked about every night, the others every week, each once', async () => {
    const { plate } = await rented()
    await go(at('11-26T01:40'))
    await night()
    const all = asked()
    expect(all).toContain(plate)
    expect(new Set(all).size).toBe(all.length)
    const { rows: fleet } = await t.root.query('select plate from vehicle where merchant_id = $1', [w.merchantId])
    expect(all.toSorted()).toEqual(fleet.map((row) => row.plate as string).toSorted())
    await night()
    expect(asked()).toEqual(all)
    await go(at('11-27T01:40'))
    await night()
    expect(asked().slice(all.length)).toEqual([plate])
    await go(at('12-03T01:40'))
    await night()
    expect(asked().slice(all.length + 1)).toHaveLength(all.length)
  })

  it('no more than the day has questions, and nobody where the merchant wants none', async () => {
    await go(at('11-26T01:40'))
    await daily(2)
    await night()
    expect(asked()).toHaveLength(2)
    await night()
    expect(asked()).toHaveLength(2)
    await go(at('11-27T01:40'))
    await night()
    expect(new Set(asked()).size).toBe(4)
    await daily(0)
    await go(at('11-28T01:40'))
    await night()
    expect(asked()).toHaveLength(4)
  })

  it('what is told is a row, matched; told twice, by hand or by both it is one', async () => {
    const { orderId, plate } = await rented()
    const when = OUT + 3 * HOUR
    provider.tell(plate, [told(plate, when)])
    await go(at('11-26T01:40'))
    await night()
    expect(await rows()).toMatchObject([
      {
        orderId,
        status: violationStatus.open,
        source: violationSource.provider,
        docNo: '3101',
        fineFen: '20000',
        plate,
      },
    ])
    expect(await orderRow(orderId)).toMatchObject({ openViolations: 1 })
    const facts = { place: '别处', act: '违停', actCode: '1344', points: 0, fine: 20_000 }
    expect(await t.send(violation.create, { plate, occurAt: when, ...facts }, owner())).toMatchObject({
      errorCode: 8001,
    })
    const second = OUT + 5 * HOUR
    await t.call(violation.create, { plate, occurAt: second, ...facts, place: '' }, owner())
    provider.tell(plate, [told(plate, when), told(plate, second, { docNo: '3102' })])
    await go(at('11-27T01:40'))
    await night()
    expect(await rows()).toMatchObject([
      { docNo: '3101', source: violationSource.provider, version: 1 },
      { docNo: '3102', source: violationSource.byHand, place: '延安高架' },
    ])
  })
})

describe('the violation deposit', () => {
  it('goes back by itself on its day, once the provider knows of nothing', async () => {
    await openOnlinePay(t, w)
    const { orderId, due } = await rented(online)
    await go(due - DAY)
    await night()
    await go(due)
    // What was told yesterday is of yesterday.
    expect(formatDateTime(due).slice(11)).toBe('10:00')
    await night()
    await Promise.all([runDue(t, 'violationRelease'), runDue(t, 'violationRelease')])
    expect(await violationDeposit(orderId)).toMatchObject({ inFlightFen: '200000' })
    await runDue(t, 'moneyOut')
    expect(await violationDeposit(orderId)).toMatchObject({ releasedFen: '200000', holdStatus: holdStatus.released })
    expect(await tasks(orderId)).toEqual([])
  })

  it('stays while the provider is silent, is a to-do, and goes back when it answers later', async () => {
    await openOnlinePay(t, w)
    const { orderId, due } = await rented(online)
    await go(due - DAY)
    await night()
    provider.act('gone')
    await go(due)
    await night()
    await runDue(t, 'violationRelease')
    expect(await violationDeposit(orderId)).toMatchObject({ inFlightFen: '0', holdStatus: holdStatus.held })
    expect(await tasks(orderId)).toMatchObject([{ doneAt: null }])
    provider.act('knows')
    await go(due + 16 * HOUR)
    await night()
    expect(await violationDeposit(orderId)).toMatchObject({ inFlightFen: '200000' })
    expect(await tasks(orderId)).toMatchObject([{ doneAt: expect.any(Date) }])
  })

  it('stays for a violation that is told on its day, and for one that nobody is known of', async () => {
    await openOnlinePay(t, w)
    const { orderId, plate, due } = await rented(online)
    provider.tell(plate, [told(plate, OUT + 3 * HOUR)])
    await go(due)
    await night()
    await runDue(t, 'violationRelease')
    expect(await violationDeposit(orderId)).toMatchObject({ inFlightFen: '0', holdStatus: holdStatus.held })
    const [{ id, version }] = await rows()
    await t.call(violation.cancel, { violationId: id, version, reason: '登记有误' }, owner())
    provider.tell(plate, [told(plate, BACK + HOUR, { docNo: '3105' })])
    await t.root.query("update violation_query set answered_at = asked_at - interval '2 days'")
    await night()
    await runDue(t, 'violationRelease')
    expect((await rows()).at(-1)).toMatchObject({ status: violationStatus.unmatched })
    expect(await violationDeposit(orderId)).toMatchObject({ inFlightFen: '0' })
    expect(await tasks(orderId)).toMatchObject([{ doneAt: null }])
  })

  it('that is paid back by hand is a person’s', async () => {
    const { orderId, due } = await rented()
    await go(due)
    await night()
    await runDue(t, 'violationRelease')
    expect(await violationDeposit(orderId)).toMatchObject({ inFlightFen: '0' })
    expect(await tasks(orderId)).toMatchObject([{ doneAt: null }])
  })
})

describe('an answer that is none', () => {
  it.each<SimulatedViolations>(['refuses', 'gone', 'unsigned', 'otherClock', 'flood'])(
    '%s: nothing is stored',
    async (how) => {
      const { orderId, plate, due } = await rented()
      provider.tell(plate, [told(plate, OUT + 3 * HOUR)])
      provider.act(how)
      await go(due)
      await night()
      expect(await rows()).toEqual([])
      const { rows: queries } = await t.root.query(
        'select answered_at from violation_query where merchant_id = $1 and answered_at is not null and vehicle_id = (select vehicle_id from "order" where id = $2)',
        [w.merchantId, orderId],
      )
      expect(queries).toEqual([])
    },
  )

  it('about a car of somebody else is left out, the others are taken', async () => {
    const { plate } = await rented()
    provider.tell(plate, [told(plate, OUT + 3 * HOUR)])
    provider.act('foreign')
    await go(at('11-26T01:40'))
    await night()
    expect(await rows()).toMatchObject([{ plate }])
  })

  it('under the number of another car’s violation is left out, and that car did not tell', async () => {
    const { plate } = await rented()
    const other = w.vehicles.lavida.map((one) => one.plate).find((one) => one !== plate)!
    provider.tell(plate, [told(plate, OUT + 3 * HOUR)])
    await go(at('11-26T01:40'))
    await night()
    provider.tell(plate, [])
    provider.tell(other, [told(other, OUT + 3 * HOUR)])
    await go(at('12-04T01:40'))
    await night()
    expect(await rows()).toMatchObject([{ plate, version: 1 }])
    const { rows: told2 } = await t.root.query(
      'select answered_at from violation_query q join vehicle v on v.id = q.vehicle_id where q.merchant_id = $1 and v.plate = $2',
      [w.merchantId, other],
    )
    expect(told2[0].answeredAt.getTime()).toBe(at('11-26T01:40'))
  })
})

describe('by hand', () => {
  const sync = async (input: object = {}, who = owner()) => {
    const { jobId } = await t.call(violation.sync, input, who)
    await workOff(t.jobs, bulk)
    return t.call(contract.job.detail, { jobId }, who)
  }

  it('all cars or some are asked about at once, and it is told how it went', async () => {
    const { plate } = await rented()
    provider.tell(plate, [told(plate, OUT + 3 * HOUR)])
    const { rows: fleet } = await t.root.query('select id, plate from vehicle where merchant_id = $1', [w.merchantId])
    const one = fleet.find((row) => row.plate === plate)!
    expect(await sync({ vehicleIds: [one.id] })).toMatchObject({
      state: jobState.done,
      message: '',
      counts: { created: 1, updated: 1, skipped: 0, failed: 0 },
    })
    expect(asked()).toEqual([plate])
    expect(await sync()).toMatchObject({
      state: jobState.done,
      counts: { created: 0, updated: fleet.length, skipped: 1, failed: 0 },
    })
    expect(await rows()).toHaveLength(1)
  })

  it('says that the provider is silent, odd, or has told enough today', async () => {
    const { plate } = await rented()
    provider.act('gone')
    expect(await sync()).toMatchObject({ state: jobState.failed, message: '查询服务没有应答，请稍后再试' })
    provider.act('foreign')
    expect(await sync()).toMatchObject({ state: jobState.partly, message: '1条不属于所查车辆或内容有误，未采用' })
    provider.act('knows')
    provider.tell(plate, [told(plate, OUT + 3 * HOUR, { points: 99 })])
    expect(await sync()).toMatchObject({
      state: jobState.partly,
      message: '1辆未得到有效答复；1条不属于所查车辆或内容有误，未采用',
    })
    provider.tell(plate, [])
    await daily(asked().length + 1)
    expect(await sync()).toMatchObject({
      state: jobState.partly,
      message: '今天的查询数量已用完',
      counts: { updated: 1 },
    })
    expect(await sync()).toMatchObject({ state: jobState.failed, message: '今天的查询数量已用完' })
  })

  it('on request of a car that is none of the own, nobody is asked', async () => {
    const { rows: all } = await t.root.query('select id from vehicle where merchant_id = $1 limit 1', [w.merchantId])
    const input = { vehicleIds: [all[0].id, '4000000000'] }
    expect(await t.send(violation.sync, input, owner())).toMatchObject({ errorCode: -4 })
  })

  it('is for who sees to violations of all stores, where the merchant has it', async () => {
    expect(await t.send(violation.sync, {}, clerk())).toMatchObject({ errorCode: -3 })
    await t.root.query(
      `update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = '测试manager'`,
      [w.merchantId, [w.stores.hongqiao]],
    )
    expect(await t.send(violation.sync, {}, manager())).toMatchObject({ errorCode: -3 })
    await daily(0)
    expect(await t.send(violation.sync, {}, owner())).toMatchObject({ errorCode: -2 })
  })
})

it('of two runs that chose the same cars at the same moment each car is asked about by one', async () => {
  const began = at('12-20T01:40')
  await go(began)
  const cars = await run((ctx) => store.cars(ctx, null, began - DAY))
  expect(cars.length).toBeGreaterThan(1)
  const plates: string[] = []
  const port: ViolationPort = {
    async ask(batch) {
      plates.push(...batch.map(({ plate }) => plate))
      return { kind: 'told', entries: [] }
    },
  }
  await go(began + 1000)
  const scene = { apart: run, ref: 'query/twice', began }
  await Promise.all([queryCars(port, cars, scene), queryCars(port, cars, scene)])
  expect(plates.toSorted()).toEqual(cars.map(({ plate }) => plate).toSorted())
})
