import { screen } from '../kernel/page/screen.ts'
import { text } from '../kernel/page/search.ts'

export const agreementScreens = {
  sign: screen({
    path: '/agreement/sign',
    name: 'agreement.sign',
    title: '签署合同',
    permission: 'public',
    /** `t`: what the link holds. */
    search: { t: text },
    narrow: true,
    file: 'agreement/sign',
  }),
  verify: screen({
    path: '/agreement/verify',
    name: 'agreement.verify',
    title: '核对合同',
    permission: 'public',
    /** `c`: what the QR code on the paper holds. */
    search: { c: text },
    narrow: true,
    file: 'agreement/verify',
  }),
}
