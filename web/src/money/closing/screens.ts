import { screen, text } from '../../kernel/page/screen.ts'

export const closingScreens = {
  months: screen({
    path: '/finance/closing',
    title: '月结',
    words: '结账 关账',
    permission: ['data.money'],
    parent: '/finance',
    search: {},
    narrow: true,
    file: 'money/closing/months',
  }),
  balance: screen({
    path: '/finance/balance',
    title: '试算平衡表',
    permission: ['data.money'],
    whole: ['data.money'],
    parent: '/finance/closing',
    /** `month`: `YYYY-MM`; missing: the last closed month. */
    search: { month: text },
    file: 'money/closing/balance',
  }),
}
