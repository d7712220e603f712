import { type Ask, queries } from '../kernel/call/calls.ts'
import { baseCode, CallFailure, hasCode } from '../kernel/call/failure.ts'
import { feedback } from '../kernel/call/feedback.ts'

/** Asks again for what a page shows, as pulling it down does. What is shown stays; a failure makes a toast. */
export async function refresh(...asks: readonly Ask<unknown>[]): Promise<void> {
  try {
    await Promise.all(asks.map((one) => queries.fetchQuery({ ...one, staleTime: 0 })))
  } catch (error) {
    // Who is signed out by it is told so in place of the page.
    if (error instanceof CallFailure && !hasCode(error, baseCode.invalidToken)) feedback.toast(error.message, 'error')
  }
}
