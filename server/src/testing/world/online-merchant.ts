import { afterAll, afterEach, beforeAll } from 'vitest'
import type { PaySimulator } from '../../kernel/pay-port.ts'
import { TEST_NOW, type TestApp, testApp } from '../app.ts'
import { keepSignedIn } from '../jobs.ts'
import { booksAgree } from './bookings.ts'
import { openOnlinePay } from './online.ts'
import { makeWorld, type World } from './world.ts'

/*
 * For tests about money that providers take. What is exported follows once a file has called `onlineMerchant()`: test files
 * share their modules, so importing this does nothing by itself.
 */

export let t: TestApp
export let w: World
export let simulator: PaySimulator

/**
 * The tests of this file share a merchant that takes money online and has so many cars to a model. After each, providers
 * answer again, it is 20 November at ten, and the books agree with every row.
 */
export function onlineMerchant(cars: number, options: Parameters<typeof testApp>[0] = {}): void {
  beforeAll(async () => {
    t = await testApp(options)
    w = await makeWorld(t, { cars })
    simulator = await openOnlinePay(t, w)
    await keepSignedIn(t)
  })
  afterAll(() => t.close())
  afterEach(async () => {
    await simulator.fail('none')
    t.clock.set(TEST_NOW)
    await booksAgree(t)
  })
}

export const owner = () => ({ token: w.tokens.owner })
