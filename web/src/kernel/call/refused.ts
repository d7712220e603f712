import { type RefusalKey, refusals } from '@cheyi/domain/refusal'
import { type CallFailure, hasCode } from './failure.ts'

/**
 * Whether a call was refused for one of these reasons: `if (refusedAs('priceChanged')(failure)) …`, and as the
 * `handles` of a call whose refusals the screen answers itself.
 */
export const refusedAs =
  (...keys: readonly RefusalKey[]) =>
  (failure: CallFailure): boolean =>
    keys.some((key) => hasCode(failure, refusals[key].code))
