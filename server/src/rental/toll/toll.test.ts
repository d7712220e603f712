import { contract } from '@cheyi/contract/index'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { DAY, formatDateTime, HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { inContext } from '../../testing/context.ts'
import { gbk } from '../../testing/hostile/odd-tables.ts'
import { followEvents } from '../../testing/jobs.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay } from '../../testing/world/online.ts'
import { insertOrder } from '../../testing/world/orders.ts'
import {
  billOf,
  chargeTolls,
  costsOf,
  etcHeading,
  importBill,
  passage,
  tollDesk,
  tollLines,
  tollsDue,
} from '../../testing/world/tolls.ts'
import { matchNightly } from './match.ts'

/* Bills of ETC cards, car parks and chargers: imported, matched, and asked of the customers. */

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

ownMerchant({ cars: 4, poolSize: 8 })
const { toll, supplement } = contract
const NOW = at('11-20T10:00')

let desk: ReturnType<typeof tollDesk>
beforeEach(() => {
  desk = tollDesk(w.tokens.owner)
})

/** Cars that are out from NOW until a month later. */
async function out(cars = 1) {
  const orders = []
  for (let i = 0; i < cars; i++) {
    const car = w.vehicles.lavida[i]!
    const { orderId } = await handOut(t, w, {
      trip: { pickupAt: NOW, returnAt: at('12-19T10:00') },
      form: { vehicleId: car.id },
    })
    orders.push({ orderId, plate: car.plate, vehicleId: car.id })
  }
  return orders
}

describe('a bill', () => {
  it('is imported as it comes: title rows, GBK, plates with dots, dates as text; twice it adds nothing', async () => {
    const [{ orderId, plate, vehicleId }] = (await out()) as [Awaited<ReturnType<typeof out>>[number]]
    t.clock.set(NOW + 9 * HOUR)
    const odd = `${plate.slice(0, 2)}·${plate.slice(2, 4)} ${plate.slice(4).toLowerCase()}`
    const text = [
      '某某高速电子收费月结单,,,,,',
      '账期：2026年11月,,,,,',
      etcHeading.join(','),
      `${odd},2026/11/20 12:20:59,江桥,苏州,￥35.00,A1`,
      `${plate},2026年11月20日 13时05分,江桥,昆山,12,A2`,
      `${plate},2026-11-20 12:20,江桥,苏州,35,A1`,
      `${plate},2026-11-20,江桥,苏州,35,A3`,
      `沪Z99999,2026-11-20 12:20,江桥,苏州,35,A4`,
      `${plate},2026-11-20 12:40,江桥,苏州,0.00,A5`,
      `${plate},2026-11-20 12:45,江桥,苏州,-3.00,A6`,
      '合计,,,,82,',
    ].join('\n')
    const trial = await desk.check(await desk.upload(gbk(text), '账单.csv'))
    expect(trial).toMatchObject({ counts: { created: 3, updated: 0, skipped: 3, failed: 2 } })
    expect(trial.issues).toMatchObject([
      { row: 7, column: '离开时间', reason: '没有写时刻，应如 2026-05-01 14:30' },
      { row: 8, column: '车牌号', reason: '车牌不在车队中' },
    ])
    const done = await desk.confirm(trial.jobId)
    expect(done).toMatchObject({ state: jobState.partly, counts: { created: 3, failed: 2 } })
    expect((await desk.download(done.resultUrl)).map((cells) => cells.at(-1)).slice(3, 6)).toEqual([
      expect.stringMatching(/^新建成功，过路费 ¥35.00 已匹配订单/),
      expect.stringMatching(/^新建成功，过路费 ¥12.00 已匹配订单/),
      '跳过：与第4行重复',
    ])
    expect(await tollLines()).toMatchObject([
      { kind: 1, status: 2, orderId, vehicleId, fen: '3500', place: '江桥 → 苏州', lineNo: 'A1' },
      // Money back for a line that was never imported stays with the merchant.
      { kind: 1, status: 5, orderId: null, vehicleId, fen: '-300', lineNo: null, backNo: 'A6' },
      { kind: 1, status: 2, orderId, fen: '1200' },
    ])
    expect(await importBill(gbk(text))).toMatchObject({ counts: { created: 0, failed: 2 } })
    expect(await tollLines()).toHaveLength(3)
    // Each line costs the merchant, whoever bears it.
    expect(await costsOf(vehicleId)).toEqual([
      { kind: 13, source: 8, fen: 3500, fromOn: '2026-11-20' },
      { kind: 13, source: 8, fen: 1200, fromOn: '2026-11-20' },
      { kind: 13, source: 8, fen: -300, fromOn: '2026-11-20' },
    ])
  })

  it('of a car park or charger is told by its titles; a line that no customer had the car for is borne by the merchant', async () => {
    const car = w.vehicles.lavida[0]!
    t.clock.set(NOW)
    const parked = billOf(
      [[car.plate, '2026-11-18 08:00', '2026-11-18 10:00', '虹桥P7', '20']],
      ['车牌号码', '入场时间', '离场时间', '停车场', '实付金额'],
    )
    expect(await importBill(parked)).toMatchObject({ counts: { created: 1 } })
    const charged = billOf(
      [[car.plate, '2026-11-18 11:00', '2026-11-18 12:00', '南翔充电站', '38.60', '特来电']],
      ['车牌', '充电开始时间', '充电结束时间', '充电站名称', '总费用', '运营商'],
    )
    expect(await importBill(charged)).toMatchObject({ counts: { created: 1 } })
    expect(await tollLines()).toMatchObject([
      { kind: 2, status: 5, orderId: null, storeId: w.stores.hongqiao },
      { kind: 3, status: 5, orderId: null, provider: '特来电' },
    ])
    expect(await costsOf(car.id)).toMatchObject([
      { kind: 10, fen: 2000 },
      { kind: 12, fen: 3860 },
    ])
    // A wrong one is voided: it costs nothing then, and may be imported again.
    const { list } = await t.call(toll.page, { group: 'borne', kind: 2 }, owner())
    await t.call(toll.cancel, { lineId: list[0]!.lineId, version: 1, reason: '不是本车' }, owner())
    expect(await costsOf(car.id)).toMatchObject([{ kind: 12 }])
    expect(await importBill(parked)).toMatchObject({ counts: { created: 1 } })
  })

  it('by card number waits for the car of the card, and then finds it by itself', async () => {
    const [{ orderId, vehicleId }] = (await out()) as [Awaited<ReturnType<typeof out>>[number]]
    t.clock.set(NOW + 9 * HOUR)
    const table = (from: number) =>
      billOf(
        [0, 1].map((n) => ['3101 0001', formatDateTime(NOW + (from + n) * HOUR), '绕城高速', '12', `C${from + n}`]),
        ['ETC卡号', '交易时间', '交易地点', '交易金额', '交易流水号'],
      )
    expect(await importBill(table(1))).toMatchObject({ counts: { created: 2 } })
    const { list, counts } = await t.call(toll.page, { group: 'unmatched' }, owner())
    expect(counts).toMatchObject({ unmatched: 2, toCharge: 0 })
    const todos = await t.call(contract.todo.counts, {}, owner())
    expect(todos.find(({ code }) => code === 'tollMatch')).toMatchObject({ count: 2, link: '/tolls?group=unmatched' })
    const { lineId } = list[0]!
    expect(await t.call(toll.match, { lineId, version: 1, vehicleId }, owner())).toMatchObject({ status: 2, others: 1 })
    expect(await importBill(table(3))).toMatchObject({ counts: { created: 2 } })
    expect((await tollLines()).map((line) => [line.status, line.orderId, line.vehicleId])).toEqual(
      Array.from({ length: 4 }, () => [2, orderId, vehicleId]),
    )
    expect(await costsOf(vehicleId)).toHaveLength(4)
  })

  it('by card number follows the card to another car, and a wrong car is put right for all lines that nobody was asked for', async () => {
    const [wrong, right] = (await out(2)) as [
      Awaited<ReturnType<typeof out>>[number],
      Awaited<ReturnType<typeof out>>[number],
    ]
    t.clock.set(NOW + 9 * HOUR)
    const table = (...hours: number[]) =>
      billOf(
        hours.map((n) => ['3101 0009', formatDateTime(NOW + n * HOUR), '绕城高速', '12', `K${n}`]),
        ['ETC卡号', '交易时间', '交易地点', '交易金额', '交易流水号'],
      )
    await importBill(table(1, 2, 3))
    const lineAt = async (n: number) => (await tollLines()).find(({ lineNo }) => lineNo === `K${n}`)
    const say = async (n: number, vehicleId: string, more: object = {}) => {
      const { id: lineId, version } = await lineAt(n)
      return t.send(toll.match, { lineId, version, vehicleId, ...more }, owner())
    }
    const bearers = async () => (await tollLines()).map(({ orderId, vehicleId }) => [orderId, vehicleId])
    expect(await say(1, wrong.vehicleId)).toMatchObject({ success: true, data: { others: 2 } })
    expect(await tollsDue()).toEqual([{ orderId: wrong.orderId, fen: 3_600 }])
    // The list of cars was misread: all lines go to the right customer, and so do those of the next bill.
    expect(await say(2, right.vehicleId)).toMatchObject({ success: true, data: { status: 2, others: 2 } })
    await importBill(table(4))
    expect(await bearers()).toEqual(Array.from({ length: 4 }, () => [right.orderId, right.vehicleId]))
    expect(await costsOf(wrong.vehicleId)).toEqual([])
    expect(await costsOf(right.vehicleId)).toHaveLength(4)
    // From the third line on the card was in the other car.
    expect(await say(3, wrong.vehicleId, { fromHere: true })).toMatchObject({ success: true, data: { others: 1 } })
    await importBill(table(0, 5))
    const [before, after] = [
      [right.orderId, right.vehicleId],
      [wrong.orderId, wrong.vehicleId],
    ]
    expect(await bearers()).toEqual([before, before, before, after, after, after])
    // One line alone was driven by the other customer, who had the card in his hand.
    const { id: lineId, version } = await lineAt(5)
    expect(await t.call(toll.match, { lineId, version, orderId: right.orderId }, owner())).toMatchObject({ status: 2 })
    expect(await lineAt(5)).toMatchObject({ orderId: right.orderId, vehicleId: right.vehicleId })
    expect(await costsOf(wrong.vehicleId)).toHaveLength(2)
  })

  it('of the card of a car that was sold waits for its next car instead of costing the sold one', async () => {
    const car = w.vehicles.lavida[0]!
    t.clock.set(NOW)
    const table = (day: string) =>
      billOf([['', '31010008', `${day} 08:00`, '10']], ['车牌号', 'ETC卡号', '通行时间', '通行费'])
    await importBill(table('2026-11-18'))
    const [{ id: lineId }] = (await tollLines()) as [{ id: string }]
    await t.call(toll.match, { lineId, version: 1, vehicleId: car.id }, owner())
    for (const to of [lifecycle.off, lifecycle.disposed])
      await t.call(contract.inventory.setLifecycle, { vehicleId: car.id, lifecycle: to }, owner())
    t.clock.set(NOW + 2 * DAY)
    await importBill(table('2026-11-21'))
    expect((await tollLines()).map(({ status, vehicleId }) => [status, vehicleId])).toEqual([
      [5, car.id],
      [1, null],
    ])
  })

  it('of cars of another store is refused to who sees one store, and cards without a car too', async () => {
    t.clock.set(NOW)
    await t.root.query(
      `update account set store_scope = 1, store_ids = array[$2::bigint], role_ids = array(select id from role r where r.merchant_id = account.merchant_id and r.letter = 'B')
        where merchant_id = $1 and name = '测试manager'`,
      [w.merchantId, w.stores.pudong],
    )
    const own = tollDesk(w.tokens.manager)
    const table = billOf(
      [
        [w.vehicles.lavida[0]!.plate, '', '2026-11-18 08:00', '10'],
        ['', '31010001', '2026-11-18 08:00', '10'],
      ],
      ['车牌号', 'ETC卡号', '通行时间', '通行费'],
    )
    const trial = await own.check(await own.upload(table, '账单.csv'))
    expect(trial.issues).toMatchObject([
      { column: '车牌号', reason: '车辆属于其他门店，不在您的数据范围内' },
      { column: '卡号', reason: '卡号未对应车辆，请由可见全部门店的人导入' },
    ])
  })
})

describe('charging', () => {
  /** Two orders with lines: 35 + 12 yuan, and 20 yuan. */
  async function due() {
    const [one, two] = await out(2)
    t.clock.set(NOW + 9 * HOUR)
    await importBill(
      billOf(
        [
          passage(one!.plate, NOW + HOUR, 3500, 'B1'),
          passage(one!.plate, NOW + 2 * HOUR, 1200, 'B2', '昆山'),
          passage(two!.plate, NOW + 3 * HOUR, 2000, 'B3'),
        ],
        etcHeading,
      ),
    )
    return { one: one!, two: two! }
  }

  it('gathers all lines of an order into one supplement, with a link that shows them; the lines follow it', async () => {
    await openOnlinePay(t, w)
    const { one, two } = await due()
    const shown = await t.call(toll.due, {}, owner())
    expect(shown).toMatchObject({
      total: 2,
      sums: { lines: 3, fen: 6700 },
      list: [
        { orderId: one.orderId, lines: 2, fen: 4700, what: '过路费2笔' },
        { orderId: two.orderId, lines: 1, fen: 2000 },
      ],
    })
    expect(shown.list[0]!.deposit).toBeGreaterThan(0)
    expect(await t.call(toll.due, { orderId: two.orderId }, owner())).toMatchObject({
      total: 1,
      sums: { lines: 1, fen: 2000 },
      list: [{ orderId: two.orderId, plate: two.plate }],
    })
    const result = await chargeTolls({ act: 'ask', orders: await tollsDue(), text: true })
    expect(result).toMatchObject({ state: jobState.done })
    const [charged, ...others] = await t.call(supplement.list, { orderId: one.orderId }, owner())
    expect(others).toEqual([])
    expect(charged).toMatchObject({ amount: 4700, status: 0, reasonCode: 3, remark: '过路费2笔' })
    await t.kernel.afterwards.idle()
    const texts = ((await t.kernel.outside.sms.outbox?.()) ?? []).filter(({ text }) => text.includes('补款'))
    expect(texts).toHaveLength(2)
    const link = new URL(/https?:\/\/\S+/.exec(texts.at(-1)!.text)![0]).searchParams.get('t')!
    const page = await t.call(contract.payment.payPage, { t: link }, { token: undefined })
    expect(page.lines.reduce((sum, { fen }) => sum + fen, 0)).toBe(page.amount)
    expect(page.lines[0]).toMatchObject({
      text: '2026-11-20 11:00 过路费',
      note: expect.stringContaining('江桥 → 苏州'),
    })
    expect((await tollLines()).map(({ status }) => status)).toEqual([3, 3, 3])
    expect(await tollsDue()).toEqual([])

    await t.call(
      contract.payment.collect,
      { orderId: one.orderId, payKind: 5, refId: charged!.id, amount: 4700, payWay: 3 },
      owner(),
    )
    const [other] = await t.call(supplement.list, { orderId: two.orderId }, owner())
    await t.call(supplement.cancel, { id: other!.id }, owner())
    expect((await tollLines()).map(({ status }) => status)).toEqual([4, 4, 2])
    expect(await tollsDue()).toEqual([{ orderId: two.orderId, fen: 2000 }])
    await booksAgree(t)
  })

  it('is income that covers the cost of its car to the fen; what is waived is left to the merchant', async () => {
    const { one, two } = await due()
    const all = await tollsDue()
    expect(await chargeTolls({ act: 'ask', orders: all.slice(0, 1) })).toMatchObject({ state: jobState.done })
    const waived = await chargeTolls({ act: 'waive', orders: all.slice(1), reason: '老客户优惠' })
    expect(waived).toMatchObject({ state: jobState.done })
    expect((await tollLines()).map(({ status, reason }) => [status, reason])).toEqual([
      [3, ''],
      [3, ''],
      [5, '老客户优惠'],
    ])
    // The return settles an open supplement from the rental deposit.
    for (const { orderId } of [one, two]) await bringBack(t, w, orderId, { at: NOW + 10 * HOUR })
    expect((await tollLines()).map(({ status }) => status)).toEqual([4, 4, 5])
    t.clock.set(at('12-22T10:00'))
    await t.root.query('delete from follower where merchant_id = $1', [w.merchantId])
    await followEvents(t)
    const span = { from: '2026-11-01', to: '2026-11-30' }
    const { list, sum } = await t.call(contract.profit.list, { ...span, pageSize: 100 }, owner())
    const [first, second] = [one, two].map((car) => list.find(({ vehicleId }) => vehicleId === car.vehicleId)!.sums)
    const income = (car: typeof first) => car!.rent! + car!.service! + car!.other!
    expect(first).toMatchObject({ running: 4700 })
    expect(income(first)).toBe(income(second) + 4700)
    expect(second).toMatchObject({ running: 2000 })
    const { figures } = await t.call(contract.data.overview, { ...span, unit: 'month' }, owner())
    expect(sum!.rent! + sum!.service! + sum!.other!).toBe(figures.find(({ key }) => key === 'revenue')!.value)
    await booksAgree(t)
  })

  it('refuses an order whose lines have changed since they were shown, and a repeat by the same key charges once', async () => {
    const { one, two } = await due()
    const orders = await tollsDue()
    const key = { ...owner(), key: 'toll-charge-1' }
    const first = await t.call(
      toll.charge,
      { act: 'ask', orders: [{ orderId: one.orderId, fen: 3500 }, orders[1]!] },
      key,
    )
    const again = await t.call(
      toll.charge,
      { act: 'ask', orders: [{ orderId: one.orderId, fen: 3500 }, orders[1]!] },
      key,
    )
    expect(again).toEqual(first)
    await workOff(t.jobs, bulk)
    expect(await t.call(contract.job.detail, { jobId: first.jobId }, owner())).toMatchObject({
      state: jobState.partly,
      issues: [{ row: 1, reason: expect.stringContaining('待收明细已变化') }],
    })
    expect(await t.call(supplement.list, { orderId: one.orderId }, owner())).toEqual([])
    expect(await t.call(supplement.list, { orderId: two.orderId }, owner())).toHaveLength(1)
  })

  it('by two people at once charges each line once', async () => {
    const { one, two } = await due()
    const orders = await tollsDue()
    const asked = await Promise.all(
      [w.tokens.owner, w.tokens.manager].map((token) => t.call(toll.charge, { act: 'ask', orders }, { token })),
    )
    await Promise.all([workOff(t.jobs, bulk), workOff(t.jobs, bulk)])
    const states = await Promise.all(
      asked.map(({ jobId }, i) =>
        t.call(contract.job.detail, { jobId }, { token: [w.tokens.owner, w.tokens.manager][i]! }),
      ),
    )
    expect(states.flatMap(({ issues }) => issues ?? [])).toHaveLength(2)
    for (const { orderId, fen } of [
      { orderId: one.orderId, fen: 4700 },
      { orderId: two.orderId, fen: 2000 },
    ])
      expect((await t.call(supplement.list, { orderId }, owner())).map(({ amount }) => amount)).toEqual([fen])
    await booksAgree(t)
  })

  it('needs its own right, and each merchant sees its own lines', async () => {
    await due()
    const { list } = await t.call(toll.page, {}, owner())
    expect(list).toHaveLength(3)
    const answer = await t.send(toll.charge, { act: 'ask', orders: await tollsDue() }, { token: w.tokens.fleet })
    expect(answer).toMatchObject({ success: false, errorCode: -3 })
  })
})

describe('who bears a line', () => {
  it('is who had the car at that minute: 500 lines against a count of minutes', async () => {
    const LINES = 500
    const span = { first: NOW - 2 * DAY, last: NOW + 4 * DAY }
    const cars = w.vehicles.lavida.slice(0, 3)
    const pieces: { car: string; order: string; from: number; to: number | null }[] = []
    const assign = async (car: string, from: number, to: number | null) => {
      const order = await insertOrder(t, w, { status: to === null ? 4 : 5 })
      await t.root.query(
        'insert into vehicle_assignment (merchant_id, order_id, vehicle_id, from_at, to_at, start_odo) values ($1, $2, $3, $4, $5, 1)',
        [w.merchantId, order, car, new Date(from), to === null ? null : new Date(to)],
      )
      pieces.push({ car, order, from, to })
    }
    const drives: { car: string; from: number; to: number }[] = []
    const drive = async (car: string, from: number, to: number) => {
      await t.root.query(
        `insert into driver_task (merchant_id, order_id, type, account_id, vehicle_id, plan_at, started_at, ended_at, status)
         select $1, $2, 1, id, $3, $4, $4, $5, 2 from account where merchant_id = $1 order by id limit 1`,
        [w.merchantId, pieces[0]!.order, car, new Date(from), new Date(to)],
      )
      drives.push({ car, from, to })
    }
    for (const [n, { id }] of cars.entries()) {
      await assign(id, NOW - 30 * HOUR + n * 17 * MINUTE + 31_000, NOW - 6 * HOUR)
      await assign(id, NOW - 5 * HOUR, NOW + 20 * HOUR + n * MINUTE)
      await assign(id, NOW + 26 * HOUR + 13 * MINUTE, n === 2 ? null : NOW + 70 * HOUR)
      await drive(id, NOW + 23 * HOUR + n * MINUTE, NOW + 25 * HOUR)
    }
    t.clock.set(span.last)
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const minutes = (span.last - span.first) / MINUTE
    const asked = Array.from({ length: LINES }, (_, n) => {
      const car = cars[random(cars.length)]!
      const out = span.first + random(minutes) * MINUTE
      const stays = random(3) === 0
      return { no: `F${n}`, car, out, in: stays ? out - random(6 * 60) * MINUTE : null }
    })
    const table = billOf(
      asked.map(({ no, car, out, in: from }) => [
        car.plate,
        from === null ? '' : formatDateTime(from),
        formatDateTime(out),
        '环线',
        '1.50',
        no,
      ]),
      ['车牌号', '入口时间', '出口时间', '出口站', '金额', '流水号'],
    )
    expect(await importBill(table)).toMatchObject({ counts: { created: LINES, failed: 0, skipped: 0 } })

    /** By the minutes of a clock: which orders have the car, and which one has it within two hours. */
    const minuteOf = (time: number) => Math.floor(time / MINUTE)
    const having = (car: string, minute: number) =>
      pieces.filter(
        (one) => one.car === car && minuteOf(one.from) <= minute && (one.to === null || minute < minuteOf(one.to)),
      )
    function at(car: string, time: number): string {
      const orders = new Set(having(car, minuteOf(time)).map(({ order }) => order))
      if (orders.size === 1) return [...orders][0]!
      if (orders.size > 1) return 'person'
      const driven = drives.some(
        (one) => one.car === car && minuteOf(one.from) <= minuteOf(time) && minuteOf(time) < minuteOf(one.to),
      )
      if (driven) return 'merchant'
      for (let off = 1; off <= 120; off++)
        for (const minute of [minuteOf(time) - off, minuteOf(time) + off])
          if (having(car, minute).length > 0 || ends(car, minuteOf(time), off)) return 'person'
      return 'merchant'
    }
    /** The end of a rental is no minute of it: its distance is counted to that end. */
    const ends = (car: string, minute: number, off: number) =>
      pieces.some((one) => one.car === car && one.to !== null && minuteOf(one.to) + off === minute)
    const expected = asked.map(({ no, car, out, in: from }) => {
      const [end, begin] = [at(car.id, out), from === null ? null : at(car.id, from)]
      return [no, begin === null || begin === end ? end : 'person'] as const
    })
    const found = (await tollLines()).map(({ lineNo, status, orderId }) => [
      lineNo,
      status === 2 ? orderId : status === 5 ? 'merchant' : status === 1 ? 'person' : 'wrong',
    ])
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
    const kinds = Map.groupBy(expected, ([, who]) => (/^\d+$/.test(who) ? 'order' : who))
    for (const kind of ['order', 'merchant', 'person']) expect(kinds.get(kind)!.length).toBeGreaterThan(20)
  })
})

describe('the rental times', () => {
  it('move lines with them while nothing was asked for: a return that was earlier leaves them to the merchant or a person', async () => {
    const [one] = await out()
    t.clock.set(NOW + 9 * HOUR)
    await importBill(
      billOf(
        [
          passage(one!.plate, NOW + HOUR, 3500, 'D1'),
          passage(one!.plate, NOW + 4 * HOUR, 700, 'D2'),
          passage(one!.plate, NOW + 8 * HOUR, 900, 'D3'),
        ],
        etcHeading,
      ),
    )
    expect((await tollLines()).map(({ status }) => status)).toEqual([2, 2, 2])
    await bringBack(t, w, one!.orderId, { at: NOW + 3 * HOUR })
    expect((await tollLines()).map(({ status, orderId }) => [status, orderId])).toEqual([
      [2, one!.orderId],
      [1, null],
      [5, null],
    ])
  })

  it('that end earlier than a line that its customer was asked for tell staff', async () => {
    const [one] = await out()
    t.clock.set(NOW + 9 * HOUR)
    await importBill(
      billOf([passage(one!.plate, NOW + HOUR, 3500, 'F1'), passage(one!.plate, NOW + 8 * HOUR, 900, 'F2')], etcHeading),
    )
    await chargeTolls({ act: 'ask', orders: await tollsDue() })
    await bringBack(t, w, one!.orderId, { at: NOW + 3 * HOUR })
    expect((await tollLines()).map(({ reason }) => reason)).toEqual(['', '订单当时已不用此车，请核对'])
    const notices = (await t.call(contract.notify.page, {}, { token: w.tokens.clerk })).list.filter(({ title }) =>
      title.startsWith('过路停车费'),
    )
    expect(notices).toMatchObject([{ body: expect.stringContaining('1笔¥9.00已向客户收取') }])
  })

  it('decide again who bears a line whose supplement was cancelled', async () => {
    const [wrong, right] = await out(2)
    t.clock.set(NOW + 9 * HOUR)
    const table = (n: number) =>
      billOf(
        [['3101 0007', formatDateTime(NOW + n * HOUR), '绕城高速', '12', `S${n}`]],
        ['ETC卡号', '交易时间', '交易地点', '交易金额', '交易流水号'],
      )
    const say = async (n: number, vehicleId: string) => {
      const { id: lineId, version } = (await tollLines()).find(({ lineNo }) => lineNo === `S${n}`)
      await t.call(toll.match, { lineId, version, vehicleId }, owner())
    }
    const borne = async () => (await tollLines()).map(({ status, orderId }) => [status, orderId])
    await importBill(table(1))
    await say(1, wrong!.vehicleId)
    await chargeTolls({ act: 'ask', orders: await tollsDue() })
    const [asked] = await t.call(supplement.list, { orderId: wrong!.orderId }, owner())
    await importBill(table(2))
    await say(2, right!.vehicleId)
    expect(await borne()).toEqual([
      [3, wrong!.orderId],
      [2, right!.orderId],
    ])
    await t.call(supplement.cancel, { id: asked!.id }, owner())
    expect(await borne()).toEqual([
      [1, null],
      [2, right!.orderId],
    ])
    await inContext(t, w, 'owner', matchNightly)
    expect(await tollsDue()).toEqual([{ orderId: right!.orderId, fen: 2_400 }])
  })

  it('leave near lines to a person, who chooses an order or the merchant', async () => {
    const [one] = await out()
    t.clock.set(NOW + 9 * HOUR)
    await importBill(billOf([passage(one!.plate, NOW - 30 * MINUTE, 500, 'E1')], etcHeading))
    const [{ id, status }] = (await tollLines()) as [{ id: string; status: number }]
    expect(status).toBe(1)
    expect(await t.call(toll.around, { lineId: id }, owner())).toMatchObject([{ orderId: one!.orderId, minutes: 30 }])
    expect(await t.call(toll.match, { lineId: id, version: 1, orderId: one!.orderId }, owner())).toMatchObject({
      status: 2,
    })
    expect(await t.call(toll.match, { lineId: id, version: 2, reason: '送车途中' }, owner())).toMatchObject({
      status: 5,
    })
    expect(await t.send(toll.match, { lineId: id, version: 2 }, owner())).toMatchObject({ success: false })
  })
})
