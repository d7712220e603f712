import { text } from '../kernel/field.ts'

/** Numbers that a platform gives: of its orders, its renewals. */
export const channelNo = (label: string) =>
  text(1, 64, label).regex(/^[\w.-]+$/, `${label}只能有字母、数字、点、下划线和短横线`)
export const channelOrderNo = channelNo('渠道订单号')
