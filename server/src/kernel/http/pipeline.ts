import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { bodyLimit, type Call } from '@cheyi/contract/kernel/call'
import { statusOf } from '@cheyi/contract/kernel/statuses'
import { beyondReach } from '@cheyi/domain/platform/account/rights'
import { isMobile } from '@cheyi/domain/platform/check/mobile'
import { Refusal, type RefusalKey } from '@cheyi/domain/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { AfterCommit } from '../after-commit.ts'
import { refusalAudit } from '../audit.ts'
import { allow, identify, isAdmitted } from '../call/admission.ts'
import { type Attempt, headerOf, inTransaction, type Served, type Traces } from '../call/attempt.ts'
import { createDeadline, type Deadline } from '../call/deadline.ts'
import { isBeyondReach, isRace, isTooLate, isUnfit, mayRepeat, refusalOfRace } from '../call/failures.ts'
import { keyOf } from '../call/idempotency.ts'
import { asRecord, inputOf } from '../call/input.ts'
import { type Constant, constantFor, constantOf } from '../constant.ts'
import type { Implementation, UploadGuard } from '../context.ts'
import { inGate, SessionChanged } from '../db/db.ts'
import type { Pools } from '../db/pools.ts'
import type { Replica } from '../db/replica.ts'
import { withRestarts } from '../db/restart.ts'
import { type Answered, Elsewhere, onlyOther, passOn, wasPassedOn } from '../elsewhere.ts'
import type { Whose } from '../fair-queue.ts'
import type { Identities } from '../identity.ts'
import type { MediaStore } from '../media-store.ts'
import { mobileHashOf } from '../mobile.ts'
import type { Outside } from '../ports.ts'
import type { Clock } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import type { Disk } from '../process/disk.ts'
import { inStep, recording } from '../trace/trace.ts'
import type { Vaults } from '../vault.ts'
import type { Wake } from '../wake.ts'
import { envelopeOfKey, FALLBACK_MESSAGE, refusalEnvelope, serialiserOf, unavailable } from './envelope.ts'
import { durationsOf, type Metrics } from './metrics.ts'
import type { RateLimit } from './rate-limit.ts'
import { asUnavailable, Unavailable } from './unavailable.ts'
import { nothingUploaded, readUpload, type Upload, type UploadOptions } from './upload.ts'

/* The pipeline of every call: identity → permission → decode → transaction → handler → encode → envelope. */

export interface Kernel {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly pools: Pools
  /** undefined: every call is answered by the primary. */
  readonly replica: Replica | undefined
  readonly identities: Identities
  readonly vaults: Vaults
  readonly media: MediaStore
  readonly outside: Outside
  /** Aborted when the server begins to close, so that waiting operations end. */
  readonly closing: AbortSignal
  readonly upload: UploadOptions
  readonly disk: Disk
  readonly metrics: Metrics
  readonly rateLimit: RateLimit
  readonly wake: Wake
  readonly afterwards: AfterCommit
  readonly nextNumber: (merchantId: string, prefix: string, now: number) => Promise<string>
  readonly nextNumbers: (merchantId: string, prefix: string, now: number, count: number) => Promise<string[]>
  /** Tests count the statements of a call here. */
  readonly onCall?: (fact: { call: string; queries: number; code: number }) => void
}

interface Route extends Served {
  readonly uploadGuard: UploadGuard | undefined
  /** Records the duration of an answer with this code, in seconds. */
  readonly took: (code: number, seconds: number) => void
  /** Names of the input's fields. */
  readonly fields: readonly string[]
  /** Cache of a constant answer, after the first request. */
  constant?: Constant
}

/** Registers the calls of the `wanted` implementations: the contract is the list of routes. */
export function registerCalls(
  app: FastifyInstance,
  kernel: Kernel,
  features: Readonly<Record<string, Implementation>>,
  wanted: (call: Call) => boolean,
): void {
  for (const [featureName, { feature, handlers, uploadGuards }] of Object.entries(features)) {
    for (const [callName, call] of Object.entries(feature)) {
      if (!wanted(call)) continue
      if (call.permission.length === 0) throw new Error(`${call.path}: a call without a permission does not start`)
      if (call.upload && call.permission === 'public' && uploadGuards[callName] === undefined)
        throw new Error(`${call.path}: an upload that anybody may send does not start without a uploadGuard`)
      const route: Route = {
        name: `${featureName}.${callName}`,
        call,
        handler: handlers[callName]!,
        uploadGuard: uploadGuards[callName],
        serialise: serialiserOf(call),
        took: durationsOf(kernel.metrics, `${featureName}.${callName}`),
        fields: Object.keys((call.input as z.ZodObject).shape),
      }
      const methods = call.effect === 'read' && call.method === 'POST' ? ['POST', 'GET'] : [call.method]
      app.route({
        method: methods,
        url: call.path,
        bodyLimit: bodyLimit(call),
        config: { upload: call.upload !== undefined },
        // A constant answer was compressed once.
        ...(call.etag ? { compress: false } : {}),
        handler: (request, reply) =>
          constantAtOnce(kernel, route, request, reply) ?? answer(kernel, route, request, reply),
      })
    }
  }
}

/** Sends a constant answer to a caller with a cached identity, without waiting. */
function constantAtOnce(
  kernel: Kernel,
  { call, constant, took }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Buffer | string | undefined {
  if (constant === undefined || !isAdmitted(kernel.identities, call, tokenOf(request), kernel.clock.now()))
    return undefined
  const body = constantFor(constant, request, asCall(request, reply))
  took(0, (performance.now() - request.began) / 1000)
  return body
}

/** The headers of every answer to a call: its trace id, and that nobody stores it. */
export const asCall = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.header('x-trace-id', request.id).header('cache-control', 'no-store').type('application/json; charset=utf-8')

async function answer(kernel: Kernel, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Answered> {
  const traceId = request.id
  const started = performance.now()
  let code = 0
  asCall(request, reply)
  try {
    const body = await perform(kernel, route, request, reply, started)
    // As bytes: the socket would encode the text, which is concatenated from many pieces, at twice the cost.
    return typeof body === 'string' ? Buffer.from(body) : constantFor(body, request, reply)
  } catch (thrown) {
    const error = asUnavailable(thrown)
    if (error instanceof Refusal) {
      code = error.code
      reply.code(statusOf(error.code))
      return JSON.stringify(refusalEnvelope(error))
    }
    if (isUnfit(error)) {
      kernel.log.warn({ err: error, traceId, call: route.name }, 'the database refused a value')
      const refusal = new Refusal('badInput', { 字段: '有内容超出可处理的范围' })
      code = refusal.code
      return JSON.stringify(refusalEnvelope(refusal))
    }
    if (error instanceof Elsewhere) return await passOn(request, reply, error)
    code = -1
    if (error instanceof Unavailable) {
      kernel.log.warn({ err: error, traceId, call: route.name }, 'call not served')
      return JSON.stringify(unavailable(reply))
    }
    kernel.log.error({ err: error, traceId, call: route.name }, 'call failed')
    reply.code(500)
    return JSON.stringify(envelopeOfKey('internal', FALLBACK_MESSAGE))
  } finally {
    recording()?.know({ 'cheyi.call': route.name, 'cheyi.code': code })
    route.took(code, (performance.now() - started) / 1000)
  }
}

export const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers.token
  if (typeof header === 'string' && header !== '') return header
  const bearer = request.headers.authorization
  return bearer?.startsWith('Bearer ') ? bearer.slice(7) : null
}

async function perform(
  kernel: Kernel,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  started: number,
): Promise<string | Constant> {
  const { call } = route
  const token = tokenOf(request)
  const now = kernel.clock.now()
  const identity = await inStep('identify', () => identify(kernel.identities, call, token, now)).catch(
    async (refused: unknown) => {
      throw (isUnknown(refused) && (await onlyOther(kernel.pools.side, request))) || refused
    },
  )
  if (call.permission === 'public') await requireOwnPlace(kernel, request)
  if (route.constant !== undefined) {
    await allow(kernel.identities, call, { identity, token, now })
    return route.constant
  }
  const { uploadGuard } = route
  // An upload by a link is accepted under the name of its owner; any other caller has their own identity.
  const whose =
    uploadGuard === undefined
      ? identity
      : await inGate(kernel.pools.main, { now }, (tx) =>
          uploadGuard(tx, { now, header: (name) => headerOf(request, name) }),
        )
  const deadline = createDeadline(reply.raw)
  try {
    const who = { identity, token, now }
    const files = call.upload
      ? await inStep('upload', () => filesOf(kernel, { request, call, whose, deadline, who }))
      : nothingUploaded
    const given = inputOf(route.fields, [files.fields, asRecord(request.body), request.query as object])
    const sent = {
      request,
      reply,
      identity,
      token,
      now,
      given,
      files: files.files,
      part: files.part,
      started,
      deadline,
    }
    return await attempts(kernel, route, sent)
  } finally {
    deadline.clear()
  }
}

const isUnknown = (error: unknown): boolean => error instanceof Refusal && error.key === 'invalidToken'

/**
 * A call without a session that names a mobile (a code, a sign-in) is served where the merchants of that person live.
 * @throws Elsewhere
 */
async function requireOwnPlace({ pools, vaults }: Kernel, request: FastifyRequest): Promise<void> {
  const { mobile } = asRecord(request.body)
  if (typeof mobile !== 'string' || !isMobile(mobile) || wasPassedOn(request)) return
  const { rows } = await pools.side.query<{ url: string | null }>('select place_of_person($1) as url', [
    mobileHashOf({ vaults }, mobile),
  ])
  if (rows[0]?.url) throw new Elsewhere(rows[0].url)
}

interface Arriving {
  readonly request: FastifyRequest
  readonly call: Call
  readonly whose: Whose
  readonly deadline: Deadline
  readonly who: Parameters<typeof allow>[2]
}

/** The uploaded files; none are stored for a caller without permission, who is refused and logged in the pipeline like for every call. */
async function filesOf(kernel: Kernel, { request, call, whose, deadline, who }: Arriving): Promise<Upload> {
  const barred = await allow(kernel.identities, call, who).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )
  try {
    return await readUpload(request, kernel.upload, { takes: call.upload!, whose, deadline, barred })
  } catch (error) {
    if (barred !== null && error === barred) return nothingUploaded
    throw error
  }
}

/** Retries an attempt, once per possible reason, when that is safe. */
export async function attempts(
  kernel: Kernel,
  route: Served & { constant?: Constant },
  sent: Omit<Attempt, 'traces' | 'kept'>,
): Promise<string | Constant> {
  const { request, identity, token, now } = sent
  const kept = new Map<string, Promise<unknown>>()
  let changed = false
  let raced = false
  let lost = false
  for (;;) {
    const traces: Traces = { outside: false }
    try {
      await allow(kernel.identities, route.call, { identity, token, now })
      const text = await withRestarts((first) => inTransaction(kernel, route, { ...sent, traces, kept }, first))
      if (!route.call.etag) return text
      route.constant = constantOf(text)
      return route.constant
    } catch (error) {
      if (error instanceof SessionChanged && token !== null && !changed) {
        // The account, its roles or its scope changed, or the session ended: the identity is read and checked again.
        changed = true
        kernel.identities.forget(token)
        Object.assign(identity, await identify(kernel.identities, route.call, token, now))
        continue
      }
      if (isRace(error)) {
        // One silent retry, which sees the other transaction's data and answers correctly.
        if (!raced) {
          raced = true
          kernel.metrics.retries.inc({ call: route.name })
          continue
        }
        kernel.log.warn({ err: error, traceId: request.id, call: route.name }, 'a race was lost twice')
        throw refusalOfRace(error)
      }
      if (isTooLate(error)) throw new Refusal('stale')
      const refusal = isBeyondReach(error) ? beyondReach() : error
      if (
        error instanceof Unavailable &&
        !lost &&
        mayRepeat(error, identity, keyOf(route.call, request.headers), route.call, traces)
      ) {
        lost = true
        kernel.metrics.retries.inc({ call: route.name })
        continue
      }
      if (refusal instanceof Refusal && turnedAway.has(refusal.key))
        await refusalAudit(kernel, { action: route.name, refusal: refusal.key }, identity, request)
      throw refusal
    }
  }
}

/** Refusals that depend on the caller, by the call or by its handler: the merchant's audit log records them. */
const turnedAway: ReadonlySet<RefusalKey> = new Set(['forbidden', 'merchantReviewing', 'merchantSuspended'])

/**
 * The id of a request: of its trace where traces are recorded, otherwise a UUID, because Node draws random bytes for many at once, while a
 * few bytes need a system call each.
 */
export const newTraceId = (request: IncomingMessage): string => recording()?.arrives(request) ?? randomUUID()
