import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderStatuses, orderStatus as s } from '../../booking/order/codes.ts'
import { awaitsPickup } from '../../booking/order/steps.ts'
import { depositPayStatus, holdStatus, holdStatuses } from '../../money/deposit/codes.ts'
import { HOUR } from '../../time.ts'
import { calendarFile } from './calendar.ts'
import { depositStateOf, isWithMerchant } from './deposit-state.ts'
import { nextStepOf, roomNames } from './next-step.ts'
import { opensWithoutCode } from './room-pass.ts'

describe('the next step of a customer', () => {
  const facts = { now: 0, returnAt: 1, due: [], wantsDocuments: false, holdsDeposit: false }

  it('is named for each status, whatever is due', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...orderStatuses.values.filter((status) => status !== s.notSubmitted)),
        fc.subarray([...roomNames]),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 0, max: 2 }),
        (status, due, holdsDeposit, wantsDocuments, now) => {
          const next = nextStepOf({ status, due, holdsDeposit, wantsDocuments, now, returnAt: 1 })
          if (next === 'documents') expect(awaitsPickup(status)).toBe(true)
          if (next === 'late') expect([status, now > 1]).toEqual([s.pickedUp, true])
          if (next === 'selfPickup') expect(due).toContain('pickup')
        },
      ),
    )
  })

  it('is the signature before the money, and the return while the car is out', () => {
    expect(nextStepOf({ ...facts, status: s.arranged, due: ['pay', 'sign'] })).toBe('sign')
    expect(nextStepOf({ ...facts, status: s.arranged, due: ['pay', 'deposit'] })).toBe('pay')
    expect(nextStepOf({ ...facts, status: s.arranged, due: ['deposit'], wantsDocuments: true })).toBe('deposit')
    expect(nextStepOf({ ...facts, status: s.arranged, wantsDocuments: true })).toBe('documents')
    expect(nextStepOf({ ...facts, status: s.pickedUp, wantsDocuments: true })).toBe('bring')
    expect(nextStepOf({ ...facts, status: s.pickedUp, due: ['claim'] })).toBe('bring')
    expect(nextStepOf({ ...facts, status: s.pickedUp, now: 2 })).toBe('late')
    expect(nextStepOf({ ...facts, status: s.returned, holdsDeposit: true })).toBe('depositBack')
  })
})

describe('a page opens without a code', () => {
  const asked = { provenAt: 0, now: HOUR, samePhone: true }
  const without = (more: Partial<typeof asked> = {}) =>
    roomNames.filter((room) => opensWithoutCode({ ...asked, ...more, room }))

  it('for the same phone alone, a handover on the day of the proof, never a signature', () => {
    expect(without()).toEqual(['pickup', 'return', 'violation'])
    expect(without({ now: 12 * HOUR })).toEqual(['violation'])
    expect(without({ samePhone: false })).toEqual([])
  })
})

it('a deposit has one state, and is with the merchant only in those that say so', () => {
  for (const hold of holdStatuses.values)
    for (const payStatus of Object.values(depositPayStatus)) {
      const state = depositStateOf({ payStatus, holdStatus: hold, later: false, cancelled: false })
      if (['back', 'taken', 'ended'].includes(state)) expect(isWithMerchant(hold)).toBe(false)
      if (state === 'comingBack') expect(isWithMerchant(hold)).toBe(true)
    }
  const unpaid = { payStatus: depositPayStatus.unpaid, holdStatus: holdStatus.none }
  expect(depositStateOf({ ...unpaid, later: true, cancelled: false })).toBe('later')
  expect(depositStateOf({ ...unpaid, later: true, cancelled: true })).toBe('never')
})

describe('a calendar file', () => {
  const event = { id: 'O1-pickup@cheyi', at: 0, title: '取车', place: '', note: '', remindMinutes: 60 }

  it('has moments in UTC and lines that end as the format asks', () => {
    const text = calendarFile([event], HOUR)
    expect(text).toContain('DTSTART:19700101T000000Z\r\nDTEND:19700101T003000Z\r\n')
    expect(text.startsWith('BEGIN:VCALENDAR\r\n')).toBe(true)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })

  it('holds any text in its own field, in lines of at most 75 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (title, place) => {
        const text = calendarFile([{ ...event, title, place: `${place}\r\nBEGIN:VEVENT` }], 0)
        const lines = text.split('\r\n')
        for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
        expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
      }),
    )
  })
})
