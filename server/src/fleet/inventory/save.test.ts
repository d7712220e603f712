import { contract } from '@cheyi/contract/index'
import { costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { documentKind, insuranceKind, lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { beforeEach, describe, expect, it } from 'vitest'
import { uploadPhotos } from '../../testing/upload.ts'
import { car, fleet, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { arrange, booked, good, order, put, row, seen, trip } from '../../testing/world/own-fleet.ts'

ownMerchant({ other: true })

const { detail, save, correctOdometer } = contract.inventory

describe('a new vehicle', () => {
  it('is kept as entered, with its papers, and waits to be let out', async () => {
    const photoIds = await uploadPhotos(t, 'vehicle', 2, w.tokens.fleet)
    const { vehicleId, version } = await put({
      engineNo: 'EA211',
      colour: '珍珠白',
      registerOn: '2024-03-01',
      purchase: 9_980_000,
      odometerKm: 12_345,
      keyNote: '钥匙在3号柜',
      tags: ['新车'],
      photoIds,
      commercialEndOn: '2027-05-01',
    })
    expect(version).toBe(1)
    const vehicle = await seen(vehicleId)
    expect(vehicle).toMatchObject({
      plate: '沪AD6J19',
      plateKind: 1,
      plateColor: 1,
      vinChecked: true,
      lifecycle: lifecycle.waiting,
      runState: null,
      group: 'off',
      purchase: 9_980_000,
      odometerKm: 12_345,
      keyNote: '钥匙在3号柜',
      homeStoreName: '虹桥机场店',
      expiry: { insurance: '2027-05-01', inspection: '2027-11-30', commercial: '2027-05-01', plate: null },
      lacks: [],
      busy: false,
    })
    expect(vehicle.photos.map((one) => one.mediaId)).toEqual(photoIds)
    expect(vehicle.documents.map((one) => [one.kind, one.insuranceKind, one.endOn])).toEqual([
      [documentKind.policy, insuranceKind.compulsory, '2027-05-01'],
      [documentKind.policy, insuranceKind.commercial, '2027-05-01'],
      [documentKind.inspection, null, '2027-11-30'],
    ])
    // What it cost is for those who keep the fleet.
    expect((await t.call(detail, { vehicleId }, { token: w.tokens.clerk })).purchase).toBeNull()
  })

  it.each([
    ['沪AD12345', 2, 94],
    ['粤B12345D', 3, 93],
    ['粤Z1234港', 4, 3],
    ['鲁A1234挂', 5, 2],
  ])('with plate %s is of kind %i and colour %i', async (plate, kind, color) => {
    const { vehicleId } = await put({ plate })
    expect(await seen(vehicleId)).toMatchObject({ plate, plateKind: kind, plateColor: color })
  })

  it('with a temporary plate says until when', async () => {
    const temporary = { plate: '沪临A0001', plateKind: 9 }
    expect(await t.send(save, good(temporary), fleet())).toMatchObject({
      errorCode: -2,
      data: { field: 'plateExpireOn' },
    })
    expect(await t.send(save, good({ ...temporary, plateExpireOn: '2027-02-19' }), fleet())).toMatchObject({
      errorCode: -2,
      message: '参数错误：临牌有效期最长90天',
    })
    const { vehicleId } = await put({ ...temporary, plateExpireOn: '2026-12-01' })
    expect((await seen(vehicleId)).expiry.plate).toBe('2026-12-01')
  })

  it.each([
    [6010, { plate: '沪A1234' }, 'plate'],
    [6010, { plate: '沪AD12345', plateKind: 1 }, 'plate'],
    [-2, { vin: 'LSV' }, 'vin'],
    [-2, { vin: '1M8GDM9AXKP04278O' }, 'vin'],
  ])('is refused with %i for %o', async (errorCode, over, field) => {
    expect(await t.send(save, good(over), fleet())).toMatchObject({ errorCode, data: { field } })
  })

  it('carries no plate or frame number of another, also of a store that the writer does not see', async () => {
    await put()
    await t.root.query(
      'update vehicle set home_store_id = $2, current_store_id = $2 where merchant_id = $1 and vin = $3',
      [w.merchantId, w.stores.hangzhou, '1M8GDM9AXKP042788'],
    )
    await t.root.query(
      `update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = '测试fleet'`,
      [w.merchantId, [w.stores.hongqiao]],
    )
    expect(await t.send(save, good({ vin: 'LSVAB000000000999' }), fleet())).toMatchObject({
      errorCode: 6012,
      data: { field: 'plate' },
    })
    expect(await t.send(save, good({ plate: '沪A99999' }), fleet())).toMatchObject({
      errorCode: 6013,
      data: { field: 'vin' },
    })
    // The same two of another merchant are nobody's business.
    const there = { modelId: other.models.lavida, homeStoreId: other.stores.hongqiao }
    const own = { token: other.tokens.fleet }
    await t.call(save, good({ ...there, plate: '沪A12399', vin: 'LSVAB000000000998' }), own)
    expect(await t.send(save, good({ modelId: other.models.lavida }), fleet())).toMatchObject({ errorCode: -4 })
  })

  it('asked for twice at once is kept once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => t.send(save, good(), fleet())))
    expect(answers.map((one) => one.errorCode).toSorted()).toEqual([0, 6012, 6012])
  })
})

describe('an edit', () => {
  const edit = async (vehicleId: string, over: object) => {
    const { plate, vin, odometerKm, version } = await row(vehicleId)
    return t.send(save, good({ vehicleId, plate, vin, odometerKm: odometerKm, version, ...over }), owner())
  }

  it('tells two people who edit the same', async () => {
    const { vehicleId } = await put()
    expect(await edit(vehicleId, { remark: '一' })).toMatchObject({ data: { version: 2 } })
    expect(await edit(vehicleId, { remark: '二', version: 1 })).toMatchObject({ errorCode: -5, data: { version: 2 } })
    expect((await row(vehicleId)).remark).toBe('一')
    const { rows } = await t.root.query(
      `select before, after from audit where target_id = $1 and action = 'inventory.save' order by id desc limit 1`,
      [vehicleId],
    )
    expect(rows[0]).toEqual({ before: { remark: '' }, after: { remark: '一' } })
  })

  it('turns the odometer back only by a correction with its reason', async () => {
    const { vehicleId } = await put({ odometerKm: 500 })
    expect(await edit(vehicleId, { odometerKm: 499 })).toMatchObject({
      errorCode: -2,
      message: '参数错误：里程不能小于当前里程',
    })
    await t.call(correctOdometer, { vehicleId, odometerKm: 50, reason: '多录一位' }, fleet())
    expect((await row(vehicleId)).odometerKm).toBe(50)
    const { rows } = await t.root.query(`select after from audit where action = 'inventory.correctOdometer'`)
    expect(rows).toEqual([{ after: { odometerKm: 50, reason: '多录一位' } }])
  })

  it('to another store takes the car out of its pool, and planned orders get others', async () => {
    const orderId = await booked()
    const { vehicleId } = await order(orderId)
    const left = w.vehicles.lavida.find((one) => one.id !== vehicleId)!
    const answer = await edit(vehicleId, { homeStoreId: w.stores.pudong })
    expect(answer).toMatchObject({ data: { released: [{ orderId, plate: left.plate }] } })
    expect(await order(orderId)).toMatchObject({ vehicleId: left.id, plate: left.plate })
    expect(await row(vehicleId)).toMatchObject({
      homeStoreId: w.stores.pudong,
      currentStoreId: w.stores.pudong,
    })
    const { rows } = await t.root.query(
      'select home_store_id, to_at is null as open from vehicle_period where vehicle_id = $1 order by id',
      [vehicleId],
    )
    expect(rows).toEqual([
      { homeStoreId: w.stores.hongqiao, open: false },
      { homeStoreId: w.stores.pudong, open: true },
    ])
    const free = async (storeId: string) =>
      (
        await t.call(
          contract.stock.free,
          { storeId, modelIds: [w.models.lavida], from: trip.pickupAt, to: trip.returnAt },
          owner(),
        )
      )[0]!.free
    expect([await free(w.stores.hongqiao), await free(w.stores.pudong)]).toEqual([0, 1])
  })

  it('to another store is refused while an order is arranged on the car', async () => {
    const orderId = await booked()
    await arrange(orderId, car(0).id)
    expect(await edit(car(0).id, { homeStoreId: w.stores.pudong })).toMatchObject({ errorCode: 6014 })
  })
})

describe('a policy', () => {
  const { saveDocument } = contract.inventory
  const premium = { kind: documentKind.policy, insuranceKind: insuranceKind.commercial, insurer: '平安产险' } as const
  let vehicleId: string
  beforeEach(async () => {
    ;({ vehicleId } = await put())
  })
  const policy = (more: object = {}) =>
    t.send(
      saveDocument,
      { ...premium, vehicleId, startOn: '2026-11-16', endOn: '2027-11-15', amount: 365_00, ...more },
      fleet(),
    )
  const costs = async () =>
    (await t.call(contract.cost.page, { vehicleId, to: '2028-01-01', kind: costKind.insurance }, fleet())).list.map(
      ({ source, from, to, fen }) => [source, from, to, fen],
    )

  it('brings its premium as a cost of its days, follows every change, and moves the expiry', async () => {
    const mediaIds = await uploadPhotos(t, 'vehicle', 1, w.tokens.fleet)
    const { data } = await policy({ sumInsured: 200_000_000, no: 'PDAA1', mediaIds })
    const { documentId } = data as { documentId: string }
    const vehicle = await seen(vehicleId)
    expect(vehicle.expiry.commercial).toBe('2027-11-15')
    expect(vehicle.documents.find((one) => one.documentId === documentId)).toMatchObject({
      amount: 365_00,
      sumInsured: 200_000_000,
      media: [{ mediaId: mediaIds[0] }],
    })
    expect(await costs()).toEqual([[costSource.policy, '2026-11-16', '2027-11-15', 365_00]])
    await policy({ documentId, amount: 300_00, endOn: '2027-05-15' })
    expect(await costs()).toEqual([[costSource.policy, '2026-11-16', '2027-05-15', 300_00]])
    // A change of nothing but its number writes no cost.
    await policy({ documentId, amount: 300_00, endOn: '2027-05-15', no: 'PDAA2' })
    const { rows } = await t.root.query('select id from vehicle_cost where merchant_id = $1', [w.merchantId])
    expect(rows).toHaveLength(2)
    await policy({ documentId, removed: true })
    expect(await costs()).toEqual([])
  })

  it('of a closed month keeps what was counted there, and corrects it from the first open day', async () => {
    const { data } = await policy({ startOn: '2026-10-16' })
    const { documentId } = data as { documentId: string }
    await t.root.query(`insert into closed_month (merchant_id, month, closed_by) values ($1, '2026-10-01', 0)`, [
      w.merchantId,
    ])
    await policy({ documentId, startOn: '2026-10-16', amount: 300_00 })
    expect(await costs()).toEqual([
      [costSource.policy, '2026-11-01', '2027-11-15', -65_00],
      [costSource.policy, '2026-10-16', '2027-11-15', 365_00],
    ])
    await policy({ documentId, removed: true })
    expect((await costs()).map(([, , , fen]) => fen)).toEqual([-365_00, 365_00])
  })

  it('counts once: not besides the same premium by hand, in whatever order they are entered', async () => {
    const byHand = { vehicleId, kind: costKind.insurance, from: '2026-11-20', fen: 365_00 } as const
    const { costId } = await t.call(contract.cost.add, byHand, fleet())
    expect(await policy()).toMatchObject({ errorCode: -2, data: { field: 'amount' } })
    await t.call(contract.cost.cancel, { costId, version: 1, reason: '改登保单' }, fleet())
    expect(await policy()).toMatchObject({ errorCode: 0 })
    expect(await t.send(contract.cost.add, byHand, fleet())).toMatchObject({ errorCode: -2, data: { field: 'fen' } })
    expect(await policy({ startOn: undefined })).toMatchObject({ errorCode: -2, data: { field: 'startOn' } })
  })
})
