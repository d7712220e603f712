import type { OrderKind } from '@cheyi/domain/booking/order/codes'
import { accountStatus, storeScope } from '@cheyi/domain/platform/account/codes'
import {
  type DriverTaskStatus,
  type DriverTaskType,
  driverTaskStatuses,
  driverTaskType,
} from '@cheyi/domain/rental/driver/codes'
import { driverTaskSteps, isOpenTask } from '@cheyi/domain/rental/driver/steps'
import { TASK_LENGTH } from '@cheyi/domain/rental/driver/task'
import { type ActionOf, startsOf } from '@cheyi/domain/step'
import { sql } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { COUNT_LIMIT, countUpTo } from '../../kernel/db/count-up-to.ts'
import { at } from '../../kernel/db/instant.ts'
import { cursorKeys, offsetOf, type PageAsk, pageSize } from '../../kernel/db/paging.ts'

export const openStatuses = driverTaskStatuses.values.filter(isOpenTask)

/** Enabled accounts that are drivers: of the listed stores; null for all stores. */
export const drivers = (db: Db, storeIds: readonly string[] | null) => {
  const query = db
    .selectFrom('account')
    .select(['id', 'name', 'mobileEnc', 'onDuty'])
    .where('isDriver', '=', true)
    .where('status', '=', accountStatus.enabled)
    .where('deletedAt', 'is', null)
    .orderBy('onDuty', 'desc')
    .orderBy('id')
  return storeIds === null
    ? query.execute()
    : query
        .where((e) =>
          e.or([e('storeScope', '=', storeScope.all), sql<boolean>`store_ids && ${[...storeIds]}::bigint[]`]),
        )
        .execute()
}

/** The open tasks of some drivers planned before a given time, including those of earlier days. */
export const openTasksUntil = (db: Db, accountIds: readonly string[], to: number) =>
  db
    .selectFrom('driverTask')
    .select(['accountId', 'planAt', 'status'])
    .where('accountId', 'in', accountIds)
    .where('planAt', '<', to)
    .where('status', 'in', openStatuses)
    .execute()

/**
 * Locks a driver, so that two concurrent assignments of one driver see each other's tasks. Not `for update`: rows that
 * reference the account (a notice in this transaction) take a key share lock, and two such transactions would deadlock.
 */
export const lockDriver = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .select(['id', 'name', 'mobileEnc'])
    .where('id', '=', accountId)
    .where('isDriver', '=', true)
    .where('status', '=', accountStatus.enabled)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The driver's data that the customer is notified of. */
export const driverOf = (db: Db, accountId: string) =>
  db.selectFrom('account').select(['id', 'name', 'mobileEnc']).where('id', '=', accountId).executeTakeFirstOrThrow()

/** Other open tasks of a driver that may overlap with one at `planAt`. */
export const tasksNear = (db: Db, accountId: string, planAt: number, ownTaskId: string | null) => {
  const query = db
    .selectFrom('driverTask')
    .select(['planAt', 'status'])
    .where('accountId', '=', accountId)
    .where('planAt', '>', planAt - TASK_LENGTH)
    .where('planAt', '<', planAt + TASK_LENGTH)
    .where('status', 'in', openStatuses)
  return (ownTaskId === null ? query : query.where('id', '<>', ownTaskId)).execute()
}

/** The open task of an order by type; the caller holds the lock on the order row. */
export const openTask = (db: Db, orderId: string, type: DriverTaskType) =>
  db
    .selectFrom('driverTask')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('type', '=', type)
    .where('status', 'in', openStatuses)
    .executeTakeFirst()

export type OpenTask = NonNullable<Awaited<ReturnType<typeof openTask>>>

export const insertTask = async (
  db: Db,
  task: { orderId: string; type: DriverTaskType; accountId: string; planAt: number; status: DriverTaskStatus },
): Promise<string> => (await db.insertInto('driverTask').values(task).returning('id').executeTakeFirstOrThrow()).id

export const updateTask = (
  db: Db,
  id: string,
  patch: { accountId?: string; planAt?: number; status: DriverTaskStatus },
) =>
  db
    .updateTable('driverTask')
    .set((e) => ({ ...patch, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** The start and end of the drive with the car. */
const roadOf = (action: ActionOf<typeof driverTaskSteps>, now: number) => ({
  ...(action === 'start' && {
    startedAt: now,
    vehicleId: sql<string>`(select o.vehicle_id from "order" o where o.id = order_id)`,
  }),
  ...(action === 'finish' && { endedAt: now }),
  ...(action === 'reopen' && { endedAt: null }),
})

/** Moves the tasks of an order that are in a start status of the action; other tasks are unchanged. */
export function moveTasks(
  ctx: Context,
  action: ActionOf<typeof driverTaskSteps>,
  to: DriverTaskStatus,
  of: { readonly orderId: string; readonly type?: DriverTaskType; readonly accountId?: string },
): void {
  let query = ctx.db
    .updateTable('driverTask')
    .set((e) => ({ status: to, version: e('version', '+', 1), ...roadOf(action, ctx.now) }))
    .where('orderId', '=', of.orderId)
    .where('status', 'in', startsOf(driverTaskSteps, action))
  if (of.type !== undefined) query = query.where('type', '=', of.type)
  if (of.accountId !== undefined) query = query.where('accountId', '=', of.accountId)
  ctx.queue(query)
}

/** Cancels the unfinished tasks of an order, of one end or both. @returns the tasks that were open */
export function cancelTasks(ctx: Context, orderId: string, type: DriverTaskType | undefined) {
  const query = ctx.db
    .updateTable('driverTask')
    .set((e) => ({ status: driverTaskSteps.steps.cancel.to, endedAt: ctx.now, version: e('version', '+', 1) }))
    .where('orderId', '=', orderId)
    .where('status', 'in', startsOf(driverTaskSteps, 'cancel'))
    .returning(['id', 'type', 'accountId', 'planAt'])
  return (type === undefined ? query : query.where('type', '=', type)).execute()
}

/** The destination of the driver: the customer's address, or the store when the handover takes place there after all. */
const views = (db: Db) =>
  db
    .selectFrom('driverTask as t')
    .innerJoin('order as o', 'o.id', 't.orderId')
    .innerJoin('model as m', 'm.id', 'o.modelId')
    .innerJoin('account as a', 'a.id', 't.accountId')
    .innerJoin('store as s', (join) =>
      join.on('s.id', '=', (e) =>
        e
          .case()
          .when('t.type', '=', driverTaskType.deliver)
          .then(e.ref('o.storeId'))
          .else(e.ref('o.returnStoreId'))
          .end(),
      ),
    )

export type TaskRow = Awaited<ReturnType<typeof tasksOfOrder>>[number]

const columns = [
  't.id',
  't.orderId',
  't.type',
  't.status',
  't.planAt',
  't.accountId',
  't.arrivedAt',
  't.version',
  'a.name as driverName',
  'o.orderNo',
  'o.orderKind',
  'o.status as orderStatus',
  'o.pickupType',
  'o.returnType',
  'o.pickupAddress',
  'o.returnAddress',
  'o.pickupLng',
  'o.pickupLat',
  'o.returnLng',
  'o.returnLat',
  'o.pickupDistanceM',
  'o.returnDistanceM',
  'o.contactName',
  'o.contactPhoneMask',
  'o.plate',
  'm.name as modelName',
  's.name as storeName',
  's.address as storeAddress',
  's.lng as storeLng',
  's.lat as storeLat',
] as const

/** All tasks of an order, including finished and cancelled ones: deliveries first, then the oldest. */
export const tasksOfOrder = (db: Db, orderId: string) =>
  views(db).select(columns).where('t.orderId', '=', orderId).orderBy('t.type').orderBy('t.id').execute()

export const taskById = (db: Db, id: string) =>
  views(db).select(columns).where('t.id', '=', id).executeTakeFirstOrThrow()

export interface TaskAsk extends PageAsk {
  readonly accountId?: string
  readonly status?: readonly DriverTaskStatus[]
  readonly day?: { readonly from: number; readonly to: number }
  /** Includes the open tasks of earlier days. */
  readonly left?: boolean
}

/** Only open tasks are requested. */
const asksOpen = ({ status = [] }: TaskAsk): boolean => status.length > 0 && status.every(isOpenTask)

type Views = ReturnType<typeof views>

function matching(db: Db, ask: TaskAsk, kinds: readonly OrderKind[]): Views {
  let query = views(db).where('o.orderKind', 'in', kinds)
  if (ask.accountId !== undefined) query = query.where('t.accountId', '=', ask.accountId)
  if (ask.status !== undefined && ask.status.length > 0) query = query.where('t.status', 'in', ask.status)
  // Literals as in the index driver_task_waiting: a cached generic plan does not know parameter values and could not use a
  // partial index.
  if (asksOpen(ask))
    query = query.where(sql<boolean>`t.status in (${sql.join(openStatuses.map((one) => sql.lit(one)))})`)
  const { day, left } = ask
  if (day !== undefined)
    query = query
      .where('t.planAt', '<', day.to)
      .where((e) => e.or([e('t.planAt', '>=', day.from), ...(left ? [e('t.status', 'in', openStatuses)] : [])]))
  return query
}

/** A task in its current state, for a caller that changes it. */
export const byId = (db: Db, id: string) =>
  db
    .selectFrom('driverTask')
    .select(['id', 'orderId', 'type', 'status', 'accountId', 'arrivedAt'])
    .where('id', '=', id)
    .executeTakeFirst()

export const setArrived = (
  db: Db,
  id: string,
  at: { readonly arrivedAt: number; readonly arrivedLng: number | null; readonly arrivedLat: number | null },
) =>
  db
    .updateTable('driverTask')
    .set((e) => ({ ...at, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** A page, with one row more than requested: a day and open tasks in ascending order, everything else newest first. */
export function page(db: Db, ask: TaskAsk, kinds: readonly OrderKind[]): Promise<TaskRow[]> {
  const after = cursorKeys(ask, 'ms', 'id')
  const [direction, beyond] =
    ask.day === undefined && !asksOpen(ask) ? (['desc', sql`<`] as const) : (['asc', sql`>`] as const)
  let query = matching(db, ask, kinds).select(columns)
  if (after !== null)
    query = query.where(sql<boolean>`(t.plan_at, t.id) ${beyond} (${at(Number(after[0]))}, ${after[1]}::bigint)`)
  return query
    .orderBy('t.planAt', direction)
    .orderBy('t.id', direction)
    .limit(pageSize(ask) + 1)
    .offset(offsetOf(ask))
    .execute()
}

export const count = (db: Db, ask: TaskAsk, kinds: readonly OrderKind[]): Promise<number> =>
  countUpTo(db, matching(db, ask, kinds).select(sql`1`.as('one')).limit(COUNT_LIMIT).as('t'))
