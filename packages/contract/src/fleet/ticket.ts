import { energies } from '@cheyi/domain/fleet/inventory/codes'
import {
  costPayers,
  maintenanceTypes,
  relocationModes,
  relocationReasons,
  ticketKinds,
  yearlyResults,
} from '@cheyi/domain/fleet/ticket/codes'
import { ticketColumns } from '@cheyi/domain/fleet/ticket/columns'
import {
  MAX_COSTS,
  type MaintenanceAction,
  maintenance,
  maintenanceSteps,
} from '@cheyi/domain/fleet/ticket/maintenance'
import { type RelocationAction, relocation, relocationSteps } from '@cheyi/domain/fleet/ticket/relocation'
import { MAX_TICKET_BATCH } from '@cheyi/domain/fleet/ticket/ticket'
import { type YearlyAction, yearly, yearlySteps } from '@cheyi/domain/fleet/ticket/yearly'
import { ticketCounters } from '@cheyi/domain/platform/todo/counters'
import { damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
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
  nestedRecord,
  orElse,
  text,
  time,
  Version,
  word,
} from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { tableLooks } from '../platform/job.ts'
import { MediaView } from '../platform/media.ts'
import {
  createCall,
  detailCall,
  editCall,
  effect,
  handleCall,
  maintenanceFacts,
  pageCall,
  planOf,
  planRefusals,
  refreshes,
  TicketRow,
  ticketFilter,
  yearlyFacts,
} from './ticket-form.ts'
import { garageCalls } from './ticket-garage.ts'

const { quote: _, ...works } = maintenanceFacts

/** The same ticket for many cars; part of the feature `ticket`. How each went, and why it was refused, is the job's answer. */
const batchCalls = {
  maintenanceBatch: write({
    operators: false,
    path: '/api/ticket/v1/maintenance/batch',
    summary: '批量新建维保单',
    permission: [maintenance.key],
    input: z.object({
      vehicleIds: list(id('车辆'), MAX_TICKET_BATCH, '车辆', 1),
      ...planOf(maintenance),
      ...works,
    }),
    output: z.object({ jobId: out.id }),
    refusals: ['lineFull'],
    refreshes,
  }),
  yearlyBatch: write({
    operators: false,
    path: '/api/ticket/v1/yearly/batch',
    summary: '批量预约年检',
    permission: [yearly.key],
    /** Tickets that have not begun get one plan. */
    input: z.object({
      tickets: list(nestedRecord({ ticketId: id('工单'), version: Version }, '工单'), MAX_TICKET_BATCH, '工单', 1),
      ...planOf(yearly),
      ...yearlyFacts,
    }),
    output: z.object({ jobId: out.id }),
    refusals: ['lineFull'],
    refreshes,
  }),
}

/** 工单: tickets for moving, maintaining and inspecting cars. */

const keys = ['ticket.relocation', 'ticket.maintenance', 'ticket.yearly'] as const

/** The next maintenance by the garage's sheet, if it has one. */
const nextCare = {
  nextKm: maybe(int(1, 2_000_000, '下次保养里程')),
  nextOn: maybe(date('下次保养日期')),
}

/** A related ticket. */
const Linked = z.object({ ticketId: out.id, no: z.string() })

const relocationFacts = {
  toStoreId: id('调入门店'),
  reason: code(relocationReasons, '调车原因'),
  mode: orElse(code(relocationModes, '运输方式'), 1),
  carrier: maybe(text(0, 60, '承运商')),
  waybill: maybe(text(0, 40, '运单号')),
  /** Its home store changes with the arrival. */
  changeHome: orElse(Flag, true),
}

/** Readings of a car at its departure and its arrival. */
const Reading = z.object({
  km: out.count,
  fuelPct: z.number().nullable(),
  batteryPct: z.number().nullable(),
})

export const ticket = {
  ...batchCalls,
  ...garageCalls,
  hub: read({
    path: '/api/ticket/v1/hub',
    summary: '工单首页',
    permission: ['ticket'],
    /** `waits`: filters to the tickets behind this counter of the home page. */
    input: z.object({ storeId: maybe(id('门店')), waits: maybe(word(ticketCounters, '待办')) }),
    output: z.object({
      /** Per kind: not started, started, and overdue ones. Kinds without a permission are missing. */
      kinds: z.array(
        z.object({ kind: out.code(ticketKinds), todo: out.count, running: out.count, overdue: out.count }),
      ),
      /** Counts of the home page's counters, without zeros; a ticket may be in two. */
      waits: z.array(z.object({ kind: out.word(ticketCounters), count: out.count })),
      /** Cars whose maintenance is due, without a ticket; null without the permission for maintenance. */
      care: out.count.nullable(),
      /** Overdue ones first, then the caller's own, then by plan; at most 50. */
      open: z.array(TicketRow),
    }),
  }),
  ofVehicle: read({
    path: '/api/ticket/v1/vehicle',
    summary: '车辆的工单',
    permission: keys,
    input: z.object({ vehicleId: id('车辆') }),
    /** Of every kind that the caller has a permission for, newest first; at most 10. */
    output: z.array(TicketRow),
  }),
  vehicles: read({
    path: '/api/ticket/v1/vehicles',
    summary: '可选车辆',
    permission: keys,
    input: z.object({
      keyword: maybe(text(0, 20, '车牌')),
      vehicleId: maybe(id('车辆')),
      /** Free ones first, then by their return; or the end of the inspection first; or the plate. */
      by: orElse(word(['plate', 'free', 'inspection'], '排序'), 'plate'),
    }),
    /** In service and accessible to the caller, the given one first; at most 50, so that others are found by their plate. */
    output: z.array(
      z.object({
        vehicleId: out.id,
        plate: z.string(),
        modelName: z.string(),
        storeId: out.id,
        storeName: z.string(),
        odometerKm: out.count,
        /** Last valid day of its inspection. */
        inspectionExpireOn: out.date.nullable(),
        /** Number of an open ticket. */
        openNo: z.string().nullable(),
        /** Agreed return of the customer who has it, possibly in the past. */
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
      /** For a car whose home store changes. */
      toStoreId: maybe(id('调入门店')),
      /** For a ticket whose plan is changed. */
      ticketId: maybe(id('工单')),
      planStart: time('计划开始'),
      planEnd: time('计划完成'),
    }),
    output: z.object(effect),
    refusals: planRefusals,
  }),
  exportAll: write({
    operators: false,
    path: '/api/ticket/v1/export',
    summary: '导出工单',
    permission: keys,
    changes: false,
    /** One kind, with the filter of its list; `type` is a code of the kind's own enumeration. */
    input: z.object({
      kind: code(ticketKinds, '工单类型'),
      ...ticketFilter,
      type: maybe(int(1, 9, '类型')),
      toStoreId: maybe(id('调入门店')),
      ...tableLooks(ticketColumns),
    }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
  relocationPage: pageCall(relocation, {
    type: maybe(code(relocationReasons, '调车原因')),
    toStoreId: maybe(id('调入门店')),
  }),
  relocationDetail: detailCall(relocation, {
    toStoreId: out.id,
    toStoreName: z.string(),
    reason: out.code(relocationReasons),
    mode: out.code(relocationModes),
    carrier: z.string(),
    waybill: z.string(),
    changeHome: z.boolean(),
    energy: out.code(energies),
    start: Reading.nullable(),
    end: Reading.nullable(),
    startPhotos: z.array(MediaView),
    endPhotos: z.array(MediaView),
    /** Which of the two stores the caller may access; with none of them the ticket is not visible. */
    ends: z.object({ from: z.boolean(), to: z.boolean() }),
  }),
  relocationCreate: createCall(relocation, relocationFacts),
  relocationEdit: editCall(relocation, relocationFacts),
  relocationHandle: handleCall(relocation, Object.keys(relocationSteps.steps) as RelocationAction[], {
    /** For departure and arrival. */
    odometerKm: maybe(int(0, 2_000_000, '里程')),
    fuelPct: maybe(int(0, 100, '油量')),
    batteryPct: maybe(int(0, 100, '电量')),
    photoIds: maybe(mediaIds('车辆照片')),
    /** For a cancellation on the way: the store where the car is. */
    standsAt: maybe(id('车辆所在门店')),
  }),
  carePage: read({
    path: '/api/ticket/v1/maintenance/care/page',
    summary: '待保养车辆',
    permission: [maintenance.key],
    input: z.object({ ...cursorPaging(), storeId: maybe(id('门店')), keyword: maybe(text(0, 40, '关键字')) }),
    /** Cars in service whose maintenance is due, by date. */
    output: out.page(
      z.object({
        vehicleId: out.id,
        plate: z.string(),
        modelName: z.string(),
        storeId: out.id,
        storeName: z.string(),
        odometerKm: out.count,
        /** The last maintenance; null where none is known. */
        careKm: out.count.nullable(),
        careOn: out.date.nullable(),
        nextKm: out.count,
        nextOn: out.date.nullable(),
        /** The limit is exceeded. */
        late: z.boolean(),
        /** The day on which the limit will be reached, by date or by what the car drives; null: nobody knows. */
        dueOn: out.date.nullable(),
        /** A morning on which nothing occupies the car, for a ticket; null: there is none soon, or it has one. */
        proposal: z.object({ from: out.time, to: out.time }).nullable(),
        /** Its open ticket. */
        ticket: Linked.nullable(),
      }),
    ),
  }),
  ofDamage: read({
    path: '/api/ticket/v1/maintenance/damage',
    summary: '车损单建单资料',
    permission: [maintenance.key],
    input: z.object({ damageId: id('车损单') }),
    /** Initial values of a ticket for a damage case. */
    output: z.object({ vehicleId: out.id, items: z.string(), ...orderRef }),
  }),
  careNote: write({
    operators: false,
    path: '/api/ticket/v1/maintenance/care/note',
    summary: '登记保养',
    permission: [maintenance.key],
    input: z.object({
      vehicleId: id('车辆'),
      km: int(0, 2_000_000, '保养里程'),
      on: date('保养日期'),
      ...nextCare,
    }),
    output: z.object({}),
    refreshes: ['inventory'],
  }),
  maintenancePage: pageCall(maintenance, { type: maybe(code(maintenanceTypes, '维保类型')) }),
  maintenanceDetail: detailCall(maintenance, {
    type: out.code(maintenanceTypes),
    items: z.string(),
    garageId: out.id.nullable(),
    garageName: z.string(),
    garagePhone: z.string(),
    garageAddress: z.string(),
    startKm: out.count.nullable(),
    endKm: out.count.nullable(),
    startPhotos: z.array(MediaView),
    endPhotos: z.array(MediaView),
    /** Fen; null for callers who may not see costs. */
    cost: z
      .object({
        quote: out.fen.nullable(),
        approved: out.fen.nullable(),
        approvedName: z.string().nullable(),
        /** A second person has to approve the quote or the costs. */
        awaits: z.boolean(),
        /** The caller cannot approve it, because it is their own request. */
        own: z.boolean(),
        /** The requested amount, and the roles that may approve it; `refused`: it was refused, and a lower amount has to be entered. */
        asked: z
          .object({ fen: out.fen, limit: out.fen, refused: z.boolean(), approvers: z.array(z.string()) })
          .nullable(),
        rows: z.array(
          z.object({ item: z.string(), amount: out.fen, payer: out.code(costPayers), on: out.date.nullable() }),
        ),
        total: out.fen,
        /** Sum of the costs that count: 0 while they wait for approval. */
        accepted: out.fen,
      })
      .nullable(),
    /** The quote or the costs wait for approval; also shown to callers who may not see costs. */
    awaitsApproval: z.boolean(),
    /** The next maintenance by the garage's sheet. */
    nextKm: out.count.nullable(),
    nextOn: out.date.nullable(),
    /** The damage case that is repaired; null also for callers who may not see its order. */
    damage: z.object({ ...orderRef, status: out.code(damageStatuses) }).nullable(),
    /** The inspection that found what is repaired. */
    origin: Linked.nullable(),
  }),
  maintenanceCreate: createCall(maintenance, {
    ...maintenanceFacts,
    /** The damage case that it repairs. */
    damageId: maybe(id('车损单')),
  }),
  maintenanceEdit: editCall(maintenance, maintenanceFacts),
  maintenanceHandle: handleCall(maintenance, Object.keys(maintenanceSteps.steps) as MaintenanceAction[], {
    /** For sending and accepting. */
    odometerKm: maybe(int(0, 2_000_000, '里程')),
    photoIds: maybe(mediaIds('车辆照片')),
    /** For accepting a regular maintenance: the next one by the garage's sheet. */
    ...nextCare,
    quote: maybe(fen('报价')),
    costs: maybe(
      list(
        nestedRecord(
          {
            item: text(1, 40, '费用项目'),
            amount: fen('费用金额'),
            payer: code(costPayers, '承担方'),
            /** Date of the bill, not after today; missing: today. */
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
    garageId: out.id.nullable(),
    agency: z.string(),
    address: z.string(),
    /** Last valid day of the car's present certificate. */
    paperEndOn: out.date.nullable(),
    /** Expected expiry of an inspection today; the entered date overrides it. */
    proposedOn: out.date.nullable(),
    /** Whether the car is tested, or only a mark is applied for; null where its registration is unknown. */
    tested: z.boolean().nullable(),
    result: out.code(yearlyResults).nullable(),
    inspectedOn: out.date.nullable(),
    newEndOn: out.date.nullable(),
    certificates: z.array(MediaView),
    /** Fen; null also for callers who may not see costs. */
    fee: out.fen.nullable(),
    /** Agreed return of the customer who has the car, possibly in the past. */
    rentedUntil: out.time.nullable(),
    /** The garage's ticket for what the station found. */
    repair: z.object({ ...Linked.shape, status: out.count, open: z.boolean() }).nullable(),
  }),
  yearlyCreate: createCall(yearly, yearlyFacts),
  yearlyEdit: editCall(yearly, yearlyFacts),
  yearlyHandle: handleCall(yearly, Object.keys(yearlySteps.steps) as YearlyAction[], {
    /** For passing: date of the inspection, today by default, and the new expiry. */
    inspectedOn: maybe(date('检验日期')),
    newEndOn: maybe(date('新有效期')),
    photoIds: maybe(mediaIds('年检证明', 6)),
    fee: maybe(fen('年检费')),
    /** For a repair: the work of the garage. */
    items: maybe(text(0, 500, '维修项目')),
    garageId: maybe(id('维修厂')),
  }),
}
