import type { Context } from '../../kernel/context.ts'

/** Whether this alarm of an unaccepted order was given before; asked under the order's lock. */
export async function wasAlarmed(ctx: Context, orderId: string, alarm: string): Promise<boolean> {
  const rows = await ctx.query(
    `select 1 from order_log where order_id = $1 and action = 'confirmAlarm' and detail ->> 'alarm' = $2 limit 1`,
    [orderId, alarm],
  )
  return rows.length > 0
}
