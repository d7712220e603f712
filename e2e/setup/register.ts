import { simulation } from '@cheyi/contract/platform/simulation'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/* A rental company comes in by itself, with the codes that the demo would have sent. */

/** A mobile nobody in the demo has; another with each run on the same data. */
export const freshMobile = () => `19${String(Date.now()).slice(-9)}`

/** The code that the demo would have sent. */
export async function codeTo(page: Page, mobile: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const response = await page.request.post(simulation.messages.path, { data: {} })
    const { data } = (await response.json()) as { data: { list: { mobile: string; text: string }[] } }
    code = data.list.find((sms) => sms.mobile === mobile)?.text.match(/\d{6}/)?.[0]
    expect(code).toBeDefined()
  }).toPass()
  return code!
}

/** Fills the form of registration and sends it; the page then leads to the desk. */
export async function register(page: Page, mobile: string, password: string, code = codeTo): Promise<void> {
  await page.goto('/login')
  await page.getByRole('link', { name: '注册账号' }).click()
  await expect(page).toHaveTitle('车驿 · 注册商家')
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/秒后重发/)).toBeVisible()
  await page.getByPlaceholder('短信验证码').fill(await code(page, mobile))
  await page.getByLabel('设置密码').fill(password)
  await page.getByLabel('商家名称').fill('晴天租车')
  await page.getByLabel('联系人姓名').fill('王晴')
  await page.getByRole('button', { name: '所在城市' }).click()
  const cities = page.getByRole('dialog', { name: '所在城市' })
  await cities.getByRole('searchbox').fill('苏州')
  await cities.getByRole('option', { name: /^苏州/ }).click()
  await page.getByRole('checkbox', { name: '已阅读并同意' }).check()
  await page.getByRole('button', { name: '注册', exact: true }).click()
}

/** Somebody who was invited comes in, with the code of the message. */
export async function joinByCode(page: Page, mobile: string, code = codeTo): Promise<void> {
  await page.goto('/login')
  await page.getByRole('link', { name: '加入商家' }).click()
  await expect(page).toHaveTitle('车驿 · 加入商家')
  await page.getByLabel('手机号').fill(mobile)
  await page.getByPlaceholder('短信中的6位邀请码').fill(await code(page, mobile))
  await page.getByRole('checkbox', { name: '已阅读并同意' }).check({ force: true })
  await page.getByRole('button', { name: '确认加入' }).click()
}

/** Signs in with a code instead of a password: staff have none until they set one. */
export async function signInByCode(page: Page, mobile: string, code = codeTo): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: '验证码登录' }).click()
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/秒后重发/)).toBeVisible()
  await page.getByPlaceholder('短信验证码').fill(await code(page, mobile))
  await page.getByRole('checkbox', { name: '已阅读并同意' }).check({ force: true })
  await page.getByRole('button', { name: '登录', exact: true }).click()
}
