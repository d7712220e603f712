import { switchOnSecondFactor } from './setup/factor.ts'
import { freshMobile, register } from './setup/register.ts'
import { expect, test } from './setup/test.ts'

/* A second factor: switched on with an app, asked for at the sign-in, replaced by a recovery code, switched off; asked for by a setting. */

const PASSWORD = 'Sunny2026x'

test('an owner signs in with a second factor, and with a recovery code without the phone', async ({ page }) => {
  const mobile = freshMobile()
  await register(page, mobile, PASSWORD)
  await expect(page).toHaveTitle('车驿 · 工作台')

  await page.goto('/profile')
  await page.getByText('两步验证').click()
  const { app, recovery } = await switchOnSecondFactor(page)

  const signIn = async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await page.getByLabel('手机号').fill(mobile)
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByRole('checkbox', { name: '已阅读并同意' }).check()
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByRole('heading', { name: '两步验证' })).toBeVisible()
  }
  const second = page.getByPlaceholder('6位验证码或恢复码')
  const go = page.getByRole('button', { name: '验证并登录' })
  await signIn()
  await go.click()
  await expect(page.getByText('请输入验证码或恢复码')).toBeVisible()
  // The code that switched it on serves no second time; the next one does.
  await second.fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await go.click()
  await expect(page).toHaveTitle('车驿 · 工作台')

  await signIn()
  await second.fill(recovery)
  await go.click()
  await expect(page).toHaveTitle('车驿 · 工作台')

  await page.goto('/second-factor')
  await expect(page.getByText('9 枚')).toBeVisible()
  await page.getByText('关闭两步验证').click()
  await page.getByRole('dialog', { name: '关闭两步验证' }).getByRole('button', { name: '关闭', exact: true }).click()
  await expect(page.getByRole('button', { name: '开启两步验证' })).toBeVisible()
})

test('a merchant that asks for a second factor leads whoever has none to it', async ({ page }) => {
  await register(page, freshMobile(), PASSWORD)
  await expect(page).toHaveTitle('车驿 · 工作台')
  await page.goto('/settings?tab=rules')
  await page.getByRole('switch', { name: '要求两步验证' }).check({ force: true })
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('设置已保存，立即生效')).toBeVisible()

  await page.goto('/order')
  await expect(page.getByText('请先开启两步验证')).toBeVisible()
  await page.getByRole('button', { name: '去开启' }).click()
  await expect(page).toHaveURL(/\/second-factor/)
  await expect(page.getByText('您的账号须开启两步验证，开启后才能继续使用')).toBeVisible()
  await switchOnSecondFactor(page)
  await page.goto('/order')
  await expect(page).toHaveTitle('车驿 · 短租订单')
})
