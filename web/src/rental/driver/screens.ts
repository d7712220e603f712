import { id, maybeId, screen, text } from '../../kernel/page/screen.ts'

export const driverScreens = {
  /** Deliveries and collections; of the signed-in driver unless another is named, `all` for every driver. */
  tasks: screen({
    path: '/driver',
    name: 'driver.tasks',
    title: '取送任务',
    words: '送车 取车 司机 送车员 派送',
    permission: ['order.list', 'longOrder.list'],
    search: { accountId: text, day: text, done: text },
    file: 'rental/driver/tasks',
  }),
  /** All customers, with what each has rented. */
  people: screen({
    path: '/person',
    name: 'person.list',
    title: '客户',
    words: '租客 驾驶人 会员 常客 名单',
    permission: ['person.view'],
    search: { keyword: text, storeId: text, tag: text, sort: text },
    beside: ['/person/detail'],
    live: true,
    file: 'rental/driver/people',
  }),
  /** Without `personId` for a new customer. `orderId`: the rental it is for, whose requirements are then shown. */
  personEntry: screen({
    path: '/person/entry',
    name: 'person.entry',
    title: '登记证件',
    words: '客户 身份证 驾驶证',
    permission: ['person.edit'],
    search: { personId: maybeId, orderId: maybeId },
    narrow: true,
    parent: '/order',
    file: 'rental/driver/person-entry',
  }),
  personDetail: screen({
    path: '/person/detail',
    name: 'person.detail',
    title: '客户档案',
    permission: ['person.view'],
    search: { personId: id, orderId: maybeId },
    parent: '/person',
    file: 'rental/driver/person-detail',
  }),
  /** A customer's consents, requests and stored data. */
  personPrivacy: screen({
    path: '/person/privacy',
    name: 'person.privacy',
    title: '个人信息',
    permission: ['person.view'],
    search: { personId: id },
    narrow: true,
    parent: '/person',
    file: 'rental/driver/person-privacy',
  }),
  /** Data requests of all customers. */
  personRequests: screen({
    path: '/person/requests',
    name: 'person.requests',
    title: '客户请求',
    words: '隐私',
    permission: ['person.view'],
    search: { status: text, kind: text },
    file: 'rental/driver/person-requests',
  }),
}
