// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const inventorySaveDocument = formCall(calls.inventory.saveDocument, {
  vehicleId: { label: '车辆', missing: '请选择车辆' },
  documentId: { label: '证件' },
  version: {},
  kind: { label: '证件类型', missing: '请选择证件类型' },
  insuranceKind: { label: '险种' },
  no: { label: '号码', max: [40, '号码不能超过40字'] },
  insurer: { label: '保险公司', max: [40, '保险公司不能超过40字'] },
  startOn: { label: '生效日期' },
  endOn: { label: '到期日期' },
  amount: { label: '金额', int: '金额应为整数（分）', min: [0, '金额不能为负'], max: [100000000000, '金额超出范围'] },
  sumInsured: { label: '保额', int: '保额应为整数（分）', min: [1, '保额须大于0'], max: [100000000000, '保额超出范围'] },
  mediaIds: { label: '证件照片', max: [6, '证件照片最多6项'] },
  removed: {},
})
