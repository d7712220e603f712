import { screen } from '../../kernel/page/screen.ts'

export const lookupScreens = {
  checkup: screen({
    path: '/checkup',
    title: '系统状态',
    words: '自检 备份 短信 时钟 证书',
    permission: ['merchant.setting'],
    search: {},
    narrow: true,
    file: 'platform/lookup/checkup',
  }),
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
