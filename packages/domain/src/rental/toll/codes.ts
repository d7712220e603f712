import { type CodeOf, enumeration } from '../../enumeration.ts'

export const tollKinds = enumeration({ toll: [1, '过路费'], parking: [2, '停车'], charging: [3, '充电'] })
export type TollKind = CodeOf<typeof tollKinds>
export const tollKind = tollKinds.code

/** Who pays a line of a bill, and how far that is. */
export const tollStatuses = enumeration({
  unmatched: [1, '待匹配'],
  toCharge: [2, '待收'],
  asked: [3, '待支付'],
  paid: [4, '已收'],
  /** No customer had the car, or the merchant decided not to charge the one who had it. */
  borne: [5, '商家承担'],
  void: [6, '已作废'],
  /** Money back from the provider for a line that was already asked of a customer. */
  toReturn: [7, '待退客户'],
})
export type TollStatus = CodeOf<typeof tollStatuses>
export const tollStatus = tollStatuses.code
