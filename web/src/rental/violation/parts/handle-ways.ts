import { violationConsentWays } from '@cheyi/domain/rental/violation/claim'

/** Who handles a violation; used for one and for many. */
export const ways = {
  agency: { label: '商家代办', note: '门店缴款处理，费用从违章押金扣', action: '开始代办' },
  customer: { label: '客户自行处理', note: '短信通知客户，限期处理并上传凭证', action: '通知客户' },
  proof: { label: '客户已处理', note: '上传客户的处理凭证，转待结案', action: '确认已处理' },
  offline: { label: '转线下追偿', note: '客户到期未处理，按合同约定收取违约金', action: '转线下追偿' },
  transfer: { label: '违法转移', note: '向交管部门申请转移给承租人，24小时内告知承租人', action: '已申请转移' },
  staff: { label: '员工处理', note: '由员工或商家处理，不通知客户、不扣款', action: '开始处理' },
} as const
export type Way = keyof typeof ways

/** How the customer agreed. */
export const consents = (['phone', 'written'] as const).map((value) => ({ value, label: violationConsentWays[value] }))
