import { expect, test } from '@playwright/test'
import { isUp } from './api.ts'

/** What all flows of the demo wait for: its data takes half a minute, and many times that on a machine that has other things to do. */
test('the server has its demo data', async ({ baseURL }) => {
  const timeout = 420_000
  test.setTimeout(timeout)
  await expect.poll(() => isUp(baseURL!), { timeout }).toBe(true)
})
