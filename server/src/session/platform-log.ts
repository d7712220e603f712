import { logPlatform } from '../audit/actions.ts'
import { deviceOf } from '../kernel/audit.ts'
import type { Context } from '../kernel/context.ts'

/*
 * The platform's log: what happens before a merchant is chosen. Of a known user the database writes the same into the
 * logs of their merchants (trigger `audit_sign_in`).
 */

/** A line about this request; `result` is `ok` or a refusal. */
export const entryOf = (
  { ip, traceId, userAgent }: Context,
  userId: string | null,
  action: string,
  result: string,
) => ({ userId, ip, traceId, device: deviceOf(userAgent), action, result })

/** Stands and falls with the call. */
export const logOf = (ctx: Context, userId: string | null, action: string, result: string) =>
  logPlatform(ctx.db, entryOf(ctx, userId, action, result))

/** Kept although the call is refused. */
export const logApart = (ctx: Context, userId: string | null, action: string, result: string) =>
  ctx.apart(({ db }) => logPlatform(db, entryOf(ctx, userId, action, result)))
