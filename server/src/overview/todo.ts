import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { type DepositKind, depositKind } from '@cheyi/domain/deposit/codes'
import { orderStatus, pickupReturnQueryStatus as quick } from '@cheyi/domain/order/codes'
import { kindsOpenTo, profileOf } from '@cheyi/domain/order/kinds'
import { type OrderWait, orderWaits } from '@cheyi/domain/order/waits'
import { counterKeys, type OrderCounter } from '@cheyi/domain/overview/counters'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import { waitingApprovals } from '../approval/actions.ts'
import type { Context } from '../kernel/context.ts'
import { OVERSOLD_DAYS, oversold } from '../stock/actions.ts'
import { counts, expiring, orderCounters } from './store-todo.ts'

const depositDue = (kind: DepositKind) => `status=${orderStatus.returned}&depositDue=${kind}`

const wait = (one: OrderWait) => ({ name: orderWaits[one], search: `waits=${one}` })

/** What a counter is called, and the filter of the list that shows what it counts. */
const meanings: Readonly<Record<OrderCounter, { name: string; search: string }>> = {
  confirm: { name: '待接单', search: `status=${orderStatus.confirming}` },
  cancelling: { name: '取消待处理', search: `status=${orderStatus.cancelling}` },
  refund: wait('refund'),
  arrange: { name: '待排车', search: `status=${orderStatus.confirmed}` },
  conflict: wait('conflict'),
  reassign: wait('reassign'),
  pickup: { name: '今日取车', search: `pickupReturnQueryStatus=${quick.pickupToday}` },
  return: { name: '今日还车', search: `pickupReturnQueryStatus=${quick.returnToday}` },
  overdue: { name: '超时未还', search: `pickupReturnQueryStatus=${quick.returnOverdue}` },
  rentalDeposit: { name: '待退租车押金', search: depositDue(depositKind.rental) },
  violationDeposit: { name: '待退违章押金', search: depositDue(depositKind.violation) },
}

/**
 * Counters of what waits for a person, each only with its key: for every kind of order whose page the account may open, and
 * of the fleet, and of approvals.
 */
export async function todo(
  { storeId }: ParsedOf<typeof contract.overview.todo>,
  ctx: Context,
): Promise<OutputOf<typeof contract.overview.todo>> {
  const kinds = kindsOpenTo(ctx.identity.keys)
  const from = startOfDate(localDate(ctx.now))
  const [rows, papers, short, approvals] = await Promise.all([
    kinds.length === 0 ? [] : counts(ctx, { kinds, storeId, from, to: from + DAY }),
    ctx.can(counterKeys.papers) ? expiring(ctx.query, storeId) : null,
    ctx.can(counterKeys.oversold) ? oversold(ctx, storeId) : null,
    waitingApprovals(ctx),
  ])
  const ofOrders = kinds.flatMap((kind) => {
    const { base } = profileOf(kind)
    const row = rows.find((one) => one.kind === kind)!
    return orderCounters
      .filter((counter) => ctx.can(counterKeys[counter]))
      .map((counter) => ({
        code: counter,
        name: meanings[counter].name,
        count: row[counter],
        link: `${base}?${meanings[counter].search}`,
      }))
  })
  return [
    ...ofOrders,
    ...(papers === null ? [] : [{ code: 'papers', name: '证件到期', count: papers, link: '/inventory?expiry=any' }]),
    ...(short === null ? [] : [{ code: 'oversold', name: '超售车型', count: short.length, link: oversoldLink(short) }]),
    // Whose word it takes differs from case to case: nobody is shown that nothing waits.
    ...(approvals === 0 ? [] : [{ code: 'approval', name: '待审批', count: approvals, link: '/notices?tab=approval' }]),
  ]
}

/** The stock shows one store at a time: the first that is short. */
const oversoldLink = ([first]: Awaited<ReturnType<typeof oversold>>): string =>
  first === undefined ? '/stock' : `/stock?storeId=${first.storeId}&only=oversold&days=${OVERSOLD_DAYS}`
