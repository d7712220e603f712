import { randomBytes } from 'node:crypto'
import type { OutputOf } from '@cheyi/contract/call'
import { contract } from '@cheyi/contract/index'
import { maskPhone } from '@cheyi/domain/mask'
import { keysOf } from '@cheyi/domain/permission'
import { Refusal } from '@cheyi/domain/refusal'
import { legalText } from '@cheyi/domain/session/legal'
import { afterFailure, type LockState, lockedMinutes, unlocked } from '@cheyi/domain/session/lockout'
import { MINUTE, startOfDate } from '@cheyi/domain/time'
import { type Context, found, implement } from '../kernel/context.ts'
import { ABSOLUTE_MS, hashToken, IDLE_MS, NOTHING_CHOSEN, operatorKeys } from '../kernel/identity.ts'
import { msOrNull } from '../kernel/instant.ts'
import { verifyPassword } from './password.ts'
import * as store from './store.ts'

type SignedIn = OutputOf<typeof contract.session.login>

const MAX_SESSIONS = 10
/** A rotated token answers calls in flight for so long. */
const ROTATION_MS = 30_000
const LOGINS_PER_MINUTE = 10
const FAILURES_PER_IP = 50

export const session = implement(contract.session, {
  async login({ mobile, password }, ctx) {
    const mobileHash = ctx.vaults.platform.index('app_user.mobile', mobile)
    if (ctx.config.rateLimit) await slowDown(ctx)
    const user = await store.userByMobile(ctx.db, mobileHash)
    const lock: LockState = user
      ? {
          failCount: user.fail_count,
          failSince: msOrNull(user.fail_since),
          lockLevel: user.lock_level,
          lockedUntil: msOrNull(user.locked_until),
        }
      : unlocked
    const minutes = lockedMinutes(lock, ctx.now)
    if (minutes > 0) throw new Refusal('userLocked', { n: minutes })

    const right = await verifyPassword(ctx.vaults.pepper, password, user?.password_hash ?? null)
    if (!right || user === undefined || user.status !== 1) {
      // Kept although the call is refused: the next attempt must see it.
      await ctx.apart(async ({ db }) => {
        await store.insertAttempt(db, ctx.ip, mobileHash, false)
        if (user) await store.setFailures(db, user.id, afterFailure(lock, ctx.now))
        await store.insertPlatformLog(db, {
          userId: user?.id ?? null,
          ip: ctx.ip,
          traceId: ctx.traceId,
          action: 'session.login',
          result: 'wrongPassword',
        })
      })
      throw new Refusal('wrongPassword')
    }

    await ctx.query(`select set_config('app.user_id', $1, true)`, [user.id])
    const accounts = await store.accountsOf(ctx.db, user.id)
    const open = accounts.filter((account) => account.merchant_status !== 3)
    if (!user.operator && open.length === 0) {
      throw new Refusal(accounts.length > 0 ? 'merchantSuspended' : 'accountDisabled')
    }
    const only = !user.operator && open.length === 1 ? open[0]! : null
    await store.insertAttempt(ctx.db, ctx.ip, mobileHash, true)
    await store.setFailures(ctx.db, user.id, unlocked)
    await store.insertPlatformLog(ctx.db, {
      userId: user.id,
      ip: ctx.ip,
      traceId: ctx.traceId,
      action: 'session.login',
      result: 'ok',
    })
    return signIn(ctx, user.id, only?.id ?? null, only?.merchant_id ?? NOTHING_CHOSEN, 'password')
  },

  async logout(_, ctx) {
    if (ctx.token !== null) await store.revoke(ctx.db, hashToken(ctx.token), '退出登录', ctx.now)
    return {}
  },

  userInfo: (_, ctx) =>
    currentUser(
      ctx,
      ctx.identity.userId,
      ctx.identity.accountId === '0' ? null : ctx.identity.accountId,
      ctx.identity.merchantId,
    ),

  async switchMerchant({ merchantId }, ctx) {
    const { identity } = ctx
    const account = (await store.accountsOf(ctx.db, identity.userId)).find((a) => a.merchant_id === merchantId)
    const allowed =
      account !== undefined ||
      (identity.operator && (await store.operatesMerchant(ctx.db, identity.userId, merchantId)))
    if (!allowed) throw new Refusal('merchantForeign')
    if ((await store.merchantStatus(ctx.db, merchantId)) === 3) throw new Refusal('merchantSuspended')
    await store.endAt(ctx.db, identity.session.tokenHash, ctx.now + ROTATION_MS)
    await store.insertPlatformLog(ctx.db, {
      userId: identity.userId,
      ip: ctx.ip,
      traceId: ctx.traceId,
      action: `session.switchMerchant:${merchantId}`,
      result: 'ok',
    })
    return signIn(ctx, identity.userId, account?.id ?? null, merchantId, 'password')
  },

  legal({ type }) {
    const text = legalText(type)
    return { title: text.title, version: text.version, html: text.html, updatedAt: startOfDate(text.updatedOn) }
  },
})

/** @throws Refusal tooFrequent (-7): ten logins a minute, or fifty failures in 15 minutes, from one address. */
async function slowDown(ctx: Context): Promise<void> {
  if ((await store.attemptsOfIp(ctx.db, ctx.ip, ctx.now - MINUTE)) >= LOGINS_PER_MINUTE)
    throw new Refusal('tooFrequent')
  if ((await store.failuresOfIp(ctx.db, ctx.ip, ctx.now - 15 * MINUTE)) >= FAILURES_PER_IP)
    throw new Refusal('tooFrequent')
}

/** Opens a session and answers its token, which is kept nowhere in clear. */
async function signIn(
  ctx: Context,
  userId: string,
  accountId: string | null,
  merchantId: string,
  source: string,
): Promise<SignedIn> {
  const token = randomBytes(32).toString('base64url')
  await store.insertSession(ctx.db, {
    tokenHash: hashToken(token),
    userId,
    accountId,
    merchantId,
    source,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    idleExpireAt: ctx.now + IDLE_MS,
    absoluteExpireAt: ctx.now + ABSOLUTE_MS,
  })
  await store.revokeOldest(ctx.db, userId, MAX_SESSIONS, ctx.now)
  if (accountId !== null) await store.noteLogin(ctx.db, accountId, ctx.now)
  return { token, expireAt: ctx.now + ABSOLUTE_MS, user: await currentUser(ctx, userId, accountId, merchantId) }
}

async function currentUser(
  ctx: Context,
  userId: string,
  accountId: string | null,
  merchantId: string,
): Promise<SignedIn['user']> {
  const { user, merchant, account, roles } = await store.currentUserRows(ctx.db, userId, accountId, merchantId)
  const mobile = ctx.vaults.platform.open('app_user.mobile', user.id, found(user.mobile_enc))
  const payProfile = (merchant?.pay_settings as { payProfile?: number } | undefined)?.payProfile ?? 1
  const operating = user.operator && merchant !== undefined
  return {
    id: user.id,
    accountId,
    name: account?.name ?? (user.operator ? '平台运营' : ''),
    mobile: maskPhone(mobile),
    avatar: null,
    parentId: account?.parent_id ?? (operating ? '0' : NOTHING_CHOSEN),
    merchantId,
    merchantName: merchant?.name ?? '',
    merchantStatus: (merchant?.status ?? null) as SignedIn['user']['merchantStatus'],
    roleIds: roles.map((role) => role.id),
    roleNames: operating ? ['平台协助'] : roles.map((role) => role.name),
    menuAutos: operating ? [...operatorKeys] : keysOf(roles.flatMap((role) => role.menu_ids)),
    storeScope: { all: account === undefined || account.store_scope === 0, storeIds: account?.store_ids ?? [] },
    isDriver: account?.is_driver ?? false,
    isOperator: user.operator,
    wxBound: false,
    payProfile,
    cancelAt: null,
  }
}
