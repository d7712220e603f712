import { id, maybeId, screen } from '../../kernel/page/screen.ts'

export const damageScreens = {
  create: screen({
    path: '/damage/create',
    title: '登记车损',
    permission: ['damage.create'],
    /** `damageId`: the case to continue. */
    search: { orderId: id, damageId: maybeId },
    narrow: true,
    parent: '/order',
    file: 'rental/damage/create',
  }),
  record: screen({
    path: '/damage/record',
    title: '车损记录',
    permission: ['damage.record'],
    search: { orderId: id },
    narrow: true,
    parent: '/order',
    file: 'rental/damage/record',
  }),
  refund: screen({
    path: '/damage/refund',
    title: '车损退扣',
    permission: ['damage.refund'],
    search: { orderId: id },
    narrow: true,
    parent: '/order',
    file: 'rental/damage/refund',
  }),
}
