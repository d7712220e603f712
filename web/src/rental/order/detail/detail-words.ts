import {
  cancelReasons,
  type OrderStatus,
  orderStatus,
  pickupType,
  pickupTypes,
  returnType,
  returnTypes,
} from '@cheyi/domain/booking/order/codes'
import { isCancelled } from '@cheyi/domain/booking/order/steps'
import { energies, gearboxes } from '@cheyi/domain/fleet/inventory/codes'
import { formatKm } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { formatDay, formatNear } from '@cheyi/domain/near'
import { driverTaskType } from '@cheyi/domain/rental/driver/codes'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import type { StepItem } from '../../../ui/frame/steps.tsx'

/** The stage in progress for each status; past the last stage when all are done. */
const stageOf: Readonly<Record<OrderStatus, number>> = {
  [orderStatus.notSubmitted]: 0,
  [orderStatus.submitted]: 1,
  [orderStatus.confirming]: 1,
  [orderStatus.confirmed]: 2,
  [orderStatus.arranged]: 3,
  [orderStatus.pickedUp]: 4,
  [orderStatus.returned]: 5,
  [orderStatus.cancelling]: 0,
  [orderStatus.cancelled]: 0,
}

export interface Stages {
  readonly items: readonly StepItem[]
  /** Index of the stage in progress; the number of stages when all are done. */
  readonly current: number
}

/** The five stages of an order with actual or planned times; for a cancelled order only those it reached. */
export function stagesOf(
  order: Pick<OrderDetail, 'status' | 'progress' | 'pickupAt' | 'returnAt'>,
  now: number,
  precise: boolean,
): Stages {
  const { progress } = order
  const when = (t: number | null) => {
    if (t === null) return undefined
    const near = formatNear(t, now)
    return precise || near.startsWith('今天') ? near : formatDay(t, now)
  }
  const stages = [
    { label: '提交', at: progress.submittedAt, planned: null },
    { label: '确认', at: progress.confirmedAt, planned: null },
    { label: '排车', at: progress.arrangedAt, planned: null },
    { label: '取车', at: progress.pickedUpAt, planned: order.pickupAt },
    { label: '还车', at: progress.returnedAt, planned: order.returnAt },
  ]
  if (isCancelled(order.status)) {
    const reached = stages.filter(({ at }) => at !== null).map(({ label, at }) => ({ label, note: when(at) }))
    const done = progress.cancelledAt !== null
    return {
      items: [...reached, { label: '取消', note: when(progress.cancelledAt) }],
      current: reached.length + (done ? 1 : 0),
    }
  }
  const current = stageOf[order.status]
  return {
    // A stage that was undone still has its old time, which must not be shown.
    items: stages.map(({ label, at, planned }, index) => ({ label, note: when(index < current ? at : planned) })),
    current,
  }
}

/** `插混 · 自动 · 5座`. */
export const modelFacts = ({
  energy,
  gearbox,
  seats,
}: Pick<OrderDetail['model'], 'energy' | 'gearbox' | 'seats'>): string =>
  [energies.text(energy), gearboxes.text(gearbox), `${seats}座`].filter(Boolean).join(' · ')

export interface Reading {
  readonly label: string
  readonly value: string
}

/** The last known readings; fuel in eighths, as the car shows it. */
export function readingsOf(vehicle: NonNullable<OrderDetail['vehicle']>): Reading[] {
  const { fuelPct, batteryPct, odometerKm } = vehicle
  return [
    ...(fuelPct === null ? [] : [{ label: '油量', value: `${Math.round((fuelPct * 8) / 100)}/8` }]),
    ...(batteryPct === null ? [] : [{ label: '电量', value: `${Math.round(batteryPct)}%` }]),
    { label: '里程', value: formatKm(odometerKm) },
  ]
}

export interface PlaceLine {
  readonly key: 'pickup' | 'return'
  /** `到店取车`, `送车上门`. */
  readonly way: string
  readonly text: string
  /** Position for the map; null when none is stored. */
  readonly position: { readonly lng: number; readonly lat: number } | null
}

/** The places of pickup and return, in this order. */
export function placesOf(
  order: Pick<OrderDetail, 'pickupPlace' | 'returnPlace' | 'pickupType' | 'returnType'>,
): readonly [PlaceLine, PlaceLine] {
  const line = (
    key: PlaceLine['key'],
    way: string,
    { storeName, address, lng, lat, distanceM }: OrderDetail['pickupPlace'],
  ): PlaceLine => {
    const far = distanceM === null ? '' : `${(distanceM / 1000).toFixed(1)} km`
    return {
      key,
      way,
      text: [storeName, address, far].filter(Boolean).join(' · '),
      position: lng === null || lat === null ? null : { lng, lat },
    }
  }
  return [
    line('pickup', pickupTypes.text(order.pickupType), order.pickupPlace),
    line('return', returnTypes.text(order.returnType), order.returnPlace),
  ]
}

export interface DriverLine {
  readonly type: OrderDetail['drivers'][number]['type']
  readonly label: string
  readonly task: OrderDetail['drivers'][number] | undefined
}

/** The drives of an order, with their drivers; none when the customer comes to the store both times. */
export function drivesOf(order: Pick<OrderDetail, 'pickupType' | 'returnType' | 'drivers'>): DriverLine[] {
  const drive = (type: DriverLine['type'], label: string): DriverLine => ({
    type,
    label,
    task: order.drivers.find((task) => task.type === type),
  })
  return [
    ...(order.pickupType === pickupType.store ? [] : [drive(driverTaskType.deliver, '送车司机')]),
    ...(order.returnType === returnType.store ? [] : [drive(driverTaskType.collect, '取车司机')]),
  ]
}

/** Why an order was cancelled: `客户原因 · 行程取消`. */
export const cancelWords = (cancel: NonNullable<OrderDetail['cancel']>): string =>
  [cancel.reason === null ? '' : cancelReasons.text(cancel.reason), cancel.note].filter(Boolean).join(' · ')

const spelled: Readonly<Record<string, (label: string) => string>> = {
  pickUp: (label) => `办理${label}`,
  return: (label) => `办理${label}`,
  cancel: (label) => `${label}订单`,
  refuse: (label) => `${label}订单`,
}

/** The label with its object where there is space: 取消 alone in a list of actions would seem to close the list. */
export const longLabel = (act: { readonly code: string; readonly label: string }): string =>
  spelled[act.code]?.(act.label) ?? act.label

/** `还车时已计收车损 ¥300.00，已登记 1 单`: the damage already handled, so that it is not charged again. */
export function damageWords({
  counts,
  expectedDamage,
  chargedDamage,
}: Pick<OrderDetail, 'counts' | 'expectedDamage' | 'chargedDamage'>): string {
  const words = [
    chargedDamage > 0 && `还车时已计收车损 ${formatMoney(chargedDamage)}`,
    counts.damage > 0 && expectedDamage === 0 && `已登记 ${counts.damage} 单`,
    expectedDamage > 0 && `待定损，预计客户承担 ${formatMoney(expectedDamage)}`,
  ].filter(Boolean)
  return words.join('，')
}
