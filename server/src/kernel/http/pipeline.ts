import { randomUUID } from 'node:crypto'
import { bodyLimit, type Call, writesForMerchant } from '@cheyi/contract/kernel/call'
import { beyondReach } from '@cheyi/domain/account/rights'
import { Refusal, type RefusalKey } from '@cheyi/domain/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Afterwards } from '../afterwards.ts'
import { insertAudit, refusalAudit } from '../audit.ts'
import { type Constant, constantFor, constantOf } from '../constant.ts'
import type { AuditNote, Doorman, Handler, Implementation, UploadedFile, UploadedPart } from '../context.ts'
import { Again, type First, untilThrough } from '../db/again.ts'
import { inGate, inTenant, SessionChanged, type Transaction } from '../db/db.ts'
import type { Pools } from '../db/pools.ts'
import { isUniqueViolation } from '../db/taken.ts'
import { tellOfRecords } from '../events.ts'
import { type Identities, type Identity, NOTHING_CHOSEN } from '../identity.ts'
import { makeContext } from '../make-context.ts'
import type { MediaStore } from '../media-store.ts'
import type { Outside } from '../ports.ts'
import type { Clock } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import type { Disk } from '../process/disk.ts'
import { LeavingRefusal } from '../process/leaving.ts'
import type { Vault, Vaults } from '../vault.ts'
import type { Wake } from '../wake.ts'
import { allow, identify, isAdmitted } from './admission.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import {
  FALLBACK_MESSAGE,
  isTooMuch,
  refused,
  refusedAs,
  type Serialiser,
  serialiserOf,
  unavailable,
} from './envelope.ts'
import { claim, fingerprint, keep } from './idempotency.ts'
import { durationsOf, type Metrics } from './metrics.ts'
import type { RateLimit } from './rate-limit.ts'
import { Unavailable } from './unavailable.ts'
import { nothingUploaded, readUpload, type UploadOptions } from './upload.ts'

/*
 * The way of every call, written once: identity → permission → decode → transaction → handler → encode → envelope.
 */

export interface Kernel {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly pools: Pools
  readonly identities: Identities
  readonly vaults: Vaults
  readonly media: MediaStore
  readonly outside: Outside
  /** Aborted when the server begins to close: whoever waits for something stops waiting. */
  readonly closing: AbortSignal
  readonly upload: UploadOptions
  readonly disk: Disk
  readonly metrics: Metrics
  readonly rateLimit: RateLimit
  readonly wake: Wake
  readonly afterwards: Afterwards
  readonly nextNumber: (merchantId: string, prefix: string, now: number) => Promise<string>
  /** Tests count the statements of a call here. */
  readonly onCall?: (fact: { call: string; queries: number; code: number }) => void
}

interface Route {
  readonly name: string
  readonly call: Call
  readonly handler: Handler<Call>
  readonly doorman: Doorman | undefined
  readonly serialise: Serialiser
  /** Notes how many seconds an answer with this code took. */
  readonly took: (code: number, seconds: number) => void
  /** Names of the input's fields. */
  readonly fields: readonly string[]
  /** The answer of a call that says the same to everybody until the next release, once somebody asked. */
  constant?: Constant
}

const nobodys = (): never => {
  throw new Error('no merchant is chosen, so there is no vault')
}
const noVault: Vault = {
  seal: nobodys,
  open: nobodys,
  sealBytes: nobodys,
  openBytes: nobodys,
  index: nobodys,
  get keyId() {
    return nobodys()
  },
}

/** Puts the calls of the implementations that are `wanted` on the server: the contract is the list of routes. */
export function registerCalls(
  app: FastifyInstance,
  kernel: Kernel,
  rooms: Readonly<Record<string, Implementation>>,
  wanted: (call: Call) => boolean,
): void {
  for (const [roomName, { room, handlers, doormen }] of Object.entries(rooms)) {
    for (const [callName, call] of Object.entries(room)) {
      if (!wanted(call)) continue
      if (call.permission.length === 0) throw new Error(`${call.path}: a call without a permission does not start`)
      if (call.upload && call.permission === 'public' && doormen[callName] === undefined)
        throw new Error(`${call.path}: an upload that anybody may send does not start without a doorman`)
      const route: Route = {
        name: `${roomName}.${callName}`,
        call,
        handler: handlers[callName]!,
        doorman: doormen[callName],
        serialise: serialiserOf(call),
        took: durationsOf(kernel.metrics, `${roomName}.${callName}`),
        fields: Object.keys((call.input as z.ZodObject).shape),
      }
      const methods = call.effect === 'read' && call.method === 'POST' ? ['POST', 'GET'] : [call.method]
      app.route({
        method: methods,
        url: call.path,
        bodyLimit: bodyLimit(call),
        config: { upload: call.upload !== undefined },
        // What is always the same was compressed once.
        ...(call.etag ? { compress: false } : {}),
        handler: (request, reply) =>
          constantAtOnce(kernel, route, request, reply) ?? answer(kernel, route, request, reply),
      })
    }
  }
}

/** An answer that is the same for everybody, to somebody who is known: nothing of it is waited for. */
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

const asCall = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.header('x-trace-id', request.id).header('cache-control', 'no-store').type('application/json; charset=utf-8')

async function answer(
  kernel: Kernel,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | Buffer> {
  const traceId = request.id
  const started = performance.now()
  let code = 0
  asCall(request, reply)
  try {
    const body = await perform(kernel, route, request, reply, started)
    // As bytes: the socket would encode the text, which is pieced together from many, at twice the cost.
    return typeof body === 'string' ? Buffer.from(body) : constantFor(body, request, reply)
  } catch (error) {
    if (error instanceof Refusal) {
      code = error.code
      if (isTooMuch(error)) reply.code(429)
      return JSON.stringify(refused(error))
    }
    if (isUnfit(error)) {
      kernel.log.warn({ err: error, traceId, call: route.name }, 'the database refused a value')
      const refusal = new Refusal('badInput', { 字段: '有内容超出可处理的范围' })
      code = refusal.code
      return JSON.stringify(refused(refusal))
    }
    code = -1
    if (error instanceof Unavailable) {
      kernel.log.warn({ err: error, traceId, call: route.name }, 'call not served')
      return JSON.stringify(unavailable(reply))
    }
    kernel.log.error({ err: error, traceId, call: route.name }, 'call failed')
    reply.code(500)
    return JSON.stringify(refusedAs('internal', FALLBACK_MESSAGE))
  } finally {
    route.took(code, (performance.now() - started) / 1000)
  }
}

export const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers.token
  if (typeof header === 'string' && header !== '') return header
  const bearer = request.headers.authorization
  return bearer?.startsWith('Bearer ') ? bearer.slice(7) : null
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
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
  const identity = await identify(kernel.identities, call, token, now)
  if (route.constant !== undefined) {
    await allow(kernel.identities, call, { identity, token, now })
    return route.constant
  }
  const { doorman } = route
  // Who sends by a link is let in as somebody; anybody else is who they are.
  const whose =
    doorman === undefined
      ? identity
      : await inGate(kernel.pools.main, { now }, (tx) =>
          doorman(tx, { now, header: (name) => headerOf(request, name) }),
        )
  const deadline = createDeadline(reply.raw)
  try {
    const files = call.upload ? await readUpload(request, kernel.upload, call.upload, whose, deadline) : nothingUploaded
    const given = inputOf(route.fields, [files.fields, asRecord(request.body), request.query as object])
    const attempt = { identity, token, now, given, files: files.files, part: files.part, started, deadline }
    return await attempts(kernel, route, request, reply, attempt)
  } finally {
    deadline.clear()
  }
}

/** Tries again, once for each reason there may be, when that can do no harm. */
async function attempts(
  kernel: Kernel,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Omit<Attempt, 'traces'>,
): Promise<string | Constant> {
  const { identity, token, now } = attempt
  let changed = false
  let raced = false
  let lost = false
  for (;;) {
    const traces: Traces = { outside: false }
    try {
      await allow(kernel.identities, route.call, { identity, token, now })
      const tried = { ...attempt, traces }
      const text = await untilThrough((first) => inTransaction(kernel, route, request, reply, tried, first))
      if (!route.call.etag) return text
      route.constant = constantOf(text)
      return route.constant
    } catch (error) {
      if (error instanceof SessionChanged && token !== null && !changed) {
        // The account, its roles or its scope changed, or the session ended: look again and judge anew.
        changed = true
        kernel.identities.forget(token)
        Object.assign(identity, await identify(kernel.identities, route.call, token, now))
        continue
      }
      if (isRace(error)) {
        // One silent retry: the second look finds what the other wrote and answers properly.
        if (!raced) {
          raced = true
          kernel.metrics.retries.inc({ call: route.name })
          continue
        }
        if (!isUniqueViolation(error)) throw new Refusal('noVehicleLeft')
        kernel.log.warn({ err: error, traceId: request.id, call: route.name }, 'a unique key met twice')
        throw new Refusal('stale')
      }
      if (isTooLate(error)) throw new Refusal('stale')
      const refusal = isBeyondReach(error) ? beyondReach() : error
      if (
        error instanceof Unavailable &&
        !lost &&
        mayRepeat(error, identity, keyOf(route.call, request), route.call, traces)
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

/** What a try did that its transaction does not take back. */
interface Traces {
  outside: boolean
}

/**
 * The connection was lost: nothing of the try has happened, or the idempotency key will tell. What it asked outside of
 * the transaction (a code that is good once, a count of tries) would happen twice.
 */
const mayRepeat = (
  error: Unavailable,
  { merchantId }: Identity,
  key: string | null,
  call: Call,
  traces: Traces,
): boolean => {
  // A repeat is known by its key, and answered as the first one was.
  const keyed = key !== null && call.tenant !== 'none' && merchantId !== NOTHING_CHOSEN
  return error.reason === 'lost' && !traces.outside && (!error.undecided || keyed)
}

/** Refused for who asks, by the call or by its handler: the merchant's log shows who tried. */
const turnedAway: ReadonlySet<RefusalKey> = new Set(['forbidden', 'merchantReviewing', 'merchantSuspended'])

/**
 * The call's own fields out of where they may stand, the first place that has one wins; nothing else sent is touched.
 * @throws Refusal badInput (-2) for a name with brackets that means one of them and could not be read
 */
function inputOf(fields: readonly string[], places: readonly object[]): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const name of places.flatMap((place) => Object.keys(place))) {
    const field = name.slice(0, Math.max(0, name.indexOf('[')))
    if (fields.includes(field)) throw new Refusal('badInput', { 字段: `${name.slice(0, 60)}的写法无法识别`, field })
  }
  for (const name of fields) {
    const place = places.find((one) => Object.hasOwn(one, name))
    if (place !== undefined) input[name] = (place as Record<string, unknown>)[name]
  }
  return input
}

/** An array for a body is the `list` of the calls that take several things at once. */
function asRecord(body: unknown): Record<string, unknown> {
  if (Array.isArray(body)) return { list: body }
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

/** A value that no field refused and the database cannot hold (SQLSTATE class 22): the asker's, not a failure of ours. */
const isUnfit = (error: unknown): boolean => /^22...$/.test((error as { code?: string } | null)?.code ?? '')

/**
 * Unique or exclusion violation, deadlock, serialisation failure, or locks that could not be had: somebody else was quicker.
 * What somebody typed is refused by its field before it comes here (`db/taken.ts`).
 */
function isRace(error: unknown): boolean {
  if (error instanceof Again || isUniqueViolation(error)) return true
  return /^(23P01|40P01|40001)$/.test((error as { code?: string } | null)?.code ?? '')
}

/** The month of the books that it belongs to was closed meanwhile (migration 0122): it is asked for again, and dated anew. */
const isTooLate = (error: unknown): boolean => (error as { code?: string } | null)?.code === 'CY001'

/**
 * A row of a store that the caller is not of, or of all: a table that guards itself (migration 0420), or the policies that narrow
 * what is seen, which are asked of what is written too. Another merchant's row is no such thing, but a failure of ours.
 */
function isBeyondReach(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  return code === 'CY002' || (code === '42501' && /policy "(scope|stores)"/.test(message))
}

/** Ends the transaction of a repeat: what was answered before is answered again. */
class Repeated extends Error {
  readonly kept: unknown
  constructor(kept: unknown) {
    super('a repeat')
    this.kept = kept
  }
}

interface Attempt {
  readonly identity: Identity
  readonly token: string | null
  readonly now: number
  readonly given: Record<string, unknown>
  readonly files: readonly UploadedFile[]
  readonly part: UploadedPart | null
  readonly started: number
  readonly deadline: Deadline
  readonly traces: Traces
}

async function inTransaction(
  kernel: Kernel,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt,
  first: First,
): Promise<string> {
  const { call } = route
  const { identity, now, traces } = attempt
  const signal = attempt.deadline.signal()
  const input = decode(call, attempt.given)
  const idempotencyKey = keyOf(call, request)
  const tenant = call.tenant !== 'none' && identity.merchantId !== NOTHING_CHOSEN
  const vault = tenant ? await kernel.vaults.merchant(identity.merchantId) : noVault
  const after: (() => void | Promise<void>)[] = []
  const last: { answer?: () => Promise<unknown> } = {}
  let note: AuditNote | undefined

  const contextIn = (tx: Transaction) =>
    makeContext(kernel, tx, {
      ...attempt,
      name: route.name,
      awaited: signal,
      call,
      fingerprint: () => fingerprint(input, attempt.files),
      ip: request.ip,
      traceId: request.id,
      header: (name) => headerOf(request, name),
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
      vault,
      idempotencyKey,
      after,
      answerAfterCommit: (work) => {
        last.answer = work
      },
      actsOutside: () => {
        traces.outside = true
      },
      setNote: (given) => {
        note = given
      },
    })

  const work = async (tx: Transaction): Promise<string> => {
    const ctx = contextIn(tx)
    const repeat =
      idempotencyKey === null || !tenant
        ? undefined
        : {
            query: tx.query,
            queue: tx.queue,
            vault,
            media: kernel.media,
            now,
            // Operators have no account of the merchant, and each of them is somebody else.
            actor: identity.accountId === '0' ? `user/${identity.userId}` : identity.accountId,
            viewer: identity.accountId,
            path: call.path,
            key: idempotencyKey,
            hash: fingerprint(input, attempt.files),
          }
    const kept = repeat === undefined ? undefined : await claim(repeat)
    if (kept !== undefined) throw new Repeated(kept)
    await first(ctx)
    const output = await route.handler(input, ctx)
    if (call.effect === 'write' && call.audit !== false && tenant) insertAudit(ctx, route.name, note)
    if (writesForMerchant(call)) tellOfRecords(ctx, route.name)
    const answer = route.serialise(output)
    // What its schema lets out, and no more.
    if (repeat !== undefined) keep(repeat, JSON.parse(answer).data)
    kernel.metrics.queries.observe({ call: route.name }, tx.queries())
    kernel.onCall?.({ call: route.name, queries: tx.queries(), code: 0 })
    return answer
  }

  const running = tenant
    ? inTenant(
        kernel.pools.main,
        { scope: identity, session: identity.session, now, readOnly: call.effect === 'read', signal },
        work,
      ).catch(async (error: unknown) => {
        if (!(error instanceof LeavingRefusal)) throw error
        const scope = { scope: identity, now, readOnly: false, signal }
        const detail = await inTenant(kernel.pools.main, scope, (tx) => error.leave(contextIn(tx)))
        kernel.wake.ring()
        throw new Refusal(error.key, detail)
      })
    : inGate(
        kernel.pools.main,
        identity.sessionId === '0'
          ? { now, signal }
          : { now, signal, userId: identity.userId, session: identity.session },
        work,
      )
  let text: string
  try {
    text = await running
  } catch (error) {
    if (!(error instanceof Repeated)) throw error
    reply.header('x-idempotent-replay', '1')
    return route.serialise(error.kept)
  }

  if (call.effect === 'write' && call.changes !== false) kernel.wake.ring()
  kernel.afterwards.begin(after, { traceId: request.id, call: route.name })
  return last.answer === undefined ? text : route.serialise(await last.answer())
}

/** The key by which a repeat is known; without one the write is never taken for a repeat. */
function keyOf(call: Call, request: FastifyRequest): string | null {
  if (call.repeat !== 'key') return null
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length < 8 || key.length > 64)
    throw new Refusal('badInput', { 字段: '请求头 Idempotency-Key 应为8至64个字符', field: 'Idempotency-Key' })
  return key
}

z.config(z.locales.zhCN())

/** Parses the merged input; the first wrong field gives the message, all of them travel in `data`. */
function decode(call: Call, given: Record<string, unknown>): unknown {
  const parsed = call.input.safeParse(given)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 20).map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }))
  const first = issues[0]!
  throw new Refusal('badInput', {
    字段: /[\u4e00-\u9fff]/.test(first.message) ? first.message : `${first.field}不正确`,
    field: first.field,
    issues,
  })
}

/** A UUID: Node draws the randomness of many at once, where a few bytes cost a system call each. */
export const newTraceId = (): string => randomUUID()
