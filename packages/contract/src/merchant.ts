import { merchantStatuses } from '@cheyi/domain/merchant/codes'
import { payWays } from '@cheyi/domain/payment/codes'
import { z } from 'zod'
import { call } from './call.ts'
import { Count, codeOut, FenOut, IdOut, id, maybe, page, paging, TimeOut, text } from './field.ts'

/** Settings in force: of the merchant, or with `storeId` those of the store. Minutes, basis points, fen, days, km. */
export const Settings = z.object({
  turnaroundMinutes: Count,
  prepMinutes: Count,
  lockWindowMinutes: Count,
  overdueHoldMinutes: Count,
  graceMinutes: Count,
  dayAfterMinutes: Count,
  overdueMultiplierBp: Count,
  /** 1 no refund, 2 recalculated less a fee, 3 recalculated. */
  earlyReturnMode: Count,
  earlyReturnFeeBp: Count,
  manualDiscountBp: Count,
  autoConfirm: z.boolean(),
  payTimeoutMinutes: Count,
  confirmAlarmMinutes: Count,
  earlyPickupMinutes: Count,
  undoMinutes: Count,
  illegalHoldDays: Count,
  crossDeduct: z.boolean(),
  refundApproveLimitFen: FenOut,
  fuelFenPerLitre: FenOut,
  chargeFenPerKwh: FenOut,
  energyServiceFeeFen: FenOut,
  refundExtraFuel: z.boolean(),
  lowBatteryFeeFen: FenOut,
  oneWayChangesHome: z.boolean(),
  /** Names of the order sources where the merchant uses its own, by source number. */
  sourceNames: z.record(z.string(), z.string()),
})

export const merchant = {
  list: call({
    method: 'POST',
    path: '/api/merchant/info/v1/page',
    summary: '可进入的商家',
    permission: 'signedIn',
    tenant: 'none',
    effect: 'read',
    input: z.object({ ...paging(10_000), name: maybe(text(0, 50, '商家名称')) }),
    output: page(
      z.object({
        id: IdOut,
        merchantId: IdOut,
        name: z.string(),
        logo: z.string().nullable(),
        status: codeOut(merchantStatuses),
        storeCount: Count,
        /** When this user was last inside; null for never. */
        lastLoginAt: TimeOut.nullable(),
      }),
    ),
  }),
  setting: call({
    method: 'GET',
    path: '/api/merchant/info/v1/setting',
    summary: '生效的业务设置',
    permission: 'signedIn',
    effect: 'read',
    input: z.object({ storeId: maybe(id('门店')) }),
    output: Settings,
  }),
  paySetting: call({
    method: 'GET',
    path: '/api/merchant/pay/v1/setting',
    summary: '收款设置',
    permission: ['order.payment'],
    effect: 'read',
    input: z.object({}),
    output: z.object({
      /** Ways this merchant takes money by. */
      payWays: z.array(codeOut(payWays)),
      /** Receipts recorded by hand. */
      offline: z.boolean(),
      /** 1 standard; 2 the platform collects: no receipts by hand, no own QR. */
      payProfile: Count,
      maxPayment: FenOut,
      payTimeoutMinutes: Count,
      illegalHoldDays: Count,
    }),
    refusals: ['payWayClosed'],
  }),
}
