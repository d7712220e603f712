import { expect, it } from 'vitest'
import { orderStatus as s } from '../../booking/order/codes.ts'
import { type EventFacts, eventData, eventTypeOf } from './event.ts'

const facts = (was: EventFacts['was'], status: EventFacts['data']['status'], more: Partial<EventFacts['data']> = {}) =>
  ({
    orderId: '1',
    renewalId: null,
    was,
    data: {
      channelOrderNo: 'C-1',
      orderNo: 'O1',
      status,
      cancelBy: null,
      storeId: '2',
      returnStoreId: '2',
      modelId: '3',
      pickupAt: Date.parse('2026-11-23T10:00:00+08:00'),
      returnAt: Date.parse('2026-11-24T10:00:00+08:00'),
      actualPickupAt: null,
      actualReturnAt: null,
      totalFen: 100,
      penaltyFen: 0,
      cancelledAt: null,
      ...more,
    },
  }) satisfies EventFacts

it('the type of an event follows from what the order was and is', () => {
  const types = (cases: readonly (readonly [EventFacts['was'], EventFacts['data']['status'], string?])[]) =>
    cases.map(([was, is, cancelBy = null]) => eventTypeOf(facts(was, is, { cancelBy })))
  expect(
    types([
      [null, s.confirmed],
      [s.confirming, s.confirmed],
      [s.confirmed, s.arranged],
      [s.arranged, s.confirmed],
      [s.arranged, s.pickedUp],
      [s.pickedUp, s.returned],
      [s.returned, s.pickedUp],
      [s.pickedUp, s.arranged],
      [s.confirming, s.cancelling, 'merchant'],
      [s.confirming, s.cancelled, 'system'],
      [s.confirming, s.cancelled, 'channel'],
      [s.arranged, s.cancelling, 'merchant'],
      [s.cancelling, s.cancelled, 'merchant'],
      [s.confirmed, s.confirmed],
    ]),
  ).toEqual([
    'order.confirmed',
    'order.confirmed',
    'order.amended',
    'order.amended',
    'order.picked_up',
    'order.returned',
    'order.amended',
    'order.amended',
    'order.refused',
    'order.refused',
    'order.cancelled',
    'order.cancelled',
    'order.amended',
    'order.amended',
  ])
})

it('a renewal and a violation have types of their own, whatever else changed', () => {
  expect(eventTypeOf({ ...facts(s.pickedUp, s.pickedUp), renewalId: '9' })).toBe('order.renewed')
  const violation = facts(s.pickedUp, s.pickedUp, {
    violationId: '7',
    occurAt: Date.parse('2026-11-23T12:00:00+08:00'),
    act: '违反禁止标线',
    points: 1,
    fineFen: 10_000,
    withdrawn: false,
  })
  expect(eventTypeOf(violation)).toBe('order.violation')
  expect(eventData(violation)).toMatchObject({
    status: 5,
    statusName: '已取车',
    pickupAt: '2026-11-23T10:00:00+08:00',
    violation: { violationId: '7', occurAt: '2026-11-23T12:00:00+08:00', fineFen: 10_000, withdrawn: false },
  })
  expect(eventData(facts(s.pickedUp, s.pickedUp)).violation).toBeNull()
})
