import { afterAll, beforeAll, beforeEach } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../app.ts'
import { makeWorld, type World } from './world.ts'

/*
 * The merchant that the tests of a file are about. What is exported follows once a file has called `sharedMerchant()` or
 * `ownMerchant()`: test files share their modules, so importing this does nothing by itself.
 */

export let t: TestApp
export let w: World
export let other: World

interface MerchantOptions extends NonNullable<Parameters<typeof testApp>[0]> {
  /** To a model; two unless told. */
  readonly cars?: number
  /** Whether another merchant is there too. */
  readonly other?: boolean
}

/** The tests of this file share a merchant and what they do to it. */
export function sharedMerchant({ cars = 2, other: beside = false, ...options }: MerchantOptions = {}): void {
  beforeAll(async () => {
    t = await testApp(options)
    w = await makeWorld(t, { cars })
    if (beside) await makeOther()
  })
  afterAll(() => t.close())
}

/** Each test of this file begins on 20 November at ten, or at `now`, with a merchant of its own; `other` is there all the time. */
export function ownMerchant({
  cars = 2,
  other: beside = false,
  now,
  ...options
}: MerchantOptions & { readonly now?: number } = {}): void {
  worldsOfTests(options)
  if (beside) beforeAll(makeOther)
  beforeEach(() => world(cars, now))
}

/** The tests of this file begin by themselves, as often as they like, with {@link world}. */
export function worldsOfTests(options: Parameters<typeof testApp>[0] = {}): void {
  beforeAll(async () => {
    t = await testApp(options)
  })
  afterAll(() => t.close())
}

/** Begins anew with so many cars to a model. */
export async function world(cars: number, now = TEST_NOW): Promise<void> {
  t.clock.set(now)
  w = await makeWorld(t, { cars })
}

async function makeOther(): Promise<void> {
  other = await makeWorld(t, { name: '别家租车' })
}

export const owner = () => ({ token: w.tokens.owner })
export const manager = () => ({ token: w.tokens.manager })
export const clerk = () => ({ token: w.tokens.clerk })
export const finance = () => ({ token: w.tokens.finance })
export const fleet = () => ({ token: w.tokens.fleet })
export const car = (i: number) => w.vehicles.lavida[i]!
/** An order as it is stored. */
export const orderRow = async (orderId: string) =>
  (await t.root.query('select * from "order" where id = $1', [orderId])).rows[0]
