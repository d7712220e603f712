import { damageStatuses } from '@cheyi/domain/damage/codes'
import { energies } from '@cheyi/domain/inventory/codes'
import {
  costPayers,
  maintainceTypes,
  shuntingModes,
  shuntingReasons,
  ticketKinds,
  yearlyResults,
} from '@cheyi/domain/ticket/codes'
import { MAX_COSTS, type MaintainceAction, maintaince, maintainceSteps } from '@cheyi/domain/ticket/maintaince'
import { type ShuntingAction, shunting, shuntingSteps } from '@cheyi/domain/ticket/shunting'
import { type YearlyAction, yearly, yearlySteps } from '@cheyi/domain/ticket/yearly'
import { ticketCounters } from '@cheyi/domain/todo/counters'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
import {
  code,
  cursorPaging,
  date,
  Flag,
  fen,
  id,
  int,
  list,
  maybe,
  mediaIds,
  nested,
  orElse,
  text,
  time,
  word,
} from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { MediaView } from './media.ts'
import { orderRef } from './order-ref.ts'
import { batchCalls } from './ticket-batch.ts'
import { maintainceFacts, yearlyFacts } from './ticket-facts.ts'
import {
  createCall,
  detailCall,
  editCall,
  effect,
  handleCall,
  pageCall,
  planRefusals,
  TicketRow,
  ticketFilter,
} from './ticket-form.ts'

/** Work tickets (工单): cars are moved, go to a garage, are inspected. */

const keys = ['ticket.shunting', 'ticket.maintaince', 'ticket.yearly'] as const

/** What the garage writes of the next care, where it does. */
const nextCare = {
  nextKm: maybe(int(1, 2_000_000, '下次保养里程')),
  nextOn: maybe(date('下次保养日期')),
}

/** Another ticket that this one came from, or led to. */
const Linked = z.object({ ticketId: out.id, no: z.string() })

const shuntingFacts = {
  toStoreId: id('调入门店'),
  reason: code(shuntingReasons, '调车原因'),
  mode: orElse(code(shuntingModes, '运输方式'), 1),
  carrier: maybe(text(0, 60, '承运商')),
  waybill: maybe(text(0, 40, '运单号')),
  /** It belongs to the other store from its arrival on. */
  changeHome: orElse(Flag, true),
}

/** What is read off a car when it leaves and when it arrives. */
const Reading = z.object({
  km: out.count,
  fuelPct: z.number().nullable(),
  batteryPct: z.number().nullable(),
})

export const ticket = {
  ...batchCalls,
  hub: read({
    path: '/api/ticket/v1/hub',
    summary: '工单首页',
    permission: ['ticket'],
    /** `waits`: those alone that this counter of home counts. */
    input: z.object({ storeId: maybe(id('门店')), waits: maybe(word(ticketCounters, '待办')) }),
    output: z.object({
      /** By kind: waiting, in hand, and of those how many are late. Kinds that the reader has no key of are missing. */
      kinds: z.array(
        z.object({ kind: out.code(ticketKinds), todo: out.count, running: out.count, overdue: out.count }),
      ),
      /** What the counters of home count, where anything waits; a ticket may stand in two. */
      waits: z.array(z.object({ kind: out.word(ticketCounters), count: out.count })),
      /** Cars whose care is due and that no ticket sees to; null without the key of maintenance. */
      care: out.count.nullable(),
      /** Late ones first, then own ones, then by their plan; at most 50. */
      open: z.array(TicketRow),
    }),
  }),
  ofVehicle: read({
    path: '/api/ticket/v1/vehicle',
    summary: '车辆的工单',
    permission: keys,
    input: z.object({ vehicleId: id('车辆') }),
    /** Of every kind that the reader has a key of, the newest first; at most 10. */
    output: z.array(TicketRow),
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
        /** Last good day of its inspection. */
        inspectionExpireOn: out.date.nullable(),
        /** Number of a ticket that is open. */
        openNo: z.string().nullable(),
        /** A customer has it until then, or should have brought it back by then. */
        rentedUntil: out.time.nullable(),
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
      /** Of a car that is moved and stays there. */
      toStoreId: maybe(id('调入门店')),
      /** Of a ticket that is planned anew. */
      ticketId: maybe(id('工单')),
      planStart: time('计划开始'),
      planEnd: time('计划完成'),
    }),
    output: z.object(effect),
    refusals: planRefusals,
  }),
  exportAll: write({
    path: '/api/ticket/v1/export',
    summary: '导出工单',
    permission: keys,
    changes: false,
    /** One kind, narrowed as its list is; `type` of the enumeration that the kind has of types. */
    input: z.object({
      kind: code(ticketKinds, '工单类型'),
      ...ticketFilter,
      type: maybe(int(1, 9, '类型')),
      toStoreId: maybe(id('调入门店')),
    }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
  shuntingPage: pageCall(shunting, {
    type: maybe(code(shuntingReasons, '调车原因')),
    toStoreId: maybe(id('调入门店')),
  }),
  shuntingDetail: detailCall(shunting, {
    toStoreId: out.id,
    toStoreName: z.string(),
    reason: out.code(shuntingReasons),
    mode: out.code(shuntingModes),
    carrier: z.string(),
    waybill: z.string(),
    changeHome: z.boolean(),
    energy: out.code(energies),
    start: Reading.nullable(),
    end: Reading.nullable(),
    startPhotos: z.array(MediaView),
    endPhotos: z.array(MediaView),
    /** Which end the reader's stores are: who is at neither sees no ticket. */
    ends: z.object({ from: z.boolean(), to: z.boolean() }),
  }),
  shuntingCreate: createCall(shunting, shuntingFacts),
  shuntingEdit: editCall(shunting, shuntingFacts),
  shuntingHandle: handleCall(shunting, Object.keys(shuntingSteps.steps) as ShuntingAction[], {
    /** Of departing and arriving. */
    odometerKm: maybe(int(0, 2_000_000, '里程')),
    fuelPct: maybe(int(0, 100, '油量')),
    batteryPct: maybe(int(0, 100, '电量')),
    photoIds: maybe(mediaIds('车辆照片')),
    /** Of a cancel on the way: at which of the two stores the car stands. */
    standsAt: maybe(id('车辆所在门店')),
  }),
  carePage: read({
    path: '/api/ticket/v1/maintaince/care/page',
    summary: '待保养车辆',
    permission: [maintaince.key],
    input: z.object({ ...cursorPaging(), storeId: maybe(id('门店')), keyword: maybe(text(0, 40, '关键字')) }),
    /** Cars in service whose care is due, by the day it is. */
    output: out.page(
      z.object({
        vehicleId: out.id,
        plate: z.string(),
        modelName: z.string(),
        storeId: out.id,
        storeName: z.string(),
        odometerKm: out.count,
        /** The last care; null where none is known. */
        careKm: out.count.nullable(),
        careOn: out.date.nullable(),
        nextKm: out.count,
        nextOn: out.date.nullable(),
        /** It should have been done by now. */
        late: z.boolean(),
        /** The ticket that sees to it. */
        ticket: Linked.nullable(),
      }),
    ),
  }),
  garages: read({
    path: '/api/ticket/v1/maintaince/garages',
    summary: '用过的维修厂',
    permission: [maintaince.key],
    input: z.object({}),
    /** As the newest ticket of each has it, the last one first; at most 20. */
    output: z.array(z.object({ name: z.string(), phone: z.string(), address: z.string() })),
  }),
  ofDamage: read({
    path: '/api/ticket/v1/maintaince/damage',
    summary: '车损单建单资料',
    permission: [maintaince.key],
    input: z.object({ damageId: id('车损单') }),
    /** What a ticket for a case begins with. */
    output: z.object({ vehicleId: out.id, items: z.string(), ...orderRef }),
  }),
  careNote: write({
    path: '/api/ticket/v1/maintaince/care/note',
    summary: '登记保养',
    permission: [maintaince.key],
    input: z.object({
      vehicleId: id('车辆'),
      km: int(0, 2_000_000, '保养里程'),
      on: date('保养日期'),
      ...nextCare,
    }),
    output: z.object({}),
    refreshes: ['inventory'],
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
        /** A second person has to approve the quote or the costs. */
        awaits: z.boolean(),
        /** It waits for somebody else than the reader. */
        own: z.boolean(),
        /** What waits, and the roles that may approve it; `refused`: somebody said no, a lower amount is to be entered. */
        asked: z
          .object({ fen: out.fen, limit: out.fen, refused: z.boolean(), approvers: z.array(z.string()) })
          .nullable(),
        rows: z.array(
          z.object({ item: z.string(), amount: out.fen, payer: out.code(costPayers), on: out.date.nullable() }),
        ),
        total: out.fen,
        /** What of the costs counts: nothing while they wait for approval. */
        accepted: out.fen,
      })
      .nullable(),
    /** The quote or the costs wait for approval; told to whoever sends the car. */
    awaitsApproval: z.boolean(),
    /** What the garage wrote of the next care. */
    nextKm: out.count.nullable(),
    nextOn: out.date.nullable(),
    /** The case of damage that is repaired; null also for who does not see its order. */
    damage: z.object({ ...orderRef, status: out.code(damageStatuses) }).nullable(),
    /** The inspection that found what is repaired. */
    origin: Linked.nullable(),
  }),
  maintainceCreate: createCall(maintaince, {
    ...maintainceFacts,
    /** The case of damage that it repairs. */
    damageId: maybe(id('车损单')),
  }),
  maintainceEdit: editCall(maintaince, maintainceFacts),
  maintainceHandle: handleCall(maintaince, Object.keys(maintainceSteps.steps) as MaintainceAction[], {
    /** Of sending and accepting. */
    odometerKm: maybe(int(0, 2_000_000, '里程')),
    photoIds: maybe(mediaIds('车辆照片')),
    /** Of accepting a care: what the garage wrote of the next. */
    ...nextCare,
    quote: maybe(fen('报价')),
    costs: maybe(
      list(
        nested(
          {
            item: text(1, 40, '费用项目'),
            amount: fen('费用金额'),
            payer: code(costPayers, '承担方'),
            /** Of the bill, not after today; today when left out. */
            on: maybe(date('费用日期')),
          },
          '费用',
        ),
        MAX_COSTS,
        '费用',
      ),
    ),
  }),
  yearlyPage: pageCall(yearly, {}),
  yearlyDetail: detailCall(yearly, {
    agency: z.string(),
    address: z.string(),
    /** Last good day of the car's paper as it is now. */
    paperEndOn: out.date.nullable(),
    /** What the certificate will probably say, of an inspection today; the typed day wins. */
    proposedOn: out.date.nullable(),
    /** The car is tested; else only a mark is applied for; null where its registration is not known. */
    tested: z.boolean().nullable(),
    result: out.code(yearlyResults).nullable(),
    inspectedOn: out.date.nullable(),
    newEndOn: out.date.nullable(),
    certificates: z.array(MediaView),
    /** Fen; null also for who may not see costs. */
    fee: out.fen.nullable(),
    /** A customer has the car until then, or should have brought it back by then. */
    rentedUntil: out.time.nullable(),
    /** The garage's ticket for what the station found. */
    repair: z.object({ ...Linked.shape, status: out.count, open: z.boolean() }).nullable(),
  }),
  yearlyCreate: createCall(yearly, yearlyFacts),
  yearlyEdit: editCall(yearly, yearlyFacts),
  yearlyHandle: handleCall(yearly, Object.keys(yearlySteps.steps) as YearlyAction[], {
    /** Of passing: when it was inspected, today when left out, and until when it is good. */
    inspectedOn: maybe(date('检验日期')),
    newEndOn: maybe(date('新有效期')),
    photoIds: maybe(mediaIds('年检证明', 6)),
    fee: maybe(fen('年检费')),
    /** Of a repair: what the garage is to do. */
    items: maybe(text(0, 500, '维修项目')),
  }),
}
