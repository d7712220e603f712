// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const violationDeduct = formCall(calls.violation.deduct, {
  violationId: { label: '违章', missing: '请选择违章' },
  version: {},
  lines: { label: '费用', fields: { fine: { label: '代缴罚款', int: '代缴罚款应为整数（分）', min: [0, '代缴罚款不能为负'], max: [100000000000, '代缴罚款超出范围'], missing: '请输入代缴罚款' }, agency: { label: '代办费', int: '代办费应为整数（分）', min: [0, '代办费不能为负'], max: [100000000000, '代办费超出范围'], missing: '请输入代办费' }, penalty: { label: '违约金', int: '违约金应为整数（分）', min: [0, '违约金不能为负'], max: [100000000000, '违约金超出范围'], missing: '请输入违约金' } } },
  take: { label: '扣款', fields: { payMode: { label: '扣款方式', missing: '请选择扣款方式' }, amount: { label: '扣款金额', int: '扣款金额应为整数（分）', min: [1, '扣款金额须大于0'], max: [100000000000, '扣款金额超出范围'], missing: '请输入扣款金额' }, slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] } } },
})
