import { accountName } from '@cheyi/domain/money/payment/accounts'
import { flowKinds, payWays } from '@cheyi/domain/money/payment/codes'
import { flowColumns as titles } from '@cheyi/domain/money/payment/columns'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { open } from '../../../page/open.ts'
import { cashierText, type Movement, signedFen } from './movement.ts'

/** Opens the details of a movement: its numbers, the payer and its vouchers. */
export const openMovement = (movement: Movement) => open(() => import('./flow-sheet.tsx'), { movement })

/** Payment movements: when, what for, by which method, how much came in or went out, and by whom. */
export const flowColumns: readonly ListColumn<Movement, keyof typeof titles>[] = [
  { key: 'at', title: titles.at, kind: 'time', of: ({ at }) => at },
  { key: 'kind', title: titles.kind, kind: 'text', width: 84, card: 'title', of: ({ kind }) => flowKinds.text(kind) },
  { key: 'way', title: titles.way, kind: 'text', width: 84, card: 'title', of: ({ way }) => payWays.text(way) },
  { key: 'payer', title: titles.payer, kind: 'person', width: 72, card: 'none', of: ({ payer }) => payer },
  { key: 'order', title: titles.order, kind: 'text', width: 124, of: ({ orderNo }) => orderNo },
  { key: 'in', title: titles.in, kind: 'money', width: 84, of: (one) => (one.direction === 'in' ? one.amount : null) },
  {
    key: 'out',
    title: titles.out,
    kind: 'money',
    width: 84,
    of: (one) => (one.direction === 'out' ? signedFen(one) : null),
  },
  { key: 'store', title: titles.store, kind: 'text', width: 96, of: ({ storeName }) => storeName },
  { key: 'who', title: titles.who, kind: 'person', width: 76, of: cashierText },
  { key: 'slipNo', title: titles.slipNo, kind: 'text', card: 'none', of: ({ slipNo }) => slipNo },
  { key: 'txnId', title: titles.txnId, kind: 'text', width: 72, card: 'none', of: ({ txnId }) => txnId },
  {
    key: 'tradeNo',
    title: titles.tradeNo,
    kind: 'text',
    width: 140,
    card: 'none',
    extra: true,
    of: ({ tradeNo }) => tradeNo,
  },
  {
    key: 'account',
    title: titles.account,
    kind: 'text',
    width: 100,
    card: 'none',
    extra: true,
    of: ({ account }) => accountName(account),
  },
  {
    key: 'vouchers',
    title: titles.vouchers,
    kind: 'number',
    unit: '张',
    card: 'none',
    extra: true,
    of: ({ voucherIds }) => voucherIds.length || null,
  },
]
