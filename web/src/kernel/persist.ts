import { CallFailure } from './call/failure.ts'

const RETRY_PAUSES = [800, 2_000, 4_000]
/** Another database server takes over within 30 s of the loss of the first. */
const PATIENCE = 30_000

/**
 * Retries work that got no answer, and waits for the network in between. Gives up after {@link PATIENCE}, or after as
 * many retries as there are pauses when this device is offline.
 */
export async function persist<O>(work: () => Promise<O>): Promise<O> {
  const giveUp = performance.now() + PATIENCE
  for (let retries = 0; ; retries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CallFailure) || error.kind !== 'lost' || performance.now() > giveUp) throw error
      const pause = RETRY_PAUSES[retries]
      if (pause === undefined && !navigator.onLine) throw error
      await networkOr(pause ?? RETRY_PAUSES.at(-1)!)
    }
  }
}

/** Waits `ms`, or less when the network comes back meanwhile. */
export function networkOr(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      removeEventListener('online', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    addEventListener('online', wake)
  })
}
