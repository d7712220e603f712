import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expect } from './test.ts'

/**
 * On the page 两步验证: switches it on with an app, which has its secret from now on.
 * @returns the app, and the first of the recovery codes
 */
export async function switchOnSecondFactor(page: Page): Promise<{ app: TOTP; recovery: string }> {
  await page.getByRole('button', { name: '开启两步验证' }).click()
  await expect(page.getByRole('img', { name: '两步验证密钥二维码' })).toBeVisible()
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const app = new TOTP({ secret })
  const code = page.getByPlaceholder('6位验证码')
  await code.fill('000000')
  await page.getByRole('button', { name: '确认开启' }).click()
  await expect(page.getByText('验证码错误或已过期')).toBeVisible()
  await code.fill(app.generate())
  await page.getByRole('button', { name: '确认开启' }).click()
  const codes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: '已保存好' }).click()
  await expect(page.getByText('已开启', { exact: true })).toBeVisible()
  return { app, recovery }
}
