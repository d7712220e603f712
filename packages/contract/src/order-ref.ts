import { orderKinds } from '@cheyi/domain/order/codes'
import { z } from 'zod'
import * as out from './kernel/out.ts'

/** How an answer names an order that can be opened: its kind says by which pages. */
export const orderRef = { orderId: out.id, orderNo: z.string(), orderKind: out.code(orderKinds) }

/** The same of what may be of no order, or of one out of sight. */
export const maybeOrderRef = {
  orderId: out.id.nullable(),
  orderNo: z.string().nullable(),
  orderKind: out.code(orderKinds).nullable(),
}
