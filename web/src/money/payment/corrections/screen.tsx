import { handMades } from '@cheyi/domain/money/payment/correction'
import { useStoreOptions } from '../../../fleet/store/parts/current-store.ts'
import { calls } from '../../../kernel/call/calls.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { pick, pickCode } from '../../../page/list/pick-filter.tsx'
import { usePeople } from '../../../platform/account/parts/use-people.ts'
import { paymentScreens } from '../screens.ts'
import { HandMadeRow } from './hand-made-row.tsx'

/** Manual postings and their corrections. */
export default listPage(paymentScreens.corrections, {
  call: calls.payment.handMade,
  noun: '手工凭证',
  filters: [
    pickCode('what', '类型', handMades),
    pick('storeId', '门店', '全部门店', useStoreOptions),
    pick('accountId', '经办人', '全部人员', usePeople),
    period('period', 'from', 'to'),
  ],
  keyOf: ({ txnId }) => txnId,
  Row: HandMadeRow,
  estimate: 110,
  empty: { note: '坏账核销、交存银行和到账登记有误时，在这里更正' },
})
