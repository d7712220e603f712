import { profileOf } from '@cheyi/domain/booking/order/kinds'
import type { Act } from '../../../booking/order/parts/acts.ts'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { linkToPath, type PageLink, type Reach } from '../../../kernel/user.ts'
import type { Acting } from '../parts/use-act.ts'

export interface PanelProps {
  readonly order: OrderDetail
  readonly now: number
  readonly reach: Reach
  readonly acts: readonly Act[]
  readonly acting: Acting
}

/** A page of the order's own kind, such as `fee-detail`. */
export const pageOf = ({ order, reach }: Pick<PanelProps, 'order' | 'reach'>, page: string): PageLink | undefined =>
  linkToPath(reach, `${profileOf(order.orderKind).base}/${page}`, { orderId: order.orderId })
