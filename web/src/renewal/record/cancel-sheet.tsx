import { formatMoney } from '@cheyi/domain/money'
import { formatDateTime } from '@cheyi/domain/time'
import { renewalCancel } from '../../form/calls/renewal-cancel.gen.ts'
import { useEntry } from '../../form/use-entry.ts'
import { ReasonSheet } from '../../order/parts/sheet/reason-sheet.tsx'
import type { Asks } from '../../page/opened-sheet.tsx'
import { Note } from '../../ui/layout.tsx'
import type { Renewal } from './renewal-card.tsx'

const usual = ['客户不续了', '时间选错', '改为换车']

/** Takes a renewal back that has not begun. */
export default function CancelRenewal({ row, answer }: { readonly row: Renewal } & Asks<boolean>) {
  const form = useEntry(renewalCancel, {
    start: { renewalId: row.renewalId },
    toast: ({ refund }) => (refund > 0 ? `已取消续租，待退 ${formatMoney(refund)}` : '已取消续租'),
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet title="取消续租" of={form} action="取消续租" field={form.fields.reason} usual={usual}>
      <Note num>
        {row.toPay === null
          ? `还车时间退回 ${formatDateTime(row.oldReturnAt)}，减收 ${formatMoney(row.amount)}；已收的部分转为待退`
          : `保留的时段立即释放，仍应于 ${formatDateTime(row.oldReturnAt)} 还车；收款码和付款链接随即失效`}
      </Note>
    </ReasonSheet>
  )
}
