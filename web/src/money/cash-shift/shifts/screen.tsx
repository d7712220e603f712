import { isOpenShift, shiftStatuses } from '@cheyi/domain/money/cash-shift/shift'
import { formatPeriod } from '@cheyi/domain/near'
import { calls } from '../../../kernel/call/calls.ts'
import { linkTo } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pick, pickCode } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { CloseButton, mayClose, type Shift, shiftMarks } from '../parts/shift-words.tsx'
import { cashShiftScreens } from '../screens.ts'
import { OwnShift } from './own-shift.tsx'

const sumOf = ({ status, counts }: Shift, key: 'expected' | 'counted') =>
  isOpenShift(status) ? null : counts.reduce((sum, count) => sum + count[key], 0)

const columns: readonly ListColumn<Shift>[] = [
  { key: 'cashier', title: '收银员', kind: 'person', width: 72, card: 'title', of: ({ cashierName }) => cashierName },
  { key: 'status', title: '状态', kind: 'tag', width: 76, card: 'end', of: shiftMarks },
  {
    key: 'when',
    title: '时间',
    kind: 'text',
    width: 176,
    card: 'note',
    of: ({ openedAt, closedAt }, now) => formatPeriod(openedAt, closedAt, now),
  },
  { key: 'store', title: '门店', kind: 'text', width: 100, card: 'title', of: ({ storeName }) => storeName },
  { key: 'opening', width: 84, title: '开班', kind: 'money', card: 'meta', of: ({ opening }) => opening },
  { key: 'handedIn', width: 84, title: '交存', kind: 'money', card: 'meta', of: ({ handedIn }) => handedIn || null },
  { key: 'expected', width: 84, title: '应有', kind: 'money', card: 'none', of: (shift) => sumOf(shift, 'expected') },
  { key: 'counted', width: 84, title: '实点', kind: 'money', card: 'none', of: (shift) => sumOf(shift, 'counted') },
  {
    key: 'difference',
    width: 84,
    title: '差额',
    kind: 'money',
    card: 'meta',
    of: ({ difference }) => difference || null,
  },
  { key: 'reason', title: '差额原因', kind: 'text', width: 96, of: ({ reason }) => reason },
  { key: 'act', title: '操作', kind: 'act', width: 96, when: mayClose, Act: CloseButton },
]

/** The shift of the caller, and earlier shifts. */
export default listPage(cashShiftScreens.shifts, {
  call: calls.cashShift.page,
  noun: '班次',
  filters: [
    pick('storeId', '门店', '全部门店', useStoreOptions),
    pickCode('status', '状态', shiftStatuses),
    period('period', 'from', 'to'),
  ],
  keyOf: ({ id }) => id,
  columns,
  unit: '个班次',
  link: (reach, { id }) => linkTo(reach, cashShiftScreens.shift, { shiftId: id }),
  Head: OwnShift,
})
