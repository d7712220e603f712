import { expect, test } from './setup/installation.ts'
import { signInByHand } from './setup/test.ts'

/* A server with a certificate of its own, without a proxy in front. */

test.use({ isSecure: true, ignoreHTTPSErrors: true })

test('a page, its files and its calls come over HTTP/2, and what a call refuses is told', async ({ page }) => {
  test.setTimeout(120_000)
  await page.goto('/login')
  await signInByHand(page, { mobile: '13800000001', password: 'Cheyi2026' })
  await expect(page.getByText('账号或密码错误').first()).toBeVisible()
  const protocols = await page.evaluate(() =>
    performance
      .getEntries()
      .flatMap((entry) => (entry instanceof PerformanceResourceTiming ? [[entry.nextHopProtocol, entry.name]] : [])),
  )
  expect(protocols.filter(([protocol]) => protocol !== 'h2')).toEqual([])
  expect(protocols.some(([, name]) => name!.endsWith('/api/login/v1/password'))).toBe(true)
})
