import { CallFailure } from './call/failure.ts'

const RETRY_PAUSES = [800, 2_000, 4_000]
const PATIENCE = 25_000

/**
 * Retries work that got no answer, up to three times, and waits for the network in between; gives up after {@link
 * PATIENCE}.
 */
export async function persist<O>(work: () => Promise<O>): Promise<O> {
  const giveUp = performance.now() + PATIENCE
  for (const pause of RETRY_PAUSES) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CallFailure) || error.kind !== 'lost' || performance.now() > giveUp) throw error
      await networkOr(pause)
    }
  }
  return work()
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
