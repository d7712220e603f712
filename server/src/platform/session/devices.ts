import { randomBytes } from 'node:crypto'
import { deviceName } from '@cheyi/domain/platform/session/device'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { MINUTE } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { hashToken, NOTHING_CHOSEN } from '../../kernel/identity.ts'
import { requireMayEdit } from '../account/actions.ts'
import { isOwnPath } from './own-path.ts'
import { requireProof } from './password/proof.ts'
import { actAs, openSession } from './sign-in.ts'
import * as store from './store-device.ts'

/** Sessions of the caller, or of one of their employees at this merchant. */
export const devices: HandlerOf<'session', 'devices'> = async ({ accountId }, ctx) => {
  const rows =
    accountId === undefined || accountId === ctx.accountId
      ? await store.ofUser(ctx.db, ctx.identity.userId, ctx.now)
      : await store.ofAccount(ctx.db, await employee(ctx, accountId), ctx.now)
  return {
    list: rows.map((row) => ({
      ...row,
      device: deviceName(row.userAgent),
      current: row.id === ctx.identity.sessionId,
    })),
  }
}

/** 强制下线: ends a session of the caller or of an employee. The next call of that session is refused. */
export const endSession: HandlerOf<'session', 'endSession'> = async ({ sessionId }, ctx) => {
  const session = requireFound(await store.byId(ctx.db, sessionId))
  if (session.userId !== ctx.identity.userId) {
    // A session of another user: only if it is in this merchant, and only with the right to edit accounts.
    if (session.accountId === null || session.merchantId !== ctx.merchantId) throw new Refusal('notFound')
    await employee(ctx, session.accountId)
  }
  if (sessionId !== ctx.identity.sessionId) await requireProof(ctx)
  await store.end(ctx.db, sessionId, '强制下线', ctx.now)
  return {}
}

/** An account of the chosen merchant that the caller may edit. @throws Refusal forbidden (-3), notFound (-4), grantBeyondOwn (1031) */
async function employee(ctx: Context, accountId: string): Promise<string> {
  ctx.require('account.edit')
  if (ctx.merchantId === NOTHING_CHOSEN) throw new Refusal('notFound')
  await ctx.inMerchant(ctx.identity, () => requireMayEdit(ctx, accountId))
  return accountId
}

const TICKET_LIFE = MINUTE

/** A link that signs the caller in to another shell: once, within a minute, for one page. */
export const createTicket: HandlerOf<'session', 'createTicket'> = async ({ path }, ctx) => {
  if (!isOwnPath(path)) throw badInput('path', '页面地址不正确')
  const ticket = `tk_${randomBytes(16).toString('base64url')}`
  const expireAt = ctx.now + TICKET_LIFE
  await store.insertTicket(ctx.db, { tokenHash: hashToken(ticket), sessionId: ctx.identity.sessionId, path, expireAt })
  return { ticket, expireAt }
}

export const useTicket: HandlerOf<'session', 'useTicket'> = async ({ ticket, native }, ctx) => {
  const used = await store.spendTicket(ctx.db, hashToken(ticket), ctx.now)
  const session = used && (await store.byId(ctx.db, used.sessionId))
  // The session that created the ticket must still be valid, and a ticket must not extend its life.
  if (session === undefined || session.revokedAt !== null || session.idleExpireAt <= ctx.now)
    throw new Refusal('ticketUsed')
  await actAs(ctx, session.userId)
  const { token } = await openSession(ctx, {
    ...session,
    source: native ? 'native' : session.source,
    until: session.absoluteExpireAt,
  })
  return { token, path: used!.path }
}
