import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import type { MerchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { DAY, startOfDate } from '@cheyi/domain/time'
import type { Transaction } from '../../kernel/db/db.ts'
import { FOREVER } from '../../kernel/db/instant.ts'
import { asGate, asMerchant } from '../../kernel/enter.ts'
import { insertAccount } from '../../platform/account/actions.ts'
import { createMerchant } from '../../platform/merchant/provision.ts'
import { insertUser } from '../../platform/session/actions.ts'
import { hashPassword } from '../../platform/session/password/password.ts'
import type { TestApp } from '../app.ts'
import { openSessions } from '../session.ts'

/** A small merchant that can sell: what most API tests need, nothing of the demo's size. */
export interface World {
  readonly merchantId: string
  readonly merchantName: string
  /** Their password is the demo's. */
  readonly ownerMobile: string
  readonly stores: { readonly hongqiao: string; readonly pudong: string; readonly hangzhou: string }
  readonly models: { readonly lavida: string; readonly qin: string; readonly gl8: string }
  /** Vehicle ids by model, at Hongqiao; the plate is beside. */
  readonly vehicles: Readonly<Record<'lavida' | 'qin' | 'gl8', readonly { id: string; plate: string }[]>>
  /** Tokens by role. */
  readonly tokens: {
    readonly owner: string
    readonly manager: string
    readonly clerk: string
    readonly finance: string
    readonly fleet: string
    readonly service: string
    readonly channel: string
  }
}

/** What the platform does to a merchant: its status, and its sessions find out at their next call. */
export async function setMerchantStatus(t: TestApp, merchantId: string, status: MerchantStatus): Promise<void> {
  await t.root.query('update merchant set status = $2 where id = $1', [merchantId, status])
  await t.root.query('update login_session set stamp = stamp + 1 where merchant_id = $1', [merchantId])
}

let mobiles = 0
const nextMobile = () => `139${String(10_000_000 + ++mobiles)}`

/** Company and first store, which has no telephone, as a customer's page names them. */
export const shop = { merchantName: '测试租车', logoUrl: null, storeName: '虹桥机场店', storePhone: '' }

interface WorldOptions {
  /** Vehicles per model at Hongqiao; two unless told. */
  readonly cars?: number
  readonly name?: string
  /** What people are called, by role. */
  readonly names?: Partial<Record<keyof World['tokens'], string>>
}

/** Makes the world. */
export async function makeWorld(t: Pick<TestApp, 'kernel' | 'commands'>, options: WorldOptions = {}): Promise<World> {
  const { kernel } = t
  const merchantName = options.name ?? shop.merchantName
  const { merchantId, roles } = await createMerchant(t.commands, {
    name: merchantName,
    status: 1,
    cityCode: '310100',
  })
  const cars = options.cars ?? 2

  const master = await asMerchant(kernel, merchantId, (tx) => masterData(tx, cars))

  const letters = {
    owner: 'B',
    manager: 'M',
    clerk: 'C',
    finance: 'F',
    fleet: 'V',
    service: 'S',
    channel: 'Q',
  } as const
  const passwordHash = await testHash(t)
  const people = (Object.keys(letters) as (keyof typeof letters)[]).map((who) => ({
    ...{ who, letter: letters[who], mobile: nextMobile() },
    name: options.names?.[who] ?? `测试${who}`,
  }))
  // All of them at once: a statement of its own for each takes most of the time of a test that only asks a little.
  const users = await asGate(t.commands, (tx) =>
    Promise.all(people.map(({ mobile }) => insertUser(tx, kernel.vaults.platform, { mobile, passwordHash }))),
  )
  const vault = await kernel.vaults.merchant(merchantId)
  const accounts = await asMerchant(kernel, merchantId, async (tx) => {
    const account = (n: number, parentId: string | null) =>
      insertAccount(tx, vault, {
        userId: users[n]!,
        mobile: people[n]!.mobile,
        parentId,
        name: people[n]!.name,
        roleIds: [roles[people[n]!.letter]!],
        isDriver: people[n]!.who === 'clerk',
        since: kernel.clock.now() - 60 * DAY,
      })
    const ownerId = await account(0, null)
    return [ownerId, ...(await Promise.all(people.slice(1).map((_, n) => account(n + 1, ownerId))))]
  })
  const opened = await openSessions(
    kernel,
    people.map((_, n) => ({ merchantId, userId: users[n]!, accountId: accounts[n]! })),
  )
  const tokens = Object.fromEntries(people.map(({ who }, n) => [who, opened[n]!]))
  return {
    ...{ merchantId, merchantName, ownerMobile: people[0]!.mobile },
    ...master,
    tokens: tokens as unknown as World['tokens'],
  }
}

/** Hashing is slow on purpose; all users whose installations have one pepper share one hash. */
const hashes = new Map<string, Promise<string>>()
function testHash({ kernel }: Pick<TestApp, 'kernel'>): Promise<string> {
  const { pepper } = kernel.vaults
  const key = pepper.toString('hex')
  const hash = hashes.get(key) ?? hashPassword(pepper, 'Cheyi2026')
  hashes.set(key, hash)
  return hash
}

async function masterData({ db }: Transaction, cars: number) {
  const allDay = [
    { weekdays: [1, 2, 3, 4, 5, 6, 7], open: '08:00', close: '22:00', outOfHours: false, crossMidnight: false },
  ]
  const storeRows = await db
    .insertInto('store')
    .values([
      {
        name: shop.storeName,
        cityCode: '310100',
        cityName: '上海',
        address: '虹桥路2550号',
        lat: 31.1979,
        lng: 121.3363,
        hours: allDay,
      },
      {
        name: '浦东机场店',
        cityCode: '310100',
        cityName: '上海',
        address: '机场大道6000号',
        lat: 31.1443,
        lng: 121.8083,
        hours: allDay,
      },
      {
        name: '杭州东站店',
        cityCode: '330100',
        cityName: '杭州',
        address: '天城路1号',
        lat: 30.2936,
        lng: 120.2126,
        hours: allDay,
      },
    ])
    .returning('id')
    .execute()
  const [hongqiao, pudong, hangzhou] = storeRows.map((row) => row.id) as [string, string, string]

  const modelRows = await db
    .insertInto('model')
    .values([
      {
        brand: '大众',
        series: '朗逸',
        name: '大众朗逸',
        carType: 1,
        seats: 5,
        energy: 1,
        displacement: '1.5L',
        tankL: 48,
        classRank: 1,
        depositRentFen: 300000,
        depositViolationFen: 200000,
        mileageLimitKmPerDay: 300,
        overMileagePerKmFen: 100,
      },
      {
        brand: '比亚迪',
        series: '秦',
        name: '比亚迪秦PLUS',
        carType: 2,
        seats: 5,
        energy: 4,
        displacement: 'DM-i',
        tankL: 48,
        batteryKwh: 18,
        classRank: 2,
        depositRentFen: 300000,
        depositViolationFen: 200000,
      },
      {
        brand: '别克',
        series: 'GL8',
        name: '别克GL8',
        carType: 4,
        seats: 7,
        energy: 1,
        displacement: '2.0T',
        tankL: 66,
        classRank: 4,
        depositRentFen: 500000,
        depositViolationFen: 200000,
      },
    ])
    .returning('id')
    .execute()
  const [lavida, qin, gl8] = modelRows.map((row) => row.id) as [string, string, string]
  const models = { lavida, qin, gl8 }

  const stores = [hongqiao, pudong, hangzhou]
  await db
    .insertInto('pool')
    .values(stores.flatMap((storeId) => Object.values(models).map((modelId) => ({ storeId, modelId }))))
    .execute()

  let serial = 0
  const vehicles = {} as Record<keyof typeof models, { id: string; plate: string }[]>
  for (const [key, modelId] of Object.entries(models) as [keyof typeof models, string][]) {
    const rows = await db
      .insertInto('vehicle')
      .values(
        Array.from({ length: cars }, () => {
          serial++
          return {
            plate: key === 'qin' ? `沪AF${String(10000 + serial)}` : `沪A${String(10000 + serial)}`,
            plateKind: key === 'qin' ? 2 : 1,
            plateColor: key === 'qin' ? 94 : 1,
            vin: `LSVAB${String(serial).padStart(12, '0')}`,
            modelId,
            homeStoreId: hongqiao,
            currentStoreId: hongqiao,
            odometerKm: 10_000,
            fuelPct: 100,
            batteryPct: key === 'qin' ? 90 : null,
            insuranceExpireOn: '2030-12-31',
            inspectionExpireOn: '2030-12-31',
            lifecycle: 1,
          }
        }),
      )
      .returning(['id', 'plate'])
      .execute()
    vehicles[key] = rows
  }
  const papers = { startOn: null, endOn: '2030-12-31' }
  await db
    .insertInto('vehicleDocument')
    .values(
      Object.values(vehicles).flatMap((cars) =>
        cars.flatMap(({ id }) => [
          { vehicleId: id, kind: 3, insuranceKind: 1, ...papers },
          { vehicleId: id, kind: 4, insuranceKind: null, ...papers },
        ]),
      ),
    )
    .execute()
  // As the stock is told when a car enters service: it may not be used once they have run out.
  await db
    .insertInto('occupancy')
    .values(
      (Object.keys(models) as (keyof typeof models)[]).flatMap((key) =>
        vehicles[key].map(({ id }) => ({
          storeId: hongqiao,
          modelId: models[key],
          vehicleId: id,
          kind: occupancyKind.documentExpired,
          refId: id,
          fromAt: startOfDate(papers.endOn) + DAY,
          toAt: FOREVER,
        })),
      ),
    )
    .execute()

  await db
    .insertInto('priceRule')
    .values(
      stores.flatMap((storeId) => [
        { storeId, modelId: lavida, baseFen: 20000, weekendFen: 26000, holidayFen: 39900 },
        { storeId, modelId: qin, baseFen: 22800, weekendFen: 26800, holidayFen: 42000 },
        { storeId, modelId: gl8, baseFen: 46800, weekendFen: 52800, holidayFen: 79900 },
      ]),
    )
    .execute()
  const rules = await db.selectFrom('priceRule').select(['id']).execute()
  await db
    .insertInto('priceTier')
    .values(
      rules.flatMap(({ id }) => [
        { ruleId: id, fromDays: 3, rateBp: 9500 },
        { ruleId: id, fromDays: 7, rateBp: 9000 },
        { ruleId: id, fromDays: 15, rateBp: 8000 },
        { ruleId: id, fromDays: 30, rateBp: 7000 },
      ]),
    )
    .execute()
  await db
    .insertInto('serviceItem')
    .values([
      { code: 'base', name: '基础服务费', itemType: 1, unit: 'day', priceFen: 5000, mandatory: true, sort: 1 },
      {
        code: 'handling',
        name: '手续费',
        itemType: 1,
        unit: 'order',
        priceFen: 3500,
        mandatory: true,
        handling: true,
        sort: 2,
      },
      {
        ...{ code: 'premium', name: '尊享保障', description: '车损全赔，含轮胎玻璃' },
        ...{ itemType: 2, unit: 'day', priceFen: 3500, capDays: 7, sort: 3 },
      },
      { code: 'childSeat', name: '儿童座椅', itemType: 3, unit: 'order', priceFen: 3000, maxQty: 2, sort: 4 },
    ])
    .execute()
  await db
    .insertInto('feeConfig')
    .values([
      { storeId: hongqiao, kind: 'delivery', feeMode: 3, amountFen: 3000, baseKm: 3, perKmFen: 300, maxKm: 50 },
      { storeId: hongqiao, kind: 'collect', feeMode: 3, amountFen: 3000, baseKm: 3, perKmFen: 300, maxKm: 50 },
      { storeId: hongqiao, kind: 'oneWay', feeMode: 3, amountFen: 30000, pairStoreId: hangzhou },
    ])
    .execute()
  return { stores: { hongqiao, pudong, hangzhou }, models, vehicles }
}
