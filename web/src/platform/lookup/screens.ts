import { screen } from '../../kernel/page/screen.ts'

export const lookupScreens = {
  demo: screen({
    path: '/demo',
    title: '组件库',
    permission: ['dev'],
    search: {},
    file: 'platform/lookup/demo',
  }),
  native: screen({
    path: '/native-test',
    title: '外壳自检',
    permission: ['dev'],
    search: {},
    narrow: true,
    file: 'platform/lookup/native-test',
  }),
}
