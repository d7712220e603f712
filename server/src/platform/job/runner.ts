import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { beyondReach } from '@cheyi/domain/platform/account/rights'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { goesOn } from '@cheyi/domain/platform/merchant/goes-on'
import { Refusal } from '@cheyi/domain/refusal'
import { asAccount, asMerchant } from '../../kernel/enter.ts'
import { tellOfRecords } from '../../kernel/events.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { type Identity, identityOfAccount } from '../../kernel/identity.ts'
import { jobFailed } from '../../kernel/process/job-failure.ts'
import { inStep, recording } from '../../kernel/trace/trace.ts'
import * as store from './store.ts'
import type { Outcome, Run, Work } from './work.ts'

/*
 * Runs queued jobs, one at a time. Any number of runners work on any number of processes: a job belongs to one runner as long as the lease
 * is renewed, and every write of the work checks that it still does.
 */

/** A job whose process does not renew the lease for so long is taken over by another process. */
const LEASE_SECONDS = 30
const RENEW_MS = 10_000
/** A replica normally replays within this time what the primary has just committed; no person waits for an export. */
const REPLAY_MS = 500
const MAX_ATTEMPTS = 3

/** Another runner has taken the job over: this one stops and reports nothing. */
class Lost extends Error {}
/** The requester may not do the work any more: it ends where it is, whatever the work does with refusals of single rows. */
class Dismissed extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super()
    this.refusal = refusal
  }
}
/** The server is shutting down: the job returns to the queue for the next process. */
class Stopped extends Error {}

export async function workOff(kernel: Kernel, works: readonly Work[], stop?: AbortSignal): Promise<number> {
  for (let count = 0; ; count++) {
    if (stop?.aborted) return count
    const runner = randomUUID()
    const { rows } = await kernel.pools.side.query<{ merchantId: string; id: string }>(
      'select merchant_id, id from job_take($1, $2)',
      [runner, LEASE_SECONDS],
    )
    const [taken] = rows
    if (taken === undefined) return count
    await inStep('long work', () =>
      perform(kernel, works, { merchantId: taken.merchantId, jobId: taken.id, runner }, stop),
    )
  }
}

type Taken = store.Held & { readonly merchantId: string }

async function perform(kernel: Kernel, works: readonly Work[], taken: Taken, stop?: AbortSignal): Promise<void> {
  const { merchantId, jobId } = taken
  const row = (await asMerchant(kernel, merchantId, ({ db }) => store.byId(db, jobId)))!
  const own = <T>(work: (query: Parameters<typeof store.finish>[0]) => Promise<T>) =>
    asMerchant(kernel, merchantId, ({ query }) => work(query))
  const end = (outcome: Omit<Outcome, 'state'> & { state: number }, keepFileMs = 0, ran: store.Ran | null = null) =>
    own(async (query) => {
      const fileUntil = outcome.file === undefined ? null : kernel.clock.now() + keepFileMs
      const ended = await store.finish(query, taken, { ...outcome, fileUntil, ran })
      if (ended) await store.tell(query, jobId)
      return ended
    })
  recording()?.know({ 'cheyi.work': row.kind })
  try {
    // Its process died each time, perhaps by this job: the next one would die as well, with the work of all merchants.
    if (row.attempts > MAX_ATTEMPTS) throw new Error('its process died in every attempt')
    const work = works.find((one) => one.kind === row.kind)
    if (work === undefined) throw new Error(`nobody works on ${row.kind}`)
    const identity = await requester(kernel, merchantId, row.accountId, work)
    const outcome = await renewing(
      () => own((query) => store.hold(query, taken, LEASE_SECONDS)),
      (lost) => {
        const now = () =>
          requester(kernel, merchantId, row.accountId, work).catch((error: unknown) => {
            throw error instanceof Refusal ? new Dismissed(error) : error
          })
        const run = runOf(kernel, taken, { requester: now, row, key: work.key, lost, stop }) as Run<never>
        return untilStopped(work.perform(run), stop, ({ file }) => file && kernel.media.remove(file.path))
      },
    )
    const { scope, storeIds } = identity
    const kept = await end(outcome, work.keepFileMs, { key: work.key, scope, storeIds })
    if (!kept && outcome.file !== undefined) await kernel.media.remove(outcome.file.path)
  } catch (error) {
    if (error instanceof Lost) return
    if (error instanceof Stopped) await own((query) => store.returnToQueue(query, taken))
    else if (error instanceof Dismissed) {
      const { refusal } = error
      const why = refusal.key === 'merchantSuspended' ? refusal.message : '发起人的账号已停用，或不再有这项权限'
      await end({ state: jobState.failed, message: `${why}：余下的没有处理` })
    } else if (error instanceof Refusal) await end({ state: jobState.failed, message: wordsOf(error) })
    else {
      jobFailed(kernel, row.kind, error, { jobId, merchantId })
      if (row.attempts >= MAX_ATTEMPTS) await end({ state: jobState.failed, message: '系统内部错误，请稍后重试' })
      else await own((query) => store.giveBack(query, taken, row.attempts * LEASE_SECONDS))
    }
  }
}

/** A badInput refusal names the field for a form; a job has no form, so only the text is stored. */
const wordsOf = (refusal: Refusal): string =>
  refusal.key === 'badInput' ? String(refusal.detail.字段) : refusal.message

/** The identity of the requester with the rights it has now. @throws Refusal forbidden (-3), merchantSuspended (1017) */
async function requester(kernel: Kernel, merchantId: string, accountId: string, work: Work): Promise<Identity> {
  const identity = await asMerchant(kernel, merchantId, (tx) => identityOfAccount(tx, merchantId, accountId))
  if (identity === null || !identity.keys.has(work.key)) throw new Refusal('forbidden')
  if (work.whole && identity.scope !== 'all') throw beyondReach()
  if (!goesOn('longWork', identity.merchantStatus)) throw new Refusal('merchantSuspended')
  return identity
}

/**
 * The outcome of the work. On shutdown the work is not awaited: a sheet may take half a minute, and the next process takes the job at once.
 * `drop` receives an outcome that arrives after that; the writes of such work are refused, since the job no longer belongs to this runner.
 */
async function untilStopped(
  work: Promise<Outcome>,
  stop: AbortSignal | undefined,
  drop: (outcome: Outcome) => unknown,
): Promise<Outcome> {
  if (stop === undefined) return work
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const onStop = () => reject(new Stopped())
  if (stop.aborted) onStop()
  stop.addEventListener('abort', onStop)
  try {
    return await Promise.race([work, stopped])
  } catch (error) {
    if (error instanceof Stopped) work.then(drop).catch(() => {})
    throw error
  } finally {
    stop.removeEventListener('abort', onStop)
  }
}

/** Renews the lease as long as the work runs. */
async function renewing<T>(renew: () => Promise<boolean>, work: (lost: () => boolean) => Promise<T>): Promise<T> {
  let lost = false
  const timer = setInterval(() => {
    renew().then(
      (held) => {
        lost ||= !held
      },
      () => {},
    )
  }, RENEW_MS)
  try {
    return await work(() => lost)
  } finally {
    clearInterval(timer)
  }
}

interface Scene {
  /** The identity of the requester as it is now. @throws Dismissed */
  readonly requester: () => Promise<Identity>
  readonly row: { readonly kind: string; readonly input: unknown; readonly kept: unknown }
  /** Permission key of the work, e.g. `inventory.import`. */
  readonly key: string
  readonly lost: () => boolean
  readonly stop: AbortSignal | undefined
}

function runOf(kernel: Kernel, taken: Taken, { requester, row, key, lost, stop }: Scene): Run {
  const name = `job.${row.kind}`
  const goOn = () => {
    if (lost()) throw new Lost()
    if (stop?.aborted) throw new Stopped()
  }
  let position: Promise<string> | undefined
  return {
    jobId: taken.jobId,
    merchantId: taken.merchantId,
    input: row.input,
    kept: row.kept,
    now: kernel.clock.now(),
    media: kernel.media,
    async read(work) {
      goOn()
      return asAccount(kernel, await requester(), { name, readOnly: true }, work)
    },
    async readStale(work) {
      goOn()
      // Read after the job was taken: a replica with this position has all that its owner wrote before the request.
      position ??= kernel.replica?.position().then((at) => after(REPLAY_MS, at))
      return asAccount(kernel, await requester(), { name, readOnly: true, seen: await position }, work)
    },
    async step(work) {
      goOn()
      return asAccount(kernel, await requester(), { name, readOnly: false }, async (ctx) => {
        if (!(await store.hold(ctx.query, taken, LEASE_SECONDS))) throw new Lost()
        const kept = await work(ctx)
        await store.keep(ctx.query, taken.jobId, kept)
        tellOfRecords(ctx, key)
        return kept
      })
    },
    async progress(done, total) {
      goOn()
      const held = await asMerchant(kernel, taken.merchantId, async ({ query }) => {
        const still = await store.advance(query, taken, { done, total }, LEASE_SECONDS)
        if (still) await store.tell(query, taken.jobId)
        return still
      })
      if (!held) throw new Lost()
    },
  }
}
