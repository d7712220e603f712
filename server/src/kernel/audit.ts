import { deviceName } from '@cheyi/domain/platform/session/device'
import type { FastifyRequest } from 'fastify'
import type { AuditNote, Context } from './context.ts'
import { inTenant } from './db/db.ts'
import type { Kernel } from './http/pipeline.ts'
import { type Identity, NOTHING_CHOSEN } from './identity.ts'

const INSERT = `insert into audit
    (user_id, name, ip, device, session_id, trace_id, action, target_type, target_id, before, after, result)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

/** Name of the device of a request; '' without a browser. */
export const deviceOf = (userAgent = ''): string => (userAgent === '' ? '' : deviceName(userAgent))

type Who = Pick<Context, 'identity' | 'ip' | 'traceId'> & Partial<Pick<Context, 'userAgent'>>

const values = (who: Who, action: string, note: AuditNote | undefined, result: string): unknown[] => [
  who.identity.userId,
  who.identity.name,
  who.ip,
  deviceOf(who.userAgent),
  who.identity.sessionId,
  who.traceId,
  action,
  note?.targetType ?? '',
  note?.targetId ?? null,
  note?.before === undefined ? null : JSON.stringify(note.before),
  note?.after === undefined ? null : JSON.stringify(note.after),
  result,
]

/** The audit row of a write, in the same transaction, so that both are committed or rolled back together. */
export function insertAudit(ctx: Who & Pick<Context, 'queue'>, action: string, note: AuditNote | undefined): void {
  ctx.queue(INSERT, values(ctx, action, note, 'ok'))
}

/**
 * The audit row of a call that was refused for this caller (`refusal` is the key), in a separate transaction, since
 * that of the call is rolled back.
 */
export async function refusalAudit(
  kernel: Kernel,
  { action, refusal }: { readonly action: string; readonly refusal: string },
  identity: Identity,
  request: FastifyRequest,
): Promise<void> {
  if (identity.merchantId === NOTHING_CHOSEN) return
  const who = { identity, ip: request.ip, traceId: request.id, userAgent: request.headers['user-agent'] ?? '' }
  await inTenant(kernel.pools.main, { scope: identity, now: kernel.clock.now(), readOnly: false }, async ({ queue }) =>
    queue(INSERT, values(who, action, undefined, refusal)),
  )
}
