// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const termsSaveService = formCall(calls.terms.saveService, {
  id: { label: '服务项' },
  version: {},
  code: { label: '服务编码', max: [32, '服务编码不能超过32字'], missing: '请填写服务编码' },
  name: { label: '名称', max: [30, '名称不能超过30字'], missing: '请填写名称' },
  description: { label: '说明', max: [200, '说明不能超过200字'] },
  itemType: { label: '服务类型', missing: '请选择服务类型' },
  unit: { label: '计价方式', missing: '请选择计价方式' },
  price: { label: '价格', int: '价格超出范围', min: [-100000000000, '价格超出范围'], max: [100000000000, '价格超出范围'], missing: '请输入价格' },
  maxQty: { label: '最多份数', int: '最多份数应为1至99的整数', min: [1, '最多份数应为1至99的整数'], max: [99, '最多份数应为1至99的整数'] },
  capDays: { label: '封顶天数', int: '封顶天数应为1至365的整数', min: [1, '封顶天数应为1至365的整数'], max: [365, '封顶天数应为1至365的整数'], none: true },
  mandatory: { label: '必选' },
  handling: { label: '手续费' },
  storeIds: { label: '门店', max: [500, '门店最多500项'] },
  modelIds: { label: '车型', max: [500, '车型最多500项'] },
  sources: { label: '渠道', max: [20, '渠道最多20项'] },
  enabled: { label: '启用' },
  sort: { label: '排序', int: '排序应为0至9999的整数', min: [0, '排序应为0至9999的整数'], max: [9999, '排序应为0至9999的整数'] },
})
