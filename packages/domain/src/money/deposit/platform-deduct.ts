import { type CodeOf, enumeration } from '../../enumeration.ts'
import { machine } from '../../step.ts'
import { type DeductResult, deductResult, waiveType } from './codes.ts'

/*
 * 平台扣款: a deduction from a deposit that the selling platform holds. Staff request it, and only the platform decides how much
 * it takes: all, a part, or nothing. Amounts in fen.
 */

export const platformDeductStates = enumeration({
  requested: [0, '待平台答复'],
  confirmed: [1, '平台已扣'],
  partly: [2, '平台部分扣款'],
  refused: [3, '平台未扣'],
})
export const platformDeductState = platformDeductStates.code
export type PlatformDeductState = CodeOf<typeof platformDeductStates>
const s = platformDeductState

/** The answer of a platform: what it takes of the requested amount. */
interface PlatformAnswer {
  readonly askedFen: number
  readonly takenFen: number
}

export const platformDeductSteps = machine(platformDeductStates, {
  entry: [s.requested],
  final: [s.confirmed, s.partly, s.refused],
  refusal: 'openStatusRefuses',
  steps: {
    answer: {
      from: [s.requested],
      to: [s.confirmed, s.partly, s.refused],
      choose: ({ askedFen, takenFen }: PlatformAnswer) => {
        if (takenFen === 0) return s.refused
        return takenFen < askedFen ? s.partly : s.confirmed
      },
      guard: ({ askedFen, takenFen }: PlatformAnswer) =>
        Number.isSafeInteger(takenFen) && takenFen >= 0 && takenFen <= askedFen ? null : { key: 'amountWrong' },
      by: 'system',
    },
  },
})

/** What is stored of a deduction; a refused one has the requested amount. */
export interface StoredDeduction {
  readonly askedFen: number
  readonly amountFen: number
  readonly result: DeductResult | null
}

export function platformDeductStateOf({ askedFen, amountFen, result }: StoredDeduction): PlatformDeductState {
  if (result === null) return s.requested
  if (result === deductResult.failed) return s.refused
  return amountFen < askedFen ? s.partly : s.confirmed
}

/** What the platform took, as far as it has answered. */
export const platformTakenFen = ({ amountFen, result }: Pick<StoredDeduction, 'amountFen' | 'result'>): number =>
  result === null || result === deductResult.failed ? 0 : amountFen

/** The part of a deposit that its platform holds and that is neither requested nor taken. */
export const platformFreeFen = (row: {
  readonly waiveType: number | null
  readonly amountFen: number
  readonly platformAskedFen: number
  readonly platformTakenFen: number
}): number =>
  row.waiveType === waiveType.platformHeld ? row.amountFen - row.platformAskedFen - row.platformTakenFen : 0

/**
 * What a statement of the platform says about open requests of an order, oldest first: each takes what is left of the stated sum.
 * A request that gets nothing stays open, because a later statement may name it.
 */
export function statedAnswers<R extends { readonly askedFen: number }>(
  open: readonly R[],
  statedFen: number,
): { readonly request: R; readonly takenFen: number }[] {
  let left = Math.max(0, statedFen)
  return open.flatMap((request) => {
    const takenFen = Math.min(left, request.askedFen)
    left -= takenFen
    return takenFen === 0 ? [] : [{ request, takenFen }]
  })
}
