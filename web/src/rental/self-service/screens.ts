import { id, int, screen, text } from '../../kernel/page/screen.ts'

export const selfServiceScreens = {
  userPickup: screen({
    path: '/selfPickupReturn/userPickup',
    name: 'selfService.userPickup',
    title: '自助取车',
    permission: 'public',
    forCustomers: true,
    /** `t`: token of the customer's link. */
    search: { t: text },
    narrow: true,
    file: 'rental/self-service/user-pickup',
  }),
  userReturn: screen({
    path: '/selfPickupReturn/userReturn',
    name: 'selfService.userReturn',
    title: '自助还车',
    permission: 'public',
    forCustomers: true,
    /** `t`: token of the customer's link. */
    search: { t: text },
    narrow: true,
    file: 'rental/self-service/user-return',
  }),
  merchantVerification: screen({
    path: '/selfPickupReturn/merchantVerification',
    name: 'selfService.merchantVerification',
    title: '自助验车',
    permission: ['order.selfVerify'],
    parent: '/order',
    narrow: true,
    /** `type`: 0 pickup, 1 return. */
    search: { orderId: id, type: int(0) },
    file: 'rental/self-service/merchant-verification',
  }),
}
