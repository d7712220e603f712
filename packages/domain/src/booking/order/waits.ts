/** Pending work of orders that their status does not show: counters of the home page, and filters of the list. */
export const orderPendingWork = {
  conflict: '排车冲突',
  reassign: '待改派',
  refund: '退款异常',
  refundTask: '待线下退款',
  payCheck: '收付待核',
  authEnded: '待重收押金',
  authExpiry: '授权将到期',
  reimburse: '报销待审',
  reimbursePay: '报销待打款',
  prepay: '待收预付款',
  debt: '待收欠款',
  damage: '待处理车损',
  lost: '未还车处置',
  video: '验车视频未上传',
  unprinted: '合同文件未生成',
} as const
export type OrderPending = keyof typeof orderPendingWork
export const orderPendingNames = Object.keys(orderPendingWork) as readonly OrderPending[]
