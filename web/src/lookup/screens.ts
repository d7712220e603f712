import { screen } from '../kernel/page/screen.ts'

export const lookupScreens = {
  demo: screen({
    path: '/demo',
    title: '组件库',
    permission: ['dev'],
    search: {},
    file: 'lookup/demo',
  }),
}
