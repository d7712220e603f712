// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const insuranceCreate = formCall(calls.insurance.create, {
  vehicleId: { label: '车辆', missing: '请选择车辆' },
  damageId: { label: '车损单' },
  occurAt: { label: '出险时间', int: '', missing: '请选择出险时间' },
  place: { label: '出险地点', max: [200, '出险地点不能超过200字'] },
  course: { label: '事故经过', max: [500, '事故经过不能超过500字'] },
  parties: { label: '对方车辆', max: [6, '对方车辆最多6项'], item: { label: '对方车辆', missing: '请填写对方车辆', fields: { plate: { label: '对方车牌', max: [10, '对方车牌不能超过10字'] }, insurer: { label: '对方保险公司', max: [40, '对方保险公司不能超过40字'] }, note: { label: '对方说明', max: [100, '对方说明不能超过100字'] } } } },
  responsibility: { label: '责任' },
  policeNo: { label: '认定书编号', max: [40, '认定书编号不能超过40字'] },
  insurer: { label: '承保公司', max: [40, '承保公司不能超过40字'] },
  photoIds: { label: '事故照片', max: [20, '事故照片最多20项'] },
  paperIds: { label: '认定书与单据', max: [20, '认定书与单据最多20项'] },
})
