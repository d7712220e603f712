import type { ReferralTodo } from '@cheyi/contract/platform/referral'
import { type TicketTodo, type Todo, todoKinds } from '@cheyi/contract/platform/todo'
import { type ActionFacts, offersOf } from '@cheyi/domain/booking/order/actions'
import { type OrderStatus, orderStatus, pickupType, returnType } from '@cheyi/domain/booking/order/codes'
import { kindsOpenTo } from '@cheyi/domain/booking/order/kinds'
import { hasCar, isOnRent } from '@cheyi/domain/booking/order/steps'
import { kindsOpenTo as ticketKindsOpenTo } from '@cheyi/domain/fleet/ticket/kinds'
import { menuOf, type PermissionKey } from '@cheyi/domain/permission'
import { kindsAbout, kindsListedAt, type PendingKind } from '@cheyi/domain/platform/pending-work/kinds'
import { type TicketCounter, ticketCounters, ticketCountersOpenTo } from '@cheyi/domain/platform/todo/counters'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { referralsListed } from '../../referral/actions.ts'
import * as store from './store.ts'
import { loadTicketTodos } from './todo-facts.ts'

type Job =
  | 'checkPickup'
  | 'checkReturn'
  | 'return'
  | 'pickUp'
  | 'arrange'
  | 'accept'
  | 'retryRefund'
  | 'checkPay'
  | 'collectDeposit'
  | 'collectInstalment'
  | 'cancel'
  | 'release'

interface Ask {
  readonly job: Job
  /** Facts of an order in which this job is the next one. */
  readonly facts: Partial<ActionFacts> & { readonly status: OrderStatus }
}

const takeBack: Ask = { job: 'return', facts: { status: orderStatus.pickedUp } }
const handOver: Ask = { job: 'pickUp', facts: { status: orderStatus.arranged } }

const collect: Ask = { job: 'collectInstalment', facts: { status: orderStatus.pickedUp, instalmentDue: true } }

const another: Ask = { job: 'arrange', facts: { status: orderStatus.arranged, carOut: true } }

/** The job that each kind of to-do is completed by. */
const asks: Readonly<Record<Todo['kind'], Ask>> = {
  checkPickup: { job: 'checkPickup', facts: { status: orderStatus.arranged, selfCheck: true } },
  checkReturn: { job: 'checkReturn', facts: { status: orderStatus.pickedUp, selfCheck: true } },
  overdue: takeBack,
  lateReturn: takeBack,
  return: takeBack,
  latePickup: handOver,
  pickup: handOver,
  arrange: { job: 'arrange', facts: { status: orderStatus.confirmed } },
  confirm: { job: 'accept', facts: { status: orderStatus.confirming } },
  refund: { job: 'retryRefund', facts: { status: orderStatus.cancelling, pendingRefunds: 'failed' } },
  refundTask: { job: 'retryRefund', facts: { status: orderStatus.cancelling, pendingRefunds: 'byHand' } },
  depositBack: { job: 'release', facts: { status: orderStatus.returned, heldDepositFen: 1 } },
  payCheck: { job: 'checkPay', facts: { status: orderStatus.confirmed, payCheck: true } },
  authEnded: { job: 'collectDeposit', facts: { status: orderStatus.arranged, depositLost: true } },
  instalmentDue: collect,
  instalmentLate: collect,
  stillOut: handOver,
  noShow: { job: 'cancel', facts: { status: orderStatus.arranged } },
  violationRelease: { job: 'release', facts: { status: orderStatus.returned, heldDepositFen: 1 } },
}

/** Jobs about money need no trip to the customer, so their rows have no address. */
const ofMoney: readonly Job[] = ['retryRefund', 'checkPay', 'collectDeposit', 'collectInstalment', 'release']

/** Pending work until the end of today that the account may do: overdue first, money last; beyond `limit` it is only counted. */
export async function todosOf(
  ctx: Context,
  { storeId, limit }: { readonly storeId: string | undefined; readonly limit: number },
): Promise<{ todos: Todo[]; tickets: TicketTodo[]; referrals: ReferralTodo[]; todoTotal: number }> {
  const kinds = kindsOpenTo(ctx.identity.keys)
  const ticketKinds = ticketKindsOpenTo(ctx.identity.keys)
  const actions = actionsOf(ctx)
  const waits = [
    ...(kinds.length === 0 ? [] : orderKinds.filter((kind) => actions.has(todoOfKind(kind)))),
    ...(ticketKinds.length === 0 ? [] : ticketCountersOpenTo(ctx.identity.keys)),
    ...kindsAbout('referral'),
  ]
  const page = await store.todoRows(ctx.query, {
    kinds,
    ticketKinds,
    rights: [...ctx.identity.keys].map((key) => menuOf(key).id),
    storeId,
    until: startOfDate(localDate(ctx.now)) + DAY,
    limit,
    accountId: ctx.accountId!,
    waits,
  })
  const ofTickets = page.filter(({ subject }) => subject === 'ticket')
  const [rows, told, referrals] = await Promise.all([
    store.withOrders(ctx, page),
    loadTicketTodos(
      ctx,
      ofTickets.map(({ subjectId }) => subjectId),
    ),
    referralsListed(
      ctx,
      page.flatMap(({ subject, subjectId }) => (subject === 'referral' ? [subjectId] : [])),
    ),
  ])
  return {
    todos: rows.map((row) => todoOf(row, actions)),
    tickets: ofTickets.flatMap(({ waits: kind, at, subjectId }) => {
      const ticket = told.get(subjectId)
      return ticket && isTicketCounter(kind) ? [{ ...ticket, kind, at }] : []
    }),
    referrals,
    todoTotal: page[0]?.total ?? 0,
  }
}

const isTicketCounter = (kind: PendingKind): kind is TicketCounter =>
  (ticketCounters as readonly PendingKind[]).includes(kind)

/** `carOut`: for a pickup whose vehicle was not returned in time by another customer. */
type Actions = ReadonlyMap<Todo['kind'] | 'carOut', { readonly code: string; readonly label: string }>

/** Cached by the key set of the session, which is the same object as long as the session is cached. */
const actionsByKeys = new WeakMap<ReadonlySet<PermissionKey>, Actions>()

/** The to-dos that the account may do, with the button of each. */
function actionsOf({ identity: { keys } }: Context): Actions {
  const nothing = { owedFen: 0, pendingRefunds: null, heldDepositFen: 0 }
  const actions =
    actionsByKeys.get(keys) ??
    new Map(
      [...todoKinds, 'carOut' as const].flatMap((kind) => {
        const { job, facts } = kind === 'carOut' ? another : asks[kind]
        const offer = offersOf({ ...nothing, ...facts }, keys).find(({ code }) => code === job)
        return offer === undefined ? [] : [[kind, offer] as const]
      }),
    )
  actionsByKeys.set(keys, actions)
  return actions
}

const listedKinds = [...kindsListedAt('pickup'), ...kindsListedAt('return')]
const orderKinds = kindsAbout('order').filter((kind) => listedKinds.includes(kind))

/** The kind of to-do in the list before its time has passed. */
function todoOfKind(kind: PendingKind): Todo['kind'] {
  if (kind === 'violationDeposit') return 'violationRelease'
  if (kind === 'selfCheck') return 'checkPickup'
  return todoKinds.find((one) => one === kind)!
}

function kindOf({ waits, late, overdue, status }: store.TodoRow): Todo['kind'] {
  if (waits === 'selfCheck' && isOnRent(status)) return 'checkReturn'
  if (overdue) return 'overdue'
  if (late && waits === 'return') return 'lateReturn'
  return late && waits === 'pickup' ? 'latePickup' : todoOfKind(waits)
}

function todoOf(row: store.TodoRow, actions: Actions): Todo {
  const kind = kindOf(row)
  const { job } = asks[kind]
  const { code, label } = (row.carOut !== null && actions.get('carOut')) || actions.get(kind)!
  const atCustomer =
    job === 'return' || job === 'checkReturn'
      ? row.returnType === returnType.collection
      : row.pickupType === pickupType.delivery
  return {
    ...row,
    kind,
    plate: hasCar(row.status) ? row.plate : null,
    address: atCustomer && !ofMoney.includes(job) ? row.address : null,
    action: code,
    actionLabel: label,
  }
}
