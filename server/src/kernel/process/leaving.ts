import { Refusal, type RefusalDetail, type RefusalKey } from '@cheyi/domain/refusal'
import type { Context } from '../context.ts'

/**
 * A refusal that must store something although the call is rolled back: `leave` runs afterwards in a transaction of its
 * own, and its result is sent to the client with the refusal.
 */
export class LeavingRefusal extends Refusal {
  readonly leave: (ctx: Context) => Promise<RefusalDetail>

  constructor(key: RefusalKey, leave: (ctx: Context) => Promise<RefusalDetail>) {
    super(key)
    this.leave = leave
  }
}
