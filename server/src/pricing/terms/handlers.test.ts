import { contract } from '@cheyi/contract/index'
import type { Source } from '@cheyi/domain/booking/order/codes'
import { expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant()

const { terms, quote: quotes } = contract
const trip = (fields: object = {}) => ({
  storeId: w.stores.hongqiao,
  modelId: w.models.lavida,
  pickupAt: at('12-07T10:00'),
  returnAt: at('12-08T10:00'),
  ...fields,
})
const quote = (fields: object = {}) => t.call(quotes.quote, trip(fields) as never, owner())
const lineOf = async (code: string, fields: object = {}) =>
  (await quote(fields)).lines.find((line) => line.code === code)?.amount

it('sells a new service at the next quote, and no more once it is off', async () => {
  const item = { code: 'chains', name: '防滑链', itemType: 3, unit: 'order', price: 3300, mandatory: true } as const
  const saved = await t.call(terms.saveService, item, owner())
  expect(await lineOf('chains')).toBe(3300)
  const off = { ...item, ...saved, enabled: false }
  await t.call(terms.saveService, off, owner())
  expect(await lineOf('chains')).toBeUndefined()
  expect(await t.send(terms.saveService, off, owner())).toMatchObject({
    errorCode: -5,
    data: { current: { name: '防滑链' } },
  })
  const all = await t.call(quotes.services, { all: true }, owner())
  expect(all.find((service) => service.code === 'chains')).toMatchObject({ enabled: false, version: 2 })
  expect((await t.call(quotes.services, {}, owner())).some((service) => service.code === 'chains')).toBe(false)
})

it.each([
  [{ price: -1 }, 3201, '服务价格须在¥0.01至¥99,999.00之间'],
  [{ code: 'base' }, -2, '参数错误：服务编码已存在'],
  [{ code: '1 2' }, -2, '参数错误：编码须为字母开头的字母、数字或横线'],
  [{ capDays: 7 }, -2, '参数错误：按次收费的服务没有封顶天数'],
])('refuses a service with %j', async (fields, errorCode, message) => {
  const item = { code: 'x', name: '新服务', itemType: 3, unit: 'order', price: 100, ...fields }
  expect(await t.send(terms.saveService, item, owner())).toMatchObject({ errorCode, message })
})

it('charges the night by its window, and not at all once the fee is off', async () => {
  const night = { pickupAt: at('12-07T23:30'), returnAt: at('12-08T23:30') }
  const before = (await quote(night)).total
  const fee = {
    storeId: w.stores.hongqiao,
    kind: 'night',
    feeMode: 3,
    amount: 4400,
    windowFrom: '23:00',
    windowTo: '06:00',
  } as const
  const saved = await t.call(terms.saveFee, fee, owner())
  expect((await quote(night)).total).toBe(before + 2 * 4400)
  expect(await t.call(terms.fees, { storeId: fee.storeId, kind: 'night' }, owner())).toMatchObject([
    { id: saved.id, amount: 4400 },
  ])
  await t.call(terms.saveFee, { ...fee, ...saved, enabled: false }, owner())
  expect((await quote(night)).total).toBe(before)
})

it('takes no second active fee for the same return store or the same hour of the night', async () => {
  const storeId = w.stores.hongqiao
  const night = { storeId, kind: 'night', feeMode: 3, amount: 5000, windowFrom: '22:00', windowTo: '08:00' } as const
  const { id, version } = await t.call(terms.saveFee, { ...night, name: '夜间费' }, owner())
  const small = { ...night, amount: 20_000, windowFrom: '00:00', windowTo: '05:00' }
  expect(await t.send(terms.saveFee, small, owner())).toMatchObject({
    errorCode: -2,
    message: expect.stringContaining('与「夜间费」的夜间时段重叠'),
    data: { field: 'windowFrom' },
  })
  expect(await t.send(terms.saveFee, { ...small, windowFrom: '20:00', windowTo: '22:00' }, owner())).toMatchObject({
    success: true,
  })
  expect(await t.send(terms.saveFee, { ...night, id, version, amount: 6000 }, owner())).toMatchObject({ success: true })
  await t.call(terms.saveFee, { ...night, id, enabled: false }, owner())
  expect(await t.send(terms.saveFee, small, owner())).toMatchObject({ success: true })
  expect(await t.send(terms.saveFee, { ...night, id, enabled: true }, owner())).toMatchObject({ errorCode: -2 })

  const far = {
    storeId,
    kind: 'oneWay',
    feeMode: 3,
    amount: 10_000,
    pairStoreId: w.stores.pudong,
    name: '到浦东',
  } as const
  const [before] = (await t.call(terms.fees, { storeId, kind: 'oneWay' }, owner())).filter(
    ({ pairStoreId }) => pairStoreId === w.stores.pudong,
  )
  if (before === undefined) await t.call(terms.saveFee, far, owner())
  expect(await t.send(terms.saveFee, { ...far, amount: 60_000 }, owner())).toMatchObject({
    errorCode: -2,
    data: { field: 'pairStoreId' },
  })
  for (const fee of await t.call(terms.fees, { storeId, kind: 'night' }, owner()))
    await t.call(terms.saveFee, { ...night, id: fee.id, enabled: false }, owner())
})

it.each(['amount', 'perKmFee'])('a fee keeps no %s below nothing, by whatever way it is asked', async (field) => {
  for (const feeMode of [1, 2, 3]) {
    const fee = { storeId: w.stores.hongqiao, kind: 'delivery', feeMode, rateBp: 100, [field]: -1 }
    expect(await t.send(terms.saveFee, fee, owner())).toMatchObject({ errorCode: 3201, data: { field } })
  }
})

it.each([
  [{ kind: 'night', windowFrom: null }, '参数错误：请填写夜间时段'],
  [{ kind: 'night', windowFrom: '22:00', windowTo: '22:00' }, '参数错误：夜间时段的开始和结束不能相同'],
  [{ kind: 'delivery', feeMode: 2, rateBp: 0 }, '参数错误：收费比例须在0.01%至100%之间'],
  [{ kind: 'delivery', baseKm: 10, maxKm: 5 }, '参数错误：最远距离不能小于起步公里'],
])('refuses a fee of %j', async (fields, message) => {
  const fee = { storeId: w.stores.hongqiao, feeMode: 3, amount: 100, ...fields }
  expect(await t.send(terms.saveFee, fee, owner())).toMatchObject({ errorCode: -2, message })
})

it('asks penalties by the rule that is saved', async () => {
  const tiers = [
    { minMinutesBefore: 0, rateBp: 10_000 },
    { minMinutesBefore: 2880, rateBp: 500 },
  ]
  const [normal] = (await t.call(terms.cancelRules, {}, owner())).filter((rule) => rule.season === 'normal')
  const rule = { id: normal!.id, version: normal!.version, name: '宽松', season: 'normal', base: 2, tiers } as const
  await t.call(terms.saveCancelRule, { ...rule, tiers: [...tiers] }, owner())
  expect((await quote()).cancelRule).toEqual([
    { minMinutesBefore: 2880, rateBp: 500, fixedFen: null, penalty: 1000 },
    { minMinutesBefore: 0, rateBp: 10_000, fixedFen: null, penalty: 20_000 },
  ])
  // The row is named as it was typed, whatever the order.
  const twice = { ...rule, version: undefined, tiers: [tiers[0], tiers[1], tiers[0]] }
  expect(await t.send(terms.saveCancelRule, twice, owner())).toMatchObject({
    errorCode: -2,
    data: { field: 'tiers.2', 字段: '提前时间不能重复' },
  })
  const paid = { ...rule, version: undefined, tiers: [{ minMinutesBefore: 0, fixedFen: -1 }] }
  expect(await t.send(terms.saveCancelRule, paid, owner())).toMatchObject({
    errorCode: -2,
    message: '参数错误：违约金须在¥0.00至¥99,999.00之间',
    data: { field: 'tiers.0' },
  })
})

it('asks the deposits of the most exact policy, and the model’s own once it is off', async () => {
  const deposits = async () => (await quote()).deposits!.rows.map((row) => row.amount)
  expect(await deposits()).toEqual([300_000, 200_000])
  const policy = { storeId: w.stores.hongqiao, rentalFen: 150_000, modes: [1] }
  const saved = await t.call(terms.saveDepositPolicy, { ...policy, modes: [1] }, owner())
  expect(await deposits()).toEqual([150_000, 200_000])
  expect(await t.send(terms.saveDepositPolicy, policy, owner())).toMatchObject({
    errorCode: -2,
    message: '参数错误：同样条件的押金规则已存在',
  })
  expect(await t.send(terms.saveDepositPolicy, { ...policy, rentalFen: -1 }, owner())).toMatchObject({
    errorCode: 4002,
  })
  await t.call(terms.saveDepositPolicy, { ...policy, ...saved, modes: [1], enabled: false }, owner())
  expect(await deposits()).toEqual([300_000, 200_000])
})

it('is for who may edit prices, and leaves who, before and after', async () => {
  expect(await t.send(terms.saveFee, {}, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
  const { rows } = await t.root.query(
    `select before, after from audit where merchant_id = $1 and target_type = 'cancel_rule' order by id desc limit 1`,
    [w.merchantId],
  )
  expect(rows[0]).toMatchObject({ after: { name: '宽松' }, before: { name: expect.any(String) } })
})

it('tells the second of two writers what stands there, who put it there and when', async () => {
  const { hongqiao: storeId } = w.stores
  const [rule] = await t.call(terms.cancelRules, {}, owner())
  const service = { code: 'rack', name: '车顶架', itemType: 3, unit: 'day', price: 2000 } as const
  const fee = { storeId, kind: 'delivery', feeMode: 3, amount: 3000, name: '外环外' } as const
  const policy = { storeId, modelId: w.models.lavida, rentalFen: 100_000 }
  const ids = {
    service: (await t.call(terms.saveService, service, owner())).id,
    fee: (await t.call(terms.saveFee, fee, owner())).id,
    policy: (await t.call(terms.saveDepositPolicy, { ...policy, modes: [1] }, owner())).id,
  }
  t.clock.set(at('11-20T11:00'))
  const first = {
    service: { ...service, id: ids.service, version: 1, price: 2100, sources: [2 as const], storeIds: [storeId] },
    fee: { ...fee, id: ids.fee, version: 1, amount: 3100 },
    rule: { ...rule!, name: '更宽松', storeIds: [storeId], sources: [2 as const], tiers: [...rule!.tiers] },
    policy: { ...policy, modes: [1 as const], id: ids.policy, version: 1, rentalFen: 110_000 },
  }
  await t.call(terms.saveService, first.service, owner())
  await t.call(terms.saveFee, first.fee, owner())
  await t.call(terms.saveCancelRule, first.rule, owner())
  await t.call(terms.saveDepositPolicy, first.policy, owner())
  const told = (current: object) => ({
    errorCode: -5,
    data: { by: '测试owner', at: at('11-20T11:00'), current },
  })
  // Each in the words of its list, so that a form can show both sides.
  const services = await t.call(quotes.services, { all: true }, owner())
  expect(await t.send(terms.saveService, first.service, owner())).toMatchObject(
    told(services.find(({ id }) => id === ids.service)!),
  )
  const fees = await t.call(terms.fees, { storeId, kind: 'delivery' }, owner())
  expect(await t.send(terms.saveFee, first.fee, owner())).toMatchObject(told(fees.find(({ id }) => id === ids.fee)!))
  const rules = await t.call(terms.cancelRules, {}, owner())
  expect(await t.send(terms.saveCancelRule, first.rule, owner())).toMatchObject(
    told({ ...rules.find(({ id }) => id === rule!.id)!, name: '更宽松', storeIds: [storeId], sources: [2] }),
  )
  const policies = await t.call(terms.depositPolicies, { storeId }, owner())
  expect(await t.send(terms.saveDepositPolicy, first.policy, owner())).toMatchObject(
    told(policies.find(({ id }) => id === ids.policy)!),
  )
})

it('is refused where another cancel rule holds in the same places and season', async () => {
  const [standing] = (await t.call(terms.cancelRules, {}, owner())).filter((rule) => rule.enabled)
  const { season, base, storeIds } = standing!
  const sources = standing!.sources as Source[]
  const twin = { name: '同样范围', season, base, storeIds, sources, tiers: [{ minMinutesBefore: 0, rateBp: 0 }] }
  expect(await t.send(terms.saveCancelRule, twin, owner())).toMatchObject({
    errorCode: -2,
    message: `参数错误：「${standing!.name}」的适用范围与此相同，请改范围或停用其中一条`,
    data: { field: 'storeIds' },
  })
  await t.call(terms.saveCancelRule, { ...twin, enabled: false }, owner())
})

it('holds only where its reach says, and names the field of a place that is nobody’s', async () => {
  const item = { code: 'film', name: '贴膜', itemType: 3, unit: 'order', price: 500, mandatory: true } as const
  const reach = { storeIds: [w.stores.hongqiao], modelIds: [w.models.lavida], sources: [1 as const] }
  await t.call(terms.saveService, { ...item, ...reach }, owner())
  expect(await lineOf('film')).toBe(500)
  expect(await lineOf('film', { modelId: w.models.qin })).toBeUndefined()
  expect(await lineOf('film', { storeId: w.stores.pudong })).toBeUndefined()
  expect(await lineOf('film', { source: 2 })).toBeUndefined()
  const nobody = '99999999'
  const fault = (field: string) => ({ errorCode: -4, data: { field } })
  const service = { ...item, code: 'film2' }
  expect(await t.send(terms.saveService, { ...service, storeIds: [nobody] }, owner())).toMatchObject(fault('storeIds'))
  expect(await t.send(terms.saveService, { ...service, modelIds: [nobody] }, owner())).toMatchObject(fault('modelIds'))
  const policy = { rentalFen: 100 }
  expect(await t.send(terms.saveDepositPolicy, { ...policy, modes: [1], storeId: nobody }, owner())).toMatchObject(
    fault('storeId'),
  )
  expect(await t.send(terms.saveDepositPolicy, { ...policy, modes: [1], modelId: nobody }, owner())).toMatchObject(
    fault('modelId'),
  )
  const fee = { storeId: w.stores.hongqiao, kind: 'oneWay', feeMode: 3, amount: 1, pairStoreId: nobody } as const
  expect(await t.send(terms.saveFee, fee, owner())).toMatchObject(fault('pairStoreId'))
})
