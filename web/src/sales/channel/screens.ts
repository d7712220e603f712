import { id, oneOf, screen } from '../../kernel/page/screen.ts'

export const channelScreens = {
  list: screen({
    path: '/channelManage',
    title: '渠道管理',
    words: '平台 来源 加价 佣金 渠道库存 携程 飞猪',
    permission: ['channel'],
    search: {},
    file: 'sales/channel/list',
    holds: ['/channelManage/:id'],
    beside: ['/channelManage/:id'],
    holdScroll: true,
    live: true,
  }),
  /** `id`: the order source. */
  detail: screen({
    path: '/channelManage/:id',
    title: '渠道设置',
    permission: ['channel.edit'],
    whole: ['channel.edit'],
    search: { id, tab: oneOf('basic', 'store', 'model', 'price', 'stock', 'connect', 'push', 'log') },
    parent: '/channelManage',
    narrow: true,
    file: 'sales/channel/detail',
  }),
}
