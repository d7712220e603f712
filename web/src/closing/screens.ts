import { screen } from '../kernel/page/screen.ts'

export const closingScreens = {
  months: screen({
    path: '/finance/closing',
    name: 'closing.months',
    title: '月结',
    permission: ['data.money'],
    parent: '/finance',
    search: {},
    narrow: true,
    file: 'closing/months',
  }),
}
