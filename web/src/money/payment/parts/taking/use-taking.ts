import { hasSlip, type PayWay } from '@cheyi/domain/money/payment/codes'
import { onlinePayWays } from '@cheyi/domain/money/payment/provider'
import type { Slot } from '../../../../form/uploads-field.tsx'
import { useUsualWay } from './usual-way.ts'

/** The customer pays by a code that they scan; any other way is recorded by hand. */
export const isByCode = (way: PayWay | null | undefined): way is PayWay => way != null && onlinePayWays.includes(way)

interface Typed {
  readonly payWay: PayWay | null
  readonly slipNo: string | null
}

export type Taking = ReturnType<typeof useTaking>

/**
 * The rules of a form that takes money now, the same for every form: which way is proposed, that one must be chosen, and what
 * is sent with it. `TakingFields` shows it.
 * @param vouchers the pictures that prove a payment which is recorded by hand
 */
export function useTaking(ways: readonly PayWay[], vouchers: Slot) {
  const usual = useUsualWay(ways)
  return {
    ways,
    usual,
    vouchers,
    proposed: usual.proposed,
    remember: usual.remember,
    slipOf: ({ payWay, slipNo }: Typed) => (hasSlip(payWay) ? slipNo : null),
    proofOf: (way: PayWay | null) => (isByCode(way) ? undefined : vouchers),
    /** Money that nobody took must not look as if it were taken. */
    missing: (way: PayWay | null) => way === null && '请选择收款方式',
  }
}
