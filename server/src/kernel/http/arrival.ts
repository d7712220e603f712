import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, preParsingHookHandler } from 'fastify'
import { envelopeOfKey } from './envelope.ts'
import { closedHeaders } from './web-files.ts'

/*
 * Time limits for clients. A slow connection costs little, and no database connection: bodies arrive completely before
 * a call begins. Requests that never end must be closed nevertheless.
 */

/** All in ms. */
export interface ArrivalLimits {
  readonly headers: number
  /** The body of a call: at most half a megabyte. */
  readonly body: number
  /** A file of 20 MB over 3G. */
  readonly upload: number
  /**
   * Without a byte in either direction: more than the time limit of a call (30 s), and than the interval of a stream's
   * heartbeats (15 s).
   */
  readonly silence: number
  /** Between two requests of HTTP/1.1: more than the minute for which proxies keep a connection. */
  readonly idle: number
  /** Interval of the checks. */
  readonly look: number
}

export const arrivalLimits: ArrivalLimits = {
  headers: 15_000,
  body: 60_000,
  upload: 15 * 60_000,
  silence: 60_000,
  idle: 72_000,
  look: 5_000,
}

/** Limits that Node.js enforces itself. */
export const serverLimits = ({ headers, upload, silence, idle, look }: ArrivalLimits) =>
  ({
    connectionTimeout: silence,
    keepAliveTimeout: idle,
    requestTimeout: upload,
    http: { headersTimeout: headers, connectionsCheckingInterval: look },
  }) satisfies FastifyHttpOptions<Server>

const unread: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers data that never became a request, with the strictest headers; closes the connection when it cannot be answered. */
export function refuseUnread(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const body = JSON.stringify(envelopeOfKey('badInput', '请求格式不正确'))
  const headers = {
    ...closedHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${unread[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines.join('')}\r\n${body}`)
}

/** Answers a body that takes too long with 408. */
export function limitBodies(app: FastifyInstance, { body, upload }: ArrivalLimits): void {
  const limit: preParsingHookHandler = (request, _reply, payload, done) => {
    if (request.method !== 'GET') {
      const late = setTimeout(
        () => {
          if (payload.listenerCount('error') > 0) payload.emit('error', new LateBody())
          else request.raw.destroy()
        },
        request.routeOptions.config.upload ? upload : body,
      )
      const arrived = () => clearTimeout(late)
      payload.once('end', arrived).once('close', arrived)
    }
    done(null, payload)
  }
  app.addHook('onRoute', (route) => {
    const takesBody = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD')
    if (takesBody) route.preParsing = [limit, ...[route.preParsing ?? []].flat()]
  })
}

class LateBody extends Error {
  readonly statusCode = 408
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body contains a file. */
    upload?: boolean
  }
}
