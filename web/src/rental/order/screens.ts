import { orderKind } from '@cheyi/domain/booking/order/kind'
import { perKind } from '@cheyi/domain/booking/order/kinds'
import { flag, id, int, many, maybeId, oneOf, screen, text } from '../../kernel/page/screen.ts'

/** Pages opened from an order: the list keeps its state under each of them. */
const children = [
  'detail',
  'arrange-vehicles',
  'pickup',
  'return',
  'swap',
  'task-manage',
  'cancel',
  'remark',
  'fee-detail',
  'payment',
  'supplement',
  'initiate-reimbursement',
  'pickup-return-record',
  'reissue',
] as const

/** Pages about one order whose addresses are not below the order's. */
const ofAnOrder = ['/damage/create', '/damage/record', '/damage/refund', '/renewal/create', '/renewal/record'] as const

/** The screens of one kind of order: created once per kind, since every row of a list uses them. */
export const screensOf = perKind(({ base, titles, pageKey, createKey, feature, walkIn, ownPages }) => {
  const pages = [...[...children, ...ownPages].map((page) => `${base}/${page}`), `${base}/create`, ...ofAnOrder]
  return {
    list: screen({
      path: base,
      name: `${feature}.list`,
      title: titles.list,
      permission: [pageKey],
      /** Names and values equal the input of `list`, so that the link of a counter is its filter. */
      search: {
        status: many,
        keyword: text,
        pickupReturnQueryStatus: int(undefined),
        dateType: int(undefined),
        dateRange: many,
        /** Missing: the current store of the app; `all`: every store. */
        storeId: many,
        source: many,
        modelId: maybeId,
        pickupType: int(undefined),
        depositStatus: many,
        depositPayStatus: many,
        depositLater: flag,
        overdue: flag,
        depositDue: int(undefined),
        planDue: int(undefined),
        waits: text,
        /** Both kinds of order together, as the counters of the home page count them. */
        both: flag,
        sort: oneOf('next', 'newest'),
        look: oneOf('rows', 'table'),
      },
      holds: [...pages, '/person/entry', '/person/detail'],
      holdScroll: true,
      beside: pages,
      opensFirst: true,
      live: true,
      file: 'rental/order/list',
    }),
    detail: screen({
      path: `${base}/detail`,
      name: `${feature}.detail`,
      title: titles.detail,
      permission: [pageKey],
      search: { orderId: id },
      live: true,
      file: 'rental/order/detail',
    }),
    create: screen({
      path: `${base}/create`,
      name: `${feature}.create`,
      title: titles.create,
      begins: walkIn ? [{ label: '现场开单', note: '客户现在就走', with: { walkIn: true }, key: 'order.pickup' }] : [],
      permission: [createKey],
      also: pageKey,
      /**
       * `orderId`: the draft to continue; `referralId`: a form that a colleague filled in; `rstep`: the initial card; the rest are proposed values, `from` in epoch ms, `walkIn` for a
       * customer who takes the car now.
       */
      search: {
        orderId: maybeId,
        referralId: maybeId,
        rstep: int(1),
        storeId: maybeId,
        modelId: maybeId,
        vehicleId: maybeId,
        plate: text,
        from: int(undefined),
        walkIn: flag,
      },
      narrow: true,
      parent: base,
      file: 'rental/order/create',
    }),
    cancel: screen({
      path: `${base}/cancel`,
      name: `${feature}.cancel`,
      title: '取消订单',
      // An account that created the order may cancel it within one hour without the cancel permission.
      permission: ['order.cancel', createKey],
      also: pageKey,
      search: { orderId: id },
      narrow: true,
      file: 'rental/order/cancel',
    }),
    remark: screen({
      path: `${base}/remark`,
      name: `${feature}.remark`,
      title: '订单备注',
      permission: ['order.remark'],
      also: pageKey,
      search: { orderId: id },
      narrow: true,
      file: 'rental/order/remark',
    }),
  }
})

export const orderScreens = screensOf(orderKind.short)

/** `check`: the trial run of `file`; `run`: the import. All survive a reload. */
export const importScreen = screen({
  path: '/order/import',
  title: '导入订单',
  words: '批量 表格 Excel 原系统 搬家 迁移 换系统',
  permission: ['order.override'],
  parent: '/order',
  search: { rstep: int(1), check: maybeId, run: maybeId, file: maybeId },
  narrow: true,
  file: 'rental/order/import',
})
