import { shiftStatuses } from '@cheyi/domain/money/cash-shift/shift'
import { useCurrentStore } from '../../../fleet/store/parts/current-store.ts'
import { calls } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { pick, pickCode } from '../../../page/list/pick-filter.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Shift, ShiftCard } from '../parts/shift-card.tsx'
import { cashShiftScreens } from '../screens.ts'
import { OwnShift } from './own-shift.tsx'

/** A shift in the list, with a link to its payment movements. */
const ShiftRow = ({ item }: { readonly item: Shift }) => (
  <ShiftCard shift={item}>
    <Button size="s" onClick={() => go(cashShiftScreens.shift, { shiftId: item.id })}>
      收付明细
    </Button>
  </ShiftCard>
)

/** The shift of the caller, and earlier shifts. */
export default listPage(cashShiftScreens.shifts, {
  call: calls.cashShift.page,
  noun: '班次',
  filters: [
    pick('storeId', '门店', '全部门店', useStores),
    pickCode('status', '状态', shiftStatuses),
    period('period', 'from', 'to'),
  ],
  keyOf: ({ id }) => id,
  Row: ShiftRow,
  estimate: 132,
  Head: OwnShift,
  still: true,
})

function useStores() {
  return useCurrentStore().stores.map(({ id, name }) => ({ value: id, label: name }))
}
