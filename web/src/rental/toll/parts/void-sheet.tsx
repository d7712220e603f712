import { formatMoney } from '@cheyi/domain/money'
import { tollName } from '@cheyi/domain/rental/toll/toll'
import { tollCancel } from '../../../form/calls/toll-cancel.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { TollLine } from './toll-line.ts'

/** Voids a line that was wrong; its cost of the car goes with it. */
export default reasonSheet(tollCancel, ({ line }: { readonly line: TollLine }) => {
  const { lineId, version, fen } = line
  return {
    title: `作废${tollName(line)} ${formatMoney(Math.abs(fen))}`,
    action: '作废',
    variant: 'danger',
    usual: ['重复导入', '不是本车', '服务商已退回'],
    start: { lineId, version },
    toast: '账单行已作废',
    about: <Notice>作废后不再计入车辆费用，同一笔可以重新导入</Notice>,
  }
})
