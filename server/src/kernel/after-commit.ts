import { setImmediate as turn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { inStep } from './trace/trace.ts'

/**
 * Work after a commit that the answer does not wait for: messages, files that are no longer needed. It begins once the
 * answer is being sent, so that its duration reveals nothing to the caller.
 */
export interface AfterCommit {
  /** Runs the work items one after the other; a failure is logged with `about`, and the next item runs. */
  begin(works: readonly (() => void | Promise<void>)[], about: Readonly<Record<string, unknown>>): void
  /** Resolves when nothing is running. */
  idle(): Promise<void>
}

export function createAfterCommit(log: Pick<Logger, 'error'>): AfterCommit {
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
      const running = inStep('after commit', () => runAll(works, about)).finally(() => underWay.delete(running))
      underWay.add(running)
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
