import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type TestApp, testApp } from '../app.ts'
import { at } from '../at.ts'
import { keepSignedIn } from '../jobs.ts'
import { makeWorld, type World } from './world.ts'

/*
 * For tests about a merchant's orders and cars. What is exported follows from test to test, once a file has called
 * `ownMerchant()`: test files share their modules, so importing this does nothing by itself.
 */

export let t: TestApp
export let w: World
export let other: World

/**
 * Each test of this file begins on 20 November at ten with a merchant of its own, two cars to a model, while another one is
 * there all the time.
 */
export function ownMerchant(): void {
  beforeAll(async () => {
    t = await testApp()
    other = await makeWorld(t, { name: '别家租车' })
  })
  afterAll(() => t.close())
  beforeEach(() => world(2))
}

/** Begins anew with so many cars to a model. */
export async function world(cars: number): Promise<void> {
  t.clock.set(at('11-20T10:00'))
  w = await makeWorld(t, { cars })
  await keepSignedIn(t)
}

export const owner = () => ({ token: w.tokens.owner })
export const car = (i: number) => w.vehicles.lavida[i]!
