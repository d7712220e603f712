import type { deductModes } from '@cheyi/contract/money/deposit'
import { type PayMode, payMode, payModes } from '@cheyi/domain/money/payment/codes'

type DeductMode = (typeof deductModes)[number]

export const isDeductMode = (mode: PayMode): mode is DeductMode =>
  mode === payMode.onlineIn || mode === payMode.platformDeduct || mode === payMode.offlineDeduct

/** The capture of an online hold is recorded as a payment. */
export const modeText = (mode: PayMode): string => (mode === payMode.onlineIn ? '线上转支付' : payModes.text(mode))
