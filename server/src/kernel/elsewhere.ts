import { type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { merchantPlace } from '@cheyi/domain/platform/merchant/codes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { pathOf } from './http/address/one-spelling.ts'
import { unavailable } from './http/envelope.ts'
import { Unavailable } from './http/unavailable.ts'
import { traceHeaders } from './trace/trace.ts'

/*
 * A merchant lives in one cluster. A server of another one that is asked for it (table `merchant_place`) passes the request on and
 * returns the answer as it came, so that pages, phones, keys, links and providers go on with the address that they know.
 */

/** Another cluster serves this request. */
export class Elsewhere extends Error {
  override name = 'Elsewhere'
  readonly url: string
  constructor(url: string, cause?: unknown) {
    super(`该商家已迁至 ${url}，请到该处操作`, { cause })
    this.url = url
  }
}

/** @throws Unavailable while the merchant moves, Elsewhere when it has moved; nothing for a merchant that is served here */
export function requireHere(place: { readonly state: number | null; readonly url: string | null }): void {
  if (place.state === merchantPlace.elsewhere) throw new Elsewhere(place.url ?? '')
  if (place.state !== null) throw new Unavailable('moving')
}

/**
 * The only other cluster that serves merchants of this one, for a token that is not known here: it may be of a session or a stream that was
 * opened there. Null without one, or with several.
 */
export async function onlyOther(pool: pg.Pool, request: Pick<FastifyRequest, 'headers'>): Promise<Elsewhere | null> {
  if (wasPassedOn(request)) return null
  const { rows } = await pool.query<{ url: string }>('select distinct url from merchant_place where state = $1', [
    merchantPlace.elsewhere,
  ])
  return rows.length === 1 ? new Elsewhere(rows[0]!.url) : null
}

/** Whether a merchant's work is another cluster's, or will be in a moment. */
export const isAway = (error: unknown): boolean =>
  error instanceof Elsewhere || (error instanceof Unavailable && error.reason === 'moving')

/** Converts what `at_home` of the database raises; returns other errors unchanged. */
export function asElsewhere(error: unknown): unknown {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (code === 'CY003') return new Unavailable('moving', { cause: error })
  return code === 'CY004' ? new Elsewhere(message, error) : error
}

/** Names the request as one that was passed on: it is never passed on again. */
const PASSED = 'x-cheyi-passed-on'
/** They are of one connection, or are written anew. */
const ofConnection = new Set([
  ...[
    'connection',
    'keep-alive',
    'transfer-encoding',
    'upgrade',
    'proxy-connection',
    'te',
    'trailer',
    'http2-settings',
  ],
  ...['host', 'content-length', 'x-forwarded-for', 'x-forwarded-proto', 'traceparent', 'tracestate', PASSED],
])
const headersToPass = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name) && !name.startsWith(':')))

export const wasPassedOn = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers[PASSED] !== undefined

/** What a handler may answer: the bytes of an answer, or the reply that it has sent. */
export type Answered = string | Buffer | FastifyReply

/**
 * Passes a request on to the servers at `url` and sends their answer. An upload whose body was read here is answered 503: its
 * repetition is passed on before it is read.
 */
export async function passOn(request: FastifyRequest, reply: FastifyReply, { url }: Elsewhere): Promise<Answered> {
  const { body, raw } = request
  const read = raw.readableDidRead
  if (wasPassedOn(request) || (read && body === undefined)) return JSON.stringify(unavailable(reply))
  const bytes = body === undefined || body === null ? undefined : bytesOf(request, body)
  // A request may name a host too: it is not asked.
  const [pathname, ...query] = pathOf(raw.url ?? '/').split('?')
  const target = Object.assign(new URL(url), { pathname, search: query.join('?') })
  const headers = {
    ...headersToPass(request.headers),
    ...(typeof body === 'object' &&
      !Buffer.isBuffer(body) &&
      bytes !== undefined && { 'content-type': 'application/json' }),
    ...traceHeaders(),
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    [PASSED]: '1',
    ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }),
  }
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const ask = target.protocol === 'https:' ? secure : plain
      const sent = ask(target, { method: request.method, headers }, resolve)
      sent.on('error', reject)
      reply.raw.on('close', () => sent.destroy())
      if (bytes === undefined && !read && hasBody(request)) raw.pipe(sent)
      else sent.end(bytes)
    })
    // It is compressed where it was made, and a stream must not wait for a block to be full.
    request.headers['x-no-compression'] = '1'
    return reply
      .code(answer.statusCode ?? 503)
      .headers(headersToPass(answer.headers))
      .send(answer)
  } catch {
    return JSON.stringify(unavailable(reply))
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** The body as it came, or the same content again where it was parsed. */
function bytesOf(request: FastifyRequest, body: unknown): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body
  if (typeof body === 'string') return Buffer.from(body)
  return hasBody(request) ? Buffer.from(JSON.stringify(body)) : undefined
}
