import { simulation } from '@cheyi/contract/simulation'
import type { Page } from '@playwright/test'
import { signIn } from './api.ts'
import { expect, test } from './test.ts'

/* How people come in and stay in: registration, codes, forgotten passwords, devices. */

/** A mobile nobody in the demo has; another with each run on the same data. */
const freshMobile = () => `19${String(Date.now()).slice(-9)}`

/** The code that the demo would have sent. */
async function codeTo(page: Page, mobile: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const response = await page.request.post(simulation.messages.path, { data: {} })
    const { data } = (await response.json()) as { data: { list: { mobile: string; text: string }[] } }
    code = data.list.find((sms) => sms.mobile === mobile)?.text.match(/\d{6}/)?.[0]
    expect(code).toBeDefined()
  }).toPass()
  return code!
}

async function register(page: Page, mobile: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('link', { name: '注册账号' }).click()
  await expect(page).toHaveTitle('车驿 · 注册商家')
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/秒后重发/)).toBeVisible()
  await page.getByPlaceholder('短信验证码').fill(await codeTo(page, mobile))
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

test('a rental company registers, is approved by itself on a demo, and stands at its desk', async ({ page }) => {
  const mobile = freshMobile()
  await register(page, mobile, 'Sunny2026x')
  await expect(page).toHaveTitle('车驿 · 工作台')
  await expect(page.getByRole('alert')).toBeHidden()

  // The same mobile again: told only once the code was right.
  await page.goto('/register')
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByText('请输入验证码')).toBeVisible()
  await expect(page.getByText('商家名称为2-50个字')).toBeVisible()
  await expect(page.getByText('请选择城市')).toBeVisible()
  await expect(page.getByText('请先阅读并同意协议')).toBeVisible()
})

test('a forgotten password is replaced by who holds the phone, and every device signed out', async ({
  page,
  baseURL,
}) => {
  const mobile = freshMobile()
  await register(page, mobile, 'Sunny2026x')
  await expect(page).toHaveTitle('车驿 · 工作台')
  await page.evaluate(() => localStorage.clear())

  await page.goto('/login')
  await page.getByRole('link', { name: '忘记密码' }).click()
  const next = page.getByRole('button', { name: '下一步' })
  await next.click()
  await expect(page.getByText('请输入手机号')).toBeVisible()
  await page.getByLabel('手机号').fill(mobile)
  await next.click()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/秒后重发/)).toBeVisible()
  await page.getByPlaceholder('短信验证码').fill('000000')
  await next.click()
  await page.getByLabel('新密码', { exact: true }).fill('Rainy2026x')
  await page.getByLabel('再次输入新密码').fill('Rainy2026y')
  const reset = page.getByRole('button', { name: '重设密码' })
  await reset.click()
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
  await page.getByLabel('再次输入新密码').fill('Rainy2026x')
  await reset.click()
  await expect(page.getByText('验证码错误或已过期')).toBeVisible()
  await page.getByPlaceholder('短信验证码').fill(await codeTo(page, mobile))
  await next.click()
  await reset.click()
  await expect(page.getByText('密码已重设')).toBeVisible()

  await page.getByRole('button', { name: '去登录' }).click()
  await page.getByLabel('手机号').fill(mobile)
  await page.getByLabel('密码', { exact: true }).fill('Rainy2026x')
  await page.getByRole('checkbox', { name: '已阅读并同意' }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveTitle('车驿 · 工作台')
  // The session of the registration ended with the old password.
  await expect(signIn(baseURL, { mobile, password: 'Sunny2026x' })).rejects.toThrow('账号或密码错误')
})

test('another device is sent off from the own profile', async ({ page, baseURL, browser }) => {
  const mobile = freshMobile()
  await register(page, mobile, 'Sunny2026x')
  await expect(page).toHaveTitle('车驿 · 工作台')
  const other = await browser.newPage({ baseURL: baseURL ?? '' })
  const { token } = await signIn(baseURL, { mobile, password: 'Sunny2026x' })
  await other.goto(`/?token=${token}`)
  await expect(other).toHaveTitle('车驿 · 工作台')

  await page.goto('/profile')
  const devices = page
    .getByRole('region', { name: /^登录设备/ })
    .or(page.locator('section').filter({ hasText: '登录设备' }))
  await expect(devices.getByText('本机')).toBeVisible()
  await devices.getByRole('button', { name: '下线' }).first().click()
  await page.getByRole('dialog', { name: '强制下线' }).getByRole('button', { name: '下线' }).click()
  await expect(devices.getByRole('button', { name: '下线' })).toHaveCount(0)
  await other.reload()
  await expect(other.getByText('请先登录')).toBeVisible()
  await other.close()
})

test('a code by SMS signs in', async ({ page }) => {
  const mobile = '13800000021'
  await page.goto('/login?redirect=%2Forder')
  await page.getByRole('button', { name: '验证码登录' }).click()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('请输入手机号')).toBeVisible()
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/秒后重发/)).toBeVisible()
  await page.getByPlaceholder('短信验证码').fill(await codeTo(page, mobile))
  await page.getByRole('checkbox', { name: '已阅读并同意' }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/order$/)
  await expect(page.getByRole('heading', { name: '短租订单' })).toBeVisible()
})
