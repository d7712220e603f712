import { maintenanceTypes, ticketKinds, ticketPriorities } from '@cheyi/domain/fleet/ticket/codes'
import { planWords, type TicketGroup, type TicketProfile, ticketGroups } from '@cheyi/domain/fleet/ticket/ticket'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  Flag,
  fen,
  id,
  idOrNone,
  maybe,
  orElse,
  text,
  time,
  Version,
  word,
} from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { OrderBrief } from './stock.ts'

/* The calls that every kind of ticket has, built from its profile: `{path}/page`, `detail`, `create`, `edit`, `handle`. */

// A case of damage shows the ticket that repairs it.
export const refreshes = ['stock', 'order', 'arrange', 'inventory', 'overview', 'todo', 'damage'] as const

const groups = Object.keys(ticketGroups) as TicketGroup[]

/** Effects of a plan on the orders of the car. */
export const effect = {
  /** They are moved to other cars. */
  moved: z.array(OrderBrief),
  /** Pinned to this car; they are moved to other cars after a confirmation. */
  pinned: z.array(OrderBrief),
  /** No other car is left for them: with the permission the ticket can be forced. */
  harmed: z.array(OrderBrief),
}

/** A ticket of any kind in a list. */
export const TicketRow = z.object({
  ticketId: out.id,
  no: z.string(),
  kind: out.code(ticketKinds),
  /** Code of the enumeration of its kind. */
  status: out.count,
  /** Short description of the work. */
  what: z.string(),
  /** Where it is done; '' while unknown. */
  place: z.string(),
  /** Of an inspection: the last valid day. */
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
  /** The assignee's account is disabled, so that another one is needed. */
  assigneeGone: z.boolean(),
  /** It has not started, and an overdue order has its car, so that it cannot start as planned. */
  awaitsReturn: z.object({ ...orderRef, returnAt: out.time }).nullable(),
  createdAt: out.time,
  version: out.count,
})

const consent = {
  /** Confirms that orders pinned to this car are moved. */
  confirm: maybe(Flag),
  /** Takes the car from orders without another car; requires a reason. */
  force: maybe(Flag),
  forceReason: maybe(text(0, 200, '强制占用原因')),
}

/** Fields of every ticket's plan. */
export const planOf = (of: TicketProfile) => {
  const { start, end } = planWords(of)
  return {
    /** Both or neither: without a plan the car is not occupied. */
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

/** Filter of every list of tickets. */
export const ticketFilter = {
  group: maybe(word(groups, '状态')),
  storeId: maybe(id('门店')),
  vehicleId: maybe(id('车辆')),
  /** Only the caller's own. */
  mine: maybe(Flag),
  /** Part of a plate, the number or the place. */
  keyword: maybe(text(0, 40, '关键字')),
}

/** The list of a kind; `filters` are its own besides the common ones. */
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
      /** Of the whole filter except its group; with the first page only. */
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
    operators: false,
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
    operators: false,
    path: pathOf(of, 'edit'),
    summary: `修改${of.noun}`,
    permission: [of.key],
    repeat: 'version',
    input: z.object({ ticketId: id('工单'), version: Version, ...planOf(of), ...facts, ...consent }),
    output: z.object({ version: out.count, ...effect }),
    refusals: [...planRefusals, 'ticketStatusRefuses'],
    refreshes,
  })

/**
 * One step of its state machine; `fields` are those of its own steps. A retry of a completed step returns the same
 * answer; an outdated version is refused.
 */
export const handleCall = <const A extends string, F extends z.ZodRawShape>(
  of: TicketProfile,
  actions: readonly A[],
  fields: F,
) =>
  write({
    operators: false,
    path: pathOf(of, 'handle'),
    summary: `处理${of.noun}`,
    permission: [of.key],
    input: z.object({
      ticketId: id('工单'),
      version: Version,
      action: word(actions, '操作'),
      /** For starting without a plan, or later; for another end. */
      planEnd: maybe(time(planWords(of).end)),
      assigneeId: maybe(idOrNone('负责人')),
      /** The reason; required where the car or the plan differs from what was planned. */
      note: maybe(text(0, 200, '说明')),
      ...fields,
      ...consent,
    }),
    output: z.object({ status: out.count, version: out.count, ...effect }),
    refusals: [...planRefusals, 'ticketStatusRefuses', 'ticketNotApproved'],
    refreshes,
  })

/** Input of a maintenance ticket besides its car and its plan, for a single ticket and for a batch. */
export const maintenanceFacts = {
  type: code(maintenanceTypes, '维保类型'),
  items: text(1, 500, '维修项目'),
  garageId: maybe(id('维修厂')),
  /** The price that the garage asks, fen; only with the permission `ticket.cost`. */
  quote: maybe(fen('报价')),
}

/** Input of an inspection besides its car and its plan. */
export const yearlyFacts = {
  garageId: maybe(id('检测机构')),
}
