import { DAY } from '../../time.ts'

/* 接口密钥: the API key by which a platform is authenticated at the open API, and what it may call. */

/** Scopes of a key, in the order in which they are shown. */
export const openScopes = ['catalog', 'stock', 'price', 'order'] as const
export type OpenScope = (typeof openScopes)[number]

export const openScopeNames: Readonly<Record<OpenScope, string>> = {
  catalog: '门店车型',
  stock: '库存',
  price: '价格',
  order: '订单',
}

/** What a secret begins with, so that a test key is never taken for a live one. */
export const secretPrefix = (test: boolean): string => (test ? 'cyt_' : 'cys_')

/** The test key of a demo, which everyone may know: like the demo's accounts, it reaches invented data only. */
export const demoTestKey = {
  appKey: 'demotestkey0000000000001',
  secret: `${secretPrefix(true)}demo-touches-nothing-1`,
} as const

/** How long the previous secret stays valid after it was replaced. */
export const KEY_OVERLAP = 7 * DAY
/** Limit of keys of a channel that are not revoked. */
export const MOST_KEYS = 5
export const MOST_IPS = 20

/** State of a key as shown to users. */
export type KeyState = 'on' | 'off' | 'revoked'
export const keyStateOf = (key: { readonly enabled: boolean; readonly revokedAt: number | null }): KeyState =>
  key.revokedAt !== null ? 'revoked' : key.enabled ? 'on' : 'off'

/** What decides whether a key may be used, for what, and from where. */
interface KeyTerms {
  readonly enabled: boolean
  readonly scopes: readonly OpenScope[]
  /** Empty: all addresses are allowed. */
  readonly ips: readonly string[]
}

/** Whether a change widens a key: another scope, another address, or enabling it. It then needs the same approval as a new key. */
export function isWidened(before: KeyTerms, after: KeyTerms): boolean {
  const opensMore = after.scopes.some((scope) => !before.scopes.includes(scope))
  const fromMore =
    before.ips.length > 0 &&
    (after.ips.length === 0 || after.ips.some((range) => !before.ips.some((net) => isWithin(range, net))))
  return opensMore || fromMore || (after.enabled && !before.enabled)
}

/** Whether all addresses of `range` are in `net`; both have the form that `isAddressRange` accepts. */
function isWithin(range: string, net: string): boolean {
  const [inner, outer] = [bitsOf(range), bitsOf(net)]
  return inner.whole === outer.whole && inner.prefix.startsWith(outer.prefix)
}

/** The common bits of all addresses of a range, and how many bits an address has. */
function bitsOf(range: string): { readonly prefix: string; readonly whole: number } {
  const [address = '', length] = range.split('/')
  const four = quad.test(address)
  const [head = '', tail] = four ? [] : address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const groups = [
    ...left,
    ...Array<string>(tail === undefined ? 0 : 8 - left.length - right.length).fill('0'),
    ...right,
  ]
  const bits = four
    ? address.split('.').map((one) => Number(one).toString(2).padStart(8, '0'))
    : groups.map((one) => Number.parseInt(one, 16).toString(2).padStart(16, '0'))
  const whole = bits.join('')
  return { prefix: whole.slice(0, Number(length ?? whole.length)), whole: whole.length }
}

const quad = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/
const group = /^[0-9a-f]{1,4}$/i

/** Whether a text is an address of IPv4 or IPv6, or a network with `/bits`. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  if (more.length > 0) return false
  const four = quad.test(address)
  if (!four && !isSix(address)) return false
  return (
    bits === undefined || (/^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) > 0 && Number(bits) <= (four ? 32 : 128))
  )
}

function isSix(address: string): boolean {
  const halves = address.split('::')
  if (halves.length > 2 || !address.includes(':')) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  return groups.every((one) => group.test(one)) && (halves.length === 2 ? groups.length < 8 : groups.length === 8)
}
