import type { Context } from '../context.ts'

/** What a transaction does before its work when it starts again. */
export type First = (ctx: Context) => Promise<void>

/** What a transaction lacks. */
interface Lacking {
  /** Done at the begin of the next attempt, and of those after it that say nothing else. */
  readonly first?: First
  /** Waited for before the next attempt, while there is no transaction: an answer from outside. */
  readonly between?: () => Promise<void>
}

/**
 * Thrown in a transaction that needs a row which somebody else has under lock, where waiting for it could wait in a circle,
 * or an answer from outside, which no transaction waits for: it is rolled back and starts again with `first`, which takes
 * those locks in their right order, once `between` is over.
 */
export class Again extends Error {
  readonly lacking: Lacking

  constructor(lacking: Lacking) {
    super('the transaction starts again')
    this.lacking = lacking
  }
}

/** Each attempt has waited for all that the one before it lacked; more are needed only where plans keep changing. */
const ATTEMPTS = 8

/** Runs a transaction, anew as often as it asks for that. @throws Again when it asked too often */
export async function untilThrough<T>(run: (first: First) => Promise<T>): Promise<T> {
  let first: First = async () => {}
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(first)
    } catch (error) {
      if (!(error instanceof Again) || attempt === ATTEMPTS) throw error
      first = error.lacking.first ?? first
      await error.lacking.between?.()
    }
  }
}
