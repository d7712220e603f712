import { describe, expect, it } from 'vitest'
import { orderStatus } from '../../booking/order/codes.ts'
import { DAY, HOUR, MINUTE } from '../../time.ts'
import { askNextAt, isAskDue, lostHolds } from './live.ts'

const hold = (amountFen: number, capturedFen = 0, releasedFen = 0) => ({ amountFen, capturedFen, releasedFen })

describe('what is gone of an authorization hold', () => {
  it.each([
    ['all of it', [hold(3000)], 0, [3000]],
    ['nothing', [hold(3000)], 3000, []],
    ['what was captured and let go is known', [hold(3000, 500, 500)], 2000, []],
    ['a part', [hold(3000, 500)], 1000, [1500]],
    ['of two parts the first loses first', [hold(1000), hold(2000)], 500, [1000, 1500]],
    ['of two parts the first alone', [hold(1000), hold(2000)], 2500, [500]],
    ['nothing where more is held than we know of', [hold(1000)], 2000, []],
  ] as const)('%s', (_, holds, rest, gone) => {
    expect(lostHolds(holds, rest).map(({ fen }) => fen)).toEqual(gone)
  })
})

describe('when a provider is queried about a hold', () => {
  const now = 1_000 * DAY
  it.each([
    [now + 30 * DAY, DAY],
    [now + 3 * DAY, 4 * HOUR],
    [now + HOUR, 4 * HOUR],
  ])('after an answer', (expireAt, after) => expect(askNextAt(expireAt, now)).toBe(now + after))

  const later = { askAt: now + DAY, askedAt: now - 2 * HOUR, createdAt: now - DAY }
  const order = (status: (typeof orderStatus)[keyof typeof orderStatus], at: number) => ({
    status,
    pickupAt: status === orderStatus.pickedUp ? now - DAY : at,
    returnAt: status === orderStatus.pickedUp ? at : at + DAY,
  })
  it.each([
    ['its time has come', { ...later, askAt: now }, order(orderStatus.returned, now), true],
    ['nobody can be asked', { ...later, askAt: null }, order(orderStatus.arranged, now + MINUTE), false],
    ['a pickup is near', later, order(orderStatus.arranged, now + 30 * MINUTE), true],
    ['a pickup is far', later, order(orderStatus.arranged, now + 31 * MINUTE), false],
    ['a return is near', later, order(orderStatus.pickedUp, now + 30 * MINUTE), true],
    ['it was asked just now', { ...later, askedAt: now - MINUTE }, order(orderStatus.arranged, now + MINUTE), false],
    [
      'it was agreed to just now',
      { ...later, askedAt: null, createdAt: now },
      order(orderStatus.arranged, now + MINUTE),
      false,
    ],
    ['somebody is asking', { ...later, askAt: now + 15 * MINUTE }, order(orderStatus.arranged, now + MINUTE), false],
  ] as const)('%s', (_, one, of, due) => expect(isAskDue(one, of, now)).toBe(due))
})
