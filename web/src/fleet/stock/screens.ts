import { id, int, maybeId, oneOf, screen, text } from '../../kernel/page/screen.ts'

export const stockScreens = {
  list: screen({
    path: '/stock',
    title: '库存',
    words: '排期 时间轴 空车',
    permission: ['stock'],
    /** `storeId` missing: the store chosen for the whole app, or the first. `day` missing: from today on. */
    search: {
      storeId: maybeId,
      keyword: text,
      only: oneOf('all', 'oversold', 'free'),
      days: int(undefined),
      day: text,
      /** Cars as lanes, or models by days. */
      look: oneOf('lanes', 'models'),
    },
    holds: ['/stock/choose-store', '/stock/summary/:storeId/:modelId'],
    holdScroll: true,
    live: true,
    file: 'fleet/stock/list',
  }),
  chooseStore: screen({
    path: '/stock/choose-store',
    name: 'stock.chooseStore',
    title: '选择门店',
    permission: ['stock'],
    search: { keyword: text },
    narrow: true,
    file: 'fleet/stock/choose-store',
  }),
  summary: screen({
    path: '/stock/summary/:storeId/:modelId',
    title: '车型库存',
    permission: ['stock'],
    /** `day`: in the first week of the calendar, and the first of the timeline. */
    search: { storeId: id, modelId: id, view: oneOf('calendar', 'timeline'), day: text, days: int(undefined) },
    live: true,
    file: 'fleet/stock/summary',
  }),
}
