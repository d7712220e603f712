// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const companySavePrice = formCall(calls.company.savePrice, {
  companyId: { label: '企业客户', missing: '请选择企业客户' },
  modelId: { label: '车型', missing: '请选择车型' },
  rateBp: { label: '协议折扣', int: '协议折扣应为1000至10000的整数', min: [1000, '协议折扣应为1000至10000的整数'], max: [10000, '协议折扣应为1000至10000的整数'] },
  dayPrice: { label: '协议日租', int: '协议日租应为整数（分）', min: [1, '协议日租须大于0'], max: [100000000000, '协议日租超出范围'] },
  monthPrice: { label: '协议月租', int: '协议月租应为整数（分）', min: [1, '协议月租须大于0'], max: [100000000000, '协议月租超出范围'] },
})
