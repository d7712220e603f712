import { bodyLimit } from '@cheyi/contract/kernel/call'
import { isWithinLimits, MAX_NAMES } from '@cheyi/contract/kernel/json-limits'
import { Refusal } from '@cheyi/domain/refusal'
import type { FastifyInstance } from 'fastify'

/*
 * How inputs arrive: JSON, forms and query strings, measured before anything is built of them.
 */

/** Registers the parsers of bodies. What is too deep or names too much is refused as badInput (-2). */
export function parseBodies(app: FastifyInstance): void {
  // An empty JSON body is an empty input, not an error.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    // A call that takes more bytes takes more names in proportion.
    const names = MAX_NAMES * Math.max(1, request.routeOptions.bodyLimit / bodyLimit({ permission: 'signedIn' }))
    if (!isWithinLimits(text, names)) return done(tooMuch())
    try {
      done(null, text === '' ? {} : JSON.parse(text))
    } catch {
      done(new Refusal('badInput', { 字段: '请求内容不是有效的JSON' }))
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    if (!isShort(body as string)) return done(tooMuch())
    done(null, parseQuery(body as string))
  })
  app.addHook('onRequest', (request, _, done) => done(isShort(request.url) ? undefined : tooMuch()))
}

const tooMuch = () => new Refusal('badInput', { 字段: '请求内容的层级过深或字段过多' })

/** Whether a query string or a form has no more names than an input may have. */
function isShort(text: string): boolean {
  let names = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) if (++names > MAX_NAMES) return false
  return true
}

/** `a=1&a=2` becomes a list; values stay text, the call's schema coerces them. */
export function parseQuery(text: string): Record<string, unknown> {
  // Without a prototype no name means anything yet.
  const query: Record<string, string | string[]> = Object.create(null)
  if (text === '') return query
  for (const [key, value] of new URLSearchParams(text)) {
    const before = query[key]
    if (before === undefined) query[key] = value
    else if (Array.isArray(before)) before.push(value)
    else query[key] = [before, value]
  }
  return query
}
