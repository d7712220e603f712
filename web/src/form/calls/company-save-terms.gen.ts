// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const companySaveTerms = formCall(calls.company.saveTerms, {
  companyId: { label: '企业客户', missing: '请选择企业客户' },
  version: {},
  credit: { label: '信用额度', int: '信用额度应为整数（分）', min: [0, '信用额度不能为负'], max: [100000000000, '信用额度超出范围'] },
  payDays: { label: '账期天数', int: '账期天数应为0至365的整数', min: [0, '账期天数应为0至365的整数'], max: [365, '账期天数应为0至365的整数'] },
  rateBp: { label: '协议折扣', int: '协议折扣应为1000至10000的整数', min: [1000, '协议折扣应为1000至10000的整数'], max: [10000, '协议折扣应为1000至10000的整数'] },
  enabled: { label: '启用', missing: '请选择是否启用' },
})
