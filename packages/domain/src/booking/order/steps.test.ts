import { describe, expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { Refusal } from '../../refusal.ts'
import { can, keyOf, startsOf } from '../../step.ts'
import { MINUTE } from '../../time.ts'
import { orderStatus, orderStatuses } from './codes.ts'
import { awaitsPickup, isCancelled, isOnRent, type OrderAction, orderSteps, wasPickedUp, wasReturned } from './steps.ts'

/** Action → effect in status 0 … 8; `.` = refused, `=` = unchanged. Targets that depend on facts are tested below. */
const table: Record<OrderAction, string> = {
  submit: '*........',
  editDraft: '=........',
  pay: '.*.......',
  payTimeout: '.8.......',
  dropDraft: '8........',
  accept: '..3......',
  refuse: '..7......',
  refuseUnanswered: '..7......',
  arrange: '...44....',
  autoArrange: '...4.....',
  unarrange: '....3....',
  modify: '...==....',
  pickUp: '....5....',
  return: '.....6...',
  checkPickup: '....=....',
  checkReturn: '.....=...',
  chargeLate: '.....=...',
  closeLost: '.....6...',
  terminate: '.....=...',
  withdrawEnd: '.....=...',
  renew: '.....=...',
  swap: '.....=...',
  undoPickup: '.....4...',
  undoReturn: '......5..',
  cancel: '88777....',
  noShow: '...77....',
  finishCancel: '.......8.',
  reopen: '.......*.',
  retryRefund: '.========',
  collect: '.========',
  collectInstalment: '.========',
  checkPay: '.========',
  supplement: '...======',
  damage: '.....==..',
  reimburse: '...====.=',
  collectDeposit: '..====...',
  collectViolation: '..=====..',
  convertDeposit: '......=..',
  deduct: '.....==..',
  release: '......===',
  proveRelease: '..=======',
  withdrawRelease: '......=..',
  assignDelivery: '...==....',
  assignCollection: '...===...',
  draftAgreement: '...====..',
  addPickupExpense: '....=....',
  addReturnExpense: '.....=...',
  writeOff: '......=.=',
}

/** Facts that satisfy every guard. */
const now = 1_000_000_000
const fine = {
  now,
  limit: now,
  pickupAt: now,
  returnAt: now + 1,
  lockWindowMinutes: 120,
  confirmedAt: now,
  undoMinutes: 30,
  followed: null,
  vehicleStillFree: true,
  moneyOutOpen: 0,
  payOnline: false,
  autoConfirm: true,
  prevStatus: orderStatus.confirmed,
}

describe('every status × step of an order', () => {
  const cases = Object.entries(table).flatMap(([action, row]) =>
    orderStatuses.values.map((status) => ({ action: action as OrderAction, status, mark: row[status]! })),
  )
  it.each(cases)('$action in status $status → $mark', ({ action, status, mark }) => {
    const facts = [fine] as never[]
    if (mark === '.') {
      expect(can(orderSteps, action, status).ok).toBe(false)
      expect(() => advance(orderSteps, action, status, ...(facts as []))).toThrow(Refusal)
      return
    }
    expect(can(orderSteps, action, status).ok).toBe(true)
    if (mark === '*') return
    expect(advance(orderSteps, action, status, ...(facts as []))).toBe(mark === '=' ? status : Number(mark))
  })

  it('has a row in the table for every step', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(orderSteps.steps).sort())
    for (const [action, row] of Object.entries(table)) {
      expect(startsOf(orderSteps, action as OrderAction)).toEqual(orderStatuses.values.filter((v) => row[v] !== '.'))
    }
  })
})

describe('targets that depend on facts', () => {
  it.each([
    [true, true, orderStatus.submitted],
    [true, false, orderStatus.submitted],
    [false, true, orderStatus.confirmed],
    [false, false, orderStatus.confirming],
  ])('submit, online %s, autoConfirm %s → %i', (payOnline, autoConfirm, to) => {
    expect(advance(orderSteps, 'submit', orderStatus.notSubmitted, { payOnline, autoConfirm })).toBe(to)
  })

  it('a payment leads to confirming or confirmed', () => {
    expect(advance(orderSteps, 'pay', orderStatus.submitted, { autoConfirm: false })).toBe(orderStatus.confirming)
    expect(advance(orderSteps, 'pay', orderStatus.submitted, { autoConfirm: true })).toBe(orderStatus.confirmed)
  })

  it.each([orderStatus.confirming, orderStatus.confirmed, orderStatus.arranged])('reopens to %i', (prevStatus) => {
    expect(advance(orderSteps, 'reopen', orderStatus.cancelling, { prevStatus })).toBe(prevStatus)
  })

  it('never reopens to a status from which no cancellation is possible', () => {
    const facts = { prevStatus: orderStatus.pickedUp }
    expect(() => advance(orderSteps, 'reopen', orderStatus.cancelling, facts)).toThrow('may not lead')
  })
})

describe('guards', () => {
  it('refuses to cancel a picked-up or returned order', () => {
    for (const status of [orderStatus.pickedUp, orderStatus.returned]) {
      expect(can(orderSteps, 'cancel', status)).toMatchObject({ key: 'orderAlreadyPickedUp' })
    }
    expect(can(orderSteps, 'cancel', orderStatus.cancelled)).toMatchObject({ key: 'orderStatusRefuses' })
  })

  it('undoes a pickup within thirty minutes, and only while nothing depends on it', () => {
    const at = (minutes: number, followed: string | null = null) =>
      can(orderSteps, 'undoPickup', orderStatus.pickedUp, {
        now: now + minutes * MINUTE,
        confirmedAt: now,
        undoMinutes: 30,
        followed,
      })
    expect(at(30).ok).toBe(true)
    expect(at(31)).toMatchObject({ key: 'undoExpired' })
    expect(at(5, '换车')).toMatchObject({ key: 'undoFollowed', detail: { followed: '换车' } })
  })

  it('undoes a return only while the car is free and nothing depends on it', () => {
    const with_ = (change: object) => can(orderSteps, 'undoReturn', orderStatus.returned, { ...fine, ...change })
    expect(with_({}).ok).toBe(true)
    expect(with_({ now: now + 31 * MINUTE })).toMatchObject({ key: 'undoExpired' })
    expect(with_({ vehicleStillFree: false })).toMatchObject({ key: 'vehicleTaken' })
    expect(with_({ followed: '退款' })).toMatchObject({ key: 'undoFollowed' })
  })

  it('a job acts only when its time has come', () => {
    expect(can(orderSteps, 'refuseUnanswered', orderStatus.confirming, { now, limit: now + 1 }).ok).toBe(false)
    expect(can(orderSteps, 'noShow', orderStatus.arranged, { now, limit: now + 1 }).ok).toBe(false)
    expect(can(orderSteps, 'finishCancel', orderStatus.cancelling, { moneyOutOpen: 1 }).ok).toBe(false)
    const window = { now, lockWindowMinutes: 120 }
    const arrange = (pickupAt: number) => can(orderSteps, 'autoArrange', orderStatus.confirmed, { ...window, pickupAt })
    expect(arrange(now + 120 * MINUTE).ok).toBe(true)
    expect(arrange(now + 121 * MINUTE).ok).toBe(false)
  })

  it('names the permission of each action', () => {
    expect(keyOf(orderSteps, 'cancel')).toBe('order.cancel')
    expect(keyOf(orderSteps, 'undoReturn')).toBe('order.undo')
    expect(keyOf(orderSteps, 'payTimeout')).toBe('system')
  })
})

it('groups statuses by meaning', () => {
  const where = (test: (status: number) => boolean) => orderStatuses.values.filter(test)
  expect(where(isOnRent)).toEqual([5])
  expect(where(wasPickedUp)).toEqual([5, 6])
  expect(where(wasReturned)).toEqual([6])
  expect(where(isCancelled)).toEqual([7, 8])
  expect(where(awaitsPickup)).toEqual([3, 4])
})
