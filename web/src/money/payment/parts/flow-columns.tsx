import { accountName } from '@cheyi/domain/money/payment/accounts'
import { flowKinds, payWays } from '@cheyi/domain/money/payment/codes'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { open } from '../../../page/open.ts'
import { type Movement, movedBy, signedFen } from './movement.ts'

/** Opens the details of a movement: its numbers, the payer and its vouchers. */
export const openMovement = (movement: Movement) => open(() => import('./flow-sheet.tsx'), { movement })

/** Payment movements: when, what for, by which method, how much came in or went out, and by whom. */
export const flowColumns: readonly ListColumn<Movement>[] = [
  { key: 'at', title: '时间', kind: 'time', of: ({ at }) => at },
  { key: 'kind', title: '款项', kind: 'text', width: 84, card: 'title', of: ({ kind }) => flowKinds.text(kind) },
  { key: 'way', title: '方式', kind: 'text', width: 84, card: 'title', of: ({ way }) => payWays.text(way) },
  { key: 'payer', title: '付款方', kind: 'person', width: 72, card: 'none', of: ({ payer }) => payer },
  { key: 'order', title: '订单号', kind: 'text', width: 124, of: ({ orderNo }) => orderNo },
  { key: 'in', title: '收入', kind: 'money', width: 84, of: (one) => (one.direction === 'in' ? one.amount : null) },
  {
    key: 'out',
    title: '支出',
    kind: 'money',
    width: 84,
    of: (one) => (one.direction === 'out' ? signedFen(one) : null),
  },
  { key: 'store', title: '门店', kind: 'text', width: 96, of: ({ storeName }) => storeName },
  { key: 'who', title: '经手人', kind: 'person', width: 76, of: movedBy },
  { key: 'slipNo', title: '流水号', kind: 'text', card: 'none', of: ({ slipNo }) => slipNo },
  { key: 'txnId', title: '凭证号', kind: 'text', width: 72, card: 'none', of: ({ txnId }) => txnId },
  {
    key: 'tradeNo',
    title: '交易单号',
    kind: 'text',
    width: 140,
    card: 'none',
    extra: true,
    of: ({ tradeNo }) => tradeNo,
  },
  {
    key: 'account',
    title: '科目',
    kind: 'text',
    width: 100,
    card: 'none',
    extra: true,
    of: ({ account }) => accountName(account),
  },
  {
    key: 'vouchers',
    title: '凭证',
    kind: 'number',
    unit: '张',
    card: 'none',
    extra: true,
    of: ({ voucherIds }) => voucherIds.length || null,
  },
]
