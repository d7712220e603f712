import { feeMode } from '@cheyi/domain/booking/order/codes'
import { addDays, localDate } from '@cheyi/domain/time'
import type { Transaction } from '../kernel/enter.ts'
import { demoModels, demoStores, type StoreKey } from './fleet.ts'
import type { Dice } from './random.ts'
import { insertVehicles, type PoolSeed } from './vehicles.ts'

/** Ids of the master data, by the names used in the seed. */
export interface Master {
  readonly stores: Readonly<Record<StoreKey, string>>
  /** Model ids in the order of `demoModels`. */
  readonly models: readonly string[]
  /** Number of vehicles in each pool: `${storeId}/${modelId}`. */
  readonly fleet: ReadonlyMap<string, number>
}

const hours = [
  { weekdays: [1, 2, 3, 4, 5, 6, 7], open: '07:00', close: '23:00', outOfHours: false, crossMidnight: false },
]

/** Stores, models, vehicles, prices with calendar and tiers, services, fees, deposits and cancellation rules. */
export async function insertMaster({ db }: Transaction, dice: Dice, now: number): Promise<Master> {
  await db
    .updateTable('merchant')
    .set({
      paySettings: { payProfile: 1, payWays: [1, 2, 3, 4], limits: { maxPayment: 100_000_000 } },
    })
    .execute()
  const storeRows = await db
    .insertInto('store')
    .values(demoStores.map(({ key: _, phone, ...store }) => ({ ...store, phones: [phone], hours })))
    .returning('id')
    .execute()
  const stores = Object.fromEntries(demoStores.map((store, i) => [store.key, storeRows[i]!.id])) as Master['stores']

  const modelRows = await db
    .insertInto('model')
    .values(
      demoModels.map(({ name, build, terms }, sort) => ({
        doors: 4,
        gearbox: 1 as const,
        tankL: 0,
        batteryKwh: 0,
        licenceClass: 'C1',
        depositViolationFen: 200000,
        ...name,
        ...build,
        ...terms,
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
    .values(pools.map(({ storeId, modelId, model }) => ({ storeId, modelId, ...model.price })))
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
          priceFen: Math.round((model.price.baseFen * (100 + dice.int(5, 25))) / 10_000) * 100,
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
          monthlyFen: model.price.baseFen * days!,
        })),
      ),
    )
    .execute()
}

const byDistance = { feeMode: feeMode.custom, amountFen: 3000, baseKm: 5, perKmFen: 300, maxKm: 40 }
const night = { windowFrom: '22:00', windowTo: '08:00' }
const oneWay = { kind: 'oneWay' as const, name: '异地还车', feeMode: feeMode.custom, amountFen: 60000 }

async function insertTerms(db: Db, stores: Master['stores']): Promise<void> {
  await db
    .insertInto('serviceItem')
    .values([
      {
        code: 'base',
        name: '基础服务费',
        description: '必选 · 车损自付¥1,500.00以内',
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
        description: '车损自付¥500.00以内',
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
        { storeId, kind: 'delivery' as const, name: '送车上门', ...byDistance },
        { storeId, kind: 'collect' as const, name: '上门取车', ...byDistance },
        { storeId, kind: 'shuttle' as const, name: '接送到店', feeMode: feeMode.free, amountFen: 0, maxKm: 15 },
        { storeId, kind: 'night' as const, name: '夜间服务', feeMode: feeMode.custom, amountFen: 5000, ...night },
      ]),
      ...[stores.hongqiao, stores.pudong, stores.xujiahui].flatMap((storeId) => [
        { storeId, ...oneWay, pairStoreId: stores.hangzhou },
        { storeId: stores.hangzhou, ...oneWay, pairStoreId: storeId },
      ]),
    ])
    .execute()
}
