import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { agreementStatus } from '@cheyi/domain/rental/agreement/codes'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type Blocking, pickupBlocks, returnBlocks, unexplainedMarks } from '@cheyi/domain/rental/pickup-return/guards'
import { missingSlots, type PhotoSlot } from '@cheyi/domain/rental/pickup-return/record'
import type { Filled } from '../entered.ts'
import type { Block, Task } from '../types.ts'

/* Missing entries. Runs the guards of the handover with the typed values; everything that only the server knows is assumed to be
 * valid. */

export interface Entry {
  readonly type: HandoverType
  /** Epoch ms. */
  readonly now: number
  readonly task: Pick<Task, 'order' | 'damagedParts' | 'fuelKind' | 'vehicle' | 'pickupRecord'>
  readonly filled: Filled
  /** Photographed places, including pictures that are still uploading. */
  readonly slots: readonly PhotoSlot[]
  /** Charges of this handover so far. */
  readonly charges: readonly { readonly code: number; readonly markId: string | null }[]
}

/** The form field of each guard code. */
const fieldOf: Readonly<Record<string, string>> = {
  beforePickup: 'at',
  future: 'at',
  photos: 'photos',
  mileageKm: 'mileageKm',
  mileage: 'mileageKm',
  fuelEighths: 'fuelEighths',
  batteryPct: 'batteryPct',
  damage: 'marks',
}

function guardsOf({ type, now, task, filled, slots, charges }: Entry): Blocking[] {
  const { order, fuelKind, vehicle, pickupRecord } = task
  const { mileageKm, fuelEighths, batteryPct } = filled
  const record = { fuelKind, mileageKm, fuelEighths, batteryPct, slots }
  const settled = { now, owedFen: 0, agreementStatus: agreementStatus.paper, override: false, record }
  if (type === handoverType.pickup) {
    return pickupBlocks({
      ...settled,
      status: orderStatus.arranged,
      pickupAt: order.pickupAt,
      returnAt: order.returnAt,
      actualAt: now,
      earlyPickupMinutes: Number.POSITIVE_INFINITY,
      renter: null,
      codrivers: [],
      licenceClass: '',
      depositsReady: true,
      vehicle: { odometerKm: vehicle?.odometerKm ?? 0, onRent: false, engineCut: false },
    })
  }
  return returnBlocks({
    ...settled,
    status: orderStatus.pickedUp,
    actualPickupAt: order.actualPickupAt ?? order.pickupAt,
    actualAt: filled.at ?? now,
    pickupMileageKm: pickupRecord?.mileageKm ?? 0,
    unexplainedMarks: unexplainedMarks(filled.marks, charges, task.damagedParts),
  })
}

/** Messages by field, shown beside it. */
export function fieldProblems(entry: Entry): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const { code, text } of guardsOf(entry)) {
    const field = fieldOf[code]
    if (field !== undefined) fields[field] = fields[field] === undefined ? text : `${fields[field]}；${text}`
  }
  return fields
}

/** Blocks by step: server-only facts as of the last save or read, and entered values as they are on this phone now. */
export function gapsOf(entry: Entry, blocks: readonly Block[]): Block[] {
  const own = guardsOf(entry).filter(({ code }) => fieldOf[code] !== undefined)
  const photos = own.find(({ code }) => code === 'photos')
  const missing = missingSlots(entry.slots).length
  return [
    ...blocks.filter(({ code }) => fieldOf[code] === undefined),
    ...own.filter(({ code }) => code !== 'photos'),
    ...(photos ? [{ ...photos, text: `还差 ${missing} 张必拍照片` }] : []),
  ].sort((one, other) => one.step - other.step)
}

/** Blocks that the confirmation itself settles: money that is taken with it. */
const byMoney = new Set(['unpaid', 'owed'])

/** Whether the confirmation itself can clear the block, by taking the amount due. */
export const isMoney = ({ code }: { readonly code: string }): boolean => byMoney.has(code)

/** The blocks that remain when the amount due is paid with the confirmation. */
export const withoutMoney = <B extends { readonly code: string }>(blocks: readonly B[]): B[] =>
  blocks.filter((block) => !isMoney(block))
