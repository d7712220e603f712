import { createHash } from 'node:crypto'
import type { Source } from '@cheyi/domain/booking/order/codes'
import { keysOf, type PermissionKey } from '@cheyi/domain/permission'
import { accountStatus, type StoreScope, storeScope } from '@cheyi/domain/platform/account/codes'
import { operatorKeys } from '@cheyi/domain/platform/operator/rights'
import { userStatus } from '@cheyi/domain/platform/session/cancellation'
import { isWeighty } from '@cheyi/domain/platform/session/second-factor/rules'
import { Refusal } from '@cheyi/domain/refusal'
import { DAY } from '@cheyi/domain/time'
import { sql } from 'kysely'
import type pg from 'pg'
import { inGate, type LiveSession, type Transaction } from './db/db.ts'
import { at } from './db/instant.ts'
import type { Scope } from './db/scope.ts'
import { requireHere } from './elsewhere.ts'
import { onceMore } from './http/unavailable.ts'
import type { Config } from './process/config.ts'

/** The caller: the signed-in user, and the account of the chosen merchant if there is one. */
export interface Identity {
  readonly sessionId: string
  readonly session: LiveSession
  readonly userId: string
  readonly operator: boolean
  /** How the session was opened; those of the native app last longer. */
  readonly source: string
  /** For an operator in a merchant: until when the merchant permits writes; 0 for never. */
  readonly writeUntil: number
  /** '-1' while no merchant is chosen. */
  readonly merchantId: string
  readonly merchantStatus: number
  /** '0' without an account: no merchant chosen, or an operator. */
  readonly accountId: string
  readonly parentId: string
  readonly name: string
  readonly keys: ReadonlySet<PermissionKey>
  readonly scope: Scope['scope']
  readonly storeIds: readonly string[]
  /** For a key of the open API: the source whose orders it sees. */
  readonly channel?: Source
  /** Whether the user has a second factor, and whether their merchant or the platform requires one. */
  readonly secondFactor: { readonly on: boolean; readonly required: boolean }
  /** Until this time (epoch ms) the session's idle end needs no update. */
  renewAt: number
}

export const NOTHING_CHOSEN = '-1'

/** The identity of a public call without a token, and the defaults for others without a session. */
export const nobody: Identity = {
  sessionId: '0',
  session: { tokenHash: Buffer.alloc(0), stamp: 0 },
  userId: '0',
  operator: false,
  source: '',
  writeUntil: 0,
  merchantId: NOTHING_CHOSEN,
  merchantStatus: 0,
  accountId: '0',
  parentId: NOTHING_CHOSEN,
  name: '',
  keys: new Set(),
  scope: 'all',
  storeIds: [],
  secondFactor: { on: false, required: false },
  renewAt: 0,
}

/** An operator in a merchant. */
export const isGuest = ({ operator, merchantId }: Identity): boolean => operator && merchantId !== NOTHING_CHOSEN

/** An operator without the merchant's permission to write: may only read, and sees no unmasked data. */
export const isReader = (identity: Identity, now: number): boolean => isGuest(identity) && identity.writeUntil <= now

/** The id, if the store is visible to the caller. @throws Refusal notFound (-4), also for an existing store outside the scope */
export function inSight(
  { identity }: { readonly identity: Pick<Identity, 'scope' | 'storeIds'> },
  storeId: string,
): string {
  if (identity.scope !== 'all' && !identity.storeIds.includes(storeId)) throw new Refusal('notFound')
  return storeId
}

/** Web sessions end after 7 idle days, those of the native app after 30; the idle end is updated at most every 10 minutes. */
export const lifetimeOf = (source: string): { readonly idle: number; readonly absolute: number } =>
  source === 'native' ? { idle: 30 * DAY, absolute: 90 * DAY } : { idle: 7 * DAY, absolute: 30 * DAY }
const RENEW_EVERY_MS = 10 * 60_000
const CACHE_SIZE = 5000

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * The present state of an account, without a session: work that it requested earlier runs with its present permissions
 * and stores. Read inside a transaction of its merchant with full access; null when the account is deleted or disabled.
 */
export async function identityOfAccount(
  { db }: Pick<Transaction, 'db'>,
  merchantId: string,
  accountId: string,
): Promise<Identity | null> {
  // One statement: long work asks before each of its steps.
  const account = await db
    .selectFrom('account as a')
    .innerJoin('merchant as m', 'm.id', 'a.merchantId')
    .select(['a.id', 'a.userId', 'a.parentId', 'a.name', 'a.storeScope', 'a.storeIds', 'm.status as merchantStatus'])
    .select(
      sql<number[]>`array(select unnest(r.menu_ids) from role r
        where r.merchant_id = a.merchant_id and r.id = any (a.role_ids) and r.deleted_at is null)`.as('menuIds'),
    )
    .where('a.merchantId', '=', merchantId)
    .where('a.id', '=', accountId)
    .where('a.status', '=', accountStatus.enabled)
    .where('a.deletedAt', 'is', null)
    .executeTakeFirst()
  if (account?.userId == null) return null
  return {
    ...nobody,
    userId: account.userId,
    merchantId,
    merchantStatus: account.merchantStatus,
    accountId: account.id,
    parentId: account.parentId,
    name: account.name,
    keys: new Set(keysOf(account.menuIds)),
    scope: scopes[account.storeScope],
    storeIds: account.storeIds,
  }
}

const scopes: Readonly<Record<StoreScope, Scope['scope']>> = {
  [storeScope.all]: 'all',
  [storeScope.listed]: 'stores',
  [storeScope.own]: 'own',
}

export interface Identities {
  /**
   * The caller of a token, cached; null when the token is unknown or ended, or its account disabled.
   * @throws Elsewhere when another cluster serves the merchant
   */
  of(token: string, now: number): Promise<Identity | null>
  /** The same, only from the cache and without any query or write; undefined otherwise. */
  known(token: string, now: number): Identity | undefined
  /** Drops the cached identity of a token, after its session's stamp has changed. */
  forget(token: string): void
}

export function createIdentities(pool: pg.Pool, config: Pick<Config, 'demo'>): Identities {
  const cache = new Map<string, Identity>()
  return {
    known(token, now) {
      const cached = cache.get(token)
      return cached !== undefined && now <= cached.renewAt ? cached : undefined
    },
    async of(token, now) {
      const cached = cache.get(token)
      const identity = cached ?? (await onceMore(() => load(pool, config, token, now)))
      if (identity === null) return null
      if (cached === undefined) {
        if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string)
        cache.set(token, identity)
      }
      if (now > identity.renewAt) {
        identity.renewAt = now + RENEW_EVERY_MS
        await extendIdle(pool, identity, now)
      }
      return identity
    },
    forget(token) {
      cache.delete(token)
    },
  }
}

/** An expired session stays expired, and a later end than the usual one stays as it is. */
async function extendIdle(pool: pg.Pool, { session, source }: Identity, now: number): Promise<void> {
  await pool.query(
    `update login_session set last_seen_at = $2, idle_expire_at = greatest(idle_expire_at, least(absolute_expire_at, $3))
     where token_hash = $1 and revoked_at is null and idle_expire_at > $2::timestamptz`,
    [session.tokenHash, at(now), at(now + lifetimeOf(source).idle)],
  )
}

/** Until when a merchant permits writes of an operator. */
export const writeUntilOf = (settings: unknown): number => {
  const until = (settings as { operatorWriteUntil?: unknown } | null)?.operatorWriteUntil
  return typeof until === 'number' ? until : 0
}

interface Signing {
  readonly operator: boolean
  readonly settings: unknown
  readonly owner: boolean
  readonly roles: readonly { readonly menuIds: number[]; readonly letter: string | null }[]
}

/**
 * Whether an account must have a second factor: operators always except in the demo, whose passwords are public;
 * employees of a merchant that requires it, if they have powerful permissions (payments, granting rights).
 */
export function factorRequired({ demo }: Pick<Config, 'demo'>, { operator, settings, owner, roles }: Signing): boolean {
  if (operator) return !demo
  if ((settings as { secondFactorRequired?: unknown } | null | undefined)?.secondFactorRequired !== true) return false
  return isWeighty({
    owner,
    letters: roles.map(({ letter }) => letter),
    keys: new Set(keysOf(roles.flatMap((role) => role.menuIds))),
  })
}

async function load(pool: pg.Pool, config: Pick<Config, 'demo'>, token: string, now: number): Promise<Identity | null> {
  const tokenHash = hashToken(token)
  const { rows } = await pool.query<{ userId: string }>('select user_id from login_session where token_hash = $1', [
    tokenHash,
  ])
  const userId = rows[0]?.userId
  if (userId === undefined) return null

  return inGate(pool, { now, userId }, async ({ db }) => {
    const session = await db
      .selectFrom('loginSession as s')
      .innerJoin('appUser as u', 'u.id', 's.userId')
      .leftJoin('merchant as m', 'm.id', 's.merchantId')
      .leftJoin('userTotp as f', 'f.userId', 's.userId')
      .leftJoin('merchantPlace as p', 'p.merchantId', 's.merchantId')
      .select([
        'f.confirmedAt as factorAt',
        'p.state as placeState',
        'p.url as placeUrl',
        's.id',
        's.stamp',
        's.accountId',
        's.merchantId',
        's.idleExpireAt',
        's.absoluteExpireAt',
        's.lastSeenAt',
        's.source',
        's.operatorTicket',
        's.factorAt as shownAt',
        'u.operator',
        'm.status as merchantStatus',
        'm.settings as merchantSettings',
      ])
      .where('s.tokenHash', '=', tokenHash)
      .where('s.revokedAt', 'is', null)
      .where('u.status', 'in', [userStatus.normal, userStatus.cancelling])
      .executeTakeFirst()
    if (!session || session.idleExpireAt <= now || session.absoluteExpireAt <= now) return null
    // For a user with a second factor, a session without its confirmation is not valid, however it was opened.
    if (session.factorAt !== null && session.shownAt === null) return null

    requireHere({ state: session.placeState, url: session.placeUrl })

    const account =
      session.accountId === null
        ? undefined
        : await db
            .selectFrom('account')
            .select(['id', 'parentId', 'name', 'roleIds', 'storeScope', 'storeIds'])
            .where('id', '=', session.accountId)
            .where('merchantId', '=', session.merchantId)
            .where('status', '=', accountStatus.enabled)
            .where('deletedAt', 'is', null)
            .executeTakeFirst()
    if (session.accountId !== null && account === undefined) return null

    const roles =
      account === undefined || account.roleIds.length === 0
        ? []
        : await db
            .selectFrom('role')
            .select(['menuIds', 'letter'])
            .where('merchantId', '=', session.merchantId)
            .where('id', 'in', account.roleIds)
            .where('deletedAt', 'is', null)
            .execute()

    return {
      sessionId: session.id,
      session: { tokenHash, stamp: session.stamp },
      userId,
      operator: session.operator,
      source: session.source,
      writeUntil: session.operatorTicket === null ? 0 : writeUntilOf(session.merchantSettings),
      merchantId: session.merchantId,
      merchantStatus: session.merchantStatus ?? 0,
      accountId: account?.id ?? '0',
      parentId: account?.parentId ?? NOTHING_CHOSEN,
      name: account?.name ?? (session.operator ? '平台协助' : ''),
      keys:
        session.operator && session.merchantId !== NOTHING_CHOSEN
          ? operatorKeys
          : new Set(keysOf(roles.flatMap((role) => role.menuIds))),
      scope: account === undefined ? 'all' : scopes[account.storeScope],
      storeIds: account?.storeIds ?? [],
      secondFactor: {
        on: session.factorAt !== null,
        required: factorRequired(config, {
          operator: session.operator,
          settings: session.merchantSettings,
          owner: account?.parentId === '0',
          roles,
        }),
      },
      renewAt: session.lastSeenAt + RENEW_EVERY_MS,
    }
  })
}
