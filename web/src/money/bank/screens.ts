import { int, maybeId, screen, text } from '../../kernel/page/screen.ts'

const permission = ['data.money'] as const
/** Accounts are of the merchant as a whole. */
const whole = permission

export const bankScreens = {
  /** `group`: open, trade, matched, outside, or `all`; missing: those to be matched. `from` and `to`: days. */
  list: screen({
    path: '/finance/bank',
    title: '银行流水',
    words: '银行对账 流水匹配 网银 资金账单 提现 到账',
    permission,
    whole,
    parent: '/finance',
    search: { keyword: text, group: text, accountId: text, from: text, to: text },
    holdScroll: true,
    live: true,
    file: 'money/bank/list',
  }),
  accounts: screen({
    path: '/finance/bank/accounts',
    title: '银行账户',
    words: '开户 商户号 期初余额',
    permission,
    whole,
    parent: '/finance/bank',
    search: {},
    narrow: true,
    file: 'money/bank/accounts',
  }),
  days: screen({
    path: '/finance/bank/days',
    title: '银行余额核对',
    words: '余额调节表 银行存款余额 账实相符',
    permission,
    whole,
    parent: '/finance/bank',
    /** `month`: `YYYY-MM`; missing: the running one. */
    search: { month: text },
    file: 'money/bank/days',
  }),
  /** `lineId`: to choose the entries of that line. */
  entries: screen({
    path: '/finance/bank/entries',
    title: '账簿已记银行未见',
    words: '未达账项',
    permission,
    whole,
    parent: '/finance/bank',
    search: { lineId: maybeId },
    holdScroll: true,
    live: true,
    file: 'money/bank/entries',
  }),
  /** `check`: the trial run of `file`; `run`: the import. All survive a reload. */
  import: screen({
    path: '/finance/bank/import',
    title: '导入银行流水',
    words: '网银 微信资金账单 支付宝账务明细 表格 Excel CSV',
    permission: ['finance.reconcile'],
    whole: ['finance.reconcile'],
    parent: '/finance/bank',
    search: { accountId: text, rstep: int(1), check: maybeId, run: maybeId, file: maybeId },
    narrow: true,
    file: 'money/bank/import',
  }),
}
