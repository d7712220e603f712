import type { RefusalKey, refusals } from '@cheyi/domain/refusal'
import { translate } from '../../words/words.ts'

/**
 * Why a call failed. `refused`: the server refused with a code of its catalogue. `lost`: no answer came (offline,
 * time-out, broken connection, server unavailable), so a write may or may not have happened. `broken`: the answer has
 * an unknown format.
 */
export type FailureKind = 'refused' | 'lost' | 'broken'

export const FALLBACK_TEXT = '系统开小差了，请稍后重试'
export const BUSY_TEXT = '系统繁忙，请稍后重试'
export const OFFLINE_TEXT = '网络不可用，请检查网络后重试'

/** Codes by their keys: a code that is not in the catalogue does not compile. */
export type RefusalCodes = { readonly [K in RefusalKey]?: (typeof refusals)[K]['code'] }

/** The refusals that the kernel and forms handle themselves; those of pages are in refused.ts. */
export const baseCode = {
  internal: -1,
  badInput: -2,
  forbidden: -3,
  proofNeeded: 1007,
  secondFactorMissing: 1011,
  approvalNeeded: 1036,
  stepUpNeeded: 10014,
  shiftNeeded: 4017,
  tooFrequent: -7,
  invalidToken: -9,
  planPending: 3107,
} as const satisfies RefusalCodes

/** The only error that calls throw; its message can be shown to the user, in the language of the page. */
export class CallFailure extends Error {
  readonly kind: FailureKind
  /** `errorCode` of the envelope; 0 when there was none. */
  readonly code: number
  /** Facts of the refusal, such as the penalty that changed. */
  readonly data: unknown
  /** Trace id that a user can report to support. */
  readonly traceId: string | null

  constructor(
    kind: FailureKind,
    message: string,
    { code = 0, data = null as unknown, traceId = null as string | null } = {},
  ) {
    super(translate(message))
    this.name = 'CallFailure'
    this.kind = kind
    this.code = code
    this.data = data
    this.traceId = traceId
  }

  /** Name of the invalid input field, to show the message beside it. */
  get field(): string | null {
    const data = this.data
    return data !== null && typeof data === 'object' && 'field' in data && typeof data.field === 'string'
      ? data.field
      : null
  }
}

export const hasCode = (failure: CallFailure, code: number): boolean =>
  failure.kind === 'refused' && failure.code === code

export const lostFailure = (offline: boolean) =>
  new CallFailure('lost', offline ? OFFLINE_TEXT : '网络不稳定，请稍后重试')

/** Nothing is wrong with what was sent: the same may succeed later, without a change by the user. */
export const mayWorkLater = (failure: CallFailure): boolean =>
  failure.kind !== 'refused' ||
  [baseCode.tooFrequent, baseCode.invalidToken, baseCode.planPending].some((code) => code === failure.code)

/** No answer came, or the server is still working: the next attempt continues the same action. */
export const isUndecided = (failure: CallFailure): boolean =>
  failure.kind !== 'refused' || failure.code === baseCode.planPending
