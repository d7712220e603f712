import type { CodeOf } from '../../enumeration.ts'
import { debtAges } from '../debt/age.ts'

type AgeColumn = `age${CodeOf<typeof debtAges>}`

/** Columns of 应付账单, on the screen and in the export file, in their order. */
export const billColumns = {
  payee: '收款方',
  kind: '类型',
  billNo: '账单号',
  what: '用途',
  state: '状态',
  billedOn: '账单日期',
  dueOn: '到期日',
  late: '拖欠天数',
  amount: '金额',
  left: '待付',
  ...(Object.fromEntries(debtAges.values.map((age) => [`age${age}`, debtAges.text(age)])) as Record<AgeColumn, string>),
} as const
