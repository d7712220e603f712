import { type GoOptions, go } from '../../../kernel/page/router.ts'
import { screensOf } from '../../order/screens.ts'
import type { Task } from './types.ts'

/** Opens the page of the order that a handover belongs to. */
export const openOrder = (order: Pick<Task['order'], 'orderId' | 'orderKind'>, options?: GoOptions): void =>
  go(screensOf(order.orderKind).detail, { orderId: order.orderId }, options)
