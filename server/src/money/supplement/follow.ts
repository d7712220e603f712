import { type Account, type Entry, waived } from '@cheyi/domain/money/payment/ledger'
import { earnedBy } from '@cheyi/domain/money/supplement/supplement'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/* What happens to supplements after they were asked: they are paid or cancelled, and the records that caused them follow. */

type Follow = (ctx: Context, ids: readonly string[], status: number) => Promise<unknown>
const follows: Follow[] = []

/** Registers how the records of a feature follow the status of the supplements that they were charged with. */
export const supplementsFollowed = (one: Follow) => void follows.push(one)

async function followed(ctx: Context, ids: readonly string[], status: number): Promise<void> {
  for (const one of follows) await one(ctx, ids, status)
}

export async function setPaid(ctx: Context, ids: readonly string[], status: number): Promise<void> {
  await store.setPaid(ctx, ids, status)
  await followed(ctx, ids, status)
}

export async function setCancelled(ctx: Context, ids: readonly string[], status: number): Promise<void> {
  await store.setCancelled(ctx, ids, status)
  await followed(ctx, ids, status)
}

/** The entry that withdraws the claim of a supplement; none if it posted nothing. */
export const takenBack = (row: store.SupplementRow, orderStatus: number): Entry[] =>
  row.credited === null ? [] : [waived(row.id, row.amountFen, earnedBy(row.credited as Account, orderStatus))]
