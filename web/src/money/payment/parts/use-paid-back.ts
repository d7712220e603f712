import { hasSlip, type PayWay, paidBackWays, payWay } from '@cheyi/domain/money/payment/codes'
import { useMay } from '../../../kernel/user.ts'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'
import { useUsualWay } from './taking/usual-way.ts'

interface Typed {
  readonly payWay?: PayWay | null | undefined
  readonly slipNo?: string | null | undefined
}

/**
 * The fields for money that was paid back manually: the method and the slip number.
 * @param came the original payment method, which is usually used for the refund too; `storeId`: the store that pays, undefined
 * while it is loading
 */
export function usePaidBack({ storeId, came = null }: { storeId: string | undefined; came?: PayWay | null }) {
  const mayKnow = useMay('order.payment')
  const setting = usePaySetting({ storeId, enabled: mayKnow && storeId !== undefined })
  // A platform refunds only payments that it collected itself, so it is offered only if it is the original method.
  const ways = paidBackWays.filter(
    (way) => way === came || (way !== payWay.platform && setting.data?.payWays.includes(way)),
  )
  const usual = useUsualWay(ways, 'payout')
  return {
    ways,
    usual,
    proposed: came !== null && ways.includes(came) ? came : usual.proposed,
    /** The input to send; empty if no money was paid back manually. */
    sent: ({ payWay: way, slipNo }: Typed, paid: boolean) => ({
      payWay: paid ? (way ?? null) : null,
      slipNo: paid && hasSlip(way ?? null) ? (slipNo ?? null) : null,
    }),
    /** The error if no method is chosen. */
    missing: ({ payWay: way }: Typed, paid: boolean) => paid && ways.length > 0 && !way && '请选择退款方式',
  }
}
export type PaidBack = ReturnType<typeof usePaidBack>
