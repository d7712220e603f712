import { id, screen, text } from '../../kernel/page/screen.ts'

const permission = ['finance.reconcile'] as const
/** Owners are of the merchant as a whole. */
const whole = permission

export const ownerScreens = {
  statements: screen({
    path: '/owner/statement',
    title: '车主结算',
    words: '托管 挂靠 分成 车主 结算单',
    permission,
    whole,
    search: { month: text, state: text },
    live: true,
    holds: ['/owner/statement/:statementId'],
    beside: ['/owner/statement/:statementId'],
    file: 'insight/owner/statements',
  }),
  statement: screen({
    path: '/owner/statement/:statementId',
    title: '车主结算单',
    permission,
    whole,
    parent: '/owner/statement',
    search: { statementId: id },
    live: true,
    file: 'insight/owner/statement',
  }),
  list: screen({
    path: '/owner',
    title: '车主',
    words: '托管 挂靠 车辆协议',
    permission,
    whole,
    search: { keyword: text },
    beside: ['/owner/detail'],
    live: true,
    file: 'insight/owner/list',
  }),
  detail: screen({
    path: '/owner/detail',
    title: '车主详情',
    permission,
    whole,
    parent: '/owner',
    search: { ownerId: id },
    live: true,
    file: 'insight/owner/detail',
  }),
  /** `t`: token of the owner's link. */
  own: screen({
    path: '/owner/own',
    title: '我的车辆与结算',
    permission: 'public',
    forCustomers: true,
    search: { t: text },
    narrow: true,
    file: 'insight/owner/own',
  }),
}
