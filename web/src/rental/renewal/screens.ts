import { id, screen } from '../../kernel/page/screen.ts'

export const renewalScreens = {
  create: screen({
    path: '/renewal/create',
    title: '续租',
    permission: ['renewal.create'],
    search: { orderId: id },
    narrow: true,
    parent: '/order',
    file: 'rental/renewal/create',
  }),
  record: screen({
    path: '/renewal/record',
    title: '续租记录',
    permission: ['renewal.record'],
    search: { orderId: id },
    narrow: true,
    parent: '/order',
    file: 'rental/renewal/record',
  }),
}
