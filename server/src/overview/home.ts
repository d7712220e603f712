import type { OutputOf, ParsedOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { offersOf } from '@cheyi/domain/order/actions'
import { type OrderStatus, orderStatus, pickupType, returnType } from '@cheyi/domain/order/codes'
import { kindsOpenTo } from '@cheyi/domain/order/kinds'
import { hasCar } from '@cheyi/domain/order/steps'
import { addDays, DAY, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { ms } from '../kernel/instant.ts'
import * as store from './store-home.ts'

type Home = OutputOf<typeof contract.overview.home>
type Todo = Home['todos'][number]

const SHOWN = 20

/** A status in which each job is the one to do. */
const statusOf: Readonly<Record<store.Job, OrderStatus>> = {
  return: orderStatus.pickedUp,
  pickUp: orderStatus.arranged,
  arrange: orderStatus.confirmed,
  accept: orderStatus.confirming,
  retryRefund: orderStatus.cancelling,
}

/** The day at a glance: what waits until tonight, what was sold today, what the cars are doing. */
export async function home(
  { storeId, limit = SHOWN }: ParsedOf<typeof contract.overview.home>,
  ctx: Context,
): Promise<Home> {
  const kinds = kindsOpenTo(ctx.identity.keys)
  const today = localDate(ctx.now)
  const actions = actionsOf(ctx)
  const [rows, billed, fleet] = await Promise.all([
    kinds.length === 0 || actions.size === 0
      ? []
      : store.todos(ctx.query, { kinds, storeId, until: startOfDate(today) + DAY, limit, jobs: [...actions.keys()] }),
    ctx.can('data.money') ? store.billedOn(ctx.query, { storeId, dates: [today, addDays(today, -7)] }) : null,
    store.fleet(ctx.query, storeId),
  ])
  const { total, rented, maintenance, shunting } = fleet
  return {
    todos: rows.map((row) => todoView(row, actions)),
    todoTotal: rows[0]?.total ?? 0,
    income: billed && { today: billed[0], weekAgo: billed[1] },
    fleet: { total, rented, free: total - rented - maintenance - shunting, maintenance, shunting },
  }
}

/** The jobs that the account may do, with the button of each. */
function actionsOf(ctx: Context): Map<store.Job, { code: string; label: string }> {
  return new Map(
    store.jobs.flatMap((job) => {
      const facts = { status: statusOf[job], owedFen: 0, refundStuck: true, heldDepositFen: 0, releasing: false }
      const offer = offersOf(facts, ctx.identity.keys).find(({ code }) => code === job)
      return offer === undefined ? [] : [[job, offer] as const]
    }),
  )
}

const jobOf: Readonly<Record<Todo['kind'], store.Job>> = {
  overdue: 'return',
  lateReturn: 'return',
  return: 'return',
  latePickup: 'pickUp',
  pickup: 'pickUp',
  arrange: 'arrange',
  confirm: 'accept',
  refund: 'retryRefund',
}

function todoView(row: store.TodoRow, actions: ReturnType<typeof actionsOf>): Todo {
  const job = jobOf[row.kind]
  const { code, label } = actions.get(job)!
  const atCustomer =
    job === 'return' ? row.return_type === returnType.collection : row.pickup_type === pickupType.delivery
  return {
    kind: row.kind,
    at: ms(row.due_at),
    orderId: row.id,
    orderNo: row.order_no,
    orderKind: row.order_kind as Todo['orderKind'],
    status: row.status as Todo['status'],
    modelName: row.model_name,
    plate: hasCar(row.status) ? row.plate : null,
    contactName: row.contact_name,
    phone: row.contact_phone_mask,
    pickupType: row.pickup_type as Todo['pickupType'],
    returnType: row.return_type as Todo['returnType'],
    storeName: row.store_name,
    address: atCustomer && job !== 'retryRefund' ? row.address : null,
    driverName: row.driver_name,
    selfService: row.self_service,
    note: row.note,
    action: code,
    actionLabel: label,
  }
}
