import { payWays } from '@cheyi/domain/money/payment/codes'
import { type BillState, billState } from '@cheyi/domain/money/reconcile/bill'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Tone } from '../../../ui/show/tag.tsx'

export type Bill = OutputOf<typeof calls.reconcile.detail>

const tones: Readonly<Record<BillState, Tone>> = {
  [billState.waiting]: 'neutral',
  [billState.failed]: 'danger',
  [billState.matched]: 'success',
  [billState.differing]: 'warning',
  [billState.cleared]: 'outline',
}
export const toneOf = ({ state }: Pick<Bill, 'state'>): Tone => tones[state]

/** `支付宝 · 虹桥店`; a contract of the merchant itself has no store: `微信`. */
export const accountOf = ({ payWay, storeName }: Pick<Bill, 'payWay' | 'storeName'>): string =>
  [payWays.text(payWay), storeName].filter(Boolean).join(' · ')
