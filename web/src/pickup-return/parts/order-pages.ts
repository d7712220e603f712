import { orderKind } from '@cheyi/domain/order/codes'
import { profileOf } from '@cheyi/domain/order/kinds'
import { type GoOptions, go, goBack, goTo } from '../../kernel/page/router.ts'
import { screensOf } from '../../order/screens.ts'
import type { Task } from './handover.ts'

/* The pages of the order that a handover belongs to. */

const { base } = profileOf(orderKind.short)

/** The order's own page. */
export const openOrder = (order: Pick<Task['order'], 'orderId' | 'orderKind'>, options?: GoOptions): void =>
  go(screensOf(order.orderKind).detail, { orderId: order.orderId }, options)

/** The list of orders, in place of a page that has nothing to show. */
export const openOrders = (): void => goTo(base, { replace: true })

/** One page back, to the orders when the page was opened by a link. */
export const leave = (): void => goBack(base)
