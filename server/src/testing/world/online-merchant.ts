import { afterEach, beforeAll } from 'vitest'
import type { PaySimulator } from '../../kernel/pay-port.ts'
import { TEST_NOW } from '../app.ts'
import { booksAgree } from './bookings.ts'
import { sharedMerchant, t, w } from './merchant.ts'
import { openOnlinePay } from './online.ts'

/** The providers of `onlineMerchant()`. */
export let simulator: PaySimulator

/**
 * The tests of this file share a merchant that takes money online. After each, providers answer again, it is 20 November
 * at ten, and the books agree with every row.
 */
export function onlineMerchant(...[options]: Parameters<typeof sharedMerchant>): void {
  sharedMerchant(options)
  beforeAll(async () => {
    simulator = await openOnlinePay(t, w)
  })
  afterEach(async () => {
    await simulator.fail('none')
    t.clock.set(TEST_NOW)
    await booksAgree(t)
  })
}
