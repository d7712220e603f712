import { costOrigins } from '@cheyi/domain/money/payable/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import type { ListBatch } from '../../../page/list/use-picked.tsx'
import { open } from '../../../page/open.ts'
import { payableScreens } from '../screens.ts'

type Cost = OutputOf<typeof calls.payable.unbilledCosts>['list'][number]

/** Costs of one bill. */
const MOST = 200

const columns: readonly ListColumn<Cost>[] = [
  { key: 'plate', title: '车牌', kind: 'text', width: 112, card: 'title', of: ({ plate }) => displayPlate(plate) },
  { key: 'label', title: '费用', kind: 'text', width: 260, of: ({ label }) => label },
  { key: 'origin', title: '来源', kind: 'text', width: 92, of: ({ origin }) => costOrigins.text(origin) },
  { key: 'payee', title: '收款方', kind: 'text', width: 180, of: ({ payeeName }) => payeeName },
  { key: 'on', title: '日期', kind: 'text', width: 108, of: ({ on }) => on },
  { key: 'amount', title: '金额', kind: 'money', of: ({ amount }) => amount },
]

/** Costs of cars that nobody has billed yet, the oldest first; chosen ones become a bill. */
export default listPage(payableScreens.unbilled, {
  call: calls.payable.unbilledCosts,
  noun: '费用',
  filters: [chips('origin', '来源', costOrigins)],
  keyOf: ({ origin, refId }) => `${origin} ${refId}`,
  columns,
  unit: '笔',
  useBatch,
  empty: { note: '维修工单的费用、每月的贷款租赁和保费会列在这里，收到账单后勾选登记' },
})

function useBatch(): ListBatch<Cost> | undefined {
  const may = useMayWhole('finance.reconcile')
  if (!may) return undefined
  return {
    most: MOST,
    unit: '笔',
    nameOf: ({ plate, label }) => `${plate} ${label}`,
    async run(costs) {
      const billId = await open(() => import('../parts/bill-sheets.tsx'), 'CostsSheet', { costs })
      if (billId === undefined) return false
      go(payableScreens.bill, { billId })
      return true
    },
  }
}
