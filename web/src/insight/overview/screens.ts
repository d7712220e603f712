import { screen } from '../../kernel/page/screen.ts'

export const overviewScreens = {
  home: screen({
    path: '/',
    title: '工作台',
    permission: 'signedIn',
    search: {},
    live: true,
    file: 'insight/overview/home',
  }),
}
