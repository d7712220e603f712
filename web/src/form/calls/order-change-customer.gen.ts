// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const orderChangeCustomer = formCall(calls.order.changeCustomer, {
  orderId: { label: '订单', missing: '请选择订单' },
  contactName: { label: '客户姓名', max: [60, '客户姓名不能超过60字'], missing: '请填写客户姓名' },
  contactPhone: { label: '手机号', match: [/^((1[3-9]\d{9}|95\d{9,10})(,\d{1,6})?|\+(?!86)[1-9]\d{6,14})$/, '请输入正确的手机号'], phone: true, missing: '请输入手机号' },
  keepCodrivers: { label: '保留同行驾驶人' },
  keepDrivers: { label: '保留司机指派' },
  version: {},
})
