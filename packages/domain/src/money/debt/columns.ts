import type { CodeOf } from '../../enumeration.ts'
import { debtAges } from './age.ts'

type AgeColumn = `age${CodeOf<typeof debtAges>}`

/** Columns of 应收账龄, on the screen and in the export file, in their order. */
export const debtColumns = {
  customer: '客户',
  together: '客户合计',
  orderNo: '订单号',
  status: '订单状态',
  store: '门店',
  since: '到期日',
  late: '拖欠天数',
  owed: '欠款',
  ...(Object.fromEntries(debtAges.values.map((age) => [`age${age}`, debtAges.text(age)])) as Record<AgeColumn, string>),
} as const
