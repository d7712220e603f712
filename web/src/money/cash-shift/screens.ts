import { id, screen, text } from '../../kernel/page/screen.ts'

export const cashShiftScreens = {
  shifts: screen({
    path: '/cash-shift',
    title: '交接班',
    words: '开班 交班 备用金',
    permission: ['order.payment'],
    /** `from` and `to`: days. */
    search: { storeId: text, status: text, from: text, to: text },
    live: true,
    file: 'money/cash-shift/shifts',
  }),
  clearing: screen({
    path: '/finance/clearing',
    title: '在途款',
    words: '到账 POS 平台结算 回款',
    permission: ['data.money'],
    parent: '/finance',
    /** `from` and `to`: days. */
    search: { storeId: text, account: text, from: text, to: text },
    live: true,
    file: 'money/cash-shift/clearing',
  }),
  shift: screen({
    path: '/cash-shift/shift',
    title: '班次收付',
    permission: ['order.payment'],
    parent: '/cash-shift',
    search: { shiftId: id },
    live: true,
    file: 'money/cash-shift/shift',
  }),
}
