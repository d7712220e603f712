import { isIPv4, isIPv6 } from 'node:net'

/**
 * The key by which requests of an address are counted. An IPv4 address, mapped into IPv6 or not, is its own key; for
 * IPv6 it is the /64, because a server or phone can use all addresses of it. The log stores whole addresses.
 */
export const addressKey = (ip: string): string => netOf(ip, 64)

/** The same for daily limits: many customers get a /48, and could otherwise use its networks one after the other. */
export const wideAddressKey = (ip: string): string => netOf(ip, 48)

function netOf(ip: string, bits: 48 | 64): string {
  const bare = ip.replace(/%.*$/, '')
  if (!isIPv6(bare)) return ip
  const groups = groupsOf(bare)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')
  const kept = groups.slice(0, bits / 16).map((group) => group.toString(16))
  return `${kept.join(':')}::/${bits}`
}

/** The eight groups of an IPv6 address, in any notation. */
function groupsOf(ip: string): number[] {
  const [head = '', tail] = ip.split('::')
  const numbers = (part: string): number[] =>
    part === ''
      ? []
      : part.split(':').flatMap((group) => (isIPv4(group) ? quadOf(group) : [Number.parseInt(group, 16)]))
  const [before, after] = [numbers(head), numbers(tail ?? '')]
  return tail === undefined ? before : [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function quadOf(ip: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
