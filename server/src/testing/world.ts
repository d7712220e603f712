import type { MerchantStatus } from '@cheyi/domain/merchant/codes'
import { DAY } from '@cheyi/domain/time'
import type { Transaction } from '../kernel/db.ts'
import { asMerchant } from '../kernel/enter.ts'
import { createMerchant, createStaff } from '../merchant/provision.ts'
import { hashPassword } from '../session/password.ts'
import type { TestApp } from './app.ts'
import { openSession } from './session.ts'

/** A small merchant that can sell: what most API tests need, nothing of the demo's size. */
export interface World {
  readonly merchantId: string
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

/** Makes the world; `cars` is the number of vehicles per model at Hongqiao (default 2). */
export async function makeWorld(t: TestApp, options: { cars?: number; name?: string } = {}): Promise<World> {
  const { kernel } = t
  const { merchantId, roles } = await createMerchant(kernel, {
    name: options.name ?? '测试租车',
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
  const tokens: Record<string, string> = {}
  let ownerId: string | null = null
  for (const [who, letter] of Object.entries(letters)) {
    const staff = await createStaff(kernel, merchantId, {
      mobile: nextMobile(),
      passwordHash: await testHash(t),
      parentId: ownerId,
      name: `测试${who}`,
      roleIds: [roles[letter]!],
      isDriver: who === 'clerk',
      since: kernel.clock.now() - 60 * DAY,
    })
    ownerId ??= staff.accountId
    tokens[who] = await openSession(kernel, staff)
  }
  return { merchantId, ...master, tokens: tokens as unknown as World['tokens'] }
}

/** Hashing is slow on purpose; the users of a world share one hash. */
const hashes = new WeakMap<TestApp, Promise<string>>()
function testHash(t: TestApp): Promise<string> {
  const hash = hashes.get(t) ?? hashPassword(t.kernel.vaults.pepper, 'Cheyi2026')
  hashes.set(t, hash)
  return hash
}

async function masterData({ db }: Transaction, cars: number) {
  const allDay = JSON.stringify([
    { weekdays: [1, 2, 3, 4, 5, 6, 7], open: '08:00', close: '22:00', outOfHours: false, crossMidnight: false },
  ])
  const storeRows = await db
    .insertInto('store')
    .values([
      {
        name: '虹桥机场店',
        city_code: '310100',
        city_name: '上海',
        address: '虹桥路2550号',
        lat: 31.1979,
        lng: 121.3363,
        hours: allDay,
      },
      {
        name: '浦东机场店',
        city_code: '310100',
        city_name: '上海',
        address: '机场大道6000号',
        lat: 31.1443,
        lng: 121.8083,
        hours: allDay,
      },
      {
        name: '杭州东站店',
        city_code: '330100',
        city_name: '杭州',
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
        car_type: 1,
        seats: 5,
        energy: 1,
        displacement: '1.5L',
        tank_l: 48,
        class_rank: 1,
        deposit_rent_fen: 300000,
        deposit_illegal_fen: 200000,
        mileage_limit_km_per_day: 300,
        over_mileage_per_km_fen: 100,
      },
      {
        brand: '比亚迪',
        series: '秦',
        name: '比亚迪秦PLUS',
        car_type: 2,
        seats: 5,
        energy: 4,
        displacement: 'DM-i',
        tank_l: 48,
        battery_kwh: 18,
        class_rank: 2,
        deposit_rent_fen: 300000,
        deposit_illegal_fen: 200000,
      },
      {
        brand: '别克',
        series: 'GL8',
        name: '别克GL8',
        car_type: 4,
        seats: 7,
        energy: 1,
        displacement: '2.0T',
        tank_l: 66,
        class_rank: 4,
        deposit_rent_fen: 500000,
        deposit_illegal_fen: 200000,
      },
    ])
    .returning('id')
    .execute()
  const [lavida, qin, gl8] = modelRows.map((row) => row.id) as [string, string, string]
  const models = { lavida, qin, gl8 }

  const stores = [hongqiao, pudong, hangzhou]
  await db
    .insertInto('pool')
    .values(stores.flatMap((store_id) => Object.values(models).map((model_id) => ({ store_id, model_id }))))
    .execute()

  let serial = 0
  const vehicles = {} as Record<keyof typeof models, { id: string; plate: string }[]>
  for (const [key, model_id] of Object.entries(models) as [keyof typeof models, string][]) {
    const rows = await db
      .insertInto('vehicle')
      .values(
        Array.from({ length: cars }, () => {
          serial++
          return {
            plate: key === 'qin' ? `沪AF${String(10000 + serial)}` : `沪A${String(10000 + serial)}`,
            plate_kind: key === 'qin' ? 2 : 1,
            plate_color: key === 'qin' ? 94 : 1,
            vin: `LSVAB${String(serial).padStart(12, '0')}`,
            model_id,
            home_store_id: hongqiao,
            current_store_id: hongqiao,
            odometer_km: 10_000,
            fuel_pct: 100,
            battery_pct: key === 'qin' ? 90 : null,
            insurance_expire_on: '2030-12-31',
            inspection_expire_on: '2030-12-31',
            lifecycle: 1,
          }
        }),
      )
      .returning(['id', 'plate'])
      .execute()
    vehicles[key] = rows
  }
  const papers = { start_on: null, end_on: '2030-12-31' }
  await db
    .insertInto('vehicle_document')
    .values(
      Object.values(vehicles).flatMap((cars) =>
        cars.flatMap(({ id }) => [
          { vehicle_id: id, kind: 3, insurance_kind: 1, ...papers },
          { vehicle_id: id, kind: 4, insurance_kind: null, ...papers },
        ]),
      ),
    )
    .execute()

  await db
    .insertInto('price_rule')
    .values(
      stores.flatMap((store_id) => [
        { store_id, model_id: lavida, base_fen: 20000, weekend_fen: 26000, holiday_fen: 39900 },
        { store_id, model_id: qin, base_fen: 22800, weekend_fen: 26800, holiday_fen: 42000 },
        { store_id, model_id: gl8, base_fen: 46800, weekend_fen: 52800, holiday_fen: 79900 },
      ]),
    )
    .execute()
  const rules = await db.selectFrom('price_rule').select(['id']).execute()
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
  await db
    .insertInto('service_item')
    .values([
      { code: 'base', name: '基础服务费', item_type: 1, unit: 'day', price_fen: 5000, mandatory: true, sort: 1 },
      {
        code: 'handling',
        name: '手续费',
        item_type: 1,
        unit: 'order',
        price_fen: 3500,
        mandatory: true,
        handling: true,
        sort: 2,
      },
      { code: 'premium', name: '尊享保障', item_type: 2, unit: 'day', price_fen: 3500, cap_days: 7, sort: 3 },
      { code: 'childSeat', name: '儿童座椅', item_type: 3, unit: 'order', price_fen: 3000, max_qty: 2, sort: 4 },
    ])
    .execute()
  await db
    .insertInto('fee_config')
    .values([
      { store_id: hongqiao, kind: 'delivery', fee_mode: 3, amount_fen: 3000, base_km: 3, per_km_fen: 300, max_km: 50 },
      { store_id: hongqiao, kind: 'collect', fee_mode: 3, amount_fen: 3000, base_km: 3, per_km_fen: 300, max_km: 50 },
      { store_id: hongqiao, kind: 'oneWay', fee_mode: 3, amount_fen: 30000, pair_store_id: hangzhou },
    ])
    .execute()
  return { stores: { hongqiao, pudong, hangzhou }, models, vehicles }
}
