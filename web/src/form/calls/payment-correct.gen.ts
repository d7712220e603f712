// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const paymentCorrect = formCall(calls.payment.correct, {
  txnId: { label: '凭证', missing: '请选择凭证' },
  reason: { label: '更正原因', max: [200, '更正原因不能超过200字'], missing: '请填写更正原因' },
})
