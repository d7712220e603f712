import { insertAudit } from './audit.ts'
import type { AuditNote, Context } from './context.ts'
import { inGate, inTenant, type Transaction } from './db/db.ts'
import { type OnReplica, readStale } from './db/replica.ts'
import { type First, withRestarts } from './db/restart.ts'
import type { Kernel } from './http/pipeline.ts'
import type { Identity } from './identity.ts'
import { makeContext } from './make-context.ts'

export type { Transaction } from './db/db.ts'

/** The part of the kernel that is needed to run work without a call. */
export type Entrance = Pick<Kernel, 'pools' | 'vaults' | 'clock'>

/** Runs work as the merchant, with access to every store: provisioning, seeds and tests. */
export const asMerchant = <T>(
  kernel: Entrance,
  merchantId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  inTenant(
    kernel.pools.main,
    { scope: { merchantId, accountId: '0', scope: 'all', storeIds: [] }, now: kernel.clock.now(), readOnly: false },
    work,
  )

/** Runs work as the login role, without a merchant. */
export const asGate = <T>(kernel: Entrance, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  inGate(kernel.pools.main, { now: kernel.clock.now() }, work)

/**
 * Runs work in the name of an absent account, with its stores and permissions. A write adds an audit row with `name`, like a call.
 * @param seen the position that a replica must have reached before it may answer a read; undefined: only the primary may
 */
export async function asAccount<T>(
  kernel: Kernel,
  identity: Identity,
  { name, readOnly, seen }: { readonly name: string; readonly readOnly: boolean; readonly seen?: string | undefined },
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const now = kernel.clock.now()
  const vault = await kernel.vaults.merchant(identity.merchantId)
  let after: (() => void | Promise<void>)[] = []
  let note: AuditNote | undefined
  const attemptOn = (first: First, on?: OnReplica) => {
    const options = { scope: identity, now, readOnly, ...(on && { recent: on.recent }) }
    return inTenant(on?.pool ?? kernel.pools.main, options, async (tx) => {
      after = []
      const ctx = makeContext(kernel, tx, {
        name,
        identity,
        now,
        started: performance.now(),
        ip: '',
        traceId: name,
        userAgent: '',
        token: null,
        header: () => null,
        files: [],
        vault,
        idempotencyKey: null,
        after,
        setNote: (given) => {
          note = given
        },
      })
      await first(ctx)
      const answer = await work(ctx)
      if (!readOnly) insertAudit(ctx, name, note)
      return answer
    })
  }
  const attempt = (first: First) =>
    seen === undefined ? attemptOn(first) : readStale(kernel, seen, (on) => attemptOn(first, on))
  const answer = await withRestarts(attempt)
  for (const run of after) await run()
  return answer
}
