import { randomBytes } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { maskPhone } from '@cheyi/domain/mask'
import { keysOf } from '@cheyi/domain/permission'
import { storeScope } from '@cheyi/domain/platform/account/codes'
import { goesOn } from '@cheyi/domain/platform/merchant/goes-on'
import { payProfile, payTerms } from '@cheyi/domain/platform/merchant/pay-setting'
import { operatorKeys } from '@cheyi/domain/platform/operator/rights'
import { isCoolingOff } from '@cheyi/domain/platform/session/cancellation'
import type { SignInWay } from '@cheyi/domain/platform/session/codes'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { factorRequired, hashToken, lifetimeOf, NOTHING_CHOSEN, writeUntilOf } from '../../kernel/identity.ts'
import { noteLogin } from '../account/actions.ts'
import { isNewDevice, tellOfDevice } from './notices.ts'
import { logOf } from './platform-log.ts'
import { askFactor } from './second-factor/actions.ts'
import * as store from './store.ts'

export type SignedIn = OutputOf<typeof contract.session.login>

const MAX_SESSIONS = 10
/** After a rotation the old token is valid for this time, for calls in progress. */
export const ROTATION_MS = 30_000

export interface Opening {
  readonly userId: string
  readonly accountId: string | null
  readonly merchantId: string
  readonly source: string
  /** The latest end of the session, if it continues another one or is limited in time. */
  readonly until?: number
  readonly operatorTicket?: string | null
  /** When the user showed a password or a code (epoch ms). */
  readonly provedAt?: number | null
  /** When the user showed the second factor (epoch ms). Without it, a user who has a second factor gets no access. */
  readonly factorAt?: number | null
}

/**
 * Opens a session and returns its token, which is never stored in plain text. Only for users who come from a valid
 * session or have shown every factor they have; after the first factor call {@link enter}.
 */
export async function openSession(ctx: Context, opening: Opening): Promise<SignedIn> {
  const { userId, accountId, merchantId, source } = opening
  const url = await store.urlElsewhere(ctx.db, merchantId)
  if (url !== undefined) throw new Refusal('merchantElsewhere', { url })
  const token = randomBytes(32).toString('base64url')
  const { idle, absolute } = lifetimeOf(source)
  const expireAt = Math.min(ctx.now + absolute, opening.until ?? Number.POSITIVE_INFINITY)
  await store.insertSession(ctx.db, {
    tokenHash: hashToken(token),
    userId,
    accountId,
    merchantId,
    source,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    idleExpireAt: Math.min(ctx.now + idle, expireAt),
    absoluteExpireAt: expireAt,
    operatorTicket: opening.operatorTicket ?? null,
    provedAt: opening.provedAt ?? null,
    factorAt: opening.factorAt ?? null,
  })
  await store.revokeOldest(ctx.db, userId, MAX_SESSIONS, ctx.now)
  if (accountId !== null) await noteLogin(ctx.db, accountId, ctx.now)
  const assist = { until: expireAt, ticket: opening.operatorTicket ?? null }
  return { token, expireAt, user: await currentUser(ctx, { userId, accountId, merchantId, assist }) }
}

/** Replaces the caller's token, for the same user in the same merchant; the old token expires after a short time. */
export async function rotate(ctx: Context, opening: Omit<Opening, 'until'>, until?: number): Promise<SignedIn> {
  const { tokenHash } = ctx.identity.session
  const before = await store.sessionByToken(ctx.db, tokenHash)
  const ends = before === undefined ? Number.POSITIVE_INFINITY : before.absoluteExpireAt
  await store.endAt(ctx.db, tokenHash, ctx.now + ROTATION_MS)
  return openSession(ctx, {
    provedAt: before?.provedAt ?? null,
    factorAt: before?.factorAt ?? null,
    ...opening,
    until: Math.min(until ?? Number.POSITIVE_INFINITY, ends),
  })
}

/**
 * Signs in a user who has shown one factor, unless they have a second one.
 * @throws Refusal secondFactorNeeded (1010), and what `admit` throws
 */
export async function enter(ctx: Context, userId: string, operator: boolean, source: SignInWay): Promise<SignedIn> {
  await askFactor(ctx, { userId, source })
  return admit(ctx, userId, operator, source)
}

/**
 * Opens the session of an authenticated user: in their only merchant, or at the choice among several. `factorAt`: when
 * they showed the second factor, if they have one.
 * @throws Refusal accountDisabled (1004) without an enabled account, merchantSuspended (1017) when the only merchant is
 * closed
 */
export async function admit(
  ctx: Context,
  userId: string,
  operator: boolean,
  source: SignInWay,
  factorAt: number | null = null,
): Promise<SignedIn> {
  await actAs(ctx, userId)
  const accounts = await store.accountsOf(ctx.db, userId)
  const open = accounts.filter((account) => goesOn('signIn', account.merchantStatus))
  if (!operator && open.length === 0) throw new Refusal(accounts.length > 0 ? 'merchantSuspended' : 'accountDisabled')
  const only = !operator && open.length === 1 ? open[0]! : null
  await logOf(ctx, userId, 'session.login', 'ok')
  if (await isNewDevice(ctx, userId)) await tellOfDevice(ctx, userId)
  return openSession(ctx, {
    userId,
    accountId: only?.id ?? null,
    merchantId: only?.merchantId ?? NOTHING_CHOSEN,
    source,
    // A sign-in through a partner is no proof of identity to us.
    provedAt: source === 'wukong' ? factorAt : ctx.now,
    factorAt,
  })
}

/** Lets the rest of a public call read the rows of the user who just proved their identity. */
export const actAs = (ctx: Context, userId: string) => ctx.query(`select set_config('app.user_id', $1, true)`, [userId])

interface Whose {
  readonly userId: string
  readonly accountId: string | null
  readonly merchantId: string
  /** For an operator's session: when it ends, and the ticket with which it was opened. */
  readonly assist?: { readonly until: number; readonly ticket: string | null }
}

export async function currentUser(
  ctx: Context,
  { userId, accountId, merchantId, assist }: Whose,
): Promise<SignedIn['user']> {
  const { user, merchant, account, roles } = await store.currentUserRows(ctx.db, userId, accountId, merchantId)
  const operating = user.operator && merchant !== undefined
  const mobile = ctx.vaults.platform.open('app_user.mobile', user.id, user.mobileEnc)
  return {
    id: user.id,
    accountId,
    name: account?.name ?? (user.operator ? '平台运营' : ''),
    mobile: maskPhone(mobile),
    avatar: null,
    parentId: account?.parentId ?? (operating ? '0' : -1),
    merchantId: merchantId === NOTHING_CHOSEN ? -1 : merchantId,
    merchantName: merchant?.name ?? '',
    merchantStatus: merchant?.status ?? null,
    merchantNote: merchant?.statusNote ?? '',
    roleIds: roles.map((role) => role.id),
    roleNames: operating ? ['平台协助'] : roles.map((role) => role.name),
    menuAutos: operating
      ? [...operatorKeys]
      : [
          ...keysOf(roles.flatMap((role) => role.menuIds)),
          // Pages for trying the product are not shown to real merchants.
          ...(ctx.config.demo && account?.parentId === '0' ? (['dev'] as const) : []),
        ],
    storeScope: {
      all: account === undefined || account.storeScope === storeScope.all,
      storeIds: account?.storeIds ?? [],
    },
    isDriver: account?.isDriver ?? false,
    isOperator: user.operator,
    wxBound: user.wxBoundAt !== null,
    payProfile: merchant === undefined ? payProfile.standard : payTerms(merchantId, merchant.paySettings).profile,
    assist:
      operating && assist !== undefined
        ? { until: assist.until, writes: assist.ticket !== null && writeUntilOf(merchant.settings) > ctx.now }
        : null,
    cancelAt: isCoolingOff(user.status) ? user.cancelAt : null,
    secondFactor: {
      on: user.factorAt !== null,
      required: factorRequired(ctx.config, {
        operator: user.operator,
        settings: merchant?.settings,
        owner: account?.parentId === '0',
        roles,
      }),
    },
  }
}

/** When the caller's session ends at the latest, and the ticket with which it was opened. */
export const assistOf = async (ctx: Context) => {
  const row = await store.sessionByToken(ctx.db, ctx.identity.session.tokenHash)
  return row && { until: row.absoluteExpireAt, ticket: row.operatorTicket }
}
