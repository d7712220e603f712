import { order } from '@cheyi/contract/booking/order'
import { inventory } from '@cheyi/contract/fleet/inventory'
import { model } from '@cheyi/contract/fleet/model'
import { ticket } from '@cheyi/contract/fleet/ticket'
import { vehicleControl } from '@cheyi/contract/fleet/vehicle-control'
import { commission } from '@cheyi/contract/insight/commission'
import { owner } from '@cheyi/contract/insight/owner'
import { asset } from '@cheyi/contract/money/asset'
import { cashShift } from '@cheyi/contract/money/cash-shift'
import { closing } from '@cheyi/contract/money/closing'
import { payable } from '@cheyi/contract/money/payable'
import { reconcile } from '@cheyi/contract/money/reconcile'
import { account } from '@cheyi/contract/platform/account'
import { role } from '@cheyi/contract/platform/role'
import { store } from '@cheyi/contract/platform/store'
import { price } from '@cheyi/contract/pricing/price'
import { company } from '@cheyi/contract/rental/company'
import { damage } from '@cheyi/contract/rental/damage'
import { instalment } from '@cheyi/contract/rental/instalment'
import { insurance } from '@cheyi/contract/rental/insurance'
import { renewal } from '@cheyi/contract/rental/renewal'
import { violation } from '@cheyi/contract/rental/violation'
import { channel } from '@cheyi/contract/sales/channel'
import { coupon } from '@cheyi/contract/sales/coupon'
import { type OrderStatus, orderKind, orderStatus, pickupReturnQueryStatus } from '@cheyi/domain/booking/order/codes'
import { storeStatus } from '@cheyi/domain/platform/merchant/codes'
import { channelStatus } from '@cheyi/domain/sales/channel/steps'
import type { Screen } from '../../web/src/kernel/page/screen.ts'
import type { Api } from './api.ts'

/**
 * Which order shows a screen at its fullest, by the last part of the screen's path; other screens of an order take
 * one that is confirmed.
 */
const statusFor: Readonly<Record<string, OrderStatus>> = {
  pickup: orderStatus.arranged,
  'task-manage': orderStatus.arranged,
  detail: orderStatus.arranged,
  return: orderStatus.pickedUp,
  swap: orderStatus.pickedUp,
  'fee-detail': orderStatus.pickedUp,
  'pickup-return-record': orderStatus.returned,
  create: orderStatus.notSubmitted,
}

/** What a screen can do without but shows little without: a new booking asks for its store before anything else. */
const fuller: Readonly<Record<string, readonly string[]>> = { create: ['orderId'], calendar: ['storeId', 'modelId'] }

const lastPart = ({ path }: Screen): string => path.split('/').at(-1) ?? ''

/**
 * The address of a screen with the values it cannot do without, taken from the demo data.
 * @returns undefined when the data has no row for one of them.
 */
export async function exampleAddress(screen: Screen, api: Api): Promise<string | undefined> {
  const needed = Object.entries(screen.search).flatMap(([name, reader]) => (reader.required ? [name] : []))
  const names = [...needed, ...(fuller[lastPart(screen)] ?? [])]
  const values = await Promise.all(names.map(async (name) => [name, await exampleValue(name, screen, api)] as const))
  if (values.some(([, value]) => value === undefined)) return undefined
  let path: string = screen.path
  const query = new URLSearchParams()
  for (const [name, value] of values as [string, string][]) {
    if (path.includes(`:${name}`)) path = path.replace(`:${name}`, value)
    else query.set(name, value)
  }
  return query.size > 0 ? `${path}?${query}` : path
}

async function exampleValue(name: string, screen: Screen, api: Api): Promise<string | undefined> {
  if (name === 'orderId') return exampleOrder(screen, api)
  if (name === 'id' && /^\/(inventory|profit)\//.test(screen.path)) {
    // One that is out has the most to show.
    const { list } = await api.ask(inventory.list, { group: 'rented', pageSize: 1 })
    return list[0]?.vehicleId
  }
  if (name === 'personId') {
    const orderId = await exampleOrder(screen, api)
    if (orderId === undefined) return undefined
    const detail = await api.ask(order.detail, { orderId })
    return detail.renter?.personId
  }
  // A model at a store that has a price: what is set of it is shown at its fullest.
  if (name === 'storeId' || name === 'modelId') {
    const rows = await api.ask(price.rules, { kind: 'short' })
    return rows[0]?.[name]
  }
  if (name === 'id' && screen.path.startsWith('/store/'))
    return (await api.ask(store.page, { status: storeStatus.open })).list[0]?.storeId
  // The first that the demo has on sale.
  if (screen.path.startsWith('/channelManage/'))
    return (await api.ask(channel.overview, {})).channels
      .find(({ status }) => status === channelStatus.enabled)
      ?.source.toString()
  if (screen.path === '/finance/bill') return (await api.ask(reconcile.page, {})).list[0]?.id
  if (name === 'figure') return 'revenue'
  if (name === 'month') return (await api.ask(closing.state, {})).bridged[0]
  if (name === 'alarmId') return (await api.ask(vehicleControl.alarmPage, {})).list[0]?.alarmId
  if (screen.path.startsWith('/vehicleControl/fence/'))
    return (await api.ask(vehicleControl.fencePage, {})).list[0]?.fenceId
  if (name === 'vehicleId' && screen.path.startsWith('/finance/assets'))
    return (await api.ask(asset.page, {})).list[0]?.vehicleId
  if (name === 'vehicleId') return (await api.ask(vehicleControl.page, {})).list[0]?.vehicleId
  if (name === 'payer') return (await api.ask(instalment.companies, {})).list[0]?.payer
  if (screen.path === '/tickets/yearly/detail')
    return (await api.ask(ticket.yearlyPage, { group: 'running' })).list[0]?.ticketId
  if (name === 'ticketId' && screen.path.startsWith('/tickets/shunting'))
    return (await api.ask(ticket.relocationPage, { group: 'todo' })).list[0]?.ticketId
  if (screen.path === '/illegals/handle')
    return (await api.ask(violation.page, { group: 'toClose' })).list[0]?.violationId
  if (name === 'violationId') return (await api.ask(violation.page, { group: 'todo' })).list[0]?.violationId
  if (name === 'caseId') return (await api.ask(insurance.page, {})).list[0]?.caseId
  if (name === 'ticketId') return (await api.ask(ticket.maintenancePage, { group: 'todo' })).list[0]?.ticketId
  if (name === 'shiftId') return (await api.ask(cashShift.page, {})).list[0]?.id
  if (name === 'id' && screen.path.startsWith('/model/')) return (await api.ask(model.list, {})).list[0]?.modelId
  if (name === 'id' && screen.path.startsWith('/account/')) return (await api.ask(account.page, {})).list[0]?.id
  // The first of a list that stands in the code.
  if (name === 'id' && screen.path.startsWith('/test/')) return '1'
  if (name === 'task' && screen.path.startsWith('/help/')) return 'walk-in'
  // The oldest has contacts and agreed prices.
  if (name === 'companyId') return (await api.ask(company.page, {})).list.at(-1)?.companyId
  if (name === 'ownerId') return (await api.ask(owner.page, {})).list.at(-1)?.ownerId
  if (name === 'billId' && screen.path.startsWith('/finance/payable'))
    return (await api.ask(payable.bills, {})).list[0]?.billId
  if (name === 'runId' && screen.path.startsWith('/finance/payable'))
    return (await api.ask(payable.runs, {})).list[0]?.runId
  if (name === 'statementId' && screen.path.startsWith('/commission/'))
    return (await api.ask(commission.statements, {})).list[0]?.statementId
  if (name === 'statementId') return (await api.ask(owner.statements, {})).list[0]?.statementId
  if (name === 'couponId') return (await api.ask(coupon.list, {})).list[0]?.couponId
  if (name === 'roleId') return (await api.ask(role.page, {})).list[0]?.roleId
  return undefined
}

async function exampleOrder(screen: Screen, api: Api): Promise<string | undefined> {
  if (screen.path.startsWith('/damage/')) return orderWithDamage(api)
  if (screen.path.startsWith('/violation/'))
    return (
      (await api.ask(violation.page, { group: 'toClose' })).list.find(({ orderId }) => orderId !== null)?.orderId ??
      undefined
    )
  if (screen.path.startsWith('/renewal/')) return renewedOrder(api)
  if (screen.path.startsWith('/selfPickupReturn/')) return orderTakenAlone(api)
  const kind = screen.path.startsWith('/long-order') ? orderKind.long : orderKind.short
  const status = statusFor[lastPart(screen)] ?? orderStatus.confirmed
  const { list } = await api.ask(order.list, { orderKind: kind, status: [status], pageSize: 1 })
  return list[0]?.orderId
}

/** One that is out and was made longer. */
async function renewedOrder(api: Api): Promise<string | undefined> {
  const { list } = await api.ask(order.list, {
    orderKind: orderKind.short,
    status: [orderStatus.pickedUp],
    pageSize: 100,
  })
  for (const { orderId } of list) if ((await api.ask(renewal.list, { orderId })).length > 0) return orderId
  return undefined
}

/** One whose customer takes the car alone and waits to be looked at. */
async function orderTakenAlone(api: Api): Promise<string | undefined> {
  const waiting = { pickupReturnQueryStatus: pickupReturnQueryStatus.selfCheckWaiting }
  const { list } = await api.ask(order.list, { ...waiting, status: [orderStatus.arranged] })
  return list[0]?.orderId
}

/** One that came back with a case of damage. */
async function orderWithDamage(api: Api): Promise<string | undefined> {
  const { list } = await api.ask(order.list, {
    orderKind: orderKind.short,
    status: [orderStatus.returned],
    pageSize: 100,
  })
  for (const { orderId } of list) if ((await api.ask(damage.list, { orderId })).length > 0) return orderId
  return undefined
}
