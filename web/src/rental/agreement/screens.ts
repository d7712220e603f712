import { oneOf, screen, text } from '../../kernel/page/screen.ts'

export const agreementScreens = {
  sign: screen({
    path: '/agreement/sign',
    title: '签署合同',
    permission: 'public',
    forCustomers: true,
    /** `t`: token of the link; `self`: token of the self-service pickup that this is a step of. */
    search: { t: text, self: text },
    narrow: true,
    file: 'rental/agreement/sign',
  }),
  verify: screen({
    path: '/agreement/verify',
    title: '核对合同',
    permission: 'public',
    forCustomers: true,
    /** `c`: content of the QR code on the document. */
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
    /** The document type, by its name in `agreementTypes`. */
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
