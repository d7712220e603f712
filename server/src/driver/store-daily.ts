import { localDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'

/** Questions to outsiders who are paid for each. */
type Question = 'readPaper' | 'readSign' | 'checkIdentity' | 'checkLicence'

/**
 * Counts one more question of today, unless `most` were asked; those who count at once wait for each other.
 * @returns whether it may be asked
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
