import { setImmediate as turn } from 'node:timers/promises'
import type { Logger } from 'pino'

/**
 * What follows a commit and no answer waits for: messages, files that are no longer needed. It begins once the answer is
 * on its way, so how long it takes tells nobody anything.
 */
export interface Afterwards {
  /** Runs the works one after the other; a failure is logged under `about`, the next goes on. */
  begin(works: readonly (() => void | Promise<void>)[], about: Readonly<Record<string, unknown>>): void
  /** Settles when nothing is under way. */
  idle(): Promise<void>
}

export function createAfterwards(log: Pick<Logger, 'error'>): Afterwards {
  const underWay = new Set<Promise<void>>()
  async function runAll(works: readonly (() => void | Promise<void>)[], about: object): Promise<void> {
    await turn()
    for (const work of works) {
      try {
        await work()
      } catch (err) {
        log.error({ err, ...about }, 'after commit')
      }
    }
  }
  return {
    begin(works, about) {
      if (works.length === 0) return
      const running = runAll(works, about).finally(() => underWay.delete(running))
      underWay.add(running)
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
