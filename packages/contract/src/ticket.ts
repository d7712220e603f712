import {
  costPayers,
  maintainceStatuses,
  maintainceTypes,
  ticketKinds,
  ticketPriorities,
} from '@cheyi/domain/ticket/codes'
import { MAX_COSTS, maintainceSteps, type TicketGroup, ticketGroups } from '@cheyi/domain/ticket/maintaince'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
import {
  code,
  cursorPaging,
  Flag,
  fen,
  id,
  idOrNone,
  int,
  list,
  maybe,
  mediaIds,
  nested,
  orElse,
  text,
  time,
  Version,
  word,
} from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { MediaView } from './media.ts'
import { OrderBrief } from './stock.ts'

/** Work tickets (工单): cars go to a garage and come back. */
const refreshes = ['stock', 'order', 'arrange', 'inventory', 'overview', 'todo'] as const

const groups = Object.keys(ticketGroups) as TicketGroup[]
const actions = Object.keys(maintainceSteps.steps) as (keyof (typeof maintainceSteps)['steps'])[]

/** What a plan does to the orders on the car. */
const effect = {
  /** They get other cars. */
  moved: z.array(OrderBrief),
  /** Put on this car by hand; they get other cars once it is confirmed. */
  pinned: z.array(OrderBrief),
  /** No car is left for them: whoever may force it takes the car all the same. */
  harmed: z.array(OrderBrief),
}

const Row = z.object({
  ticketId: out.id,
  no: z.string(),
  kind: out.code(ticketKinds),
  status: out.code(maintainceStatuses),
  type: out.code(maintainceTypes),
  priority: out.code(ticketPriorities),
  vehicleId: out.id,
  plate: z.string(),
  modelName: z.string(),
  storeId: out.id,
  storeName: z.string(),
  garageName: z.string(),
  planStart: out.time.nullable(),
  planEnd: out.time.nullable(),
  actualStart: out.time.nullable(),
  actualEnd: out.time.nullable(),
  assigneeId: out.id.nullable(),
  assigneeName: z.string().nullable(),
  /** Their account is disabled: somebody else is to see to it. */
  assigneeGone: z.boolean(),
  createdAt: out.time,
  version: out.count,
})

const plan = {
  /** Both or neither: without a plan nothing is taken of the car. */
  planStart: maybe(time('计划送修')),
  planEnd: maybe(time('计划完工')),
}

const facts = {
  type: code(maintainceTypes, '维保类型'),
  items: text(1, 500, '维修项目'),
  ...plan,
  garageName: maybe(text(0, 60, '维修厂')),
  garagePhone: maybe(text(0, 20, '维修厂电话')),
  garageAddress: maybe(text(0, 120, '维修厂地址')),
  assigneeId: maybe(id('负责人')),
  priority: orElse(code(ticketPriorities, '优先级'), 1),
  /** What the garage asks, fen; only from who may see costs. */
  quote: maybe(fen('报价')),
  remark: maybe(text(0, 500, '备注')),
}

const consent = {
  /** Orders put on this car by hand get other cars. */
  confirm: maybe(Flag),
  /** Orders for which there is no other car lose theirs; with a reason. */
  force: maybe(Flag),
  forceReason: maybe(text(0, 200, '强制占用原因')),
}

const planRefusals = ['ticketVehicleRented', 'ticketVehicleHasTicket', 'ticketHarmsOrders', 'planPending'] as const

export const ticket = {
  hub: read({
    path: '/api/ticket/v1/hub',
    summary: '工单首页',
    permission: ['ticket'],
    input: z.object({ storeId: maybe(id('门店')) }),
    output: z.object({
      /** By kind: waiting, in hand, and of those how many are late. Kinds that the reader has no key of are missing. */
      kinds: z.array(
        z.object({ kind: out.code(ticketKinds), todo: out.count, running: out.count, overdue: out.count }),
      ),
      /** Whose assignee is disabled. */
      reassign: out.count,
      /** Late ones first, then own ones, then by their plan; at most 50. */
      open: z.array(Row),
    }),
  }),
  vehicles: read({
    path: '/api/ticket/v1/vehicles',
    summary: '可选车辆',
    permission: ['ticket.maintaince'],
    input: z.object({ keyword: maybe(text(0, 20, '车牌')), vehicleId: maybe(id('车辆')) }),
    /** In service and in sight, the one that is named first, then by plate; at most 1000. */
    output: z.array(
      z.object({
        vehicleId: out.id,
        plate: z.string(),
        modelName: z.string(),
        storeId: out.id,
        storeName: z.string(),
        odometerKm: out.count,
        /** Number of a ticket that is open. */
        openNo: z.string().nullable(),
      }),
    ),
  }),
  preview: read({
    path: '/api/ticket/v1/preview',
    summary: '占用预览',
    permission: ['ticket.maintaince'],
    input: z.object({
      vehicleId: id('车辆'),
      /** Of a ticket that is planned anew. */
      ticketId: maybe(id('工单')),
      planStart: time('计划送修'),
      planEnd: time('计划完工'),
    }),
    output: z.object(effect),
    refusals: planRefusals,
  }),
  maintaincePage: read({
    path: '/api/ticket/v1/maintaince/page',
    summary: '维保单列表',
    permission: ['ticket.maintaince'],
    input: z.object({
      ...cursorPaging(),
      group: maybe(word(groups, '状态')),
      type: maybe(code(maintainceTypes, '维保类型')),
      storeId: maybe(id('门店')),
      vehicleId: maybe(id('车辆')),
      /** Own ones. */
      mine: maybe(Flag),
      /** Part of a plate, the number or the garage. */
      keyword: maybe(text(0, 40, '关键字')),
    }),
    /** Newest first. */
    output: z.object({
      ...out.pageOf(Row),
      /** Of the whole filter but its group; with the first page only. */
      counts: z.object({ todo: out.count, running: out.count, done: out.count, cancelled: out.count }).nullable(),
    }),
  }),
  maintainceDetail: read({
    path: '/api/ticket/v1/maintaince/detail',
    summary: '维保单详情',
    permission: ['ticket.maintaince'],
    input: z.object({ ticketId: id('工单') }),
    output: Row.extend({
      items: z.string(),
      garagePhone: z.string(),
      garageAddress: z.string(),
      remark: z.string(),
      odometerKm: out.count,
      startKm: out.count.nullable(),
      endKm: out.count.nullable(),
      startPhotos: z.array(MediaView),
      endPhotos: z.array(MediaView),
      /** Fen; null for who may not see costs. */
      cost: z
        .object({
          quote: out.fen.nullable(),
          approved: out.fen.nullable(),
          approvedName: z.string().nullable(),
          /** A second person has to approve the quote. */
          awaits: z.boolean(),
          /** The reader made or quoted it, so somebody else approves. */
          own: z.boolean(),
          rows: z.array(z.object({ item: z.string(), amount: out.fen, payer: out.code(costPayers) })),
          total: out.fen,
        })
        .nullable(),
      /** A quote waits for approval; told to whoever sends the car. */
      awaitsApproval: z.boolean(),
      log: z.array(z.object({ at: out.time, byName: z.string(), action: z.string(), note: z.string() })),
    }),
  }),
  maintainceCreate: write({
    path: '/api/ticket/v1/maintaince/create',
    summary: '新建维保单',
    permission: ['ticket.maintaince'],
    input: z.object({ vehicleId: id('车辆'), ...facts, ...consent }),
    output: z.object({ ticketId: out.id, no: z.string(), ...effect }),
    refusals: planRefusals,
    refreshes,
  }),
  maintainceEdit: write({
    path: '/api/ticket/v1/maintaince/edit',
    summary: '修改维保单',
    permission: ['ticket.maintaince'],
    repeat: 'version',
    input: z.object({ ticketId: id('工单'), version: Version, ...facts, ...consent }),
    output: z.object({ version: out.count, ...effect }),
    refusals: [...planRefusals, 'ticketStatusRefuses'],
    refreshes,
  }),
  maintainceHandle: write({
    path: '/api/ticket/v1/maintaince/handle',
    summary: '处理维保单',
    permission: ['ticket.maintaince'],
    repeat: 'version',
    input: z.object({
      ticketId: id('工单'),
      version: Version,
      action: word(actions, '操作'),
      /** Of sending and accepting. */
      odometerKm: maybe(int(0, 2_000_000, '里程')),
      photoIds: maybe(mediaIds('车辆照片')),
      /** Of sending without a plan, or later; of another end. */
      planEnd: maybe(time('计划完工')),
      quote: maybe(fen('报价')),
      costs: maybe(
        list(
          nested({ item: text(1, 40, '费用项目'), amount: fen('费用金额'), payer: code(costPayers, '承担方') }, '费用'),
          MAX_COSTS,
          '费用',
        ),
      ),
      assigneeId: maybe(idOrNone('负责人')),
      /** Why; required of a refusal, another end and a cancel in hand. */
      note: maybe(text(0, 200, '说明')),
      ...consent,
    }),
    output: z.object({ status: out.code(maintainceStatuses), version: out.count, ...effect }),
    refusals: [...planRefusals, 'ticketStatusRefuses', 'ticketNotApproved'],
    refreshes,
  }),
}
