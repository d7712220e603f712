import { oneOf, screen } from '../../kernel/page/screen.ts'

export const merchantScreens = {
  settings: screen({
    path: '/settings',
    title: '商家设置',
    words: '收款方式 营业执照',
    permission: ['merchant.setting', 'merchant.pay'],
    whole: ['merchant.setting'],
    search: { tab: oneOf('profile', 'rules', 'notify', 'pay') },
    narrow: true,
    file: 'platform/merchant/settings',
  }),
}
