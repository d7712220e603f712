import { orderKind } from '@cheyi/domain/booking/order/kind'
import { ticketScreens } from '../../../fleet/ticket/screens.ts'
import { goTo, hrefOf } from '../../../kernel/page/router.ts'
import type { Screen } from '../../../kernel/page/screen.ts'
import { type CurrentUser, mayOpen } from '../../../kernel/user.ts'
import { payableScreens } from '../../../money/payable/screens.ts'
import { paymentScreens } from '../../../money/payment/screens.ts'
import { choose } from '../../../page/open.ts'
import { orderScreens, screensOf } from '../../../rental/order/screens.ts'
import { violationScreens } from '../../../rental/violation/screens.ts'
import type { Action } from '../../../ui/modal/sheet.tsx'

/**
 * An action that creates something and is available on every page; its key is an address, or the action groups
 * several others.
 */
export interface Beginning extends Pick<Action, 'key' | 'label' | 'note' | 'icon' | 'tone'> {
  readonly kinds?: readonly Beginning[]
}

/** The actions of 新建 that the user may use, the most frequent first. */
export function beginningsOf(user: CurrentUser): readonly Beginning[] {
  const to = (row: Screen, words: Omit<Beginning, 'key'>, values = {}): Beginning[] =>
    mayOpen(row, user) ? [{ key: hrefOf(row, values), ...words }] : []
  // Who books no orders works with money, and begins there.
  const money = mayOpen(orderScreens.create, user)
    ? []
    : [
        ...(user.menuAutos.includes('order.payment')
          ? to(paymentScreens.receipts, { label: '收款', note: '登记一笔收款', icon: 'receipt', tone: 'primary' })
          : []),
        ...to(payableScreens.bills, { label: '应付账单', note: '登记供应商的账单', icon: 'order' }),
      ]
  const tickets = [
    ...to(ticketScreens.relocationCreate, { label: '调车', note: '把车开到另一家门店', icon: 'swap' }),
    ...to(ticketScreens.maintenanceCreate, { label: '维保', note: '保养、维修、事故、整备', icon: 'wrench' }),
    ...to(ticketScreens.yearlyCreate, { label: '年检', icon: 'calendar' }),
  ]
  return [
    ...(user.menuAutos.includes('order.pickup')
      ? to(
          orderScreens.create,
          { label: '现场开单', note: '客户现在就走', icon: 'key', tone: 'primary' },
          { walkIn: true },
        )
      : []),
    ...to(orderScreens.create, { label: '短租订单', note: '到店客户或电话预订', icon: 'order', tone: 'primary' }),
    ...to(screensOf(orderKind.long).create, {
      label: '长租订单',
      note: '按月分期付款',
      icon: 'receipt',
      tone: 'purple',
    }),
    ...money,
    ...(tickets.length === 0
      ? []
      : [
          {
            key: 'tickets',
            label: '工单',
            note: '调车、维保、年检',
            icon: 'ticket',
            tone: 'warning',
            kinds: tickets,
          } as const,
        ]),
    ...to(violationScreens.create, { label: '违章', note: '登记并匹配订单', icon: 'warning' }),
  ]
}

/** Starts an action; the user chooses one if there are several. */
export async function begin(beginnings: readonly Beginning[], title = '新建'): Promise<void> {
  const key = beginnings.length === 1 ? beginnings[0]?.key : await choose(title, beginnings)
  const chosen = beginnings.find((one) => one.key === key)
  if (chosen?.kinds) await begin(chosen.kinds, '新建工单')
  else if (chosen) goTo(chosen.key)
}
