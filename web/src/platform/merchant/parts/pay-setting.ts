import { depositMode, waiveType } from '@cheyi/domain/money/deposit/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { payProfile } from '@cheyi/domain/platform/merchant/pay-setting'
import type { UseQueryResult } from '@tanstack/react-query'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { readStored } from '../../../kernel/stored.ts'
import { useUser } from '../../../kernel/user.ts'

/*
 * A device may be configured so that the platform collects payments for a merchant: then no payment by hand and no
 * payment code of the merchant is offered. This changes the display only; the server uses its own setting.
 */

type PaySetting = OutputOf<typeof calls.merchant.paySetting>
type DepositWays = Pick<OutputOf<typeof calls.deposit.forPickup>, 'modes' | 'holdWays' | 'waiveTypes' | 'payWays'>

/** Whether this device is configured so that the platform collects the payments of the user's merchant. */
export function useCustomPay(): boolean {
  const merchantId = useUser()?.merchantId
  return merchantId !== undefined && (readStored('customPayMerchantIds') ?? '').split(',').includes(String(merchantId))
}

interface PaySettingAsked {
  readonly enabled?: boolean
  /** The store that takes the payment; left out: the merchant as a whole. */
  readonly storeId?: string | undefined
}

/** The payment setting of a store, as this device displays it. */
export function usePaySetting({
  enabled = true,
  storeId,
}: PaySettingAsked = {}): UseQueryResult<PaySetting, CallFailure> {
  const read = useRead(calls.merchant.paySetting, { storeId }, { enabled, freshFor: 600_000 })
  const custom = useCustomPay()
  if (!custom || !read.isSuccess) return read
  return {
    ...read,
    data: { ...read.data, payProfile: payProfile.platform, payWays: [payWay.platform], offline: false, fixed: true },
  }
}

/**
 * The ways to settle a deposit, as this device displays them: if the platform collects payments, the merchant may
 * waive the deposit.
 */
export function useDepositWays<T extends DepositWays>(
  read: UseQueryResult<T, CallFailure>,
): UseQueryResult<T, CallFailure> {
  const custom = useCustomPay()
  if (!custom || !read.isSuccess) return read
  const { modes, waiveTypes } = read.data
  const data = {
    ...read.data,
    modes: modes.filter((mode) => mode === depositMode.waived),
    holdWays: [],
    waiveTypes: waiveTypes.filter((type) => type === waiveType.merchant),
    payWays: [payWay.platform],
  }
  return { ...read, data }
}
