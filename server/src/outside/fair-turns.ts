import { Refusal } from '@cheyi/domain/refusal'
import { type Bounds, FairLine, type Whose } from '../kernel/fair-line.ts'

/** Work of one kind, done one at a time. */
export interface Turns<Job, Result> {
  /**
   * Does a job in its turn; one whose `signal` is aborted meanwhile is not begun.
   * @throws Refusal lineFull (-7) when too many wait already, or the turn did not come before `signal`
   */
  run(job: Job, whose: Whose, signal?: AbortSignal): Promise<Result>
}

interface Options extends Bounds {
  /** 图片: what whoever is refused is told about. */
  readonly noun: string
}

interface Waiting<Job, Result> extends PromiseWithResolvers<Result> {
  readonly job: Job
  readonly signal: AbortSignal | undefined
}

/** A fair line before `perform`, which is never called again before it has come to an end. */
export function fairTurns<Job, Result>(
  { noun, ...bounds }: Options,
  perform: (job: Job, signal: AbortSignal | undefined) => Promise<Result>,
): Turns<Job, Result> {
  const line = new FairLine<Waiting<Job, Result>>(bounds)
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
      // Behind so many that the call's time is over: it is its own line that was too long, and nothing of ours failed.
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
