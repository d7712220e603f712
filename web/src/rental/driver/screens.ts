import { id, maybeId, screen, text } from '../../kernel/page/screen.ts'

export const driverScreens = {
  /** Who delivers and collects what; a driver's own unless another is named, `all` for everybody's. */
  tasks: screen({
    path: '/driver',
    name: 'driver.tasks',
    title: '取送任务',
    words: '送车 取车 司机 送车员 派送',
    permission: ['order.list', 'longOrder.list'],
    search: { accountId: text, day: text, done: text },
    file: 'rental/driver/tasks',
  }),
  /** Without `personId` somebody new. `orderId`: the rental it is done for, whose needs are then said. */
  personEntry: screen({
    path: '/person/entry',
    name: 'person.entry',
    title: '录入证件',
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
    narrow: true,
    parent: '/order',
    file: 'rental/driver/person-detail',
  }),
  /** What the customer agreed to and asked for, and what is kept of them. */
  personPrivacy: screen({
    path: '/person/privacy',
    name: 'person.privacy',
    title: '个人信息',
    permission: ['person.view'],
    search: { personId: id },
    narrow: true,
    parent: '/order',
    file: 'rental/driver/person-privacy',
  }),
  /** What customers asked for of their data, over all of them. */
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
