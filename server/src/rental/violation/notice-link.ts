import { DAY } from '@cheyi/domain/time'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { publicUrl } from '../../kernel/process/public-url.ts'
import { screen } from '../../kernel/screen.ts'
import { customerPhone, newCustomerLink } from '../../platform/customer-link/actions.ts'
import type * as store from './store.ts'

/** The purpose of links to the customer's own page of a violation. */
export const PURPOSE = 'violation'
/** How long the page remains available after the deadline: proof arrives late, and the claim is paid there. */
const LIFE = 30 * DAY

export type Told = Pick<store.ViolationRow, 'id' | 'noticeId' | 'deadlineAt'>

/** The reference of a link: the joint notice, or the violation when it was notified alone. */
export const refOf = ({ id, noticeId }: Pick<Told, 'id' | 'noticeId'>): string => noticeId ?? id

/**
 * A new link to the customer's page of a violation and of those in the same notice; existing links remain valid. Null where
 * the order has no phone number.
 */
export async function newNoticeLink(ctx: Context, order: OrderRow, row: Told, way: 1 | 2) {
  const phone = await customerPhone(ctx, order)
  if (phone === null) return null
  const life = Math.max(0, (row.deadlineAt ?? 0) - ctx.now) + LIFE
  const refId = refOf(row)
  const made = await newCustomerLink(ctx, { purpose: PURPOSE, orderId: order.id, refId, way, phone, life })
  return { ...made, phone, url: publicUrl(ctx.config, screen('violation.customer', { t: made.token })) }
}
