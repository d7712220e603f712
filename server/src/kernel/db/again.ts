import type { Context } from '../context.ts'

/** What a transaction does before its work when it starts again. */
export type First = (ctx: Context) => Promise<void>

/**
 * Thrown in a transaction that needs a row which somebody else has under lock, where waiting for it could wait in a circle:
 * the transaction is rolled back and starts again with `first`, which takes those locks in their right order.
 */
export class Again extends Error {
  readonly first: First

  constructor(first: First) {
    super('the transaction starts again')
    this.first = first
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
      first = error.first
    }
  }
}
