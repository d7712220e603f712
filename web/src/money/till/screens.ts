import { id, screen, text } from '../../kernel/page/screen.ts'

export const tillScreens = {
  shifts: screen({
    path: '/till',
    title: '交接班',
    words: '开班 交班 备用金',
    permission: ['order.payment'],
    /** `from` and `to`: days. */
    search: { storeId: text, status: text, from: text, to: text },
    live: true,
    file: 'money/till/shifts',
  }),
  clearing: screen({
    path: '/finance/clearing',
    title: '待结算款',
    words: '到账 POS 平台结算 回款',
    permission: ['data.money'],
    parent: '/finance',
    /** `from` and `to`: days. */
    search: { storeId: text, account: text, from: text, to: text },
    live: true,
    file: 'money/till/clearing',
  }),
  shift: screen({
    path: '/till/shift',
    title: '班次收付',
    permission: ['order.payment'],
    parent: '/till',
    search: { shiftId: id },
    live: true,
    file: 'money/till/shift',
  }),
}
