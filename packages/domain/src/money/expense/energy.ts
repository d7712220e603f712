import { type Fen, formatMoney, mulDiv } from '../../money.ts'
import { displayPlate } from '../../platform/check/plate.ts'
import type { EnergyTerms } from '../../pricing/terms/return-terms.ts'
import { type FuelKind, fuelKind } from '../../rental/pickup-return/codes.ts'
import { expenseCode } from './codes.ts'
import { type AutoExpense, autoExpense } from './item.ts'

/** Readings at a handover; null for the energy that the car does not have. */
export interface EnergyReading {
  /** 0–8. */
  readonly fuelEighths: number | null
  /** 0–100. */
  readonly batteryPct: number | null
}

export interface EnergyCar {
  readonly kind: FuelKind
  /** Litres; may have decimals. */
  readonly tankL: number | null
  readonly batteryKwh: number | null
}

export interface EnergyFee {
  readonly items: readonly AutoExpense[]
  /** Refund for more fuel than at the pickup, where it is set. */
  readonly refund: Fen
}

const LOW_BATTERY_PCT = 20

/** Litres and kWh count with two decimals, as whole hundredths. */
const PARTS = 100

/**
 * The fee for missing fuel (eighths of the tank) and missing charge (percent of the battery, priced by kWh or by percent), at the
 * merchant's prices, with one service fee for both. A reading that is null counts as unchanged.
 */
export function energyFee(car: EnergyCar, pickup: EnergyReading, back: EnergyReading, terms: EnergyTerms): EnergyFee {
  const fuelUsed = car.kind === fuelKind.electric ? 0 : difference(pickup.fuelEighths, back.fuelEighths)
  const chargeUsed = car.kind === fuelKind.oil ? 0 : difference(pickup.batteryPct, back.batteryPct)
  const fuel = mulDiv(parts(car.tankL) * Math.max(0, fuelUsed), terms.fuelFenPerLitre, 8 * PARTS)
  const chargeFenPerPct = terms.chargeFenPerPct ?? 0
  const byPct = chargeFenPerPct > 0
  const charge = byPct
    ? Math.max(0, chargeUsed) * chargeFenPerPct
    : mulDiv(parts(car.batteryKwh) * Math.max(0, chargeUsed), terms.chargeFenPerKwh, 100 * PARTS)
  const fuelWords = `缺${fuelUsed}/8箱 × ${car.tankL}升 × ${formatMoney(terms.fuelFenPerLitre)}`
  const chargeWords = byPct
    ? `缺${chargeUsed}% × ${formatMoney(chargeFenPerPct)}`
    : `缺${chargeUsed}% × ${car.batteryKwh}度 × ${formatMoney(terms.chargeFenPerKwh)}`
  const items: AutoExpense[] = []
  if (fuel > 0) items.push(withServiceFee(expenseCode.fuel, fuel, fuelWords, terms.energyServiceFeeFen))
  if (charge > 0) {
    const serviceFee = fuel > 0 ? 0 : terms.energyServiceFeeFen
    items.push(withServiceFee(expenseCode.charging, charge, chargeWords, serviceFee))
  }
  const low = car.kind === fuelKind.electric && chargeUsed > 0 && (back.batteryPct ?? 100) < LOW_BATTERY_PCT
  if (low && terms.lowBatteryFeeFen > 0) {
    const words = `还车电量${back.batteryPct}%，低于${LOW_BATTERY_PCT}%`
    items.push(autoExpense(expenseCode.lowBattery, terms.lowBatteryFeeFen, words))
  }
  const extra = terms.refundExtraFuel ? Math.max(0, -fuelUsed) : 0
  return { items, refund: mulDiv(parts(car.tankL) * extra, terms.fuelFenPerLitre, 8 * PARTS) }
}

/** A car that was swapped out, with its readings at handover and at return. */
export interface SwappedCar extends EnergyCar {
  readonly plate: string
  readonly pickup: EnergyReading
  readonly back: EnergyReading
}

/**
 * The charge for missing fuel and charge of cars that were swapped out during a rental, each with its own service
 * fee; null when nothing is missing. More fuel is not refunded, because the merchant asked for the swap.
 */
export function swapEnergyFee(cars: readonly SwappedCar[], terms: EnergyTerms): AutoExpense | null {
  const charges = cars.flatMap((car) =>
    energyFee(car, car.pickup, car.back, terms).items.map((item) => ({
      ...item,
      formula: `${displayPlate(car.plate)} ${item.formula}`,
    })),
  )
  if (charges.length === 0) return null
  const amount = charges.reduce((sum, charge) => sum + charge.amount, 0)
  return autoExpense(expenseCode.swapEnergy, amount, charges.map(({ formula }) => formula).join('；'))
}

const difference = (pickup: number | null, back: number | null): number =>
  pickup === null || back === null ? 0 : pickup - back

const parts = (size: number | null): number => Math.round((size ?? 0) * PARTS)

const withServiceFee = (code: AutoExpense['code'], amount: Fen, words: string, serviceFee: Fen): AutoExpense =>
  autoExpense(code, amount + serviceFee, serviceFee > 0 ? `${words} + 服务费${formatMoney(serviceFee)}` : words)
