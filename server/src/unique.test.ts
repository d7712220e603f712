import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { describe, expect, it } from 'vitest'
import { holding } from './testing/hostile/faults.ts'
import { modelForm, storeForm } from './testing/hostile/sample-forms.ts'
import { formOf, quote } from './testing/world/booking.ts'
import { clerk, owner, sharedMerchant, t, w } from './testing/world/merchant.ts'
import { good } from './testing/world/own-fleet.ts'

/*
 * Two colleagues type the same name at the same moment: one of them is told that it is taken, and where. Nobody meets a
 * failure, and nobody is told less because the other row is of a store out of sight.
 */

sharedMerchant()

const service = {
  name: '儿童座椅',
  itemType: 3,
  unit: 'order',
  price: 3000,
  mandatory: false,
  storeIds: [],
  modelIds: [],
}
const rule = { season: 'normal', tiers: [{ minMinutesBefore: 0, rateBp: 10_000 }], base: 2 }
const car = (over: object) => good({ insuranceEndOn: '2027-05-01', ...over })

const draft = async (channelOrderNo: string, hours: number) => {
  const trip = {
    source: 2 as const,
    pickupAt: t.clock.now() + hours * 3_600_000,
    returnAt: t.clock.now() + (hours + 24) * 3_600_000,
  }
  return { ...formOf(await quote(t, w, trip), { channelOrderNo }), submit: false }
}

/** What is typed, and the table that keeps it; both inputs bear the same key. */
const typed: readonly [string, string, Call, () => Promise<readonly object[]> | readonly object[], object][] = [
  [
    'service_item_code',
    'service_item',
    contract.terms.saveService,
    () => ['a', 'b'].map(() => ({ ...service, code: 'seat9' })),
    { errorCode: -2, message: '参数错误：服务编码已存在', data: { field: 'code' } },
  ],
  [
    'cancel_rule_name',
    'cancel_rule',
    contract.terms.saveCancelRule,
    () => [w.stores.hongqiao, w.stores.pudong].map((store) => ({ ...rule, name: '春节规则', storeIds: [store] })),
    { errorCode: -2, message: '参数错误：规则名称已存在', data: { field: 'name' } },
  ],
  [
    'deposit_policy_key',
    'deposit_policy',
    contract.terms.saveDepositPolicy,
    () =>
      [1, 2].map((n) => ({
        storeId: w.stores.hongqiao,
        modelId: w.models.gl8,
        source: 2,
        rentalFen: 100_000 * n,
        modes: [1],
      })),
    { errorCode: -2, message: '参数错误：同样条件的押金规则已存在', data: { field: 'modelId' } },
  ],
  [
    'store_name',
    'store',
    contract.store.save,
    () => ['A1', 'A2'].map((code) => ({ ...storeForm, code, name: '莘庄店' })),
    { errorCode: -2, message: '参数错误：门店名称已存在', data: { field: 'name' } },
  ],
  [
    'model_name',
    'model',
    contract.model.save,
    () => [4, 5].map((doors) => ({ ...modelForm, doors, name: '大众途观' })),
    { errorCode: 6005, data: { field: 'name' } },
  ],
  [
    'role_name',
    'role',
    contract.role.save,
    () => ['甲', '乙'].map((remark) => ({ name: '夜班', remark })),
    { errorCode: 1035, data: { field: 'name' } },
  ],
  [
    'vehicle_plate',
    'vehicle',
    contract.inventory.save,
    () => ['1M8GDM9AXKP042788', '1M8GDM9A6KP042789'].map((vin) => car({ vin })),
    { errorCode: 6012, data: { field: 'plate' } },
  ],
  [
    'vehicle_vin',
    'vehicle',
    contract.inventory.save,
    () => ['沪A·D6J18', '沪A·D6J17'].map((plate) => car({ plate, vin: '1M8GDM9A4KP042788' })),
    { errorCode: 6013, data: { field: 'vin' } },
  ],
  [
    'order_channel_no',
    '"order"',
    contract.order.create,
    async () => [await draft('C-900', 48), await draft('C-900', 96)],
    { errorCode: 9008, data: { field: 'channelOrderNo' } },
  ],
]

describe.each(typed)('%s', (_, table, call, inputs, refused) => {
  it('is refused by its field, to one of two at once and to whoever comes later', async () => {
    const pair = await inputs()
    const held = await holding(t, `lock table ${table} in share row exclusive mode`)
    const sent = pair.map((input) => t.send(call, input, owner()))
    while ((await held.blocked()).length < 2) await new Promise(setImmediate)
    await held.release()
    const answers = await Promise.all(sent)
    const losers = pair.filter((_, i) => !answers[i]!.success)
    expect(losers).toHaveLength(1)
    expect(answers.find(({ success }) => !success)).toMatchObject(refused)
    expect(await t.send(call, losers[0], owner())).toMatchObject(refused)
  })
})

it('a number of an order that somebody cannot see is taken as well', async () => {
  await t.call(contract.order.create, await draft('C-901', 48), owner())
  const answer = await t.send(contract.order.create, await draft('C-901', 96), clerk())
  expect(answer).toMatchObject({ errorCode: 9008, data: { field: 'channelOrderNo' } })
})
