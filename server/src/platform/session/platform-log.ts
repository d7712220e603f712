import { deviceOf } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { logPlatform } from '../audit/actions.ts'

/*
 * The platform's log of actions before a merchant is chosen. For a known user the database copies the line into the
 * logs of their merchants (trigger `audit_sign_in`).
 */

/** A log entry about this request; `result` is `ok` or a refusal. */
export const entryOf = (
  { ip, traceId, userAgent }: Context,
  userId: string | null,
  action: string,
  result: string,
) => ({ userId, ip, traceId, device: deviceOf(userAgent), action, result })

/** Written in the transaction of the call, so it is rolled back with it. */
export const logOf = (ctx: Context, userId: string | null, action: string, result: string) =>
  logPlatform(ctx.db, entryOf(ctx, userId, action, result))

/** Written in a transaction of its own, so it remains although the call is refused. */
export const logApart = (ctx: Context, userId: string | null, action: string, result: string) =>
  ctx.apart(({ db }) => logPlatform(db, entryOf(ctx, userId, action, result)))
