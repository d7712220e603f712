import { Refusal } from '@cheyi/domain/refusal'
import { type Bounds, FairQueue, type Whose } from '../kernel/fair-queue.ts'

/** Work of one kind, done one job at a time. */
export interface Turns<Job, Result> {
  /**
   * Runs a job in its turn; a job whose `signal` is aborted meanwhile does not begin.
   * @throws Refusal lineFull (-7) when too many are waiting already, or the turn did not come before `signal`
   */
  run(job: Job, whose: Whose, signal?: AbortSignal): Promise<Result>
}

interface Options extends Bounds {
  /** Name of the things in the refusal message, such as 图片. */
  readonly noun: string
}

interface Waiting<Job, Result> extends PromiseWithResolvers<Result> {
  readonly job: Job
  readonly signal: AbortSignal | undefined
}

/** A fair queue before `perform`, which never runs twice at the same time. */
export function fairTurns<Job, Result>(
  { noun, ...bounds }: Options,
  perform: (job: Job, signal: AbortSignal | undefined) => Promise<Result>,
): Turns<Job, Result> {
  const line = new FairQueue<Waiting<Job, Result>>(bounds)
  let working = false

  async function work(): Promise<void> {
    if (working) return
    working = true
    for (let one = line.next(); one !== undefined; one = line.next())
      await perform(one.job, one.signal).then(one.resolve, one.reject)
    working = false
  }

  return {
    async run(job, whose, signal) {
      signal?.throwIfAborted()
      const mine: Waiting<Job, Result> = { job, signal, ...Promise.withResolvers<Result>() }
      const refusal = () => new Refusal('lineFull', { 什么: noun })
      line.enter(whose, mine)?.reject(refusal())
      // The time limit of the call passed in the queue: the queue was too long, which is a refusal and no server error.
      const leave = () => line.leave(whose, mine) && mine.reject(refusal())
      signal?.addEventListener('abort', leave)
      void work()
      try {
        return await mine.promise
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}
