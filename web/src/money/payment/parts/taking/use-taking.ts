import { hasSlip, onlinePayWays, type PayWay } from '@cheyi/domain/money/payment/codes'
import type { Slot } from '../../../../form/uploads-field.tsx'
import { useUsualWay } from './usual-way.ts'

/** The customer scans a code to pay; any other method is recorded manually. */
export const isByCode = (way: PayWay | null | undefined): way is PayWay => way != null && onlinePayWays.includes(way)

interface Typed {
  readonly payWay: PayWay | null
  readonly slipNo: string | null
}

export type Taking = ReturnType<typeof useTaking>

/**
 * The rules of every form that takes a payment: the proposed method, the check that one is chosen, and the input to send.
 * `TakingFields` renders them.
 * @param vouchers pictures that prove a manually recorded payment
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
    /** A missing method is an error, so that a payment that was not received is not recorded as received. */
    missing: (way: PayWay | null) => way === null && '请选择收款方式',
  }
}
