// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const pickupReturnReissue = formCall(calls.pickupReturn.reissue, {
  recordId: { label: '验车单', missing: '请选择验车单' },
  mediaIds: { label: '照片或视频', min: [1, '请至少上传一张照片或视频'], max: [20, '照片或视频最多20项'], missing: '请至少上传一张照片或视频' },
  reason: { label: '补传原因', max: [200, '补传原因不能超过200字'], missing: '请填写补传原因' },
})
