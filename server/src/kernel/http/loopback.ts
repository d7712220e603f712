import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whether a host name or an address is this machine's own, which nobody else reaches. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '')
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

const forwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Whether somebody on this machine asks for themself: by the socket's own address, by a name of this machine (a proxy that
 * says nothing of itself passes on the public's, and so does a page whose name was made to lead here), and not through a
 * proxy, whose word about who asks counts for nothing here.
 */
export const fromThisMachine = ({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean =>
  isLoopback(socket.remoteAddress ?? '') &&
  isLoopback((headers.host ?? String(headers[':authority'] ?? '')).replace(/:\d+$/, '')) &&
  !forwarded.some((name) => headers[name] !== undefined)
