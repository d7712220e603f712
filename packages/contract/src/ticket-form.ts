import { ticketKinds, ticketPriorities } from '@cheyi/domain/ticket/codes'
import { planWords, type TicketGroup, type TicketProfile, ticketGroups } from '@cheyi/domain/ticket/ticket'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
import { code, cursorPaging, Flag, id, idOrNone, maybe, orElse, text, time, Version, word } from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { orderRef } from './order-ref.ts'
import { OrderBrief } from './stock.ts'

/*
 * The calls that every kind of ticket has, made from its profile: `{path}/page`, `detail`, `create`, `edit`, `handle`.
 */

// A case of damage names the ticket that repairs it.
export const refreshes = ['stock', 'order', 'arrange', 'inventory', 'overview', 'todo', 'damage'] as const

const groups = Object.keys(ticketGroups) as TicketGroup[]

/** What a plan does to the orders on the car. */
export const effect = {
  /** They get other cars. */
  moved: z.array(OrderBrief),
  /** Put on this car by hand; they get other cars once it is confirmed. */
  pinned: z.array(OrderBrief),
  /** No car is left for them: whoever may force it takes the car all the same. */
  harmed: z.array(OrderBrief),
}

/** A ticket of any kind in a list. */
export const TicketRow = z.object({
  ticketId: out.id,
  no: z.string(),
  kind: out.code(ticketKinds),
  /** Of the enumeration of its kind. */
  status: out.count,
  /** What is done, in a few words. */
  what: z.string(),
  /** Where it is done; empty while nobody knows. */
  place: z.string(),
  /** Of an inspection: the last good day that it is for. */
  dueOn: out.date.nullable(),
  priority: out.code(ticketPriorities),
  vehicleId: out.id,
  plate: z.string(),
  modelName: z.string(),
  storeId: out.id,
  storeName: z.string(),
  planStart: out.time.nullable(),
  planEnd: out.time.nullable(),
  actualStart: out.time.nullable(),
  actualEnd: out.time.nullable(),
  assigneeId: out.id.nullable(),
  assigneeName: z.string().nullable(),
  /** Their account is disabled: somebody else is to see to it. */
  assigneeGone: z.boolean(),
  /** It has not begun, and an order keeps its car beyond the agreed return: it cannot begin as it is planned. */
  awaitsReturn: z.object({ ...orderRef, returnAt: out.time }).nullable(),
  createdAt: out.time,
  version: out.count,
})

const consent = {
  /** Orders put on this car by hand get other cars. */
  confirm: maybe(Flag),
  /** Orders for which there is no other car lose theirs; with a reason. */
  force: maybe(Flag),
  forceReason: maybe(text(0, 200, '强制占用原因')),
}

/** What every plan of a ticket asks. */
export const planOf = (of: TicketProfile) => {
  const { start, end } = planWords(of)
  return {
    /** Both or neither: without a plan nothing is taken of the car. */
    planStart: maybe(time(start)),
    planEnd: maybe(time(end)),
    assigneeId: maybe(id('负责人')),
    priority: orElse(code(ticketPriorities, '优先级'), 1),
    remark: maybe(text(0, 500, '备注')),
  }
}

export const planRefusals = [
  'ticketVehicleRented',
  'ticketVehicleHasTicket',
  'ticketHarmsOrders',
  'planPending',
] as const

const pathOf = ({ path }: TicketProfile, what: string) => `/api/ticket/v1/${path}/${what}` as const

/** What every list of tickets is narrowed by. */
export const ticketFilter = {
  group: maybe(word(groups, '状态')),
  storeId: maybe(id('门店')),
  vehicleId: maybe(id('车辆')),
  /** Own ones. */
  mine: maybe(Flag),
  /** Part of a plate, the number or the place. */
  keyword: maybe(text(0, 40, '关键字')),
}

/** Its list; `filters` are its own besides those of every kind. */
export const pageCall = <F extends z.ZodRawShape>(of: TicketProfile, filters: F) =>
  read({
    path: pathOf(of, 'page'),
    summary: `${of.noun}列表`,
    permission: [of.key],
    input: z.object({
      ...cursorPaging(),
      ...ticketFilter,
      ...filters,
    }),
    /** Newest first. */
    output: z.object({
      ...out.pageOf(TicketRow),
      /** Of the whole filter but its group; with the first page only. */
      counts: z.object({ todo: out.count, running: out.count, done: out.count, cancelled: out.count }).nullable(),
    }),
  })

export const detailCall = <D extends z.ZodRawShape>(of: TicketProfile, own: D) =>
  read({
    path: pathOf(of, 'detail'),
    summary: `${of.noun}详情`,
    permission: [of.key],
    input: z.object({ ticketId: id('工单') }),
    output: z.object({
      ...TicketRow.shape,
      remark: z.string(),
      odometerKm: out.count,
      log: z.array(z.object({ at: out.time, byName: z.string(), action: z.string(), note: z.string() })),
      ...own,
    }),
  })

export const createCall = <F extends z.ZodRawShape>(of: TicketProfile, facts: F) =>
  write({
    path: pathOf(of, 'create'),
    summary: `新建${of.noun}`,
    permission: [of.key],
    input: z.object({ vehicleId: id('车辆'), ...planOf(of), ...facts, ...consent }),
    output: z.object({ ticketId: out.id, no: z.string(), ...effect }),
    refusals: planRefusals,
    refreshes,
  })

export const editCall = <F extends z.ZodRawShape>(of: TicketProfile, facts: F) =>
  write({
    path: pathOf(of, 'edit'),
    summary: `修改${of.noun}`,
    permission: [of.key],
    repeat: 'version',
    input: z.object({ ticketId: id('工单'), version: Version, ...planOf(of), ...facts, ...consent }),
    output: z.object({ version: out.count, ...effect }),
    refusals: [...planRefusals, 'ticketStatusRefuses'],
    refreshes,
  })

/** One step of its machine; `fields` are what its own steps ask for. One that was taken is answered again, and not taken by who saw less. */
export const handleCall = <const A extends string, F extends z.ZodRawShape>(
  of: TicketProfile,
  actions: readonly A[],
  fields: F,
) =>
  write({
    path: pathOf(of, 'handle'),
    summary: `处理${of.noun}`,
    permission: [of.key],
    input: z.object({
      ticketId: id('工单'),
      version: Version,
      action: word(actions, '操作'),
      /** Of beginning without a plan, or later; of another end. */
      planEnd: maybe(time(planWords(of).end)),
      assigneeId: maybe(idOrNone('负责人')),
      /** Why; required where the car or the plan is not as it was meant to be. */
      note: maybe(text(0, 200, '说明')),
      ...fields,
      ...consent,
    }),
    output: z.object({ status: out.count, version: out.count, ...effect }),
    refusals: [...planRefusals, 'ticketStatusRefuses', 'ticketNotApproved'],
    refreshes,
  })
