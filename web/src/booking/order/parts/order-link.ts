import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, type PageLink, type Reach } from '../../../kernel/user.ts'
import { screensOf } from '../../../rental/order/screens.ts'

/** An order as answers name it; both are null without an order, or with one that is not visible to the account. */
export interface NamedOrder {
  readonly orderId: string | null
  readonly orderKind: OrderKind | null
}

/** Link to the page of an order, by its kind; undefined without an order or without permission. */
export const orderLink = (reach: Reach, { orderId, orderKind }: NamedOrder): PageLink | undefined =>
  orderId === null || orderKind === null ? undefined : linkTo(reach, screensOf(orderKind).detail, { orderId })

/** Opens the page of an order, by its kind. */
export const goToOrder = ({ orderId, orderKind }: { readonly orderId: string; readonly orderKind: OrderKind }): void =>
  go(screensOf(orderKind).detail, { orderId })
