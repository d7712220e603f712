import type { FastifyRequest } from 'fastify'
import type { AuditNote, Context } from './context.ts'
import { inTenant } from './db.ts'
import { type Identity, NOTHING_CHOSEN } from './identity.ts'
import type { Kernel } from './pipeline.ts'

const INSERT = `insert into audit (name, ip, session_id, trace_id, action, target_type, target_id, before, after, result)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

/** The audit row of a write, in its own transaction's scope: it stands and falls with what it tells. */
export async function insertAudit(
  ctx: Pick<Context, 'query' | 'identity' | 'ip' | 'traceId'>,
  action: string,
  note: AuditNote | undefined,
): Promise<void> {
  await ctx.query(INSERT, [
    ctx.identity.name,
    ctx.ip,
    ctx.identity.sessionId,
    ctx.traceId,
    action,
    note?.targetType ?? '',
    note?.targetId ?? null,
    note?.before === undefined ? null : JSON.stringify(note.before),
    note?.after === undefined ? null : JSON.stringify(note.after),
    'ok',
  ])
}

/** A call refused for who asks (`refusal` is the key), in a transaction of its own since the call's rolls back. */
export async function refusalAudit(
  kernel: Kernel,
  { action, refusal }: { readonly action: string; readonly refusal: string },
  identity: Identity,
  request: FastifyRequest,
): Promise<void> {
  if (identity.merchantId === NOTHING_CHOSEN) return
  await inTenant(kernel.pools.main, { scope: identity, now: kernel.clock.now(), readOnly: false }, ({ query }) =>
    query(INSERT, [identity.name, request.ip, identity.sessionId, request.id, action, '', null, null, null, refusal]),
  )
}
