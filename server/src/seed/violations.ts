import { contract } from '@cheyi/contract/index'
import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { normalisePlate } from '@cheyi/domain/platform/check/plate'
import { Refusal } from '@cheyi/domain/refusal'
import { matchType, officialState } from '@cheyi/domain/rental/violation/codes'
import { formatDateTime, HOUR, MINUTE } from '@cheyi/domain/time'
import { requireFound } from '../kernel/context.ts'
import { linkMedia } from '../platform/media/actions.ts'
import { answer } from '../rental/violation/customer.ts'
import { notifyTogether } from '../rental/violation/handle.ts'
import * as store from '../rental/violation/store.ts'
import type { Scene } from './life.ts'
import type { Stage } from './perform.ts'
import { takePictures } from './pictures.ts'

/** Usual violations that authorities report. */
const reports = [
  { act: '违反禁令标志停车', actCode: '1344', place: '徐汇区天平路180号', points: 0, fine: 20_000 },
  { act: '不按导向车道行驶', actCode: '1208', place: '延安高架虹许路匝道', points: 2, fine: 10_000 },
  { act: '超速10%以上未达20%', actCode: '1352', place: 'G60沪昆高速32公里处', points: 3, fine: 15_000 },
  { act: '违反规定停放', actCode: '1039', place: '浦东新区世纪大道1200号', points: 0, fine: 20_000 },
  { act: '不按规定使用专用车道', actCode: '1019', place: '内环高架中山西路', points: 0, fine: 10_000 },
  { act: '闯红灯', actCode: '1625', place: '静安区南京西路石门路口', points: 6, fine: 20_000 },
] as const

/** Number of orders of each kind that are examined. */
const LOOKED_AT = 60

/** Violations of ended and current rentals, without a known driver, of the merchant's staff, and one that was reported by mistake. */
export async function fine(stage: Stage, { now, cast, pictures }: Omit<Scene, 'lane'>): Promise<void> {
  const manager = stage.as(cast.manager, now)
  const { order, inventory, violation } = contract
  let next = 0
  const report = () => reports[next++ % reports.length]!
  const photo = async (at: number) =>
    takePictures(await stage.context(cast.clerk, at), pictures, 'violation', ['front'])

  async function held(status: 5 | 6) {
    const asked = { orderKind: orderKind.short, status: [status], pageSize: LOOKED_AT }
    const { list } = await stage.as(cast.manager, now)(order.list, asked)
    const found = []
    for (const { orderId } of list) {
      const detail = await stage.as(cast.manager, now)(order.detail, { orderId })
      const { actualPickupAt: from, actualReturnAt, vehicle } = detail
      const to = actualReturnAt ?? now
      if (from !== null && vehicle !== null && to - from > 8 * HOUR)
        found.push({ orderId, plate: vehicle.plate, from, to })
    }
    return found
  }
  const make = async (plate: string, occurAt: number, more: object = {}) => {
    const at = Math.min(now, occurAt + 60 * HOUR)
    const photoIds = await photo(at)
    try {
      const facts = { plate, occurAt, ...report(), photoIds, authority: '上海市公安局交通警察总队', ...more }
      return await stage.as(cast.clerk, at)(violation.create, facts)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return null
    }
  }
  const ended = await held(orderStatus.returned)
  const running = await held(orderStatus.pickedUp)
  const known = []
  for (const { plate, from, to } of ended.slice(0, 8)) known.push(await make(plate, from + Math.floor((to - from) / 3)))
  await see(stage, { now, cast, pictures }, known)
  for (const { plate, from } of running.slice(0, 4)) await make(plate, from + 3 * HOUR)
  // Shortly after a return: no order had the car then, and the previous customer is suggested.
  for (const { plate, to } of ended.slice(8, 10)) await make(plate, to + 20 * MINUTE)
  const { list: cars } = await manager(inventory.list, { lifecycle: lifecycle.inService, pageSize: 40 })
  const idle = cars.filter(({ plate }) => ![...ended, ...running].some((one) => one.plate === plate))
  const own = idle[0] && (await make(idle[0].plate, now - 26 * HOUR))
  if (own != null)
    await stage.as(cast.manager, now)(violation.match, {
      violationId: own.violationId,
      version: own.version,
      matchType: matchType.staff,
      accountId: cast.driver.accountId,
    })
  const wrong = idle[1] && (await make(idle[1].plate, now - 50 * HOUR, { officialState: officialState.paid }))
  if (wrong != null)
    await stage.as(cast.manager, now)(violation.cancel, {
      violationId: wrong.violationId,
      version: wrong.version,
      reason: '登记有误',
    })
  await tellProvider(stage, { now, cast }, ended[10] ?? ended[0])
  // Three of one rental, notified by one message and shown by one link.
  const often = ended[11] ?? ended[2]
  const cases = []
  for (const part of often ? [1, 2, 3] : []) {
    const one = await make(often!.plate, often!.from + Math.floor((part * (often!.to - often!.from)) / 4))
    if (one !== null) cases.push(one)
  }
  await notifyTogether(await stage.context(cast.manager, now - 2 * HOUR), cases)
}

/** Further violations that the simulated provider returns at the first query. */
async function tellProvider(
  stage: Stage,
  { now, cast }: Pick<Scene, 'now' | 'cast'>,
  of: { readonly plate: string; readonly from: number; readonly to: number } | undefined,
): Promise<void> {
  const { violations } = (await stage.context(cast.manager, now)).outside()
  if (of === undefined || violations?.simulator === undefined) return
  const plate = normalisePlate(of.plate)
  const occurAt = formatDateTime(of.from + Math.floor((2 * (of.to - of.from)) / 3))
  const authority = '上海市公安局交通警察总队'
  violations.simulator.tell(plate, [
    { ...reports[4], plate, occurAt, docNo: '3101150900000001', authority, officialState: 0 },
  ])
}

type Made = { readonly violationId: string } | null

/**
 * Progress of violations of ended rentals: one sent to the customer, one with an uploaded proof, one in progress at the store, one that
 * awaits its deadline, one that was paid from the deposit and closed, one that the customer disputes; the first is not processed yet.
 */
async function see(
  stage: Stage,
  { now, cast, pictures }: Pick<Scene, 'now' | 'cast' | 'pictures'>,
  [, told, , settled, taken, disputed, inHand, proved]: readonly (Made | undefined)[],
): Promise<void> {
  const { violation } = contract
  const at = now - 3 * HOUR
  const ask = stage.as(cast.manager, at)
  const context = await stage.context(cast.manager, at)
  const versionOf = async (violationId: string) => (await ask(violation.detail, { violationId })).version
  const handle = async (violationId: string, more: { action: 'agency' | 'done' | 'close'; photoIds?: string[] }) =>
    ask(violation.handle, { violationId, version: await versionOf(violationId), consent: 'phone', ...more })
  const notify = async (violationId: string) =>
    ask(violation.notify, { violationId, version: await versionOf(violationId) })
  async function pay(violationId: string) {
    await handle(violationId, { action: 'agency' })
    const { fine } = await ask(violation.detail, { violationId })
    const voucherIds = await takePictures(context, pictures, 'voucher', ['paper'])
    const paid = { amount: fine!, payWay: payWay.bank, voucherIds }
    await ask(violation.paid, { violationId, version: await versionOf(violationId), ...paid })
    await handle(violationId, {
      action: 'done',
      photoIds: await takePictures(context, pictures, 'violation', ['front']),
    })
  }
  if (told) await notify(told.violationId)
  if (proved) {
    await notify(proved.violationId)
    const customer = await stage.context({ accountId: '0', name: '客户' }, at + HOUR)
    const sentIds = await takePictures(customer, pictures, 'violation', ['paper'])
    await store.setSent(customer, proved.violationId, sentIds)
    const row = requireFound(await store.lock(customer, proved.violationId))
    await linkMedia(customer, sentIds, {
      biz: 'violation',
      bizId: row.id,
      ...(row.orderId !== null && { orderId: row.orderId }),
    })
    await answer(customer, row, 'proof')
  }
  if (inHand) await handle(inHand.violationId, { action: 'agency' })
  if (settled) await pay(settled.violationId)
  if (taken) {
    const { violationId } = taken
    await pay(violationId)
    const { claim, version } = await ask(violation.detail, { violationId })
    const { most, available, modes } = claim!
    const owed = most.fine + most.agency + most.penalty
    const take = available >= owed && modes.includes(payMode.offlineDeduct)
    await ask(violation.deduct, {
      violationId,
      version,
      lines: most,
      ...(take && { take: { payMode: payMode.offlineDeduct, amount: owed } }),
    })
    if (take) await handle(violationId, { action: 'close' })
  }
  if (disputed) {
    const { violationId } = disputed
    await notify(violationId)
    await ask(violation.appeal, {
      violationId,
      version: await versionOf(violationId),
      reason: '该时间段由朋友驾驶，已提交材料',
    })
  }
}
