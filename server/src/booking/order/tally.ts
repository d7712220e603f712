import { orderKinds, orderStatus } from '@cheyi/domain/booking/order/codes'
import { openStatuses } from '@cheyi/domain/booking/order/steps'
import type { Context } from '../../kernel/context.ts'
import { talliesSql } from '../../kernel/db/tallies.ts'
import { openBusiness } from '../../platform/session/actions.ts'
import { storeBusiness } from '../../platform/store/actions.ts'

/*
 * Sums that are slow to count, maintained by triggers: orders by kind and status, those with an instalment that is due or
 * late, and the amount billed on a day, by the stores of their orders. For an account that sees only its own orders they are
 * counted instead.
 */

/** The number of orders of a kind in a status, without dropped drafts. */
export const ordersTally = (kind: number, status: number): string => `order ${kind} ${status}`

/**
 * The number of orders of a kind whose next instalment is due on a date, YYYY-MM-DD, and that have no late one. Names sort
 * by date, so the instalments due by a date are a range of names, and no row must be updated when a date is reached.
 */
export const dueTally = (kind: number, date: string): string => `plan ${kind} ${date}`

/** The number of orders of a kind with a late instalment; the name sorts before all due dates. */
export const lateTally = (kind: number): string => `plan ${kind} 0`

/** Fen billed (J1, and the part of channels, J3) on a date, YYYY-MM-DD. */
export const billedTally = (date: string): string => `billed ${date}`

/** Adds the recorded changes of the merchant to its sums, so that each sum is one row again. */
export const foldTallies = async (ctx: Context): Promise<void> => {
  await ctx.query('select tally_fold()')
}

/** A draft that was dropped before it became an order remains stored, but is neither shown nor counted. For the order `o`. */
export const noDroppedDraft = `(o.status <> ${orderStatus.cancelled} or o.prev_status is distinct from ${orderStatus.notSubmitted})`

const openTallies = orderKinds.values.flatMap((kind) => openStatuses.map((status) => `'${ordersTally(kind, status)}'`))
openBusiness.merchant.register(
  'orders',
  `select coalesce(sum(n), 0) from ${talliesSql} t where name in (${openTallies.join(', ')})`,
)
openBusiness.merchant.register('balances', 'select count(*) from "order" where owed_fen <> 0')

// Orders that begin or end at a store; the conditions are on the leading columns of its indexes.
const open = `order_kind in (${orderKinds.values.join(', ')}) and status in (${openStatuses.join(', ')})`
storeBusiness.register(
  'orders',
  `select (select count(*) from "order" where ${open} and store_id = $1)
     + (select count(*) from "order" where ${open} and return_store_id = $1 and return_store_id <> store_id)`,
)
