import { BlockList, isIP } from 'node:net'
import { isLoopback } from '../loopback.ts'

/*
 * Addresses that users may let the server send to: only public ones, so that the networks behind the server cannot be
 * reached through it.
 */

const special = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(net, bits)
// Of these, an IPv4 address may be inside (Teredo, 6to4); the rest is for documentation.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, bits, 'ipv6')
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is reachable in the public network; IPv4 addresses written as IPv6 are not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address)
  return family === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

const PORTS = ['', '443', '8443']
const INTERNAL = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/

/**
 * Why the server does not send to a URL, in Chinese; null when it does. What a name resolves to is checked at each
 * connection.
 * @param local whether this machine is allowed as well, for simulators
 */
export function urlFault(text: string, local: boolean): string | null {
  if (!URL.canParse(text)) return '请填写完整的网址，如 https://example.com/notify'
  const { protocol, hostname, port, username, password } = new URL(text)
  if (username !== '' || password !== '') return '网址中不能有用户名和密码'
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (local && isLoopback(host) && /^https?:$/.test(protocol)) return null
  if (protocol !== 'https:') return '网址应以 https:// 开头'
  if (!PORTS.includes(port)) return '端口应为 443 或 8443'
  const open = isIP(host) === 0 ? host.includes('.') && !INTERNAL.test(host) : isPublicAddress(host)
  return open ? null : '网址应为公网地址'
}
