import { HOUR, MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { cookieOf } from '../../../kernel/http/cookie.ts'
import type { Sender } from '../../../kernel/outage.ts'
import type { Vault } from '../../../kernel/vault.ts'

/*
 * Who has opened a page inside WeChat. The browser carries it sealed, in a cookie that no script reads: what is stored of a user is only what
 * they agreed to, once they proved a mobile.
 */

/** The user, sealed; `-` where WeChat was asked and named nobody. */
const USER = 'cheyi_wechat'
/** A secret of the browser while it is away at WeChat: a code can only be brought back by who asked for it. */
const AWAY = 'cheyi_away'
const NOBODY = '-'
const USER_LIFE = HOUR
const AWAY_LIFE = 10 * MINUTE
const PLACE = 'site_wechat.visit'

/** What the browser carries of WeChat, and gives or takes. */
export interface WechatVisit {
  readonly user: string | null
  readonly away: string | null
  /** @param user sealed by {@link sealUser}; null: WeChat named nobody */
  keepUser(user: string | null): void
  /** The secret for a way to WeChat and back; null: it is back. */
  keepAway(secret: string | null): void
}

/** What is read of a request. */
interface Request {
  readonly headers: { readonly cookie?: string | undefined; readonly 'user-agent'?: string | undefined }
  readonly protocol: string
}

interface Reply {
  header(name: string, value: string): unknown
}

/** 企业微信 says that it is WeChat too, but identifies nobody for a service account. */
export const isInWechat = ({ headers }: Pick<Request, 'headers'>): boolean => {
  const agent = headers['user-agent'] ?? ''
  return /MicroMessenger/i.test(agent) && !/wxwork/i.test(agent)
}

/** The cookies are sent to the pages of this merchant only. */
export function wechatVisit(site: string, request: Request, reply: Reply): WechatVisit {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const set = (name: string, value: string, life: number) =>
    reply.header(
      'set-cookie',
      `${name}=${value}; Path=/s/${site}; Max-Age=${life / 1000}; HttpOnly; SameSite=Lax${secure}`,
    )
  const read = (name: string): string | null => {
    const value = cookieOf(request, name) ?? ''
    return /^[\w-]{1,600}$/.test(value) ? value : null
  }
  return {
    user: read(USER),
    away: read(AWAY),
    keepUser: (user) => void set(USER, user ?? NOBODY, USER_LIFE),
    keepAway: (secret) => void set(AWAY, secret ?? '', secret === null ? 0 : AWAY_LIFE),
  }
}

/** Who goes to WeChat and comes back: this browser, for this page. */
export const travellerOf = (vault: Pick<Vault, 'index'>, secret: string, to: string): Sender => ({
  vault,
  place: 'site_wechat.state',
  subject: `${secret}\n${to}`,
})

interface User {
  readonly appId: string
  readonly openId: string
  readonly until: number
}

export function sealUser({ vault, now, merchantId }: Context, user: Omit<User, 'until'>): string {
  const whole: User = { ...user, until: now + USER_LIFE }
  return vault.seal(PLACE, merchantId, JSON.stringify(whole)).toString('base64url')
}

/** The id in the service account of who opened the page; null where it is not known, or of another account or merchant. */
export function userOf(ctx: Context, { user }: WechatVisit): string | null {
  const pages = ctx.outside().follow?.pages
  if (pages === undefined || user === null || user === NOBODY) return null
  try {
    const text = ctx.vault.open(PLACE, ctx.merchantId, Buffer.from(user, 'base64url'))
    const { appId, openId, until } = JSON.parse(text) as User
    return appId === pages.appId && until > ctx.now ? openId : null
  } catch {
    return null
  }
}
