import { isIPv4, isIPv6 } from 'node:net'

/**
 * What an address is counted by. An IPv4 address, mapped into IPv6 or not, is itself; of IPv6 whoever rents a server or holds a
 * phone has a /64 to choose from, so that is one caller. The log keeps addresses whole.
 */
export const addressKey = (ip: string): string => netOf(ip, 64)

/** The same for sums of a day: many are given a /48, in whose nets they could go on for ever. */
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

/** The eight groups of an IPv6 address, however it is written. */
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
