import { named, oneOf, screen, text } from '../../kernel/page/screen.ts'

/** The days of the report, including `to`, and the part of the business. Without days, those of the period in `when`. */
const filter = {
  when: oneOf('week', 'today', 'yesterday', 'month', 'lastMonth', 'days30', 'own'),
  from: text,
  to: text,
  storeId: text,
  modelId: text,
  source: text,
}

export const dataScreens = {
  overview: screen({
    path: '/dataOverview',
    title: '数据概览',
    words: '报表 出租率 营业收入 统计 经营分析',
    permission: ['data'],
    search: { ...filter, compare: oneOf('previous', 'lastYear') },
    holds: ['/dataOverview/orders'],
    holdScroll: true,
    file: 'insight/data/overview',
  }),
  orders: screen({
    path: '/dataOverview/orders',
    title: '指标明细',
    permission: ['data'],
    parent: '/dataOverview',
    /** `figure`: the figure whose orders are listed. */
    search: { figure: named, ...filter },
    file: 'insight/data/orders',
  }),
  bridge: screen({
    path: '/dataOverview/bridge',
    title: '收入差异',
    permission: ['data.money'],
    whole: ['data.money'],
    parent: '/finance/closing',
    /** `month`: a month that is over, `YYYY-MM`. */
    search: { month: named },
    file: 'insight/data/bridge',
  }),
}
