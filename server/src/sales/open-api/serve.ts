import type { Call } from '@cheyi/contract/kernel/call'
import { isWithinLimits } from '@cheyi/contract/kernel/json-limits'
import type { OpenCall } from '@cheyi/contract/kernel/open-call'
import { openDocument } from '@cheyi/contract/kernel/open-document'
import { openStatusOf } from '@cheyi/contract/kernel/statuses'
import { openContract } from '@cheyi/contract/sales/open-api'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { queryPairs } from '@cheyi/domain/sales/channel/signing'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createDeadline } from '../../kernel/call/deadline.ts'
import { isUnfit } from '../../kernel/call/failures.ts'
import { type Constant, constantFor, constantOf } from '../../kernel/constant.ts'
import type { Context } from '../../kernel/context.ts'
import { type Answered, Elsewhere, passOn } from '../../kernel/elsewhere.ts'
import { fieldsOf } from '../../kernel/http/body.ts'
import {
  envelopeOfKey,
  FALLBACK_MESSAGE,
  refusalEnvelope,
  serialiserOf,
  unavailable,
} from '../../kernel/http/envelope.ts'
import { durationsOf } from '../../kernel/http/metrics.ts'
import { attempts, type Kernel } from '../../kernel/http/pipeline.ts'
import { asUnavailable, Unavailable } from '../../kernel/http/unavailable.ts'
import { logRequest } from '../channel-push/actions.ts'
import { admit, createLimits, type Limits, type OpenKey, TurnedAway } from './door.ts'
import { handlers } from './handlers.ts'
import { identityOf } from './identity.ts'
import type { OpenContract } from './implement.ts'
import { Checked, Rehearsed, translateRefusal } from './refusals.ts'
import { testHandlers } from './trial/handlers.ts'
import './replay.ts'

/*
 * The routes of the open API. After authentication a request is processed like every call: decoded by its schema, one
 * transaction of its merchant, its audit row, its serializer.
 */

const BODY_LIMIT = 256 * 1024

type AnyHandler = (input: never, ctx: Context, key: OpenKey) => Promise<unknown>

export function serveOpenApi(
  app: FastifyInstance,
  kernel: Kernel,
  limits: Limits = createLimits(kernel.config.rateLimit),
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The signature covers the raw bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) => done(null, body))
    let document: Constant | undefined
    scope.get('/open/v1/openapi.json', async (request, reply) => {
      await limits.address(request.ip)
      document ??= constantOf(JSON.stringify(openDocument(openContract, kernel.config.publicUrl)))
      return reply.type('application/json; charset=utf-8').send(constantFor(document, request, reply))
    })
    for (const [name, declared] of Object.entries(openContract) as [keyof OpenContract, OpenCall][]) {
      const serve = server(kernel, limits, name, declared)
      scope.route({ method: declared.method, url: declared.path, bodyLimit: BODY_LIMIT, handler: serve })
    }
  })
}

function server(kernel: Kernel, limits: Limits, name: keyof OpenContract, declared: OpenCall) {
  const live = handlers[name] as unknown as AnyHandler
  const test = { ...handlers, ...testHandlers }[name] as unknown as AnyHandler
  // The kernel only knows two HTTP methods; which one the request used no longer matters here.
  const call: Call = { ...declared, method: 'POST' }
  const route = {
    name: `openApi.${name}`,
    call,
    serialise: serialiserOf(call),
  }
  // A test changes nothing of the merchant: neither its audit log nor its open pages mention it.
  const testRoute = { ...route, call: { ...call, audit: false, changes: false } as const }
  const took = durationsOf(kernel.metrics, route.name)

  return async (request: FastifyRequest, reply: FastifyReply): Promise<Answered> => {
    reply.header('x-trace-id', request.id).header('cache-control', 'no-store').type('application/json; charset=utf-8')
    const started = performance.now()
    let code = 0
    const deadline = createDeadline(reply.raw)
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    let admitted: OpenKey | undefined
    let given: Record<string, unknown> = {}
    let answered = ''
    let failing = false
    try {
      await limits.address(request.ip)
      const key = await admit(kernel, limits, request, bytes, declared.scope)
      admitted = key
      given = inputOfRequest(request, bytes)
      const sent = {
        request,
        reply,
        identity: identityOf(key),
        token: null,
        now: kernel.clock.now(),
        given,
        files: [],
        part: null,
        started,
        deadline,
      }
      const run = (handler: AnyHandler) =>
        attempts(
          kernel,
          { ...(key.test ? testRoute : route), handler: (input, ctx) => handler(input as never, ctx, key) as never },
          sent,
        )
      const body = await run(key.test ? test : live).catch((error: unknown) => {
        if (error instanceof Rehearsed) return run((_, ctx) => error.keep(ctx))
        throw error
      })
      if (typeof body !== 'string') return constantFor(body, request, reply)
      answered = body
      return Buffer.from(body)
    } catch (error) {
      if (error instanceof Checked) return route.serialise(error.outcome)
      if (error instanceof Elsewhere) return await passOn(request, reply, error)
      const answer = failureAnswer(kernel, route.name, request, reply, error)
      code = answer.errorCode
      failing = true
      answered = JSON.stringify(answer)
      return answered
    } finally {
      deadline.clear()
      const ms = performance.now() - started
      took(code, ms / 1000)
      // Reads that succeed are too many, and tell nothing afterwards. Tests are no business of the merchant.
      if (admitted !== undefined && !admitted.test && (failing || (call.effect === 'write' && call.changes !== false)))
        logRequest(kernel, admitted, {
          name: `${request.method} ${request.url.split('?')[0]}`,
          keyId: admitted.id,
          channelOrderNo: typeof given.channelOrderNo === 'string' ? given.channelOrderNo : null,
          status: reply.statusCode,
          code,
          failed: failing,
          ms,
          request: bytes.toString('utf8'),
          answer: answered,
        })
    }
  }
}

/** All input from path, body and query; the schema refuses unknown fields. @throws Refusal badInput (-2) */
function inputOfRequest(request: FastifyRequest, bytes: Buffer): Record<string, unknown> {
  const url = request.raw.url ?? ''
  const mark = url.indexOf('?')
  const query = fieldsOf(mark === -1 ? [] : queryPairs(url.slice(mark + 1)))
  // Without a prototype, `__proto__` is an ordinary name.
  const given: Record<string, unknown> = Object.create(null)
  for (const place of [request.params as Record<string, unknown>, bodyOf(bytes), query])
    for (const [name, value] of Object.entries(place)) {
      if (Object.hasOwn(given, name) && given[name] !== value)
        throw badInput(name, `${name.slice(0, 60)}出现了两次，且内容不同`)
      given[name] = value
    }
  return given
}

function bodyOf(bytes: Buffer): Record<string, unknown> {
  const text = bytes.toString('utf8')
  if (text.trim() === '') return {}
  if (!isWithinLimits(text)) throw new Refusal('badInput', { 字段: '请求内容的层级过深或字段过多' })
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Refusal('badInput', { 字段: '请求内容不是有效的JSON' })
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw new Refusal('badInput', { 字段: '请求内容应为JSON对象' })
}

/** Retry-After in seconds when the search for a car is not finished. */
const PLAN_SECONDS = 2

function failureAnswer(kernel: Kernel, call: string, request: FastifyRequest, reply: FastifyReply, thrown: unknown) {
  const error = asUnavailable(thrown)
  const about = { traceId: request.id, call }
  if (error instanceof Refusal) {
    const refusal = translateRefusal(error)
    reply.code(openStatusOf(refusal.code))
    if (refusal.key === 'planPending') reply.header('retry-after', PLAN_SECONDS)
    if (refusal instanceof TurnedAway) {
      if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
      kernel.log.info({ ...about, code: refusal.code }, 'turned away at the open door')
    }
    return refusalEnvelope(refusal)
  }
  if (isUnfit(error)) {
    kernel.log.warn({ err: error, ...about }, 'the database refused a value')
    reply.code(400)
    return refusalEnvelope(new Refusal('badInput', { 字段: '有内容超出可处理的范围' }))
  }
  if (error instanceof Unavailable) {
    kernel.log.warn({ err: error, ...about }, 'call not served')
    return unavailable(reply)
  }
  kernel.log.error({ err: error, ...about }, 'call failed')
  reply.code(500)
  return envelopeOfKey('internal', FALLBACK_MESSAGE)
}
