import { contract } from '@cheyi/contract/index'
import { cancelReason, responsibility, source as sourceCode } from '@cheyi/domain/booking/order/codes'
import { awaitsCar } from '@cheyi/domain/booking/order/steps'
import type { Energy } from '@cheyi/domain/fleet/inventory/codes'
import { type DepositKind, depositKind, depositMode, waiveType } from '@cheyi/domain/money/deposit/codes'
import { isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { expenseSettle } from '@cheyi/domain/money/expense/codes'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { damageKind, liabilities } from '@cheyi/domain/rental/damage/codes'
import { fuelKind as fuelKinds, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { fuelKindOf, requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { demoStores } from './fleet.ts'
import type { Master } from './master.ts'
import type { Actor, Stage } from './perform.ts'
import { type Pictures, takePictures } from './pictures.ts'
import { type Life, partnerOf, wishOf } from './plan.ts'
import { type Dice, diceOf } from './random.ts'

export interface Cast {
  readonly manager: Actor
  readonly clerk: Actor
  readonly finance: Actor
  readonly driver: Actor
  readonly channel: Actor
}

export interface Customer {
  readonly personId: string
  readonly name: string
  readonly phone: string
}

export interface Scene {
  readonly now: number
  readonly master: Master
  readonly cast: Cast
  readonly customers: readonly Customer[]
  /** Ids of companies that rent, by their names. */
  readonly companies: ReadonlyMap<string, string>
  readonly pictures: Pictures
  readonly lane: number
}

const offline = [payWay.cash, payWay.bank] as const
/** Sources of orders; the usual ones occur more often. */
export const sources = [1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 10, 11] as const

/**
 * Plays one order from its booking up to the state of its fate, through the handlers of real calls.
 * @throws the refusal of the rules when there is no car or price: the caller then tries another wish
 */
export async function play(stage: Stage, scene: Scene, life: Life, attempt: number): Promise<void> {
  const dice = diceOf(life.seed + attempt * 97)
  const order = await book(stage, scene, life, dice)
  const { orderId } = order
  const { fate } = life
  if (fate === 'draft' || fate === 'submitted' || fate === 'confirming' || fate === 'confirmed') {
    if (fate === 'confirmed' && dice.chance(35)) await collect(stage, scene, order, dice)
    return
  }
  if (fate === 'cancelled') return cancel(stage, scene, order, dice)
  await collect(stage, scene, order, dice)
  if (fate === 'cancelling') return cancel(stage, scene, order, dice)
  if (dice.chance(12)) await remark(stage, scene, orderId, order.createdAt + 10 * MINUTE, dice)
  if (fate === 'arranged') return
  const odometer = await pickUp(stage, scene, order, dice)
  if (fate === 'onRent' && dice.chance(30)) await renew(stage, scene, order, dice)
  if (fate === 'returned') await bringBack(stage, scene, order, odometer, dice)
}

export interface Booked {
  readonly orderId: string
  readonly total: number
  readonly pickupAt: number
  readonly returnAt: number
  readonly createdAt: number
}

async function book(stage: Stage, { now, master, cast, customers, lane }: Scene, life: Life, dice: Dice) {
  const wish = wishOf(dice, lane)
  const store = demoStores[wish.store]!
  const { pickupAt } = life
  const returnAt = pickupAt + life.days * DAY + life.extraHours * HOUR
  const lead = dice.pick([3, 6, 12, 26, 30, 50, 74, 120, 200, 320] as const) * HOUR
  // An order that awaits an answer has just arrived; the others were booked with their lead time.
  const waiting = life.fate === 'confirming' || life.fate === 'submitted'
  const ahead = pickupAt - lead
  const before = ahead < now ? ahead : now - dice.int(20, 12 * 24 * 60) * MINUTE
  const createdAt = waiting ? now - dice.int(3, 25) * MINUTE : before
  const source = life.fate === 'submitted' ? 1 : dice.pick(sources)
  const delivered = dice.chance(14)
  const place = {
    lng: store.lng + dice.int(-60, 60) / 1000,
    lat: store.lat + dice.int(-50, 50) / 1000,
    address: dice.pick(['世纪大道100号', '南京西路1601号', '龙阳路2277号', '中山南路268号', '张杨路500号'] as const),
  }
  const clerk = stage.as(cast.clerk, createdAt)
  const quoted = await clerk(contract.quote.quote, {
    storeId: master.stores[store.key],
    returnStoreId: life.oneWay ? master.stores[demoStores[partnerOf(wish.store, lane)]!.key] : undefined,
    modelId: master.models[wish.model]!,
    pickupAt,
    returnAt,
    source,
    pickupType: delivered ? 2 : 1,
    ...(delivered ? { pickupAddress: place.address, pickupLng: place.lng, pickupLat: place.lat } : {}),
    services: [
      ...(dice.chance(45) ? [{ code: dice.pick(['premium', 'supreme'] as const), qty: 1 }] : []),
      ...(dice.chance(12) ? [{ code: 'childSeat', qty: 1 }] : []),
    ],
    reduces: dice.chance(8) ? [{ reduceType: 2, amount: dice.int(2, 8) * 1000 }] : [],
  })
  const customer = dice.pick(customers)
  const created = await clerk(contract.order.create, {
    submit: life.fate !== 'draft',
    quoteId: quoted.quoteId,
    expectTotal: quoted.total,
    renterId: customer.personId,
    contactName: customer.name,
    contactPhone: customer.phone,
    channelOrderNo: source === sourceCode.offline ? undefined : `CH${life.seed}`,
    autoConfirm: life.fate !== 'confirming',
    payMode: life.fate === 'submitted' ? payMode.onlineIn : payMode.offlineIn,
    selfService: dice.chance(8),
  })
  if (awaitsCar(created.status) && needsCar(life.fate)) await arrange(stage, cast, created.orderId, createdAt)
  if (delivered && awaitsCar(created.status) && pickupAt > now && dice.chance(70))
    await stage
      .as(cast.manager, createdAt + 5 * MINUTE)(contract.driver.arrange, {
        orderId: created.orderId,
        type: 0,
        accountId: cast.driver.accountId,
        planAt: pickupAt - 40 * MINUTE,
      })
      // The driver may have another task then; the order continues without a driver, as in practice.
      .catch(() => {})
  return { orderId: created.orderId, total: quoted.total, pickupAt, returnAt, createdAt }
}

/** The customer extends the rental by some days, paid at once or later, unless the car is promised to another order. */
async function renew(stage: Stage, { now, cast }: Scene, order: Booked, dice: Dice): Promise<void> {
  const { orderId, pickupAt, returnAt } = order
  const at = Math.max(pickupAt + 45 * MINUTE, now - dice.int(1, 5) * HOUR)
  if (at >= returnAt || at >= now) return
  const clerk = stage.as(cast.clerk, at)
  const newReturnAt = returnAt + dice.pick([1, 1, 2, 3] as const) * DAY
  const priced = await clerk(contract.renewal.price, { orderId, newReturnAt }).catch(() => null)
  if (priced === null) return
  const paid = dice.chance(60) && priced.amount > 0
  await clerk(contract.renewal.create, {
    orderId,
    quoteId: priced.quoteId,
    ...(paid && { payMode: payMode.offlineIn, payWay: payWay.bank }),
  })
}

const needsCar = (fate: Life['fate']): boolean =>
  fate === 'arranged' || fate === 'onRent' || fate === 'overdue' || fate === 'returned'

/** Pins the car that the planner assigned, as a clerk does to confirm it. */
export async function arrange(stage: Stage, cast: Cast, orderId: string, createdAt: number): Promise<void> {
  const at = createdAt + 2 * MINUTE
  const { vehicleId } = await rowOf(await stage.context(cast.clerk, at), orderId)
  await stage.as(cast.clerk, at)(contract.arrange.plan, { orderId, vehicleId, pinned: true })
}

/** The facts of an order that the next step needs: its car, with its odometer and energy. */
async function rowOf(ctx: Context, orderId: string) {
  const [row] = await ctx.query<{ vehicleId: string; odometer: number; energy: Energy }>(
    `select v.id as "vehicleId", v.odometer_km as odometer, m.energy from "order" o
       join vehicle v on v.merchant_id = o.merchant_id and v.id = o.vehicle_id
       join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
      where o.id = $1`,
    [orderId],
  )
  return row!
}

async function collect(stage: Stage, { cast }: Scene, order: Booked, dice: Dice): Promise<void> {
  await stage.as(cast.clerk, order.createdAt + 3 * MINUTE)(contract.payment.collect, {
    orderId: order.orderId,
    payKind: payKind.rent,
    amount: order.total,
    payWay: dice.pick(offline),
  })
}

async function remark(stage: Stage, { cast }: Scene, orderId: string, at: number, dice: Dice): Promise<void> {
  const content = dice.pick([
    '客户要求车内无烟味',
    '需要加装儿童座椅，已备好',
    '老客户，爱惜车辆',
    '航班可能延误，电话确认后再到店',
    '还车时提醒客户取走ETC卡',
  ] as const)
  await stage.as(cast.clerk, at)(contract.order.saveRemark, { orderId, content, topFlag: dice.chance(50) })
}

async function cancel(stage: Stage, { cast, now }: Scene, order: Booked, dice: Dice): Promise<void> {
  const latest = Math.min(order.pickupAt - 30 * HOUR, now - 2 * MINUTE)
  const at = Math.max(order.createdAt + 4 * MINUTE, Math.min(latest, order.createdAt + dice.int(1, 40) * HOUR))
  const manager = stage.as(cast.manager, at)
  const { penalty } = await manager(contract.order.cancelRule, { orderId: order.orderId })
  await manager(contract.order.cancel, {
    orderId: order.orderId,
    reason: dice.pick([cancelReason.tripOff, cancelReason.mistyped, cancelReason.price] as const),
    responsibility: responsibility.customer,
    expectPenalty: penalty,
  })
}

export async function pickUp(stage: Stage, scene: Scene, order: Booked, dice: Dice): Promise<number> {
  const { cast, pictures } = scene
  const { orderId } = order
  const at = Math.min(order.pickupAt + dice.int(-15, 25) * MINUTE, scene.now - 5 * MINUTE)
  const waived = dice.chance(45)
  const rows = await stage.as(cast.manager, at - 6 * MINUTE)(contract.deposit.forPickup, { orderId })
  const open = rows.rows.filter((row) => isUnpaidDeposit(row.payStatus))
  if (open.length > 0)
    await stage.as(cast.manager, at - 5 * MINUTE)(
      contract.deposit.pay,
      waived
        ? { orderId, kind: 3, mode: depositMode.waived, waiveType: waiveType.merchant, amount: 0 }
        : {
            orderId,
            kind: 3,
            mode: depositMode.offline,
            payWay: dice.pick([payWay.bank, payWay.cash] as const),
            amount: open.reduce((sum, row) => sum + row.amount, 0),
          },
    )
  const ctx = await stage.context(cast.clerk, at - 4 * MINUTE)
  const photoIds = await takePictures(ctx, pictures, 'pickup', requiredSlots)
  const { odometer, energy } = await rowOf(ctx, orderId)
  const fuelKind = fuelKindOf(energy)
  const saved = await stage.as(cast.clerk, at - 3 * MINUTE)(contract.pickupReturn.pickUp, {
    orderId,
    draft: true,
    step: 5,
    mileageKm: odometer,
    fuelEighths: fuelKind === fuelKinds.electric ? undefined : 8,
    batteryPct: fuelKind === fuelKinds.oil ? undefined : 90,
    photos: photoIds.map((mediaId, i) => ({ slot: requiredSlots[i]!, mediaId })),
    accessories: [
      { code: 'licence', present: true },
      { code: 'triangle', present: true },
    ],
    keyCount: 1,
  })
  const papers = await takePictures(await stage.context(cast.clerk, at - 2 * MINUTE), pictures, 'agreement', ['paper'])
  await stage.as(cast.clerk, at - 2 * MINUTE)(contract.agreement.generatePickup, {
    orderId,
    recordId: saved.record.recordId,
    photoIds: papers,
  })
  await stage.as(cast.clerk, at)(contract.pickupReturn.confirm, {
    orderId,
    type: handoverType.pickup,
    actualAt: at,
    expectAmount: 0,
  })
  return odometer
}

export async function bringBack(
  stage: Stage,
  scene: Scene,
  order: Booked,
  odometer: number,
  dice: Dice,
): Promise<void> {
  const { cast, pictures, now } = scene
  const { orderId } = order
  const late = dice.chance(8) ? dice.int(60, 300) : dice.int(-35, 20)
  const early = dice.chance(5) && order.returnAt - order.pickupAt > 3 * DAY ? DAY : 0
  const at = Math.min(order.returnAt + late * MINUTE - early, now - 30 * MINUTE)
  const clerk = stage.as(cast.clerk, at)
  const ctx = await stage.context(cast.clerk, at)
  const fuelKind = fuelKindOf((await rowOf(ctx, orderId)).energy)
  const days = Math.max(1, Math.round((at - order.pickupAt) / DAY))
  const readings = {
    mileageKm: odometer + days * dice.int(40, 320),
    fuelEighths: fuelKind === fuelKinds.electric ? undefined : dice.pick([8, 8, 8, 7, 6, 4] as const),
    batteryPct: fuelKind === fuelKinds.oil ? undefined : dice.int(30, 95),
  }
  const photoIds = await takePictures(ctx, pictures, 'return', requiredSlots)
  const saved = await clerk(contract.pickupReturn.returnVehicle, {
    orderId,
    draft: true,
    step: 5,
    at,
    ...readings,
    photos: photoIds.map((mediaId, i) => ({ slot: requiredSlots[i]!, mediaId })),
    keyCount: 1,
  })
  const papers = await takePictures(await stage.context(cast.clerk, at), pictures, 'agreement', ['paper'])
  await clerk(contract.agreement.generateReturn, { orderId, recordId: saved.record.recordId, photoIds: papers })
  const preview = await clerk(contract.pickupReturn.settlement, { orderId, actualReturnAt: at, ...readings })
  await clerk(contract.pickupReturn.confirm, {
    orderId,
    type: handoverType.return,
    actualAt: at,
    expectAmount: preview.balance,
    ...(preview.balance > 0 ? { settle: expenseSettle.offline, payWay: payWay.cash } : {}),
  })
  await giveBack(stage, scene, orderId, at, preview)
  if (dice.chance(isSettled(at, now) ? 4 : 25)) await findDamage(stage, scene, orderId, at, dice)
}

/** A case of damage that is paid by now. */
const isSettled = (returnedAt: number, now: number) => returnedAt < now - 5 * DAY

/** Damage found while the car was washed: a new case still has to be assessed, an older one was paid. */
async function findDamage(
  stage: Stage,
  { cast, now, pictures }: Scene,
  orderId: string,
  returnedAt: number,
  dice: Dice,
): Promise<void> {
  const wasPaid = isSettled(returnedAt, now)
  const at = Math.min(returnedAt + (wasPaid ? 3 * DAY : HOUR), now - MINUTE)
  const photoIds = await takePictures(await stage.context(cast.manager, at), pictures, 'voucher', ['left', 'front'])
  const [part, kind, cost] = dice.pick([
    ['leftFrontDoor', damageKind.scratch, 40_000],
    ['frontBumper', damageKind.dent, 80_000],
    ['rightMirror', damageKind.broken, 60_000],
  ] as const)
  const facts = { parts: [{ part, kind, amount: cost }], liability: liabilities.code.customer, photoIds }
  const { id, due } = await stage.as(cast.manager, at)(contract.damage.save, { orderId, ...facts, assess: wasPaid })
  if (wasPaid)
    await stage.as(cast.manager, at + HOUR)(contract.payment.collect, {
      orderId,
      payKind: payKind.damage,
      refId: id,
      amount: due,
      payWay: payWay.cash,
    })
}

/** Deposits and refunds of rentals that ended some time ago were paid back, with vouchers; the latest are still pending. */
async function giveBack(
  stage: Stage,
  { cast, now, pictures }: Scene,
  orderId: string,
  returnedAt: number,
  preview: { balance: number; deposits: readonly { kind: number; available: number }[] },
): Promise<void> {
  const voucher = async (at: number) =>
    takePictures(await stage.context(cast.manager, at), pictures, 'voucher', ['paper'])
  const release = async (kind: DepositKind, at: number) => {
    if (preview.deposits.some((deposit) => deposit.kind === kind && deposit.available > 0))
      await stage.as(cast.manager, at)(contract.deposit.release, { orderId, kind, voucherIds: await voucher(at) })
  }
  const rental = returnedAt + 2 * HOUR
  if (rental < now - 2 * DAY) {
    if (preview.balance < 0)
      await stage.as(cast.manager, rental)(contract.order.updateStatus, {
        orderId,
        action: 'retryRefund',
        voucherIds: await voucher(rental),
      })
    await release(depositKind.rental, rental)
  }
  const violation = returnedAt + 31 * DAY
  if (violation < now - DAY) await release(depositKind.violation, violation)
}
