import { orderKinds } from '@cheyi/domain/booking/order/codes'
import { z } from 'zod'
import * as out from './output.ts'

/** Fields of an order that can be opened; its kind decides the page. */
export const orderRef = { orderId: out.id, orderNo: z.string(), orderKind: out.code(orderKinds) }

/** The same where there may be no order, or one that the caller may not see. */
export const maybeOrderRef = {
  orderId: out.id.nullable(),
  orderNo: z.string().nullable(),
  orderKind: out.code(orderKinds).nullable(),
}
