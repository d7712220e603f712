import { formatMoney } from '@cheyi/domain/money'
import { tollName } from '@cheyi/domain/rental/toll/toll'
import { tollCancel } from '../../../form/calls/toll-cancel.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import type { TollLine } from './toll-line.ts'

/** Voids a line that was wrong; its cost of the car goes with it. */
export default function VoidSheet({ line, answer }: { readonly line: TollLine } & Asks<true>) {
  const { lineId, version, fen } = line
  const form = useEntry(tollCancel, { start: { lineId, version }, toast: '账单行已作废', onSent: () => answer(true) })
  return (
    <ReasonSheet
      title={`作废${tollName(line)} ${formatMoney(Math.abs(fen))}`}
      of={form}
      action="作废"
      variant="danger"
      field={form.fields.reason}
      usual={['重复导入', '不是本车', '服务商已退回']}
    >
      <Notice>作废后不再计入车辆费用，同一笔可以重新导入</Notice>
    </ReasonSheet>
  )
}
