import { id, maybeId, oneOf, screen, text } from '../kernel/page/screen.ts'

/*
 * Work tickets. `maintaince` is spelled as in the addresses.
 */

export const ticketScreens = {
  hub: screen({
    path: '/tickets',
    title: '工单',
    words: '维保 维修 保养 送修',
    permission: ['ticket'],
    search: { storeId: maybeId },
    holds: ['/tickets/maintaince', '/tickets/maintaince/detail'],
    holdScroll: true,
    live: true,
    file: 'ticket/hub',
  }),
  maintaince: screen({
    path: '/tickets/maintaince',
    title: '维保单',
    permission: ['ticket.maintaince'],
    parent: '/tickets',
    search: { keyword: text, group: text, type: text, storeId: text, mine: text },
    holds: ['/tickets/maintaince/detail'],
    holdScroll: true,
    live: true,
    file: 'ticket/maintaince',
  }),
  maintainceDetail: screen({
    path: '/tickets/maintaince/detail',
    title: '维保单详情',
    permission: ['ticket.maintaince'],
    parent: '/tickets/maintaince',
    search: { ticketId: id },
    narrow: true,
    live: true,
    file: 'ticket/detail',
  }),
  /** `from`, `to`: of the empty stretch of a lane it was begun at, epoch ms. */
  maintainceCreate: screen({
    path: '/tickets/maintaince/create',
    title: '新建维保单',
    begins: [{ label: '新建维保单', with: {} }],
    permission: ['ticket.maintaince'],
    parent: '/tickets/maintaince',
    search: { vehicleId: maybeId, from: text, to: text },
    narrow: true,
    file: 'ticket/edit',
  }),
  maintainceHandle: screen({
    path: '/tickets/maintaince/handle',
    title: '处理维保单',
    permission: ['ticket.maintaince'],
    parent: '/tickets/maintaince',
    search: { ticketId: id, act: oneOf('edit', 'send', 'extend', 'accept') },
    narrow: true,
    file: 'ticket/handle',
  }),
}
