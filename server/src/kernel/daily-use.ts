import { addDays, localDate } from '@cheyi/domain/time'
import type { Context } from './context.ts'

/** Requests to external services that charge for each request. */
type Question = 'readPaper' | 'readSign' | 'checkIdentity' | 'checkLicence' | 'queryViolation'

/**
 * Counts as many of `wanted` requests as the daily quota `most` still allows; concurrent transactions wait for each other.
 * @returns how many requests are allowed
 */
export async function takeToday(
  ctx: Pick<Context, 'query' | 'now'>,
  question: Question,
  { wanted, most }: { readonly wanted: number; readonly most: number },
): Promise<number> {
  const day = localDate(ctx.now)
  // Inserted first, so that concurrent transactions have a row to lock.
  await ctx.query('insert into daily_use (question, day, n) values ($1, $2, 1) on conflict do nothing', [
    question,
    addDays(day, -1),
  ])
  const [row] = await ctx.query<{ n: number }>(
    'select case when day = $2 then n else 0 end as n from daily_use where question = $1 for update',
    [question, day],
  )
  const taken = Math.max(0, Math.min(wanted, most - row!.n))
  if (taken > 0)
    await ctx.query('update daily_use set day = $2, n = $3 where question = $1', [question, day, row!.n + taken])
  return taken
}

/**
 * Counts one more request of today, unless the daily quota `most` is used up; concurrent transactions wait for each other.
 * @returns whether the request is allowed
 */
export async function countToday(
  ctx: Pick<Context, 'query' | 'now'>,
  question: Question,
  most: number,
): Promise<boolean> {
  if (most === 0) return false
  const counted = await ctx.query(
    `insert into daily_use as u (question, day, n) values ($1, $2, 1)
     on conflict (merchant_id, question) do update set day = excluded.day, n = case when u.day = excluded.day then u.n + 1 else 1 end
       where u.day <> excluded.day or u.n < $3
     returning n`,
    [question, localDate(ctx.now), most],
  )
  return counted.length > 0
}
