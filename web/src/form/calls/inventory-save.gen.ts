// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const inventorySave = formCall(calls.inventory.save, {
  vehicleId: { label: '车辆' },
  version: {},
  plate: { label: '车牌号', max: [20, '车牌号不能超过20字'], missing: '请输入车牌号' },
  plateKind: { label: '车牌类型' },
  plateColor: { label: '车牌颜色' },
  plateExpireOn: { label: '临牌有效期' },
  vin: { label: '车架号', max: [30, '车架号不能超过30字'], missing: '请输入车架号' },
  engineNo: { label: '发动机号', max: [20, '发动机号不能超过20字'] },
  modelId: { label: '车型', missing: '请选择车型' },
  homeStoreId: { label: '所属门店', missing: '请选择所属门店' },
  colour: { label: '颜色', max: [10, '颜色不能超过10字'] },
  registerOn: { label: '注册日期' },
  purchaseOn: { label: '购买日期' },
  purchase: { label: '购买价格', int: '购买价格应为整数（分）', min: [0, '购买价格不能为负'], max: [100000000000, '购买价格超出范围'] },
  ownership: { label: '所有权' },
  ownerName: { label: '所有人', max: [50, '所有人不能超过50字'] },
  useNature: { label: '使用性质' },
  parkingNote: { label: '停放位置', max: [50, '停放位置不能超过50字'] },
  keyCount: { label: '钥匙数', int: '钥匙数应为0至9的整数', min: [0, '钥匙数应为0至9的整数'], max: [9, '钥匙数应为0至9的整数'] },
  keyNote: { label: '取车说明', max: [100, '取车说明不能超过100字'] },
  odometerKm: { label: '里程', int: '里程应为0至9999999的整数', min: [0, '里程应为0至9999999的整数'], max: [9999999, '里程应为0至9999999的整数'] },
  rentalCertNo: { label: '租赁证号', max: [30, '租赁证号不能超过30字'] },
  tags: { label: '标签', max: [10, '标签最多10项'], item: { label: '标签', max: [10, '标签不能超过10字'], missing: '请填写标签' } },
  remark: { label: '备注', max: [200, '备注不能超过200字'] },
  photoIds: { label: '车辆照片', max: [20, '车辆照片最多20项'] },
  insuranceEndOn: { label: '交强险到期' },
  commercialEndOn: { label: '商业险到期' },
  inspectionEndOn: { label: '年检到期' },
})
