import { localDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'

/**
 * Counts one more picture that is read today, unless `most` were; those who count at once wait for each other.
 * @returns whether it may be read
 */
export async function countReading(ctx: Pick<Context, 'query' | 'now'>, most: number): Promise<boolean> {
  if (most === 0) return false
  const counted = await ctx.query(
    `insert into daily_use as u (question, day, n) values ('readPaper', $1, 1)
     on conflict (merchant_id, question) do update set day = excluded.day, n = case when u.day = excluded.day then u.n + 1 else 1 end
       where u.day <> excluded.day or u.n < $2
     returning n`,
    [localDate(ctx.now), most],
  )
  return counted.length > 0
}
