import { contract } from '@cheyi/contract/index'
import type { MediaBiz } from '@cheyi/contract/platform/media'
import { cancelReason, responsibility } from '@cheyi/domain/booking/order/codes'
import { expenseSettle } from '@cheyi/domain/money/expense/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { damageKind, liabilities } from '@cheyi/domain/rental/damage/codes'
import { fuelKind, type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import { DAY, localDate } from '@cheyi/domain/time'
import { photo } from '../../src/testing/upload.ts'
import type { Caller } from '../crew/caller.ts'

/* What staff of the merchant do with the orders of a platform, by the calls of real use. */

const saves = {
  [handoverType.pickup]: { biz: 'pickup', save: contract.pickupReturn.pickUp, sign: contract.agreement.generatePickup },
  [handoverType.return]: {
    biz: 'return',
    save: contract.pickupReturn.returnVehicle,
    sign: contract.agreement.generateReturn,
  },
} as const
/** Numbers of customers begin elsewhere with each run, since a number is taken once. */
const FIRST = Date.now()

export class Staff {
  readonly #caller: Caller

  constructor(caller: Caller) {
    this.#caller = caller
  }

  get #ask() {
    return this.#caller.ask.bind(this.#caller)
  }

  /** A customer whose documents were seen; an order of the same name and mobile is theirs. */
  async renter(n: number): Promise<{ name: string; mobile: string }> {
    const born = localDate(Date.UTC(1960) + ((FIRST + n) % (31 * 365)) * DAY).replaceAll('-', '')
    const digits = `310104${born}${String((FIRST + n) % 1000).padStart(3, '0')}`
    const identityNo = digits + idCheckSign(digits)
    const customer = { name: '核对客户', mobile: `135${String((FIRST + n) % 1e8).padStart(8, '0')}` }
    const { personId } = await this.#ask(contract.driver.savePerson, {
      name: customer.name,
      phone: customer.mobile,
      identityType: 1,
      identityNo,
      identityExpire: '2036-01-01',
      licenceNo: identityNo,
      licenceClass: 'C1',
      licenceFirstIssue: '2015-03-01',
      licenceExpire: '2031-03-01',
    })
    await this.#ask(contract.driver.verifyPerson, { personId, pass: true, waiveReason: '已核对原件' })
    return customer
  }

  async cancel(orderId: string): Promise<void> {
    await this.#ask(contract.order.cancel, {
      orderId,
      reason: cancelReason.noVehicle,
      responsibility: responsibility.merchant,
      note: '车辆故障',
      expectPenalty: 0,
    })
  }

  /** Gives a car of the order's model to its customer. */
  async handOver(orderId: string): Promise<void> {
    const { list } = await this.#ask(contract.arrange.available, { orderId })
    const free = list.find(({ group }) => group !== 'conflict')
    if (free === undefined) throw new Error('no car is free')
    await this.#ask(contract.arrange.plan, { orderId, vehicleId: free.vehicleId })
    await this.#record(orderId, handoverType.pickup)
    const { early, order } = await this.#ask(contract.pickupReturn.task, { orderId, type: handoverType.pickup })
    await this.#confirm(orderId, handoverType.pickup, order.owed + (early?.difference ?? 0))
  }

  /** Takes the car back. */
  async takeBack(orderId: string): Promise<void> {
    const readings = await this.#record(orderId, handoverType.return)
    const asked = { orderId, actualReturnAt: Date.now(), ...readings }
    const { balance } = await this.#ask(contract.pickupReturn.settlement, asked)
    await this.#confirm(orderId, handoverType.return, balance, asked.actualReturnAt)
  }

  /** The authority fines the customer. */
  async violate(orderId: string): Promise<void> {
    const act = '违反禁止标线'
    await this.#ask(contract.violation.save, {
      orderId,
      occurAt: Date.now(),
      place: '延安西路',
      act,
      points: 1,
    })
  }

  async damage(orderId: string): Promise<void> {
    const parts = [{ part: 'leftFrontDoor', kind: damageKind.dent, amount: 30_000 }]
    await this.#ask(contract.damage.save, {
      orderId,
      parts,
      liability: liabilities.code.customer,
      photoIds: await this.#photos('voucher', 1),
    })
  }

  async #confirm(orderId: string, type: HandoverType, due: number, actualAt = Date.now()): Promise<void> {
    await this.#ask(contract.pickupReturn.confirm, {
      orderId,
      type,
      actualAt,
      expectAmount: due,
      ...(due > 0 && { settle: expenseSettle.offline, payWay: payWay.cash }),
      overrideReason: type === handoverType.pickup ? '提前到店' : '提前还车',
    })
  }

  /** Saves the record of a handover and has its document signed. @returns the readings of the car */
  async #record(orderId: string, type: HandoverType) {
    const { biz, save, sign } = saves[type]
    const { vehicle: car, fuelKind: fuel } = await this.#ask(contract.pickupReturn.task, { orderId, type })
    const ids = await this.#photos(biz, requiredSlots.length)
    const readings = {
      mileageKm: car!.odometerKm,
      ...(fuel !== fuelKind.electric && { fuelEighths: 8 }),
      ...(fuel !== fuelKind.oil && { batteryPct: 90 }),
    }
    const photos = requiredSlots.map((slot, at) => ({ slot, mediaId: ids[at]! }))
    const { record } = await this.#ask(save, { orderId, draft: false, ...readings, photos })
    await this.#ask(sign, { orderId, recordId: record.recordId, photoIds: await this.#photos('agreement', 1) })
    return readings
  }

  async #photos(biz: MediaBiz, count: number): Promise<string[]> {
    const { bytes } = await photo()
    const file = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      const { mediaId } = await this.#caller.upload(contract.media.upload.path, { biz }, file)
      ids.push(mediaId)
    }
    return ids
  }
}
