import { flag, id, int, maybeId, oneOf, screen, text } from '../../kernel/page/screen.ts'

export const priceScreens = {
  list: screen({
    path: '/price',
    title: '价格',
    words: '改价 调价 租金 押金 保障',
    permission: ['price'],
    search: {
      tab: oneOf('short', 'long', 'service', 'fee', 'cancel', 'deposit', 'damage'),
      /** Missing: the store chosen for the whole app. */
      storeId: maybeId,
      /** Shows all stores side by side, even if one store is chosen for the whole app. */
      all: flag,
      /** 0: the base layer. */
      source: int(0),
      carType: int(undefined),
      keyword: text,
    },
    holds: ['/price/setting', '/price/calendar'],
    holdScroll: true,
    live: true,
    file: 'pricing/price/list',
  }),
  setting: screen({
    path: '/price/setting',
    title: '价格设置',
    permission: ['price.edit'],
    search: { storeId: id, modelId: id, source: int(0) },
    live: true,
    narrow: true,
    file: 'pricing/price/setting',
  }),
  calendar: screen({
    path: '/price/calendar',
    title: '价格日历',
    permission: ['price.edit'],
    /** Without a store or a model the page asks for them. `from`: a day of the first week; empty for this week. */
    search: { storeId: maybeId, modelId: maybeId, source: int(0), from: text },
    live: true,
    file: 'pricing/price/calendar',
  }),
}
