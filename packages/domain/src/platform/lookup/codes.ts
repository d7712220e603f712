import { type CodeOf, enumeration } from '../../enumeration.ts'

export const notifyTypes = enumeration({
  orderNew: [1, '新订单'],
  confirmSoon: [2, '待确认将超时'],
  orderCancelled: [3, '订单取消'],
  overdue: [4, '超时未还'],
  violationNew: [5, '违章新增'],
  documentExpiring: [6, '证件到期'],
  carePending: [7, '年检/保险/保养到期'],
  ticket: [8, '工单指派/超时'],
  alarm: [9, '报警'],
  command: [10, '指令结果'],
  channel: [11, '渠道异常'],
  oversold: [12, '超售'],
  approval: [13, '审批'],
  security: [14, '账号安全'],
  deposit: [15, '押金授权到期与失效'],
  money: [16, '收退款与对账'],
  selfCheck: [17, '自助验车'],
  morning: [18, '经营日报'],
  referral: [19, '转办'],
})

/** State of an import, an export or another background job. */
export const jobStates = enumeration({
  queued: [0, '排队'],
  running: [1, '执行中'],
  done: [2, '完成'],
  failed: [3, '失败'],
  partly: [4, '部分成功'],
})
export const jobState = jobStates.code
export type JobState = CodeOf<typeof jobStates>

/** Finished, failed or cancelled. */
export const isJobOver = (state: JobState): boolean => state !== jobState.queued && state !== jobState.running
export const isJobFailed = (state: JobState): boolean => state === jobState.failed

/** Requests of a customer about their own data. */
export const personRequestKinds = enumeration({
  copy: [1, '查阅复制'],
  correct: [2, '更正'],
  erase: [3, '删除'],
  withdraw: [4, '撤回同意'],
})

export const personRequestStates = enumeration({ waiting: [0, '待处理'], done: [1, '已完成'], refused: [2, '已拒绝'] })
