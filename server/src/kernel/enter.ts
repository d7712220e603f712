import { inGate, inTenant, type Transaction } from './db.ts'
import type { Kernel } from './pipeline.ts'

export type { Transaction } from './db.ts'

/** What entering without a call needs of the kernel. */
export type Entrance = Pick<Kernel, 'pools' | 'vaults' | 'clock'>

/** Runs work as the merchant itself, every store in sight: provisioning, seeds and tests. */
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

/** Runs work as the login role, before any merchant. */
export const asGate = <T>(kernel: Entrance, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  inGate(kernel.pools.main, { now: kernel.clock.now() }, work)
