import { id, screen, text } from '../../kernel/page/screen.ts'

const permission = ['finance.reconcile'] as const
/** Commissions are of the merchant as a whole. */
const whole = permission

export const commissionScreens = {
  statements: screen({
    path: '/commission',
    title: '员工提成',
    words: '提成 业绩 奖金 绩效 佣金',
    permission,
    whole,
    search: { month: text, state: text },
    beside: ['/commission/statement'],
    live: true,
    file: 'insight/commission/statements',
  }),
  statement: screen({
    path: '/commission/statement',
    title: '员工提成单',
    permission: 'signedIn',
    parent: '/commission/own',
    search: { statementId: id },
    live: true,
    file: 'insight/commission/statement',
  }),
  rules: screen({
    path: '/commission/rule',
    title: '提成规则',
    words: '提成比例',
    permission,
    whole,
    parent: '/commission',
    search: {},
    file: 'insight/commission/rules',
  }),
  own: screen({
    path: '/commission/own',
    title: '我的提成',
    words: '业绩 奖金',
    permission: 'signedIn',
    search: {},
    live: true,
    file: 'insight/commission/own',
  }),
}
