import type { PayKind, PayWay } from '@cheyi/domain/money/payment/codes'
import { isSucceeded } from '@cheyi/domain/money/payment/steps'
import { calls, useWrite } from '../../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../../kernel/call/failure.ts'
import { open } from '../../../../page/open.ts'

/** An item that is paid by a separate code. */
export interface CodePart {
  readonly payKind: PayKind
  readonly refId?: string
  /** Amount in fen. */
  readonly amount: number
  /** The name of the fee as the customer reads it, such as 租车押金. */
  readonly name: string
}

/** `open`: the customer has not paid yet and may use another payment method. */
export type CodeOutcome = 'paid' | 'refused' | 'open'

/**
 * Shows one payment code after another, because a provider accepts only one item per code.
 * @param then the action of the page after the last payment: 确认还车
 */
export function useCodes(
  orderId: string,
  { handles, then }: { readonly handles?: (failure: CallFailure) => boolean; readonly then?: string } = {},
) {
  const take = useWrite(calls.payment.collect, handles && { handles })
  return {
    pending: take.pending,
    /** The reason why a code was refused. */
    why: take.why,
    async show(payWay: PayWay, parts: readonly CodePart[]): Promise<CodeOutcome> {
      for (const [n, { name, ...part }] of parts.entries()) {
        const link = await take.run({ orderId, payWay, ...part })
        if (link === null) return 'refused'
        if (isSucceeded(link.status)) continue
        const { paymentId } = link
        const asked = {
          orderId,
          paymentId,
          payWay,
          name,
          amount: part.amount,
          then,
          before: parts.slice(0, n),
          count: parts.length,
        }
        if (!(await open(() => import('../pay-code-sheet.tsx'), asked))) return 'open'
      }
      return 'paid'
    },
  }
}
