import { describe, expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { agreementStatuses } from '../../rental/agreement/codes.ts'
import { agreementSteps, isBinding, isPending } from '../../rental/agreement/steps.ts'
import { driverTaskStatuses } from '../../rental/driver/codes.ts'
import { driverTaskSteps, isOpenTask } from '../../rental/driver/steps.ts'
import { type ActionOf, can } from '../../step.ts'
import { paymentStatuses } from './codes.ts'
import { isInFlight, isSucceeded, paymentSteps } from './steps.ts'

/** Action → target of status 0, 1, 2 …; `.` refused, `=` unchanged. */
const payments: Record<ActionOf<typeof paymentSteps>, string> = {
  open: '1....',
  receiveOffline: '2..2.',
  succeed: '.2...',
  succeedLate: '...22',
  fail: '.3...',
  close: '44...',
  withdraw: '4..4.',
  retry: '...1.',
}
const agreements: Record<ActionOf<typeof agreementSteps>, string> = {
  generate: '1.....',
  seal: '2.....',
  photograph: '5.....',
  sign: '.2....',
  expire: '.3....',
  replace: '.4.4..',
  supersede: '.444.4',
  undo: '.444.4',
  takeBack: '4444.4',
  goOn: '4444.4',
}
const tasks: Record<ActionOf<typeof driverTaskSteps>, string> = {
  reassign: '=...',
  start: '1...',
  finish: '22..',
  cancel: '33..',
  reopen: '..1.',
}

const rows = (table: Record<string, string>) =>
  Object.entries(table).flatMap(([action, row]) => [...row].map((mark, status) => ({ action, status, mark })))

describe('every status × step', () => {
  it.each(rows(payments))('payment: $action in $status → $mark', ({ action, status, mark }) => {
    const step = action as ActionOf<typeof paymentSteps>
    expect(can(paymentSteps, step, status).ok).toBe(mark !== '.')
    if (mark !== '.') expect(advance(paymentSteps, step, status)).toBe(Number(mark))
  })
  it.each(rows(agreements))('agreement: $action in $status → $mark', ({ action, status, mark }) => {
    const step = action as ActionOf<typeof agreementSteps>
    expect(can(agreementSteps, step, status).ok).toBe(mark !== '.')
    if (mark !== '.') expect(advance(agreementSteps, step, status)).toBe(Number(mark))
  })
  it.each(rows(tasks))('driver task: $action in $status → $mark', ({ action, status, mark }) => {
    const step = action as ActionOf<typeof driverTaskSteps>
    expect(can(driverTaskSteps, step, status).ok).toBe(mark !== '.')
    if (mark !== '.') expect(advance(driverTaskSteps, step, status)).toBe(mark === '=' ? status : Number(mark))
  })
})

it('groups statuses by meaning', () => {
  expect(paymentStatuses.values.filter(isSucceeded)).toEqual([2])
  expect(paymentStatuses.values.filter(isInFlight)).toEqual([0, 1])
  expect(agreementStatuses.values.filter(isBinding)).toEqual([2, 5])
  expect(agreementStatuses.values.filter(isPending)).toEqual([1])
  expect(driverTaskStatuses.values.filter(isOpenTask)).toEqual([0, 1])
})

it('returns a message for each refusal', () => {
  expect(() => advance(paymentSteps, 'close', 2)).toThrow('已支付成功，不能取消')
  expect(() => advance(agreementSteps, 'generate', 2)).toThrow('合同已签署，不能重新生成')
  expect(() => advance(agreementSteps, 'sign', 3)).toThrow('链接已失效')
})
