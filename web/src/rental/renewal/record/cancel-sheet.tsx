import { formatMoney } from '@cheyi/domain/money'
import { renewalCancel } from '../../../form/calls/renewal-cancel.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { momentText } from '../../../kernel/now.ts'
import { Note } from '../../../ui/layout.tsx'
import type { Renewal } from './renewal-card.tsx'

const usual = ['客户不续了', '时间选错', '改为换车']

/** Destination of the refund: `¥228.10 将原路退回`, `¥100.00 待线下退款`. */
const refundWords = ({ refund, byHand }: { readonly refund: number; readonly byHand: number }): string[] => [
  ...(refund > byHand ? [`${formatMoney(refund - byHand)} 将原路退回`] : []),
  ...(byHand > 0 ? [`${formatMoney(byHand)} 待线下退款`] : []),
]

/** Cancels a renewal that has not begun. */
export default reasonSheet(renewalCancel, ({ row }: { readonly row: Renewal }) => ({
  title: '取消续租',
  action: '取消续租',
  usual,
  start: { renewalId: row.renewalId },
  toast: (done) => ['已取消续租', ...refundWords(done)].join('，'),
  about: (
    <Note num>
      {row.toPay === null
        ? `还车时间退回 ${momentText(row.oldReturnAt)}，减收 ${formatMoney(row.amount)}；已收的部分立即退给客户：线上收的原路退回，线下收的待财务退款`
        : `保留的时段立即释放，仍应于 ${momentText(row.oldReturnAt)} 还车；收款码和付款链接随即失效`}
    </Note>
  ),
}))
