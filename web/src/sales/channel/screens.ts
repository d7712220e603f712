import { id, int, maybeId, oneOf, screen, text } from '../../kernel/page/screen.ts'

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
    permission: ['channel.edit', 'channel.finance'],
    whole: ['channel.edit', 'channel.finance'],
    /** `month`: of the statement, `YYYY-MM`; missing: the last month. */
    search: {
      id,
      tab: oneOf('basic', 'store', 'model', 'service', 'price', 'stock', 'connect', 'statement', 'push', 'log'),
      month: text,
    },
    parent: '/channelManage',
    narrow: true,
    file: 'sales/channel/detail',
  }),
  /** `check`: the trial of `file`; `run`: the import. All survive a reload. */
  statement: screen({
    path: '/channelManage/:id/statement',
    title: '导入平台对账单',
    permission: ['channel.finance'],
    whole: ['channel.finance'],
    parent: '/channelManage',
    search: { id, month: text, rstep: int(1), check: maybeId, run: maybeId, file: maybeId },
    narrow: true,
    file: 'sales/channel/statement',
  }),
}
