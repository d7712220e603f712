import { id, oneOf, screen, text } from '../../kernel/page/screen.ts'

/** Months to choose from. */
export const profitSpans = ['last', 'month', 'months3', 'months12'] as const
const when = oneOf(...profitSpans)

export const profitScreens = {
  list: screen({
    path: '/profit',
    title: '车辆收益',
    words: '单车效益 利润 毛利 亏损 回本',
    permission: ['data'],
    /** `by`: single cars, or sums of groups of them. */
    search: {
      by: oneOf('car', 'model', 'store', 'ownership', 'month'),
      when,
      keyword: text,
      storeId: text,
      modelId: text,
      ownership: text,
      entrusted: text,
      sort: text,
      only: text,
    },
    holds: ['/profit/car/:id'],
    beside: ['/profit/car/:id'],
    holdScroll: true,
    file: 'insight/profit/list',
  }),
  car: screen({
    path: '/profit/car/:id',
    title: '车辆收益详情',
    permission: ['data', 'inventory.edit'],
    parent: '/profit',
    search: { id },
    holds: ['/profit/income/:id', '/inventory/cost/:id'],
    file: 'insight/profit/car',
  }),
  income: screen({
    path: '/profit/income/:id',
    title: '车辆收入明细',
    permission: ['data.money'],
    parent: '/profit',
    search: { id, from: text, to: text },
    file: 'insight/profit/income',
  }),
}
