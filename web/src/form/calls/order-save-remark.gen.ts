// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const orderSaveRemark = formCall(calls.order.saveRemark, {
  orderId: { label: '订单', missing: '请选择订单' },
  content: { label: '备注内容', max: [500, '备注内容不能超过500字'], missing: '请输入备注内容' },
  photoIds: { label: '照片', max: [9, '照片最多9项'] },
  topFlag: {},
})
