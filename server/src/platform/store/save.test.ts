import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { greatCircle } from '@cheyi/domain/platform/geo/distance'
import { refusals } from '@cheyi/domain/refusal'
import { describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { storeForm } from '../../testing/hostile/sample-forms.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book } from '../../testing/world/bookings.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { createAccount, createUser } from '../merchant/provision.ts'

sharedMerchant({ other: true })

type Form = InputOf<typeof contract.store.save>

const save = (form: Partial<Form>, token = w.tokens.manager) =>
  t.send(contract.store.save, { ...storeForm, ...form }, { token })
const saved = async (form: Partial<Form>, token = w.tokens.manager) =>
  t.call(contract.store.save, { ...storeForm, ...form }, { token })
const detail = (storeId: string, token = w.tokens.clerk) => t.call(contract.store.detail, { storeId }, { token })
const square = (lng: number, lat: number) => [
  { lng, lat },
  { lng: lng + 0.1, lat },
  { lng: lng + 0.1, lat: lat + 0.1 },
  { lng, lat: lat + 0.1 },
]
const area = {
  name: '市区',
  kind: 'both' as const,
  polygon: square(121.4, 31.2),
  feeConfigId: null,
  hours: [],
  radiusKm: null,
}

describe('an area', () => {
  it('is delivered to in its own hours only, whoever asks', async () => {
    const hours = [
      { weekdays: [1, 2, 3, 4, 5, 6, 7], open: '09:00', close: '18:00', outOfHours: false, crossMidnight: false },
    ]
    const near = { ...area, polygon: square(121.3, 31.15) }
    const quote = (from: string) =>
      t.send(
        contract.quote.quote,
        {
          storeId: w.stores.hongqiao,
          modelId: w.models.lavida,
          pickupAt: at(from),
          returnAt: at('11-29T10:00'),
          pickupType: 2,
          pickupAddress: '虹桥路1号',
          pickupLng: 121.34,
          pickupLat: 31.2,
        },
        { token: w.tokens.owner },
      )
    const { version } = await saved({ storeId: w.stores.hongqiao, serviceAreas: [{ ...near, hours }] })
    expect((await detail(w.stores.hongqiao)).serviceAreas).toEqual([{ ...near, hours }])
    expect(await quote('11-28T10:00')).toMatchObject({ success: true })
    expect(await quote('11-28T20:00')).toMatchObject({
      errorCode: -2,
      data: { field: 'pickupAt' },
      message: expect.stringContaining('取车时间不在「市区」的服务时间内（每天 09:00–18:00）'),
    })
    const next = await saved({ storeId: w.stores.hongqiao, version, serviceAreas: [near] })
    expect(await quote('11-28T20:00')).toMatchObject({ success: true })

    // As a circle around the store, wherever that moved meanwhile.
    const moved = { storeId: w.stores.hongqiao, lng: 121.36 }
    const km = greatCircle({ lng: 121.34, lat: 31.2 }, { ...storeForm, ...moved }) / 1000
    const circle = { ...area, polygon: [], radiusKm: Math.ceil(km) }
    const wide = await saved({ ...moved, version: next.version, serviceAreas: [circle] })
    expect((await detail(w.stores.hongqiao)).serviceAreas).toEqual([circle])
    expect(await quote('11-28T20:00')).toMatchObject({ success: true })
    const small = { ...circle, radiusKm: Math.floor(km) }
    await saved({ ...moved, version: wide.version, serviceAreas: [small] })
    expect(await quote('11-28T20:00')).toMatchObject({ errorCode: 3006 })
  })
})

describe('a new store', () => {
  it('is kept as it was written, and sold from at once', async () => {
    const [photo] = await uploadPhotos(t, 'store', 1, w.tokens.manager)
    const form = {
      name: '徐家汇店',
      cityCode: '310100',
      hours: [
        { weekdays: [1, 2, 3, 4, 5], open: '08:00', close: '20:00' },
        { weekdays: [5], open: '22:00', close: '02:00', crossMidnight: true, outOfHours: true },
      ],
      holidays: [
        { date: '2027-02-06', hours: [{ weekdays: [1], open: '10:00', close: '16:00' }] },
        { date: '2027-02-05', closed: true, hours: [] },
      ],
      serviceAreas: [area],
      settings: { ...storeForm.settings, turnaroundMinutes: 90 },
      oneWayStoreIds: [w.stores.pudong],
      photoIds: [photo!],
    }
    const { storeId, version } = await saved(form)
    expect(version).toBe(1)
    const read = await detail(storeId)
    expect(read).toMatchObject({
      name: '徐家汇店',
      cityName: '上海',
      hours: [
        { open: '08:00', close: '20:00', outOfHours: false, crossMidnight: false },
        { open: '22:00', close: '02:00', outOfHours: true, crossMidnight: true },
      ],
      // The nearest first; hours of one date are those of its weekday.
      holidays: [
        { date: '2027-02-05', closed: true, hours: [] },
        { date: '2027-02-06', closed: false, hours: [{ weekdays: [6], open: '10:00' }] },
      ],
      serviceAreas: [area],
      settings: { turnaroundMinutes: 90, prepMinutes: null },
      merchantSettings: { turnaroundMinutes: 60, prepMinutes: 60 },
      oneWayStoreIds: [w.stores.pudong],
      photos: [{ mediaId: photo, url: expect.stringContaining('/media/') }],
      vehicleCount: 0,
      openOrderCount: 0,
    })
    expect(await t.call(contract.merchant.setting, { storeId }, { token: w.tokens.clerk })).toMatchObject({
      turnaroundMinutes: 90,
    })
  })

  it('takes a fixed number of queries to read', async () => {
    await detail(w.stores.hongqiao)
    expect(t.calls.at(-1)).toMatchObject({ call: 'store.detail', queries: 4 })
    await t.call(contract.store.page, {}, { token: w.tokens.clerk })
    expect(t.calls.at(-1)).toMatchObject({ call: 'store.page', queries: 2 })
  })

  it('is opened only by those who see every store, and leaves what it was in the log', async () => {
    const local = await scopedManager()
    expect(await save({ name: '新店' }, local)).toMatchObject({ errorCode: -3 })
    await saved({ storeId: w.stores.hangzhou, name: '杭州东站店', cityCode: '330100' }, local)
    expect(await save({ storeId: w.stores.pudong, name: '浦东机场店' }, local)).toMatchObject({ errorCode: -4 })
    expect(await t.send(contract.store.detail, { storeId: w.stores.pudong }, { token: local })).toMatchObject({
      errorCode: -4,
    })
    const { rows } = await t.root.query(
      `select before, after from audit where action = 'store.save' and target_id = $1`,
      [w.stores.hangzhou],
    )
    expect(rows[0]).toMatchObject({ before: { address: '天城路1号' }, after: { address: '虹桥路2550号' } })
    expect(rows[0].after).not.toHaveProperty('name')
  })
})

describe('is refused', () => {
  const week = [1, 2, 3, 4, 5, 6, 7]
  const day = { weekdays: week, open: '08:00', close: '20:00' }
  it.each<[string, Partial<Form>, number, string | undefined, string | RegExp]>([
    [
      'hours that overlap',
      { hours: [day, { ...day, open: '19:59', close: '22:00' }] },
      6001,
      'hours',
      '营业时间不能重叠',
    ],
    [
      'a night that reaches into the morning',
      {
        hours: [
          { ...day, open: '01:00' },
          { weekdays: [7], open: '22:00', close: '02:00', crossMidnight: true },
        ],
      },
      6001,
      'hours',
      '营业时间不能重叠',
    ],
    ['hours that end before they begin', { hours: [{ ...day, close: '07:00' }] }, -2, 'hours', /打烊时间应晚于/],
    [
      'hours of a date that overlap',
      { holidays: [{ date: '2027-01-01', hours: [day, day] }] },
      6001,
      'holidays',
      '营业时间不能重叠',
    ],
    [
      'a date twice',
      { holidays: [1, 2].map(() => ({ date: '2027-01-01', closed: true, hours: [] })) },
      -2,
      'holidays',
      /只能设置一次/,
    ],
    [
      'an area of two points',
      { serviceAreas: [{ ...area, polygon: area.polygon.slice(2) }] },
      -2,
      'serviceAreas',
      /至少3个点/,
    ],
    [
      'an area with hours that overlap',
      {
        serviceAreas: [
          {
            ...area,
            hours: [
              { weekdays: [1], open: '09:00', close: '18:00' },
              { weekdays: [1], open: '17:00', close: '20:00' },
            ],
          },
        ],
      },
      6001,
      'serviceAreas',
      /营业时间不能重叠/,
    ],
    [
      'an area that crosses itself',
      { serviceAreas: [{ ...area, polygon: [0, 2, 1, 3].map((i) => area.polygon[i]!) }] },
      -2,
      'serviceAreas',
      /不能交叉/,
    ],
    ['a city that is none', { cityCode: '469000' }, -2, 'cityCode', /请选择城市/],
    ['no way to pick up', { pickupModes: [] }, -2, 'pickupModes', /取车方式/],
    [
      'a turnaround out of range',
      { settings: { ...storeForm.settings, turnaroundMinutes: 481 } },
      -2,
      'settings.turnaroundMinutes',
      /整备时间/,
    ],
    ['a name that is taken', { name: '浦东机场店' }, -2, 'name', /门店名称已存在/],
  ])('%s', async (_, form, errorCode, field, message) => {
    const answer = await save({ name: '另一店', ...form })
    expect(answer).toMatchObject({ errorCode, data: { field } })
    expect(answer.message).toMatch(message)
  })

  it('what belongs to another merchant', async () => {
    const { rows } = await t.root.query('select id from account where merchant_id = $1 limit 1', [other.merchantId])
    const fee = await t.root.query('select id from fee_config where merchant_id = $1 limit 1', [other.merchantId])
    const form = { storeId: w.stores.hongqiao }
    expect(await save({ ...form, managerAccountId: rows[0].id })).toMatchObject({ data: { field: 'managerAccountId' } })
    expect(await save({ ...form, oneWayStoreIds: [other.stores.pudong] })).toMatchObject({
      data: { field: 'oneWayStoreIds' },
    })
    expect(await save({ ...form, serviceAreas: [{ ...area, feeConfigId: fee.rows[0].id }] })).toMatchObject({
      data: { field: 'serviceAreas' },
    })
    expect(await save({ storeId: other.stores.pudong })).toMatchObject({ errorCode: -4 })
  })

  it('without the key', async () => {
    expect(await save({ storeId: w.stores.hongqiao }, w.tokens.clerk)).toMatchObject({ errorCode: -3 })
  })

  it('the second of two who began with the same version, and keeps the first', async () => {
    const { version } = await detail(w.stores.pudong)
    const form = { storeId: w.stores.pudong, name: '浦东机场店', version }
    await saved({ ...form, address: '第一人' })
    expect(await save({ ...form, address: '第二人' })).toMatchObject({ errorCode: refusals.stale.code })
    expect(await detail(w.stores.pudong)).toMatchObject({ address: '第一人', version: version + 1 })
  })
})

describe('status', () => {
  const stay = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
  const set = (storeId: string, status: number, version?: number) =>
    t.send(contract.store.setStatus, { storeId, status, version }, { token: w.tokens.manager })
  const quote = (trip: object) =>
    t.send(
      contract.quote.quote,
      { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...stay, ...trip },
      { token: w.tokens.clerk },
    )

  it('paused: keeps its orders, takes no new ones, and opens again', async () => {
    const { orderId } = await book(t, w, { trip: stay })
    expect(await set(w.stores.hongqiao, 0)).toMatchObject({ success: true, data: { status: 0 } })
    expect(await quote({})).toMatchObject({ errorCode: -2, data: { field: 'storeId' } })
    expect((await quote({})).message).toContain('取车门店已暂停营业')
    await expect(book(t, w, { trip: stay })).rejects.toThrow('暂停营业')
    expect(
      await t.send(
        contract.quote.quote,
        { ...stay, storeId: w.stores.hongqiao, modelId: w.models.lavida, orderId },
        { token: w.tokens.clerk },
      ),
    ).toMatchObject({ success: true })
    expect(await set(w.stores.hongqiao, 1)).toMatchObject({ success: true })
    expect(await quote({})).toMatchObject({ success: true })
  })

  it('closed: only without a car and without an order, and then for good', async () => {
    expect(await set(w.stores.hongqiao, 2)).toMatchObject({ errorCode: 6002, data: { vehicles: 6 } })
    // Hangzhou has no cars of its own, but somebody returns one there.
    const { orderId } = await book(t, w, { trip: { ...stay, returnStoreId: w.stores.hangzhou } })
    expect(await set(w.stores.hangzhou, 2)).toMatchObject({ errorCode: 6002, data: { vehicles: 0, orders: 1 } })
    await t.call(
      contract.order.cancel,
      { orderId, reason: 1, responsibility: 2, expectPenalty: 0 },
      { token: w.tokens.manager },
    )
    expect(await set(w.stores.hangzhou, 2)).toMatchObject({ success: true, data: { status: 2 } })
    expect(await set(w.stores.hangzhou, 1)).toMatchObject({ errorCode: 6002 })
    expect(await save({ storeId: w.stores.hangzhou, name: '杭州东站店' })).toMatchObject({ errorCode: -2 })
    // Its name is free again.
    await saved({ name: '杭州东站店', cityCode: '330100' })
  })

  it('opens a draft of registration once it is written down, and no other paused store', async () => {
    const draft = await saved({ name: '苏州门店' })
    const { storeId } = draft
    await t.root.query('update store set status = 0, lat = null, lng = null where id = $1', [storeId])
    await saved({ storeId, name: '苏州门店' })
    expect(await detail(storeId)).toMatchObject({ status: 1 })
    expect(await set(storeId, 0)).toMatchObject({ success: true })
    await saved({ storeId, name: '苏州门店' })
    expect(await detail(storeId)).toMatchObject({ status: 0 })
  })

  it('is refused to who saw an older version', async () => {
    const { version } = await detail(w.stores.pudong)
    expect(await set(w.stores.pudong, 0, version - 1)).toMatchObject({ errorCode: -5 })
    expect(await set(w.stores.pudong, 0, version)).toMatchObject({ data: { status: 0, version: version + 1 } })
  })
})

it('lists by name, code and status, with what each store has', async () => {
  const page = async (ask: InputOf<typeof contract.store.page>) =>
    (await t.call(contract.store.page, ask, { token: w.tokens.clerk })).list
  expect(await page({ keyword: '虹桥' })).toMatchObject([{ name: '虹桥机场店', vehicleCount: 6, located: true }])
  expect(await page({ keyword: 'HQ', status: 1 })).toContainEqual(
    expect.objectContaining({ name: '徐家汇店', areaCount: 1 }),
  )
  expect((await page({ status: 2 })).map(({ name }) => name)).toEqual(['杭州东站店'])
})

/** A manager who sees Hangzhou only. */
async function scopedManager(): Promise<string> {
  const mobile = '13700000009'
  const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
  const { rows } = await t.root.query(`select id from role where merchant_id = $1 and name = '店长'`, [w.merchantId])
  const scope = { storeScope: 1, storeIds: [w.stores.hangzhou] } as const
  await createAccount(t.commands, w.merchantId, {
    userId,
    mobile,
    parentId: null,
    name: '杭州店长',
    roleIds: [rows[0].id],
    ...scope,
  })
  return t.login(mobile)
}
