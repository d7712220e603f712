import { carType, documentKind, energy, insuranceKind, lifecycle, plateKind } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { unlawfulPeriods } from '@cheyi/domain/fleet/inventory/papers'
import { plateColorOf, plateKindOf } from '@cheyi/domain/platform/check/plate'
import { isVinChecked } from '@cheyi/domain/platform/check/vin'
import { addDays, localDate } from '@cheyi/domain/time'
import { FOREVER } from '../kernel/db/instant.ts'
import type { Transaction } from '../kernel/enter.ts'
import { type demoModels, type demoStores, plateOf } from './fleet.ts'
import type { Dice } from './random.ts'

type Db = Transaction['db']

export interface PoolSeed {
  readonly store: (typeof demoStores)[number]
  readonly model: (typeof demoModels)[number]
  readonly storeId: string
  readonly modelId: string
  readonly cars: number
}

const colours = ['白', '黑', '银', '灰', '蓝', '红'] as const
const insurers = ['人保财险', '平安产险', '太平洋产险'] as const
/** One new car that still has a temporary plate. */
const TEMPORARY = 7

/** A car costs about as much as so many days of its rent. */
const DAYS_OF_PRICE = 450

/** Kinds of energy with green plates. */
const charged: readonly number[] = [energy.electric, energy.plugIn, energy.rangeExtended]

/** The demo's cars with their insurances and inspections; some expire soon, none has expired. */
export async function insertVehicles(db: Db, dice: Dice, now: number, pools: readonly PoolSeed[]): Promise<void> {
  const today = localDate(now)
  let n = 0
  const rows = pools.flatMap(({ store, model, storeId, modelId, cars }) =>
    Array.from({ length: cars }, () => {
      n++
      const electric = charged.includes(model.build.energy)
      const insuredUntil = addDays(today, n === TEMPORARY ? 20 : dice.int(40, 330))
      const [colour, registerOn] = [dice.pick(colours), addDays(today, -dice.int(120, 900))]
      return {
        ...plateFor(n, today, {
          electric,
          hangzhou: store.key === 'hangzhou',
          camper: model.build.carType === carType.camper,
          van: model.build.carType === carType.mpv,
        }),
        vin: vinOf(n),
        engineNo: `EA${100_000 + n * 31}`,
        modelId,
        colour,
        registerOn,
        purchaseOn: registerOn,
        purchaseFen: model.price.baseFen * DAYS_OF_PRICE,
        homeStoreId: storeId,
        currentStoreId: storeId,
        keyNote: n % 3 === 0 ? '' : `钥匙在门店还车箱 ${(n % 24) + 1} 号格`,
        parkingNote: `${dice.pick(['A', 'B', 'C'] as const)}区 ${dice.int(1, 80)}号`,
        odometerKm: dice.int(2_000, 30_000),
        fuelPct: model.build.energy === energy.electric ? null : 100,
        batteryPct: electric ? 90 : null,
        insuranceExpireOn: insuredUntil,
        commercialExpireOn: insuredUntil,
        inspectionExpireOn: addDays(today, dice.int(60, 600)),
        lifecycle: lifecycle.inService,
      }
    }),
  )
  const inserted = await db.insertInto('vehicle').values(rows).returning(['id', 'homeStoreId', 'modelId']).execute()
  const cars = rows.map((row, i) => ({ ...row, id: inserted[i]!.id }))
  await db
    .insertInto('vehicleDocument')
    .values(
      cars.flatMap((car, i) => [
        {
          vehicleId: car.id,
          kind: documentKind.policy,
          insuranceKind: insuranceKind.compulsory,
          no: `PDZA${202_600_000 + i * 37}`,
          insurer: insurers[i % insurers.length]!,
          startOn: addDays(car.insuranceExpireOn, -364),
          endOn: car.insuranceExpireOn,
          amountFen: 95_000,
          sumInsuredFen: 20_000_000,
        },
        {
          vehicleId: car.id,
          kind: documentKind.policy,
          insuranceKind: insuranceKind.commercial,
          no: `PDAA${202_600_000 + i * 37}`,
          insurer: insurers[i % insurers.length]!,
          startOn: addDays(car.insuranceExpireOn, -364),
          endOn: car.insuranceExpireOn,
          amountFen: 185_000 + (i % 7) * 35_000,
          sumInsuredFen: 200_000_000,
        },
        {
          vehicleId: car.id,
          kind: documentKind.inspection,
          insuranceKind: null,
          no: '',
          insurer: '',
          startOn: null,
          endOn: car.inspectionExpireOn,
          amountFen: null,
          sumInsuredFen: null,
        },
      ]),
    )
    .execute()
  await db
    .insertInto('occupancy')
    .values(
      cars.flatMap((car) =>
        unlawfulPeriods(
          {
            compulsory: [{ startOn: null, endOn: car.insuranceExpireOn }],
            inspectionExpireOn: car.inspectionExpireOn,
          },
          today,
        ).map(({ from, to }) => ({
          storeId: car.homeStoreId,
          modelId: car.modelId,
          vehicleId: car.id,
          fromAt: from,
          toAt: to ?? FOREVER,
          kind: occupancyKind.documentExpired,
          refId: car.id,
        })),
      ),
    )
    .execute()
}

/** The cars were inserted just now, so the first period of each is set back to its registration. */
export const serveSinceRegistered = ({ query }: Pick<Transaction, 'query'>) =>
  query(
    `update vehicle_period p set from_at = v.register_on::timestamp at time zone 'Asia/Shanghai' from vehicle v
      where v.id = p.vehicle_id and v.register_on < p.from_at
        and not exists (select from vehicle_period e where e.vehicle_id = p.vehicle_id and e.from_at < p.from_at and e.to_at > e.from_at)
        and (p.to_at is null or p.to_at > p.from_at)`,
  )

/** A VIN of a manufacturer in Changchun, with the check digit at the ninth position. */
function vinOf(n: number): string {
  const serial = String(2_000_000 + n * 7_919)
  const signs = [...'0123456789X'].map((check) => `LFV2A${serial.slice(0, 3)}${check}${serial.slice(3)}${1_000 + n}`)
  return signs.find(isVinChecked)!
}

function plateFor(n: number, today: string, car: Parameters<typeof plateOf>[1]) {
  if (n === TEMPORARY) {
    const { temporary } = plateKind
    const plateExpireOn = addDays(today, 25)
    return { plate: '沪临A20318', plateKind: temporary, plateColor: plateColorOf(temporary), plateExpireOn }
  }
  const plate = plateOf(n, car)
  const kind = plateKindOf(plate)
  if (kind === null) throw new Error(`the seed made a plate that is none: ${plate}`)
  return { plate, plateKind: kind, plateColor: plateColorOf(kind), plateExpireOn: null }
}
