import { orderKind } from '@cheyi/domain/booking/order/kind'
import { type OrderProfile, profileAt, profileOf } from '@cheyi/domain/booking/order/kinds'
import { useRow } from '../../../kernel/page/pages.tsx'
import { goBack, hrefOf } from '../../../kernel/page/router.ts'
import { screensOf } from '../../../rental/order/screens.ts'
import type { OrderDetail } from './order-words.ts'

/** The kind of order of the screen; short orders on a page that belongs to no kind. */
export const useProfile = (): OrderProfile => profileAt(useRow().path) ?? profileOf(orderKind.short)

/** The screens of that kind. */
export const useOrderScreens = (): ReturnType<typeof screensOf> => screensOf(useProfile().kind)

/** Goes back from a page about an order; to the order itself when the page was opened by a link. */
export const backToOrder = ({ orderId, orderKind }: Pick<OrderDetail, 'orderId' | 'orderKind'>): void =>
  goBack(hrefOf(screensOf(orderKind).detail, { orderId }))
