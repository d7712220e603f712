import { type Call, writesForMerchant } from '@cheyi/contract/kernel/call'
import { Refusal } from '@cheyi/domain/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { insertAudit } from '../audit.ts'
import type { AuditNote, Context, Handler, UploadedFile, UploadedPart } from '../context.ts'
import { inGate, inTenant, type Transaction } from '../db/db.ts'
import { type OnReplica, readStale } from '../db/replica.ts'
import type { First } from '../db/restart.ts'
import { tellOfRecords } from '../events.ts'
import type { Serialiser } from '../http/envelope.ts'
import type { Kernel } from '../http/pipeline.ts'
import { type Identity, NOTHING_CHOSEN } from '../identity.ts'
import { makeContext } from '../make-context.ts'
import { LeavingRefusal } from '../process/leaving.ts'
import { inStep } from '../trace/trace.ts'
import type { Vault } from '../vault.ts'
import type { Deadline } from './deadline.ts'
import { claim, fingerprint, keep, keyOf, type Repeat } from './idempotency.ts'
import { decode } from './input.ts'
import { written } from './written.ts'

/** The header in which a client returns the latest position of the log that it was told (`kernel/db/replica.ts`). */
const SEEN = 'x-seen'

/* One attempt of a call, atomic: decode → transaction → handler → audit row → answer stored for retries. */

/** The call that is executed. */
export interface Served {
  readonly name: string
  readonly call: Call
  readonly handler: Handler<Call>
  readonly serialise: Serialiser
}

/** The request and its caller. */
export interface Attempt {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly identity: Identity
  readonly token: string | null
  readonly now: number
  readonly given: Record<string, unknown>
  readonly files: readonly UploadedFile[]
  readonly part: UploadedPart | null
  readonly started: number
  readonly deadline: Deadline
  readonly traces: Traces
  /** See {@link Context.oncePerCall}. */
  readonly kept: Map<string, Promise<unknown>>
}

/** Effects of an attempt that a rollback does not undo. */
export interface Traces {
  outside: boolean
}

/** A running attempt. */
interface Trial {
  readonly kernel: Kernel
  readonly route: Served
  readonly attempt: Attempt
  readonly first: First
  readonly signal: AbortSignal
  readonly input: unknown
  readonly key: string | null
  /** Whether it runs for a merchant. */
  readonly tenant: boolean
  readonly vault: Vault
  readonly after: (() => void | Promise<void>)[]
  note?: AuditNote
  answerAfterCommit?: () => Promise<unknown>
}

/** @returns the text of the answer. @throws any refusal of the handler, the transaction or the input */
export async function inTransaction(kernel: Kernel, route: Served, attempt: Attempt, first: First): Promise<string> {
  const { call, name } = route
  const { identity, request, reply } = attempt
  const input = decode(call, attempt.given)
  const key = keyOf(call, request.headers)
  const tenant = call.tenant !== 'none' && identity.merchantId !== NOTHING_CHOSEN
  const vault = tenant ? await kernel.vaults.merchant(identity.merchantId) : noVault
  const signal = attempt.deadline.signal()
  const trial: Trial = { kernel, route, attempt, first, signal, input, key, tenant, vault, after: [] }
  let text: string
  try {
    text = await inStep('transaction', () =>
      call.stale
        ? readStale(kernel, headerOf(request, SEEN), (on) => runInTransaction(trial, on))
        : runInTransaction(trial),
    )
  } catch (error) {
    if (!(error instanceof Repeated)) throw error
    await tellPosition(trial)
    reply.header('x-idempotent-replay', '1')
    return route.serialise(error.kept)
  }
  await tellPosition(trial)
  if (call.effect === 'write' && call.changes !== false) kernel.wake.notify()
  kernel.afterwards.begin(trial.after, { traceId: request.id, call: name })
  return trial.answerAfterCommit === undefined ? text : route.serialise(await trial.answerAfterCommit())
}

/** Tells the caller of a write which position of the log a replica must have reached before its later reads may use it. */
async function tellPosition({ kernel, route, attempt }: Trial): Promise<void> {
  if (kernel.replica === undefined || route.call.effect === 'read') return
  // The write is committed: without a position the caller reads from the primary.
  attempt.reply.header(SEEN, await kernel.replica.position().catch(() => 'unknown'))
}

/** Runs in a transaction of the merchant, or without one. */
function runInTransaction(trial: Trial, on?: OnReplica): Promise<string> {
  const { kernel, route, attempt, signal, tenant } = trial
  const { identity, now } = attempt
  const { main } = kernel.pools
  const work = (tx: Transaction) => inStep('handler', () => runHandler(trial, tx))
  trial.after.length = 0
  // A caller with an API key has no session: the key was checked together with its nonce.
  const session = identity.sessionId === '0' ? {} : { session: identity.session }
  if (!tenant) {
    const who = identity.sessionId === '0' ? {} : { userId: identity.userId }
    return inGate(main, { now, signal, ...session, ...who }, work)
  }
  const readOnly = route.call.effect === 'read'
  const options = { scope: identity, ...session, now, readOnly, signal, ...(on && { recent: on.recent }) }
  return inTenant(on?.pool ?? main, options, work).catch(async (error: unknown) => {
    if (!(error instanceof LeavingRefusal)) throw error
    const scope = { scope: identity, now, readOnly: false, signal }
    const detail = await inTenant(main, scope, (tx) => error.leave(contextOf(trial, tx)))
    kernel.wake.notify()
    throw new Refusal(error.key, detail)
  })
}

/** Ends the transaction of a retry: the stored answer is returned. */
class Repeated extends Error {
  readonly kept: unknown
  constructor(kept: unknown) {
    super('a repeat')
    this.kept = kept
  }
}

/** Runs the handler with everything around it and serialises its answer. @throws Repeated */
async function runHandler(trial: Trial, tx: Transaction): Promise<string> {
  const { kernel, route, input, first, tenant } = trial
  const { name, call } = route
  const ctx = contextOf(trial, tx)
  const repeat = repeatOf(trial, tx)
  const work = async () => {
    await first(ctx)
    return route.handler(input, ctx)
  }
  const output = await (repeat === undefined ? work() : unlessRepeated(trial, tx, claim(repeat), work))
  if (call.effect === 'write' && call.audit !== false && tenant) insertAudit(ctx, name, trial.note)
  if (writesForMerchant(call)) {
    tellOfRecords(ctx, name)
    written.tell(ctx, input)
  }
  const answer = route.serialise(output)
  // Exactly what its schema declares.
  if (repeat !== undefined) keep(repeat, JSON.parse(answer).data)
  kernel.metrics.queries.observe({ call: name }, tx.queries())
  kernel.onCall?.({ call: name, queries: tx.queries(), code: 0 })
  return answer
}

/**
 * Sends the first statements of the work together with the check for a retry; none of them is answered before that
 * check, so that nothing depends on them. Work that uses files or external services cannot be undone, and only begins
 * after the check.
 * @throws Repeated
 */
async function unlessRepeated<T>(
  { attempt }: Trial,
  tx: Transaction,
  kept: Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const fresh = kept.then((answer) => {
    if (answer !== undefined) throw new Repeated(answer)
  })
  if (attempt.files.length > 0 || attempt.part !== null) {
    await fresh
    return work()
  }
  tx.answersAfter(fresh)
  const done = work()
  done.catch(() => {})
  await fresh
  return done
}

/** The identity of a retry; undefined where retries are not recognised. */
function repeatOf({ kernel, route, attempt, input, key, tenant, vault }: Trial, tx: Transaction): Repeat | undefined {
  if (key === null || !tenant) return undefined
  const { identity, now, files } = attempt
  return {
    query: tx.query,
    queue: tx.queue,
    vault,
    media: kernel.media,
    now,
    // Operators have no account of the merchant, so that each is identified by their user.
    actor: identity.accountId === '0' ? `user/${identity.userId}` : identity.accountId,
    viewer: identity.accountId,
    path: route.call.path,
    key,
    hash: fingerprint(input, files),
  }
}

function contextOf(trial: Trial, tx: Transaction): Context {
  const { kernel, route, attempt, signal, input, key, vault, after } = trial
  const { request } = attempt
  return makeContext(kernel, tx, {
    ...attempt,
    name: route.name,
    awaited: signal,
    call: route.call,
    fingerprint: () => fingerprint(input, attempt.files),
    ip: request.ip,
    traceId: request.id,
    header: (name) => headerOf(request, name),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
    vault,
    idempotencyKey: key,
    after,
    answerAfterCommit: (work) => {
      trial.answerAfterCommit = work
    },
    actsOutside: () => {
      attempt.traces.outside = true
    },
    setNote: (note) => {
      trial.note = note
    },
  })
}

/** A header that occurs exactly once. */
export function headerOf(request: Pick<FastifyRequest, 'headers'>, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
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
