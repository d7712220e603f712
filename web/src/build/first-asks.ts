import { type OrderKind, orderKind } from '@cheyi/domain/booking/order/kind'
import type { PermissionKey } from '@cheyi/domain/permission'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { overviewScreens } from '../insight/overview/screens.ts'
import { status as papers } from '../kernel/call/features/agreement.gen.ts'
import { forPickup } from '../kernel/call/features/deposit.gen.ts'
import { list as expenses } from '../kernel/call/features/expense.gen.ts'
import { setup } from '../kernel/call/features/merchant.gen.ts'
import { detail, list as orders } from '../kernel/call/features/order.gen.ts'
import { home } from '../kernel/call/features/overview.gen.ts'
import { task } from '../kernel/call/features/pickup-return.gen.ts'
import { userInfo } from '../kernel/call/features/session.gen.ts'
import { list as stores } from '../kernel/call/features/store.gen.ts'
import { counts } from '../kernel/call/features/todo.gen.ts'
import { type AnyCall, partsOf } from '../kernel/call/wire.ts'
import { screensOf } from '../rental/order/screens.ts'
import { screensOf as handoversOf } from '../rental/pickup-return/screens.ts'

/** A call that a page sends as soon as it is rendered. */
interface FirstAsk {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Formatted exactly as by the page; a value that begins with $ is a placeholder for a value that only the browser knows. */
  readonly input: Readonly<Record<string, unknown>>
  /** The call is sent only for users who have this permission for the whole merchant. */
  readonly whole?: PermissionKey
}

const first = (call: AnyCall, input: FirstAsk['input'] = {}, whole?: PermissionKey): FirstAsk => {
  const { method, path } = partsOf(call)
  return { method, path, input, whole }
}

const ofHandover = (type: HandoverType) => [
  first(task, { orderId: '$order', type }),
  first(expenses, { orderId: '$order', type }),
  first(papers, { orderId: '$order' }),
  first(stores),
]

const ofOrders = (kind: OrderKind) => ({
  [screensOf(kind).list.path]: [first(orders, { orderKind: kind, storeId: '$stores', sort: 'next' }), first(stores)],
  [`${screensOf(kind).detail.path}?orderId`]: [first(detail, { orderId: '$order' }), first(stores)],
  [`${handoversOf(kind).pickup.path}?orderId`]: [
    ...ofHandover(handoverType.pickup),
    first(forPickup, { orderId: '$order' }),
  ],
  [`${handoversOf(kind).return.path}?orderId`]: ofHandover(handoverType.return),
})

/**
 * The first calls of each page, by its path. `start-script.js` sends them while the application itself is still
 * loading. An input must equal that of the page exactly, otherwise the page sends its call a second time. The calls
 * of the empty path are sent on every page of a signed-in user.
 */
export const firstAsks: Readonly<Record<string, readonly FirstAsk[]>> = {
  '': [first(userInfo)],
  [overviewScreens.home.path]: [
    first(home, { storeId: '$store', limit: 20 }),
    first(counts, { storeId: '$store' }),
    first(setup, {}, 'merchant.setting'),
    first(stores),
  ],
  ...ofOrders(orderKind.short),
  ...ofOrders(orderKind.long),
}
