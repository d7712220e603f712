import type { Call } from '@cheyi/contract/kernel/call'
import { type PermissionKey, permissionKeys } from '@cheyi/domain/permission'
import { Refusal } from '@cheyi/domain/refusal'
import { insertAudit } from './audit.ts'
import type { AuditNote, Context, UploadedFile, UploadedPart } from './context.ts'
import { inGate, inTenant, type Transaction } from './db/db.ts'
import { withRestarts } from './db/restart.ts'
import type { Kernel } from './http/pipeline.ts'
import { inspectBytes } from './http/upload.ts'
import { type Identity, nobody } from './identity.ts'
import { traceOfLog } from './trace/trace.ts'
import type { Vault } from './vault.ts'

/** The origin of work: a call, or a job. */
export interface Door {
  /** `feature.call`, or the job's name. */
  readonly name: string
  readonly identity: Identity
  readonly now: number
  /** By the monotonic clock, for time limits of searches. */
  readonly started: number
  readonly ip: string
  readonly traceId: string
  readonly userAgent: string
  readonly token: string | null
  /** The call, if there is one. */
  readonly call?: Pick<Call, 'permission' | 'twoPerson'>
  readonly fingerprint?: () => Buffer
  /** See {@link Context.awaited}; missing for a job. */
  readonly awaited?: AbortSignal
  readonly header: (name: string) => string | null
  readonly files: readonly UploadedFile[]
  readonly part?: UploadedPart | null
  readonly vault: Vault
  readonly idempotencyKey: string | null
  readonly after: (() => void | Promise<void>)[]
  /** Set for a call with an answer: see {@link Context.answerAfterCommit}. */
  readonly answerAfterCommit?: (work: () => Promise<unknown>) => void
  /** What is known to all attempts of the call; missing where there is one attempt. */
  readonly kept?: Map<string, Promise<unknown>>
  /** Called at the first effect that a rollback does not undo. */
  readonly actsOutside?: () => void
  readonly setNote: (note: AuditNote) => void
}

const noInput = (): Buffer => {
  throw new Error('nobody sent anything')
}

/** Builds the context of work inside one transaction. */
export function makeContext(kernel: Kernel, tx: Transaction, door: Door): Context {
  const { identity, now } = door
  const { merchantId, accountId } = identity
  const awaited = door.awaited ?? kernel.closing
  const required = new Set<PermissionKey>()
  const log = kernel.log.child({ traceId: door.traceId, call: door.name })
  return {
    db: tx.db,
    query: tx.query,
    queue: tx.queue,
    now,
    identity,
    merchantId,
    accountId,
    ip: door.ip,
    traceId: door.traceId,
    log,
    config: kernel.config,
    media: kernel.media,
    outside() {
      door.actsOutside?.()
      return kernel.outside
    },
    closing: kernel.closing,
    awaited,
    header: door.header,
    call: { name: door.name, permission: 'signedIn', ...door.call },
    fingerprint: door.fingerprint ?? noInput,
    inMerchant: tx.inMerchant,
    showOrders: tx.showOrders,
    vault: door.vault,
    vaults: kernel.vaults,
    files: door.files,
    part: door.part ?? null,
    // Limited to one, because it holds a connection while it waits.
    inspect: (fileName, bytes, whose = { merchantId, accountId }) =>
      inspectBytes(kernel.upload, fileName, bytes, { ...whose, most: 1 }, awaited),
    userAgent: door.userAgent,
    token: door.token,
    idempotencyKey: door.idempotencyKey,
    can: (key) => identity.keys.has(key),
    require(key, field) {
      if (!identity.keys.has(key)) throw new Refusal('forbidden', field === undefined ? {} : { field })
      required.add(key)
    },
    required,
    elevated: tx.elevated,
    elevatedAtOnce: tx.elevatedAtOnce,
    beforeEnd: tx.beforeEnd,
    apart(run) {
      door.actsOutside?.()
      return inGate(kernel.pools.side, { now, userId: identity.userId }, run)
    },
    oncePerCall<T>(name: string, run: () => Promise<T>): Promise<T> {
      const known = door.kept?.get(name) as Promise<T> | undefined
      if (known !== undefined) return known
      const found = run()
      door.kept?.set(name, found)
      // What did not come to its end is tried again.
      found.catch(() => door.kept?.delete(name))
      return found
    },
    audit: door.setNote,
    auditRead: (read) =>
      inTenant(kernel.pools.side, { scope: identity, now, readOnly: false }, async ({ queue }) =>
        insertAudit({ ...door, queue }, door.name, read),
      ),
    afterCommit: (run) => door.after.push(run),
    answerAfterCommit: door.answerAfterCommit ?? ((run) => door.after.push(async () => void (await run()))),
    asSystem: (work, of = { merchantId: identity.merchantId, vault: door.vault }) => {
      // As many of these at once as there are connections would deadlock the pool.
      if (tx.holds()) throw new Error(`${door.name} asks for a second connection while it holds one`)
      return asSystem(kernel, { name: door.name, ...of }, work)
    },
    tellDifference(details, what) {
      kernel.metrics.differences.inc({ work: door.name })
      log.error(details, what)
    },
    elapsed: () => performance.now() - door.started,
    nextNumber: (prefix) => kernel.nextNumber(identity.merchantId, prefix, now),
    nextNumbers: (prefix, count) => kernel.nextNumbers(identity.merchantId, prefix, now, count),
  }
}

/** The identity of the system working for a merchant: every store, every permission, no name. */
export const systemIdentity = (merchantId: string): Identity => ({
  ...nobody,
  merchantId,
  merchantStatus: 1,
  parentId: '0',
  keys: new Set(permissionKeys),
})

/** Runs work as the system, in a separate transaction; its work after the commit is started. */
export async function asSystem<T>(
  kernel: Kernel,
  { name, merchantId, vault }: { readonly name: string; readonly merchantId: string; readonly vault: Vault },
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  let after: Door['after'] = []
  const scope = { merchantId, accountId: '0', scope: 'all', storeIds: [] } as const
  const answer = await withRestarts((first) =>
    inTenant(kernel.pools.main, { scope, now: kernel.clock.now(), readOnly: false }, async (tx) => {
      after = []
      const ctx = systemContext(kernel, { name, merchantId, tx, vault, after })
      await first(ctx)
      return work(ctx)
    }),
  )
  kernel.wake.notify()
  kernel.afterwards.begin(after, { traceId: `system-${name}`, call: name })
  return answer
}

/** The context of a job, inside its merchant's transaction. */
export const systemContext = (
  kernel: Kernel,
  job: { name: string; merchantId: string; tx: Transaction; vault: Vault; after: Door['after'] },
): Context =>
  makeContext(kernel, job.tx, {
    name: job.name,
    identity: systemIdentity(job.merchantId),
    now: kernel.clock.now(),
    started: performance.now(),
    ip: '',
    traceId: traceOfLog().traceId ?? `job-${job.name}`,
    userAgent: '',
    token: null,
    header: () => null,
    files: [],
    vault: job.vault,
    idempotencyKey: null,
    after: job.after,
    setNote: () => {},
  })
