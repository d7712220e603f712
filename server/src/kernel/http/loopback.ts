import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whether a host name or an address is this machine's loopback. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '')
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

/** The host name that a request was made to, without its port. */
export const hostNameOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  (headers.host ?? String(headers[':authority'] ?? '')).replace(/:\d+$/, '')

const forwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Whether a request was made directly on this machine: by the socket's address, by a loopback host name (a proxy
 * without forwarding headers passes the public one, and so does a page after DNS rebinding), and without forwarding
 * headers, which cannot be trusted here.
 */
export const fromThisMachine = (request: Pick<FastifyRequest, 'socket' | 'headers'>): boolean =>
  isLoopback(request.socket.remoteAddress ?? '') && isLoopback(hostNameOf(request)) && !isForwarded(request)

/** Whether it says that a proxy passed it on. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  forwarded.some((name) => headers[name] !== undefined)
