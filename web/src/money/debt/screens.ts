import { screen, text } from '../../kernel/page/screen.ts'

export const debtScreens = {
  ages: screen({
    path: '/finance/debts',
    title: '应收账龄',
    words: '欠款 账龄 催收',
    permission: ['data.money'],
    parent: '/finance',
    search: { storeId: text, age: text },
    live: true,
    file: 'money/debt/ages',
  }),
}
