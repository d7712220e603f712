import { id, screen, text } from '../../kernel/page/screen.ts'

const permission = ['order.create', 'longOrder.create', 'longOrder.flow'] as const

export const companyScreens = {
  list: screen({
    path: '/company',
    name: 'company.list',
    title: '企业客户',
    words: '单位 公司 对公 协议价 信用额度 大客户',
    permission,
    /** `over`: 1 limits the list to companies that owe more than their credit. */
    search: { keyword: text, tag: text, over: text },
    beside: ['/company/detail'],
    live: true,
    file: 'rental/company/list',
  }),
  detail: screen({
    path: '/company/detail',
    name: 'company.detail',
    title: '企业客户详情',
    permission,
    parent: '/company',
    search: { companyId: id },
    live: true,
    file: 'rental/company/detail',
  }),
}
