import type { Context } from '../context.ts'

/** Runs at the beginning of a restarted transaction, before its work. */
export type First = (ctx: Context) => Promise<void>

/** What a transaction needs before it can continue. */
interface Lacking {
  /** Runs at the start of the next attempt, and of later ones unless replaced. */
  readonly first?: First
  /** Awaited before the next attempt, without a transaction: an external answer. */
  readonly between?: () => Promise<void>
}

/**
 * Thrown in a transaction that needs a row lock out of order, which could deadlock, or an external answer, for which no
 * transaction may wait: it is rolled back and restarted with `first`, which takes the locks in the right order, after
 * `between`.
 */
export class Restart extends Error {
  readonly lacking: Lacking

  constructor(lacking: Lacking) {
    super('the transaction starts again')
    this.lacking = lacking
  }
}

/** Limit of attempts. Each attempt already has what the one before needed, so that more are only needed while plans keep changing. */
const ATTEMPTS = 8

/** Runs a transaction, and restarts it whenever it throws Restart. @throws Restart after too many attempts */
export async function withRestarts<T>(run: (first: First) => Promise<T>): Promise<T> {
  let first: First = async () => {}
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(first)
    } catch (error) {
      if (!(error instanceof Restart) || attempt === ATTEMPTS) throw error
      first = error.lacking.first ?? first
      await error.lacking.between?.()
    }
  }
}
