import { addDays, localDate } from '@cheyi/domain/time'
import type { Transaction } from '../kernel/enter.ts'
import { demoModels, demoStores, type StoreKey } from './fleet.ts'
import type { Dice } from './random.ts'
import { insertVehicles, type PoolSeed } from './vehicles.ts'

/** Ids of the master data, by what the rest of the seed calls them. */
export interface Master {
  readonly stores: Readonly<Record<StoreKey, string>>
  /** Model ids in the order of `demoModels`. */
  readonly models: readonly string[]
  /** How many vehicles stand in each pool: `${storeId}/${modelId}`. */
  readonly fleet: ReadonlyMap<string, number>
}

const hours = [
  { weekdays: [1, 2, 3, 4, 5, 6, 7], open: '07:00', close: '23:00', outOfHours: false, crossMidnight: false },
]

/** Stores, models, vehicles, prices with calendar and tiers, services, fees, deposits and cancel rules. */
export async function insertMaster({ db }: Transaction, dice: Dice, now: number): Promise<Master> {
  await db
    .updateTable('merchant')
    .set({
      paySettings: { payProfile: 1, payWays: [1, 2, 3, 4], limits: { maxPayment: 100_000_000 } },
    })
    .execute()
  const storeRows = await db
    .insertInto('store')
    .values(
      demoStores.map((store) => ({
        name: store.name,
        cityCode: store.cityCode,
        cityName: store.cityName,
        address: store.address,
        lat: store.lat,
        lng: store.lng,
        phones: [store.phone],
        hours,
      })),
    )
    .returning('id')
    .execute()
  const stores = Object.fromEntries(demoStores.map((store, i) => [store.key, storeRows[i]!.id])) as Master['stores']

  const modelRows = await db
    .insertInto('model')
    .values(
      demoModels.map((model, sort) => ({
        brand: model.brand,
        series: model.series,
        name: model.name,
        modelYear: model.year,
        carType: model.carType,
        seats: model.seats,
        doors: model.doors ?? 4,
        gearbox: model.gearbox ?? 1,
        energy: model.energy,
        displacement: model.displacement,
        tankL: model.tankL ?? 0,
        batteryKwh: model.batteryKwh ?? 0,
        licenceClass: model.licenceClass ?? 'C1',
        classRank: model.rank,
        depositRentFen: model.deposit,
        depositIllegalFen: 200000,
        mileageLimitKmPerDay: model.limitKm,
        overMileagePerKmFen: model.overKm,
        sort,
      })),
    )
    .returning('id')
    .execute()
  const models = modelRows.map((row) => row.id)

  const pools = demoModels.flatMap((model, m) =>
    demoStores.flatMap((store, s) =>
      model.cars[s]! > 0
        ? [{ store, model, storeId: stores[store.key], modelId: models[m]!, cars: model.cars[s]! }]
        : [],
    ),
  )
  await db
    .insertInto('pool')
    .values(pools.map(({ storeId, modelId }) => ({ storeId, modelId })))
    .execute()
  await insertVehicles(db, dice, now, pools)
  await insertPrices(db, dice, now, pools)
  await insertTerms(db, stores)
  return { stores, models, fleet: new Map(pools.map((pool) => [`${pool.storeId}/${pool.modelId}`, pool.cars])) }
}

type Db = Transaction['db']
async function insertPrices(db: Db, dice: Dice, now: number, pools: readonly PoolSeed[]): Promise<void> {
  const rules = await db
    .insertInto('priceRule')
    .values(
      pools.map(({ storeId, modelId, model }) => ({
        storeId,
        modelId,
        baseFen: model.base,
        weekendFen: model.weekend,
        holidayFen: model.holiday,
      })),
    )
    .returning('id')
    .execute()
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
  const today = localDate(now)
  await db
    .insertInto('priceCalendar')
    .values(
      pools.flatMap(({ storeId, modelId, model }, i) =>
        [0, 1, 2].map((k) => ({
          storeId,
          modelId,
          date: addDays(today, 20 + ((i * 7 + k * 11) % 60)),
          priceFen: Math.round((model.base * (100 + dice.int(5, 25))) / 10_000) * 100,
        })),
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('longPrice')
    .values(
      pools.flatMap(({ storeId, modelId, model }) =>
        [
          [1, 18],
          [3, 17],
          [6, 16],
          [12, 15],
        ].map(([fromMonths, days]) => ({
          storeId,
          modelId,
          fromMonths: fromMonths!,
          monthlyFen: model.base * days!,
        })),
      ),
    )
    .execute()
}

async function insertTerms(db: Db, stores: Master['stores']): Promise<void> {
  await db
    .insertInto('serviceItem')
    .values([
      {
        code: 'base',
        name: '基础服务费',
        description: '必选 · 车损自付1500元以内',
        itemType: 1,
        unit: 'day',
        priceFen: 4000,
        mandatory: true,
        sort: 1,
      },
      {
        code: 'handling',
        name: '手续费',
        description: '每单一次',
        itemType: 1,
        unit: 'order',
        priceFen: 2000,
        mandatory: true,
        handling: true,
        sort: 2,
      },
      {
        code: 'premium',
        name: '优享保障',
        description: '车损自付500元以内',
        itemType: 2,
        unit: 'day',
        priceFen: 2500,
        capDays: 10,
        sort: 3,
      },
      {
        code: 'supreme',
        name: '尊享保障',
        description: '车损全赔，含轮胎玻璃',
        itemType: 2,
        unit: 'day',
        priceFen: 3500,
        capDays: 10,
        sort: 4,
      },
      {
        code: 'childSeat',
        name: '儿童座椅',
        description: '9个月至12岁',
        itemType: 3,
        unit: 'order',
        priceFen: 3000,
        maxQty: 2,
        sort: 5,
      },
      {
        code: 'etc',
        name: 'ETC设备',
        description: '通行费按实收取',
        itemType: 3,
        unit: 'order',
        priceFen: 1000,
        sort: 6,
      },
    ])
    .execute()
  const ids = Object.values(stores)
  await db
    .insertInto('feeConfig')
    .values([
      ...ids.flatMap((storeId) => [
        {
          storeId,
          kind: 'delivery' as const,
          name: '送车上门',
          feeMode: 3 as const,
          amountFen: 3000,
          baseKm: 5,
          perKmFen: 300,
          maxKm: 40,
        },
        {
          storeId,
          kind: 'collect' as const,
          name: '上门取车',
          feeMode: 3 as const,
          amountFen: 3000,
          baseKm: 5,
          perKmFen: 300,
          maxKm: 40,
        },
        {
          storeId,
          kind: 'shuttle' as const,
          name: '接送到店',
          feeMode: 1 as const,
          amountFen: 0,
          baseKm: 0,
          perKmFen: 0,
          maxKm: 15,
        },
        {
          storeId,
          kind: 'night' as const,
          name: '夜间服务',
          feeMode: 3 as const,
          amountFen: 5000,
          windowFrom: '22:00',
          windowTo: '08:00',
        },
      ]),
      ...['hongqiao', 'pudong', 'xujiahui'].flatMap((key) => [
        {
          storeId: stores[key as StoreKey],
          kind: 'oneWay' as const,
          name: '异地还车',
          feeMode: 3 as const,
          amountFen: 60000,
          pairStoreId: stores.hangzhou,
        },
        {
          storeId: stores.hangzhou,
          kind: 'oneWay' as const,
          name: '异地还车',
          feeMode: 3 as const,
          amountFen: 60000,
          pairStoreId: stores[key as StoreKey],
        },
      ]),
    ])
    .execute()
}
