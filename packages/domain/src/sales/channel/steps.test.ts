import { expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { blockOf } from '../../step.ts'
import { type ChannelFacts, channelActionsOf, channelSteps, channelStatus as s } from './steps.ts'

const ready: ChannelFacts = { stores: 1, models: 1, priced: 1, openOrders: 0 }

it('is configured, enabled, paused and closed', () => {
  expect(advance(channelSteps, 'apply', s.notOpen)).toBe(s.configuring)
  expect(advance(channelSteps, 'enable', s.configuring, ready)).toBe(s.enabled)
  expect(advance(channelSteps, 'fail', s.enabled)).toBe(s.failing)
  expect(advance(channelSteps, 'pause', s.failing)).toBe(s.paused)
  expect(advance(channelSteps, 'resume', s.paused)).toBe(s.enabled)
  expect(advance(channelSteps, 'close', s.paused, ready)).toBe(s.notOpen)
})

it('lists the possible actions', () => {
  expect([s.notOpen, s.configuring, s.enabled, s.paused, s.failing].map(channelActionsOf)).toEqual([
    ['apply'],
    ['enable', 'close'],
    ['pause'],
    ['resume', 'close'],
    ['pause', 'resume', 'close'],
  ])
})

it('cannot be enabled without a store and a priced model, nor closed with open orders', () => {
  const enable = (facts: Partial<ChannelFacts>) =>
    blockOf(channelSteps, 'enable', s.configuring, [{ ...ready, ...facts }])?.key
  expect([enable({ stores: 0 }), enable({ models: 0 }), enable({ priced: 0 }), enable({})]).toEqual([
    'mappingMissing',
    'mappingMissing',
    'mappingMissing',
    undefined,
  ])
  expect(blockOf(channelSteps, 'close', s.paused, [{ ...ready, openOrders: 3 }])).toEqual({
    key: 'channelHasOrders',
    detail: { count: 3 },
  })
})
