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

const hours = JSON.stringify([
  { weekdays: [1, 2, 3, 4, 5, 6, 7], open: '07:00', close: '23:00', outOfHours: false, crossMidnight: false },
])

/** Stores, models, vehicles, prices with calendar and tiers, services, fees, deposits and cancel rules. */
export async function insertMaster({ db }: Transaction, dice: Dice, now: number): Promise<Master> {
  await db
    .updateTable('merchant')
    .set({
      pay_settings: JSON.stringify({ payProfile: 1, payWays: [1, 2, 3, 4], limits: { maxPayment: 100_000_000 } }),
    })
    .execute()
  const storeRows = await db
    .insertInto('store')
    .values(
      demoStores.map((store) => ({
        name: store.name,
        city_code: store.cityCode,
        city_name: store.cityName,
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
        model_year: model.year,
        car_type: model.carType,
        seats: model.seats,
        doors: model.doors ?? 4,
        gearbox: model.gearbox ?? 1,
        energy: model.energy,
        displacement: model.displacement,
        tank_l: model.tankL ?? 0,
        battery_kwh: model.batteryKwh ?? 0,
        licence_class: model.licenceClass ?? 'C1',
        class_rank: model.rank,
        deposit_rent_fen: model.deposit,
        deposit_illegal_fen: 200000,
        mileage_limit_km_per_day: model.limitKm,
        over_mileage_per_km_fen: model.overKm,
        sort,
      })),
    )
    .returning('id')
    .execute()
  const models = modelRows.map((row) => row.id)

  const pools = demoModels.flatMap((model, m) =>
    demoStores.flatMap((store, s) =>
      model.cars[s]! > 0
        ? [{ store, model, store_id: stores[store.key], model_id: models[m]!, cars: model.cars[s]! }]
        : [],
    ),
  )
  await db
    .insertInto('pool')
    .values(pools.map(({ store_id, model_id }) => ({ store_id, model_id })))
    .execute()
  await insertVehicles(db, dice, now, pools)
  await insertPrices(db, dice, now, pools)
  await insertTerms(db, stores)
  return { stores, models, fleet: new Map(pools.map((pool) => [`${pool.store_id}/${pool.model_id}`, pool.cars])) }
}

type Db = Transaction['db']
async function insertPrices(db: Db, dice: Dice, now: number, pools: readonly PoolSeed[]): Promise<void> {
  const rules = await db
    .insertInto('price_rule')
    .values(
      pools.map(({ store_id, model_id, model }) => ({
        store_id,
        model_id,
        base_fen: model.base,
        weekend_fen: model.weekend,
        holiday_fen: model.holiday,
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('price_tier')
    .values(
      rules.flatMap(({ id }) => [
        { rule_id: id, from_days: 3, rate_bp: 9500 },
        { rule_id: id, from_days: 7, rate_bp: 9000 },
        { rule_id: id, from_days: 15, rate_bp: 8000 },
        { rule_id: id, from_days: 30, rate_bp: 7000 },
      ]),
    )
    .execute()
  const today = localDate(now)
  await db
    .insertInto('price_calendar')
    .values(
      pools.flatMap(({ store_id, model_id, model }, i) =>
        [0, 1, 2].map((k) => ({
          store_id,
          model_id,
          date: addDays(today, 20 + ((i * 7 + k * 11) % 60)),
          price_fen: Math.round((model.base * (100 + dice.int(5, 25))) / 10_000) * 100,
        })),
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('long_price')
    .values(
      pools.flatMap(({ store_id, model_id, model }) =>
        [
          [1, 18],
          [3, 17],
          [6, 16],
          [12, 15],
        ].map(([from_months, days]) => ({
          store_id,
          model_id,
          from_months: from_months!,
          monthly_fen: model.base * days!,
        })),
      ),
    )
    .execute()
}

async function insertTerms(db: Db, stores: Master['stores']): Promise<void> {
  await db
    .insertInto('service_item')
    .values([
      {
        code: 'base',
        name: '基础服务费',
        description: '必选 · 车损自付1500元以内',
        item_type: 1,
        unit: 'day',
        price_fen: 4000,
        mandatory: true,
        sort: 1,
      },
      {
        code: 'handling',
        name: '手续费',
        description: '每单一次',
        item_type: 1,
        unit: 'order',
        price_fen: 2000,
        mandatory: true,
        handling: true,
        sort: 2,
      },
      {
        code: 'premium',
        name: '优享保障',
        description: '车损自付500元以内',
        item_type: 2,
        unit: 'day',
        price_fen: 2500,
        cap_days: 10,
        sort: 3,
      },
      {
        code: 'supreme',
        name: '尊享保障',
        description: '车损全赔，含轮胎玻璃',
        item_type: 2,
        unit: 'day',
        price_fen: 3500,
        cap_days: 10,
        sort: 4,
      },
      {
        code: 'childSeat',
        name: '儿童座椅',
        description: '9个月至12岁',
        item_type: 3,
        unit: 'order',
        price_fen: 3000,
        max_qty: 2,
        sort: 5,
      },
      {
        code: 'etc',
        name: 'ETC设备',
        description: '通行费按实收取',
        item_type: 3,
        unit: 'order',
        price_fen: 1000,
        sort: 6,
      },
    ])
    .execute()
  const ids = Object.values(stores)
  await db
    .insertInto('fee_config')
    .values([
      ...ids.flatMap((store_id) => [
        {
          store_id,
          kind: 'delivery',
          name: '送车上门',
          fee_mode: 3,
          amount_fen: 3000,
          base_km: 5,
          per_km_fen: 300,
          max_km: 40,
        },
        {
          store_id,
          kind: 'collect',
          name: '上门取车',
          fee_mode: 3,
          amount_fen: 3000,
          base_km: 5,
          per_km_fen: 300,
          max_km: 40,
        },
        {
          store_id,
          kind: 'shuttle',
          name: '接送到店',
          fee_mode: 1,
          amount_fen: 0,
          base_km: 0,
          per_km_fen: 0,
          max_km: 15,
        },
        {
          store_id,
          kind: 'night',
          name: '夜间服务',
          fee_mode: 3,
          amount_fen: 5000,
          window_from: '22:00',
          window_to: '08:00',
        },
      ]),
      ...['hongqiao', 'pudong', 'xujiahui'].flatMap((key) => [
        {
          store_id: stores[key as StoreKey],
          kind: 'oneWay',
          name: '异地还车',
          fee_mode: 3,
          amount_fen: 60000,
          pair_store_id: stores.hangzhou,
        },
        {
          store_id: stores.hangzhou,
          kind: 'oneWay',
          name: '异地还车',
          fee_mode: 3,
          amount_fen: 60000,
          pair_store_id: stores[key as StoreKey],
        },
      ]),
    ])
    .execute()
}
