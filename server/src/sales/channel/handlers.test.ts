import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { withinTolerance } from '@cheyi/domain/pricing/quote/channel/channel'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, createUser } from '../../platform/merchant/provision.ts'
import { at } from '../../testing/at.ts'
import { listen, waitedFlights } from '../../testing/flights.ts'
import { formOf } from '../../testing/world/booking.ts'
import { clerk, fleet, manager, other, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'

ownMerchant({ other: true })

const { channel } = contract
type Save = InputOf<typeof channel.save>
type Action = InputOf<typeof channel.action>['action']

const same: Omit<Save, 'source' | 'version'> = {
  vendorCode: 'H-2201',
  contact: '',
  commissionBp: 1200,
  minLeadMinutes: null,
  maxDays: null,
  priceMode: 1,
  priceValue: 0,
  roundTo: 1,
  minFen: 0,
  stockMode: 1,
  stockValue: 0,
  bufferUnits: 0,
}
const detail = (source: 2 | 6 = 2) => t.call(channel.detail, { source }, owner())
const save = async (values: Partial<Save>, source: 2 | 6 = 2) =>
  t.call(channel.save, { ...same, source, version: (await detail(source)).version, ...values }, owner())
const act = async (action: Action, source: 2 | 6 = 2) =>
  t.send(channel.action, { source, action, version: (await detail(source)).version }, owner())
const open = async (source: 2 | 6 = 2) => {
  for (const kind of ['store', 'model'] as const) {
    const rows = await t.call(channel.mappings, { source, kind }, owner())
    await t.call(
      channel.saveMappings,
      { source, kind, rows: rows.map(({ id }) => ({ id, theirCode: `C${id}`, theirName: '' })) },
      owner(),
    )
  }
}
/** On sale, by these terms. */
const sell = async (values: Partial<Save>, source: 2 | 6 = 2) => {
  await save(values, source)
  await act('apply', source)
  await open(source)
  expect(await act('enable', source)).toMatchObject({ success: true, data: { status: 2 } })
}

const stay = { pickupAt: at('11-23T10:00'), returnAt: at('11-24T10:00') }
let serial = 0
const quote = (source: 1 | 2 | 6, trip: object = {}, as = owner()) =>
  t.send(contract.quote.quote, { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...stay, source, ...trip }, as)
const totalOf = async (trip: object = {}) => (await quote(2, trip)).data as { total: number }
const book = async (source: 1 | 2 | 6, as = owner(), trip: object = {}) => {
  const quoted = await quote(source, trip, as)
  if (!quoted.success) return quoted
  const no = source === 1 ? {} : { channelOrderNo: `CH-${++serial}` }
  return t.send(contract.order.create, formOf(quoted.data as never, no), as)
}
const free = async (source: 1 | 2 | 6, as = owner()) => {
  const [row] = await t.call(
    contract.stock.free,
    { storeId: w.stores.hongqiao, modelIds: [w.models.lavida], from: stay.pickupAt, to: stay.returnAt, source },
    as,
  )
  return { free: row!.free, sellable: row!.sellable, why: row!.why }
}

describe('a channel', () => {
  it('is opened, sells, rests and closes, and says why not', async () => {
    expect(await t.call(channel.overview, {}, owner())).toMatchObject({
      channels: { length: 11, 0: { source: 1 }, 1: { source: 2, status: 0, version: 1 } },
    })
    expect(await act('enable')).toMatchObject({ errorCode: -5 })
    expect(await act('apply')).toMatchObject({ data: { status: 1, version: 2 } })
    expect(await act('enable')).toMatchObject({ errorCode: 9003, data: { stores: 0, models: 0, priced: 0 } })
    await open()
    expect(await detail()).toMatchObject({ stores: 3, models: 3, unpriced: 0 })
    await save({ priceMode: 4 })
    expect(await act('enable')).toMatchObject({ errorCode: 9003, data: { stores: 3, models: 3, priced: 0 } })
    await save({})
    expect(await act('enable')).toMatchObject({ data: { status: 2 } })
    const { data } = (await book(2)) as { data: { orderId: string } }
    expect(await t.call(channel.overview, {}, owner())).toMatchObject({
      orders30: 1,
      channels: { 1: { status: 2, ordersToday: 1, orders30: 1, commissionBp: 1200 } },
    })
    expect(await act('close')).toMatchObject({ errorCode: -5 })
    expect(await act('pause')).toMatchObject({ data: { status: 3 } })
    expect(await quote(2)).toMatchObject({ errorCode: 9010 })
    expect(await free(2)).toEqual({ free: 1, sellable: 0, why: '渠道已暂停' })
    expect(await act('close')).toMatchObject({ errorCode: 9005, data: { count: 1 } })
    await t.root.query(`update "order" set status = 8, cancelled_at = now(), cancel_reason = 1 where id = $1`, [
      data.orderId,
    ])
    expect(await act('resume')).toMatchObject({ data: { status: 2 } })
    expect(await act('pause')).toMatchObject({ success: true })
    expect(await act('close')).toMatchObject({ data: { status: 0 } })
    expect(await quote(2)).toMatchObject({ success: true })
  })

  it('is refused to an order that was quoted before it rested', async () => {
    await sell({})
    const quoted = await quote(2)
    await act('pause')
    expect(
      await t.send(contract.order.create, formOf(quoted.data as never, { channelOrderNo: 'P-1' }), owner()),
    ).toMatchObject({ errorCode: 9010 })
  })

  it('is one of the merchant’s sources while it is connected', async () => {
    const sources = async () => (await t.call(contract.merchant.setting, {}, owner())).channels
    expect(await sources()).toEqual([1])
    await act('apply', 6)
    expect(await sources()).toEqual([1, 6])
    await act('close', 6)
    expect(await sources()).toEqual([1])
  })

  it('of two who save it at once one is told that it changed', async () => {
    const { version } = await detail()
    const both = await Promise.all(
      [500, 900].map((commissionBp) => t.send(channel.save, { ...same, source: 2, version, commissionBp }, owner())),
    )
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    expect(both.find(({ success }) => !success)).toMatchObject({ errorCode: -5 })
    expect((await detail()).version).toBe(2)
  })

  it('is set by who may, for the whole merchant, and seen by nobody else', async () => {
    await sell({})
    const { version } = await detail()
    const write = { ...same, source: 2 as const, version }
    expect(await t.send(channel.save, write, clerk())).toMatchObject({ errorCode: -3 })
    expect(await t.send(channel.overview, {}, fleet())).toMatchObject({ errorCode: -3 })
    expect(await t.send(channel.save, write, manager())).toMatchObject({ errorCode: -3 })
    expect(await t.send(channel.overview, {}, manager())).toMatchObject({ success: true })
    const theirs = await t.call(channel.overview, {}, { token: other.tokens.owner })
    expect(theirs.channels.map(({ status }) => status)).toEqual(Array(11).fill(0))
    const rows = [{ id: w.stores.hongqiao, theirCode: 'X', theirName: '' }]
    expect(
      await t.send(channel.saveMappings, { source: 2, kind: 'store', rows }, { token: other.tokens.owner }),
    ).toMatchObject({ errorCode: -4 })

    const mobile = '13700000099'
    const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
    const { rows: roles } = await t.root.query(
      `select role_ids from account where merchant_id = $1 and name = '测试owner'`,
      [w.merchantId],
    )
    await createAccount(t.commands, w.merchantId, {
      userId,
      mobile,
      parentId: null,
      name: '杭州店长',
      roleIds: roles[0].roleIds,
      storeScope: 1,
      storeIds: [w.stores.hangzhou],
    })
    const token = await t.login(mobile)
    expect(await t.send(channel.save, write, { token })).toMatchObject({ errorCode: -3 })
    expect(await t.send(channel.action, { source: 2, action: 'pause', version }, { token })).toMatchObject({
      errorCode: -3,
    })
    const seen = await t.call(channel.mappings, { source: 2, kind: 'store' }, { token })
    expect(seen.map(({ id }) => id)).toEqual([w.stores.hangzhou])
  })

  it('has one code for one store, and gives it up with it', async () => {
    await act('apply')
    const { hongqiao, pudong } = w.stores
    const put = (rows: { id: string; theirCode: string | null }[]) =>
      t.send(
        channel.saveMappings,
        { source: 2, kind: 'store', rows: rows.map((row) => ({ ...row, theirName: '' })) },
        owner(),
      )
    expect(await put([{ id: hongqiao, theirCode: 'A' }])).toMatchObject({ success: true })
    expect(await put([{ id: pudong, theirCode: 'A' }])).toMatchObject({ errorCode: 9006 })
    expect(
      await put([
        { id: pudong, theirCode: 'A' },
        { id: hongqiao, theirCode: null },
      ]),
    ).toMatchObject({ success: true })
    const rows = await t.call(channel.mappings, { source: 2, kind: 'store' }, owner())
    expect(rows.map(({ id, theirCode }) => [id, theirCode])).toContainEqual([pudong, 'A'])
    expect((await detail()).stores).toBe(1)
  })

  it('is suggested what its own list may mean, and nothing is open by that', async () => {
    await act('apply')
    const { hongqiao } = w.stores
    const theirs = [
      { code: 'S1', name: '上海虹桥机场店' },
      { code: 'S2', name: '北京南站' },
    ]
    const asked = { source: 2 as const, kind: 'store' as const, theirs }
    const told = await t.call(channel.suggestMappings, asked, owner())
    expect(told).toMatchObject({
      open: 0,
      rows: [
        { theirCode: 'S1', id: hongqiao, name: '虹桥机场店', certain: true },
        { theirCode: 'S2', id: null, certain: false },
      ],
    })
    expect((await detail()).stores).toBe(0)
    const { rows } = told
    const taken = rows.flatMap(({ id, theirCode, theirName }) => (id === null ? [] : [{ id, theirCode, theirName }]))
    await t.call(channel.saveMappings, { source: 2, kind: 'store', rows: taken }, owner())
    expect(await t.call(channel.suggestMappings, asked, owner())).toMatchObject({
      open: 1,
      rows: [{ theirCode: 'S2' }],
    })
    const cars = [
      { code: 'M1', name: '大众朗逸 自动' },
      { code: 'M2', name: '大众朗逸 手动挡' },
    ]
    const models = await t.call(channel.suggestMappings, { source: 2, kind: 'model', theirs: cars }, owner())
    expect(models.rows.map(({ name, certain }) => [name, certain])).toEqual([
      ['大众朗逸', true],
      ['', false],
    ])
    expect(await t.send(channel.suggestMappings, asked, manager())).toMatchObject({ errorCode: -3 })
  })

  it.each([
    [{ commissionBp: 5001 }, '佣金比例应为0-50%'],
    [{ stockMode: 2, stockValue: 101 }, '上限比例应为1-100%'],
    [{ priceMode: 2 }, '请填写加减价比例'],
  ] as const)('refuses %o', async (over, message) => {
    expect(await t.send(channel.save, { ...same, source: 2, version: 1, ...over } as Save, owner())).toMatchObject({
      errorCode: -2,
      message: `参数错误：${message}`,
    })
  })
})

describe('its prices', () => {
  beforeEach(() =>
    t.root.query('update price_rule set base_fen = 19999 where store_id = $1 and model_id = $2 and source = 0', [
      w.stores.hongqiao,
      w.models.lavida,
    ]),
  )

  it('13, 26: are marked up and rounded in quotes, on price pages and beside free cars', async () => {
    expect((await totalOf()).total).toBe(19_999 + 8_500)
    await sell({ priceMode: 2, priceValue: 800 })
    const { total } = await totalOf()
    expect(total).toBe(30_099)
    expect([30_199, 30_200].map((theirs) => withinTolerance(total, theirs, 100))).toEqual([true, false])
    await save({ priceMode: 2, priceValue: 800, roundTo: 100 })
    expect((await totalOf()).total).toBe(30_100)
    const place = { storeId: w.stores.hongqiao, modelId: w.models.lavida, source: 2 as const }
    const [rule] = await t.call(contract.price.rules, place, owner())
    expect(rule!.today!.price).toBe(21_600)
    expect(rule!.base!.basePrice).toBe(21_600)
    const { list } = await t.call(contract.price.models, { source: 2 }, owner())
    const listed = list.find(({ modelId }) => modelId === w.models.lavida)
    expect(listed!.places.find(({ storeId }) => storeId === w.stores.hongqiao)!.basePrice).toBe(21_600)
    const { days } = await t.call(contract.price.calendar, { ...place, from: '2026-11-23', to: '2026-11-23' }, owner())
    expect(days[0]).toMatchObject({ price: 21_600, followed: 21_600 })
    const [offered] = await t.call(
      contract.stock.free,
      { ...place, modelIds: [place.modelId], from: stay.pickupAt, to: stay.returnAt, priced: true },
      owner(),
    )
    expect(offered!.dayPrice).toBe(21_600)
    // What staff sell themselves is another price.
    expect((await quote(1)).data).toMatchObject({ total: 28_499 })
  })

  it('have a floor, and none where only own prices count', async () => {
    await sell({ priceMode: 3, priceValue: 2_000, minFen: 18_000 })
    expect((await totalOf()).total).toBe(18_000 + 8_500)
    await save({ priceMode: 4 })
    expect(await quote(2)).toMatchObject({ errorCode: 3001 })
    const [unset] = await t.call(contract.price.rules, { storeId: w.stores.hongqiao, source: 2 }, owner())
    expect(unset).toMatchObject({ rule: null, base: null, today: null })
    expect(await detail()).toMatchObject({ priced: 0, unpriced: 3 })
    const key = { storeId: w.stores.hongqiao, modelId: w.models.lavida, source: 2 as const }
    await t.call(contract.price.saveRule, { ...key, basePrice: 25_000 }, owner())
    expect((await totalOf()).total).toBe(25_000 + 8_500)
  })

  it('hold from its opening on', async () => {
    await act('apply')
    await save({ priceMode: 2, priceValue: 800 })
    expect((await totalOf()).total).toBe(28_499)
  })

  it('its own lead time and longest rental hold', async () => {
    await sell({ minLeadMinutes: 4 * 24 * 60, maxDays: 3 })
    expect(await quote(2)).toMatchObject({ errorCode: 3003, data: { minutes: 5_760 } })
    expect(await quote(1)).toMatchObject({ success: true })
    const later = { pickupAt: at('11-25T10:00'), returnAt: at('11-29T10:00') }
    expect(await quote(2, later)).toMatchObject({ errorCode: 3009 })
    expect(await quote(2, { ...later, returnAt: at('11-28T10:00') })).toMatchObject({ success: true })
  })
})

describe('its stock', () => {
  it('case 13: what is guaranteed to a channel is sold by it, and by staff who may', async () => {
    await world(8)
    await sell({ stockMode: 4, stockValue: 2 })
    await sell({}, 6)
    for (let i = 0; i < 5; i++) expect(await book(1)).toMatchObject({ success: true })
    expect(await book(2)).toMatchObject({ success: true })
    expect(await free(2)).toMatchObject({ free: 2, sellable: 2 })
    expect(await free(6)).toMatchObject({ free: 2, sellable: 1 })
    expect(await free(1, clerk())).toMatchObject({ free: 2, sellable: 1 })
    expect(await free(1)).toMatchObject({ free: 2, sellable: 2 })
    const { channels } = await t.call(
      contract.stock.day,
      { storeId: w.stores.hongqiao, modelId: w.models.lavida, date: '2026-11-23' },
      owner(),
    )
    expect(channels).toEqual([
      { source: 1, used: 5, sellable: 1, rule: null },
      { source: 2, used: 1, sellable: 2, rule: { mode: 4, value: 2, bufferUnits: 0, paused: false } },
    ])
    // A clerk sells the one that is nobody's; the last one only who may override.
    expect(await book(1, clerk())).toMatchObject({ success: true })
    expect(await book(1, clerk())).toMatchObject({ errorCode: 3101, data: { reason: 'stopped' } })
    expect(await book(6)).toMatchObject({ errorCode: 3101 })
    expect(await book(1)).toMatchObject({ success: true })
    expect(await free(2)).toMatchObject({ free: 0, sellable: 0 })
  })

  it('is kept back only where a store and a model are open to it, and not while it rests', async () => {
    await sell({ stockMode: 4, stockValue: 2 })
    expect(await free(1, clerk())).toMatchObject({ sellable: 0 })
    const closed = { id: w.models.lavida, theirCode: null, theirName: '' }
    await t.call(channel.saveMappings, { source: 2, kind: 'model', rows: [closed] }, owner())
    expect(await free(1, clerk())).toMatchObject({ sellable: 2 })
    await open()
    expect(await free(1, clerk())).toMatchObject({ sellable: 0 })
    await act('pause')
    expect(await free(1, clerk())).toMatchObject({ sellable: 2 })
  })

  it('has a cap and a buffer', async () => {
    await sell({ stockMode: 2, stockValue: 50 })
    expect(await free(2)).toMatchObject({ free: 2, sellable: 1 })
    await save({ stockMode: 3, stockValue: 1 })
    expect(await book(2)).toMatchObject({ success: true })
    expect(await book(2)).toMatchObject({ errorCode: 3101 })
    await save({ bufferUnits: 1 })
    expect(await free(2)).toMatchObject({ free: 1, sellable: 0 })
    expect(await free(1)).toMatchObject({ sellable: 1 })
  })
})

it('costs a booking no statement, with and without it', async () => {
  const flow = async () => {
    const quotes = await listen(async () => void (await quote(2)))
    const queries = t.calls.at(-1)!.queries
    const quoted = await quote(2)
    const form = formOf(quoted.data as never, { channelOrderNo: `F-${++serial}` })
    const create = await listen(async () => void (await t.send(contract.order.create, form, owner())))
    return { quote: waitedFlights(quotes), create: waitedFlights(create), queries, creating: t.calls.at(-1)!.queries }
  }
  await flow()
  const without = await flow()
  await world(2)
  await sell({ priceMode: 2, priceValue: 800, stockMode: 3, stockValue: 9 })
  await flow()
  expect(await flow()).toEqual(without)
})
