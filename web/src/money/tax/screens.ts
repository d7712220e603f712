import { int, maybeId, screen, text } from '../../kernel/page/screen.ts'

const permission = ['data.money'] as const
/** The tax of the merchant as a whole. */
const whole = permission

export const taxScreens = {
  returns: screen({
    path: '/finance/tax',
    title: '增值税申报',
    words: '报税 申报表 销项税 进项税 留抵 小规模 一般纳税人',
    permission,
    whole,
    parent: '/finance',
    search: {},
    narrow: true,
    file: 'money/tax/returns',
  }),
  /** `from`: the first day of its period; missing: the last period that is over. */
  return: screen({
    path: '/finance/tax/return',
    title: '增值税申报表',
    words: '主表 附列资料 申报完成',
    permission,
    whole,
    parent: '/finance/tax',
    search: { from: text },
    file: 'money/tax/return',
  }),
  /** What a figure is made of. `of`: a source; `rateBp`: its rate. */
  documents: screen({
    path: '/finance/tax/return/documents',
    title: '申报表的组成',
    permission,
    whole,
    parent: '/finance/tax/return',
    search: { from: text, of: text, rateBp: int(0) },
    holdScroll: true,
    file: 'money/tax/documents',
  }),
  /** `state`, `kind`: codes. `month`: `YYYY-MM` in which they are deducted. `from` and `to`: days. */
  inputs: screen({
    path: '/finance/tax/inputs',
    title: '进项发票',
    words: '进项税 数电票 勾选认证 抵扣 专票 供应商发票',
    permission,
    whole,
    parent: '/finance',
    search: { keyword: text, state: text, kind: text, month: text, from: text, to: text },
    holdScroll: true,
    live: true,
    file: 'money/tax/inputs',
  }),
  /** `check`: the trial run of `file`; `run`: the import. All survive a reload. */
  inputImport: screen({
    path: '/finance/tax/inputs/import',
    title: '导入进项发票',
    words: '电子税务局 税务数字账户 发票导出 表格 Excel CSV',
    permission: ['finance.reconcile'],
    whole: ['finance.reconcile'],
    parent: '/finance/tax/inputs',
    search: { rstep: int(1), check: maybeId, run: maybeId, file: maybeId },
    narrow: true,
    file: 'money/tax/input-import',
  }),
}
