import { screen, text } from '../../kernel/page/screen.ts'

export const invoiceScreens = {
  list: screen({
    path: '/finance/invoices',
    title: '发票登记',
    words: '开票',
    permission: ['data.money'],
    /** `redDue`: 1 limits the list to invoices whose red invoice is missing. `from` and `to`: days. */
    search: { keyword: text, status: text, redDue: text, from: text, to: text },
    live: true,
    file: 'money/invoice/list',
  }),
}
