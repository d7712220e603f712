import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    ticketVehicleRented: { code: 7001, message: '车辆在租至{t}，请选还车后的时间' },
    ticketVehicleHasTicket: { code: 7002, message: '该车辆存在未完结工单 {no}' },
    ticketHarmsOrders: { code: 7003, message: '该时段库存不足，将影响 {n} 个订单' },
    ticketStatusRefuses: { code: 7004, message: '当前工单状态不允许此操作' },
    ticketNotApproved: { code: 7005, message: '报价或费用超过审批限额，须先由另一位有工单费用权限的人审批' },
  },
  pendingKinds: {
    ticketDue: { subject: 'ticket', counted: 'either', key: 'ticket', listed: 'either' },
    ticketApprove: { subject: 'ticket', counted: 'either', key: 'ticket.cost', listed: 'either' },
    ticketAssign: { subject: 'ticket', counted: 'either', key: 'ticket', listed: 'either' },
    ticketReassign: { subject: 'ticket', counted: 'either', key: 'ticket', listed: 'either' },
  },
  closingPoints: {
    ticketsWithoutCost: { step: 6, mayAccept: true },
  },
  audit: {
    features: { ticket: '工单' },
    records: { ticket: '工单' },
    fields: { forceReason: '强制占用原因', planStart: '计划送修' },
  },
} as const satisfies Manifest
