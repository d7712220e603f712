import { screen, text } from '../../kernel/page/screen.ts'

const permission = ['data.money'] as const
/** The money of the merchant as a whole. */
const whole = permission

export const cashAheadScreens = {
  weeks: screen({
    path: '/finance/ahead',
    title: '资金预测',
    words: '现金流 资金计划 未来收支 13周 缺口 头寸',
    permission,
    whole,
    parent: '/finance',
    search: {},
    live: true,
    file: 'insight/cash-ahead/weeks',
  }),
  /** `kind`: a code; `week`: its Monday. */
  rows: screen({
    path: '/finance/ahead/rows',
    title: '资金预测明细',
    words: '预计收款 预计付款 现金流明细',
    permission,
    whole,
    parent: '/finance/ahead',
    search: { kind: text, week: text },
    holdScroll: true,
    live: true,
    file: 'insight/cash-ahead/rows',
  }),
}
