import { formatMoney } from '@cheyi/domain/money'
import { isToReturn, tollName } from '@cheyi/domain/rental/toll/toll'
import { tollCancel } from '../../../form/calls/toll-cancel.gen.ts'
import { tollWaive } from '../../../form/calls/toll-waive.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { TollLine } from './toll-line.ts'
import { usualWaivers } from './usual.ts'

/** Voids a line that was wrong; its cost of the car goes with it. */
export const VoidSheet = reasonSheet(tollCancel, ({ line }: { readonly line: TollLine }) => {
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

const ways = {
  waive: { title: '不向客户收取', toast: '由商家承担', action: '不收，由商家承担', usual: usualWaivers },
  returned: {
    title: '已退客户',
    toast: '已标记为退给客户',
    action: '已退给客户',
    usual: ['已在订单退款', '已抵扣其他费用'],
  },
} as const

/** The merchant bears a line that a customer could be charged for, or has paid the customer what the provider gave back. */
export const WaiveSheet = reasonSheet(tollWaive, ({ line }: { readonly line: TollLine }) => {
  const { lineId, version, fen, status } = line
  const { title, toast, action, usual } = ways[isToReturn(status) ? 'returned' : 'waive']
  return {
    title: `${title} ${formatMoney(Math.abs(fen))}`,
    action,
    usual,
    start: { lineId, version },
    toast,
  }
})
