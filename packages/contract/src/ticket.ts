import { costPayers, maintainceTypes, ticketKinds } from '@cheyi/domain/ticket/codes'
import { MAX_COSTS, type MaintainceAction, maintaince, maintainceSteps } from '@cheyi/domain/ticket/maintaince'
import { z } from 'zod'
import { read } from './kernel/call.ts'
import { code, fen, id, int, list, maybe, mediaIds, nested, text, time } from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { MediaView } from './media.ts'
import {
  createCall,
  detailCall,
  editCall,
  effect,
  handleCall,
  pageCall,
  planRefusals,
  TicketRow,
} from './ticket-form.ts'

/** Work tickets (工单): cars are moved, go to a garage, are inspected. */

const keys = ['ticket.shunting', 'ticket.maintaince', 'ticket.yearly'] as const

const maintainceFacts = {
  type: code(maintainceTypes, '维保类型'),
  items: text(1, 500, '维修项目'),
  garageName: maybe(text(0, 60, '维修厂')),
  garagePhone: maybe(text(0, 20, '维修厂电话')),
  garageAddress: maybe(text(0, 120, '维修厂地址')),
  /** What the garage asks, fen; only from who may see costs. */
  quote: maybe(fen('报价')),
}

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
      open: z.array(TicketRow),
    }),
  }),
  vehicles: read({
    path: '/api/ticket/v1/vehicles',
    summary: '可选车辆',
    permission: keys,
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
    permission: keys,
    input: z.object({
      kind: code(ticketKinds, '工单类型'),
      vehicleId: id('车辆'),
      /** Of a ticket that is planned anew. */
      ticketId: maybe(id('工单')),
      planStart: time('计划开始'),
      planEnd: time('计划完成'),
    }),
    output: z.object(effect),
    refusals: planRefusals,
  }),
  maintaincePage: pageCall(maintaince, { type: maybe(code(maintainceTypes, '维保类型')) }),
  maintainceDetail: detailCall(maintaince, {
    type: out.code(maintainceTypes),
    items: z.string(),
    garageName: z.string(),
    garagePhone: z.string(),
    garageAddress: z.string(),
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
  }),
  maintainceCreate: createCall(maintaince, maintainceFacts),
  maintainceEdit: editCall(maintaince, maintainceFacts),
  maintainceHandle: handleCall(maintaince, Object.keys(maintainceSteps.steps) as MaintainceAction[], {
    /** Of sending and accepting. */
    odometerKm: maybe(int(0, 2_000_000, '里程')),
    photoIds: maybe(mediaIds('车辆照片')),
    quote: maybe(fen('报价')),
    costs: maybe(
      list(
        nested({ item: text(1, 40, '费用项目'), amount: fen('费用金额'), payer: code(costPayers, '承担方') }, '费用'),
        MAX_COSTS,
        '费用',
      ),
    ),
  }),
}
