import { oneOf, screen, text } from '../../kernel/page/screen.ts'

export const agreementScreens = {
  sign: screen({
    path: '/agreement/sign',
    title: '签署合同',
    permission: 'public',
    /** `t`: what the link holds; `self`: that of the pickup without staff which it is a step of. */
    search: { t: text, self: text },
    narrow: true,
    file: 'rental/agreement/sign',
  }),
  verify: screen({
    path: '/agreement/verify',
    title: '核对合同',
    permission: 'public',
    /** `c`: what the QR code on the paper holds. */
    search: { c: text },
    narrow: true,
    file: 'rental/agreement/verify',
  }),
  template: screen({
    path: '/agreement/template',
    title: '合同模板',
    permission: ['merchant.setting'],
    whole: ['merchant.setting'],
    parent: '/settings',
    /** Which paper, by its name in `agreementTypes`. */
    search: { kind: oneOf('pickup', 'return', 'renewal', 'long') },
    narrow: true,
    file: 'rental/agreement/template',
  }),
  seal: screen({
    path: '/agreement/seal',
    title: '签章证书',
    permission: ['merchant.setting'],
    whole: ['merchant.setting'],
    parent: '/settings',
    search: {},
    narrow: true,
    file: 'rental/agreement/seal',
  }),
}
