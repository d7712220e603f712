import { hasSlip, type PayWay, paidBackWays, payWay } from '@cheyi/domain/money/payment/codes'
import { useMay } from '../../../kernel/user.ts'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'
import { useUsualWay } from './taking/usual-way.ts'

interface Typed {
  readonly payWay?: PayWay | null | undefined
  readonly slipNo?: string | null | undefined
}

/**
 * What a form asks about money that somebody paid back by hand: which way it went, and the number on its slip.
 * @param came how it had come, as it mostly goes back; `storeId`: who pays it, undefined while that is loading
 */
export function usePaidBack({ storeId, came = null }: { storeId: string | undefined; came?: PayWay | null }) {
  const mayKnow = useMay('order.payment')
  const setting = usePaySetting({ storeId, enabled: mayKnow && storeId !== undefined })
  // Only a platform gives back by itself, what it had collected.
  const ways = paidBackWays.filter(
    (way) => way === came || (way !== payWay.platform && setting.data?.payWays.includes(way)),
  )
  const usual = useUsualWay(ways, 'payout')
  return {
    ways,
    usual,
    proposed: came !== null && ways.includes(came) ? came : usual.proposed,
    /** What is sent of it: nothing where no money was paid by hand. */
    sent: ({ payWay: way, slipNo }: Typed, paid: boolean) => ({
      payWay: paid ? (way ?? null) : null,
      slipNo: paid && hasSlip(way ?? null) ? (slipNo ?? null) : null,
    }),
    /** What is wrong with it. */
    missing: ({ payWay: way }: Typed, paid: boolean) => paid && ways.length > 0 && !way && '请选择退款方式',
  }
}
export type PaidBack = ReturnType<typeof usePaidBack>
