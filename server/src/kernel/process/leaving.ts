import { Refusal, type RefusalDetail, type RefusalKey } from '@cheyi/domain/refusal'
import type { Context } from '../context.ts'

/**
 * A refusal that leaves something behind, though everything else the call did is undone: `leave` runs in a transaction of
 * its own after that, and what it answers goes to the caller beside the refusal.
 */
export class LeavingRefusal extends Refusal {
  readonly leave: (ctx: Context) => Promise<RefusalDetail>

  constructor(key: RefusalKey, leave: (ctx: Context) => Promise<RefusalDetail>) {
    super(key)
    this.leave = leave
  }
}
