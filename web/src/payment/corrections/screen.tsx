import { calls } from '../../kernel/call/calls.gen.ts'
import { listPage } from '../../page/list/list-page.tsx'
import { paymentScreens } from '../screens.ts'
import { HandMadeRow } from './hand-made-row.tsx'

/** Postings that somebody made by hand, and what of them was corrected. */
export default listPage(paymentScreens.corrections, {
  call: calls.payment.handMade,
  noun: '手工凭证',
  keyOf: ({ txnId }) => txnId,
  Row: HandMadeRow,
  estimate: 110,
  empty: { note: '坏账核销和交存银行登记有误时，在这里更正' },
})
