import { formatMoney } from '@cheyi/domain/money'
import { violationWaive } from '../../../form/calls/violation-waive.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** Waives the uncollected rest, with a reason. */
export default reasonSheet(
  violationWaive,
  ({ violation: { violationId, version, claim } }: { readonly violation: Violation }) => ({
    title: '免除违章费用',
    usual: ['老客户优惠', '责任有争议', '金额较小', '客户失联'],
    action: `免除 ${formatMoney(claim?.due ?? 0)}`,
    start: { violationId, version },
    toast: '已免除',
    about: <Notice>免除的是未收部分；已代缴的罚款计入商家支出，不能再向客户收取</Notice>,
  }),
)
