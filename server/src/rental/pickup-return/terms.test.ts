import { readdirSync, readFileSync } from 'node:fs'
import { contract } from '@cheyi/contract/index'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { contractSettings } from '@cheyi/domain/platform/merchant/setting'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import {
  bookArranged,
  confirmed,
  handOut,
  payDeposits,
  payRent,
  prepare,
  saveRecord,
  sendConfirm,
} from '../../testing/world/handover.ts'
import { ownMerchant, t, w, world } from '../../testing/world/merchant.ts'

ownMerchant()

/*
 * The terms that price a return are the order's: whatever the merchant changes under a running
 * contract changes nothing of it.
 */

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-30T10:00') }
const early = at('11-27T09:40')
/** Past the second day of delay, where the multiplier counts. */
const late = at('12-03T10:00')

const change = (settings: object) =>
  t.root.query('update merchant set settings = settings || $2 where id = $1', [w.merchantId, settings])

/** A car by what it runs on, handed out half full, and what it may come back with. */
const cars = [
  { energy: 1, fuelEighths: 4, batteryPct: null, back: [{ fuelEighths: 1 }, { fuelEighths: 8 }] },
  { energy: 3, fuelEighths: null, batteryPct: 50, back: [{ batteryPct: 10 }, { batteryPct: 90 }] },
] as const

async function outWith({ energy, fuelEighths, batteryPct }: (typeof cars)[number]): Promise<string> {
  const { orderId } = await handOut(t, w, { trip })
  await t.root.query('update model set energy = $2, battery_kwh = 60 where id = $1', [w.models.lavida, energy])
  await t.root.query('update pickup_return_record set fuel_eighths = $2, battery_pct = $3 where order_id = $1', [
    orderId,
    fuelEighths,
    batteryPct,
  ])
  return orderId
}

/** What the return would come to: back early, on time or late, with less or more than at the pickup, many kilometres. */
async function returnsOf(orderId: string, back: (typeof cars)[number]['back']) {
  const views = []
  for (const when of [early, trip.returnAt, late]) {
    t.clock.set(when)
    for (const readings of back) {
      const asked = { orderId, actualReturnAt: when, mileageKm: 13_500, ...readings }
      const { items, balance, earlyRefund, freeKm, deposits } = await t.call(contract.pickupReturn.settlement, asked, {
        token: w.tokens.owner,
      })
      views.push({
        items,
        balance,
        earlyRefund,
        freeKm,
        releases: deposits.map(({ kind, releaseAt }) => [kind, releaseAt]),
      })
    }
  }
  return { views, services: await t.call(contract.order.services, { orderId }, { token: w.tokens.owner }) }
}

/** Every setting that prices a return, at another value, with the default that it starts from. */
const changes: readonly (readonly [string, object])[] = [
  ['overdueMultiplierBp', { overdueMultiplierBp: 30_000 }],
  ['earlyReturnMode', { earlyReturnMode: 1 }],
  ['earlyReturnFeeBp', { earlyReturnFeeBp: 9_000 }],
  ['fuelFenPerLitre', { fuelFenPerLitre: 9_999 }],
  ['chargeFenPerKwh', { chargeFenPerKwh: 9_999 }],
  ['chargeFenPerPct', { chargeFenPerPct: 9_999 }],
  ['energyServiceFeeFen', { energyServiceFeeFen: 49_999 }],
  ['refundExtraFuel', { refundExtraFuel: true }],
  ['lowBatteryFeeFen', { lowBatteryFeeFen: 49_999 }],
  ['drivingFacts', { drivingFacts: true }],
  ['crossDeduct', { crossDeduct: true }],
  ['violationAt', { violationAt: 3 }],
  ['violationAgencyFeeFen', { violationAgencyFeeFen: 9_999 }],
  ['violationOverduePenaltyPerPointFen', { violationOverduePenaltyPerPointFen: 9_999 }],
  ['violationDeadlineDays', { violationDeadlineDays: 30 }],
  ['violationHoldDays', { violationHoldDays: 60 }],
  ['graceMinutes', { graceMinutes: 0 }],
  ['dayAfterMinutes', { dayAfterMinutes: 60 }],
]

describe('a running contract', () => {
  it('knows every setting that a contract takes over', () => {
    expect(contractSettings.filter((name) => !changes.some(([changed]) => changed === name))).toEqual([])
  })

  it.each(cars)('is not touched by any setting, nor by its model: energy $energy', async (car) => {
    const orderId = await outWith(car)
    const agreed = await returnsOf(orderId, car.back)
    for (const [name, settings] of changes) {
      await change(settings)
      expect(await returnsOf(orderId, car.back), name).toEqual(agreed)
    }
    await t.root.query('update model set mileage_limit_km_per_day = 10, over_mileage_per_km_fen = 9900 where id = $1', [
      w.models.lavida,
    ])
    await t.root.query('update deposit_policy set hold_days = 60 where merchant_id = $1', [w.merchantId])
    expect(await returnsOf(orderId, car.back), 'model').toEqual(agreed)
  })

  it('would be another one by each of them', async () => {
    const told = new Set<string>()
    for (const car of cars) {
      await world(2)
      const orderId = await outWith(car)
      // As if nothing had been agreed: so today's settings count.
      await t.root.query('update "order" set return_terms = null where id = $1', [orderId])
      const agreed = JSON.stringify(await returnsOf(orderId, car.back))
      for (const [name, settings] of changes) {
        await change(settings)
        if (JSON.stringify(await returnsOf(orderId, car.back)) !== agreed) told.add(name)
        await t.root.query(`update merchant set settings = '{}' where id = $1`, [w.merchantId])
      }
    }
    const ofNoReturn = contractSettings.filter((name) => !told.has(name))
    const ofViolations = ['violationAgencyFeeFen', 'violationOverduePenaltyPerPointFen', 'violationDeadlineDays']
    expect(ofNoReturn).toEqual(['crossDeduct', 'drivingFacts', 'violationAt', ...ofViolations])
  })

  it('lets no deposit help out for the other once that was not agreed', async () => {
    const { orderId, total } = await handOut(t, w, { trip, paid: false })
    await change({ crossDeduct: true })
    const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
    const deduction = { lines: [{ code: 'order', amount: 100 }], mode: payMode.offlineDeduct, reason: '租金', photoIds }
    expect(total).toBeGreaterThan(100)
    expect(
      await t.send(contract.deposit.deduct, { orderId, kind: 2, ...deduction }, { token: w.tokens.owner }),
    ).toMatchObject({ errorCode: -2, data: { field: 'kind' } })
  })
})

describe('the terms', () => {
  const termsOf = async (orderId: string) =>
    (await t.root.query('select return_terms from "order" where id = $1', [orderId])).rows[0].returnTerms

  it('stand from the signature on, before that they follow the settings', async () => {
    const { orderId, total } = await bookArranged(t, w, { trip })
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    await change({ fuelFenPerLitre: 900 })
    expect(await termsOf(orderId)).toBeNull()
    t.clock.set(trip.pickupAt)
    await prepare(t, w, orderId)
    expect(await termsOf(orderId)).toMatchObject({ fuelFenPerLitre: 900 })
    await change({ fuelFenPerLitre: 950 })
    await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
    expect(await termsOf(orderId)).toMatchObject({ fuelFenPerLitre: 900 })
    const paper = await t.call(contract.agreement.facts, { orderId, type: 1 }, { token: w.tokens.owner })
    await change({ overdueMultiplierBp: 30_000, violationHoldDays: 60 })
    expect(await t.call(contract.agreement.facts, { orderId, type: 1 }, { token: w.tokens.owner })).toEqual(paper)
  })

  it('are agreed anew with each contract: one that was never signed leaves none, nor does a change of the model', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    t.clock.set(trip.pickupAt - HOUR)
    const { record } = await saveRecord(t, w, orderId, handoverType.pickup)
    await t.call(contract.agreement.generatePickup, { orderId, recordId: record.recordId }, { token: w.tokens.owner })
    expect(await termsOf(orderId)).toMatchObject({ freeKmPerDay: 300, fenPerKm: 100 })
    await t.root.query('update model set mileage_limit_km_per_day = 200, over_mileage_per_km_fen = 800 where id = $1', [
      w.models.gl8,
    ])
    const asked = { orderId, storeId: w.stores.hongqiao, modelId: w.models.gl8, ...trip }
    const { quoteId } = await t.call(contract.quote.quote, asked, { token: w.tokens.owner })
    await t.call(contract.order.updateStatus, { orderId, action: 'modify', quoteId }, { token: w.tokens.owner })
    expect(await termsOf(orderId)).toBeNull()

    const other = await bookArranged(t, w, {
      trip: { pickupAt: trip.returnAt + DAY, returnAt: trip.returnAt + 2 * DAY },
    })
    await payRent(t, w, other.orderId, other.total)
    await payDeposits(t, w, other.orderId)
    t.clock.set(trip.returnAt + DAY)
    await t.root.query(`update "order" set return_terms = '{"v":1,"freeKmPerDay":1,"fenPerKm":1}' where id = $1`, [
      other.orderId,
    ])
    await prepare(t, w, other.orderId)
    expect(await termsOf(other.orderId)).toMatchObject({ freeKmPerDay: 300, fenPerKm: 100 })
  })

  it('stand from the pickup on where nothing was signed before', async () => {
    const { orderId, total } = await bookArranged(t, w, { trip })
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    t.clock.set(trip.pickupAt)
    await prepare(t, w, orderId)
    await t.root.query('update "order" set return_terms = null where id = $1', [orderId])
    await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
    expect(await termsOf(orderId)).toMatchObject({ v: 1, earlyReturnMode: 2, freeKmPerDay: 300 })
  })
})

it('law: what returns, deducts and cancels reads no setting of a contract but through the terms', () => {
  // `settingsOf` does not have them, by its type; here nobody goes around it.
  const features = [
    'rental/pickup-return',
    'money/expense',
    'money/deposit',
    'money/payment',
    'rental/agreement',
    'booking/order',
  ] as const
  const around = ['effectiveSettings', 'mileage_limit_km_per_day', 'over_mileage_per_km_fen']
  const found = features.flatMap((feature) => {
    const folder = new URL(`../../${feature}/`, import.meta.url)
    return readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .filter((file) => {
        const text = readFileSync(new URL(file, folder), 'utf8')
        return (
          around.some((name) => text.includes(name)) ||
          contractSettings.some((name) => text.includes(`settings.${name}`))
        )
      })
      .map((file) => `${feature}/${file}`)
  })
  // The terms themselves; and what is muted of messages to customers.
  expect(found).toEqual(['booking/order/messages.ts', 'booking/order/return-terms.ts'])
})
