import { type KnownViolations, ordersOf } from '@cheyi/domain/rental/violation/import/plan'
import type { ReadViolation } from '@cheyi/domain/rental/violation/import/row'
import type { Context } from '../../../kernel/context.ts'
import { lockHolders } from '../holders.ts'
import { lockRegister } from '../store.ts'
import { loadReferences } from './store.ts'

/** Locks everything that the reported rows concern, and returns the known data, read under the locks. */
export const lockReported = (ctx: Context, rows: readonly ReadViolation[]): Promise<KnownViolations> =>
  lockHolders(
    ctx,
    () => loadReferences(ctx, rows),
    (facts) => ordersOf(rows, facts),
    lockRegister,
  )
