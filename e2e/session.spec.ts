import { lookup } from '@cheyi/contract/platform/lookup'
import { qrLogin } from '@cheyi/contract/platform/session/qr-login'
import { secondFactor } from '@cheyi/contract/platform/session/second-factor'
import { simulation } from '@cheyi/contract/platform/simulation'
import type { Page } from '@playwright/test'
import { owner, signIn } from './setup/api.ts'
import { codeTo, freshMobile, register } from './setup/register.ts'
import { expect, signInByHand, test } from './setup/test.ts'

/* How people come in and stay in: registration, codes, forgotten passwords, devices. */

/** The link in the code that a page shows; a camera would read it off the squares. */
async function shownCode(page: Page, show: () => Promise<unknown>): Promise<string> {
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith(qrLogin.create.path)),
    show(),
  ])
  const { data } = (await response.json()) as { data: { qrText: string } }
  return data.qrText
}

test('who guesses a password is shown a picture to read', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('手机号').fill(freshMobile())
  await page.getByLabel('密码', { exact: true }).fill('Wrong2026')
  await page.getByRole('checkbox', { name: '已阅读并同意' }).check({ force: true })
  const picture = page.getByRole('button', { name: '换一张图形验证码' }).locator('img')
  await expect(async () => {
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(picture).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(picture).toHaveJSProperty('naturalWidth', 264)
})

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
  await expect(page.getByText('请输入商家名称')).toBeVisible()
  await expect(page.getByText('请选择城市')).toBeVisible()
  await expect(page.getByText('请先阅读并同意协议')).toBeVisible()

  // What is no secret survives a reload.
  await page.getByLabel('商家名称').fill('晴天租车')
  await page.getByLabel('设置密码').fill('Sunny2026x')
  await page.reload()
  await expect(page.getByLabel('商家名称')).toHaveValue('晴天租车')
  await expect(page.getByLabel('手机号')).toHaveValue(new RegExp(`^${[...mobile].join(' ?')}$`))
  await expect(page.getByLabel('设置密码')).toHaveValue('')
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
  // The phone's back key is one step back, and nothing that was typed is lost.
  await expect(page).toHaveURL(/rstep=2/)
  await page.goBack()
  await expect(page.getByLabel('手机号')).toHaveValue(/\d/)
  await next.click()
  await page.getByPlaceholder('短信验证码').fill('000000')
  await next.click()
  await page.getByLabel('新密码', { exact: true }).fill('Rainy2026x')
  await page.getByLabel('再次输入新密码').fill('Rainy2026y')
  const reset = page.getByRole('button', { name: '重设密码' })
  await reset.click()
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
  await page.getByLabel('再次输入新密码').fill('Rainy2026x')
  await reset.click()
  await expect(page.getByText('验证码错误或已过期').first()).toBeVisible()
  await page.getByPlaceholder('短信验证码').fill(await codeTo(page, mobile))
  await next.click()
  await reset.click()
  await expect(page.getByText('密码已重设')).toBeVisible()

  await page.getByRole('button', { name: '去登录' }).click()
  await signInByHand(page, { mobile, password: 'Rainy2026x' })
  await expect(page).toHaveTitle('车驿 · 工作台')
  // The session of the registration ended with the old password.
  await expect(signIn(baseURL, { mobile, password: 'Sunny2026x' })).rejects.toThrow('账号或密码错误')
})

test('who was signed in and resets the password signs in with it and is at the desk', async ({ page }) => {
  const mobile = freshMobile()
  await register(page, mobile, 'Sunny2026x')
  await expect(page).toHaveTitle('车驿 · 工作台')
  await page.goto('/profile')
  await page.getByText('修改密码', { exact: true }).click()
  await page.getByRole('button', { name: '还没有密码，或忘记了' }).click()
  await page.getByLabel('手机号').fill(mobile)
  const next = page.getByRole('button', { name: '下一步' })
  await next.click()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/秒后重发/)).toBeVisible()
  await page.getByPlaceholder('短信验证码').fill(await codeTo(page, mobile))
  await next.click()
  await page.getByLabel('新密码', { exact: true }).fill('Rainy2026x')
  await page.getByLabel('再次输入新密码').fill('Rainy2026x')
  await page.getByRole('button', { name: '重设密码' }).click()
  await expect(page.getByText('密码已设置，请用新密码登录')).toBeVisible()
  await page.getByRole('button', { name: '去登录' }).click()
  await signInByHand(page, { mobile, password: 'Rainy2026x' })
  await expect(page).toHaveTitle('车驿 · 工作台')
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
  // What has run out is said where the stream told of it before the reload.
  await expect(other.getByText(/^(请先登录|登录已过期)$/)).toBeVisible()
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

test('a code on the screen is confirmed on the phone, and the screen is signed in', async ({ browser, baseURL }) => {
  const phone = await browser.newPage({ baseURL: baseURL ?? '' })
  const desk = await browser.newPage({ baseURL: baseURL ?? '', viewport: { width: 1280, height: 800 } })
  const shown = await shownCode(desk, () => desk.goto('/minapp-login?redirect=%2Forder'))
  await expect(desk.getByRole('img', { name: '登录二维码' })).toBeVisible()
  await expect(desk.getByText(/待扫码 · \d+秒后失效/)).toBeVisible()

  const manager = await signIn(baseURL, { mobile: '13800000002', password: 'Cheyi2026' })
  await phone.goto(`${shown}&token=${manager.token}`)
  await expect(phone.getByText('是否允许该设备登录？')).toBeVisible()
  await expect(phone.getByRole('main').getByText('驰行汽车租赁有限公司')).toBeVisible()
  await expect(desk.getByText('已扫码，请在手机上确认')).toBeVisible()
  await phone.getByRole('button', { name: '确认登录' }).click()
  // At the counter the list opens on its first order.
  await expect(desk).toHaveURL(/\/order(\/detail|$)/)
  await expect(desk.getByRole('heading', { name: '短租订单' })).toBeVisible()
  await phone.close()
  await desk.close()
})

test('a refused code says so, and another one is shown', async ({ page, baseURL }) => {
  const shown = await shownCode(page, () => page.goto('/minapp-login'))
  await expect(page.getByText(/待扫码/)).toBeVisible()
  const qrId = shown.split('qr=')[1]!
  const clerk = await signIn(baseURL, { mobile: '13800000003', password: 'Cheyi2026' })
  await clerk.ask(qrLogin.scan, { qrId })
  await clerk.ask(qrLogin.refuse, { qrId })
  await expect(page.getByText('已在手机上拒绝登录')).toBeVisible()
  const next = await shownCode(page, () => page.getByRole('button', { name: '刷新' }).click())
  await expect(page.getByText(/待扫码/)).toBeVisible()
  expect(next).not.toBe(shown)
})

test('the login leads to the partner where one is set up, and says nothing of it elsewhere', async ({ page }) => {
  const partner = page.getByRole('link', { name: '合作渠道' })
  await page.goto('/login')
  await partner.click()
  await expect(page).toHaveTitle('车驿 · 合作渠道登录')
  const data = { partner: false, simulators: false }
  await page.route(`**${lookup.installation.path}`, (route) =>
    route.fulfill({ json: { success: true, data, errorCode: 0, message: '' } }),
  )
  const told = page.waitForResponse(`**${lookup.installation.path}`)
  await page.goto('/login')
  await told
  await expect(page.getByRole('link', { name: '扫码' })).toBeVisible()
  await expect(partner).toHaveCount(0)
})

test('who comes from the partner binds once, and then comes straight in', async ({ page }) => {
  const partnerUserId = `u-${Date.now()}`
  const codeOf = async () => {
    const response = await page.request.post(simulation.partnerCode.path, { data: { partnerUserId } })
    return ((await response.json()) as { data: { code: string } }).data.code
  }
  await page.goto(`/wukongLoginCode?code=${await codeOf()}`)
  await expect(page.getByText('首次登录，请绑定您在车驿的手机号')).toBeVisible()
  await page.getByLabel('手机号').fill('13800000006')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/秒后重发/)).toBeVisible()
  await page.getByPlaceholder('短信验证码').fill(await codeTo(page, '13800000006'))
  await page.getByRole('button', { name: '绑定并登录' }).click()
  await expect(page).toHaveTitle('车驿 · 工作台')
  await page.evaluate(() => localStorage.clear())

  const code = await codeOf()
  await page.goto(`/wukongLoginCode?code=${code}`)
  await expect(page.getByText('请确认这是您本人的账号')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.getByRole('button', { name: '是我，登录' }).click()
  await expect(page).toHaveTitle('车驿 · 工作台')
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/wukongLoginCode?code=${code}`)
  await expect(page.getByText('授权码已失效，请重新进入')).toBeVisible()
})

test('an account is cancelled after thinking, and may be kept', async ({ page }) => {
  const mobile = freshMobile()
  await register(page, mobile, 'Sunny2026x')
  await expect(page).toHaveTitle('车驿 · 工作台')
  await page.goto('/profile')
  await page.getByText('注销账号').click()
  await expect(page.getByText('晴天租车（主账号）')).toBeVisible()
  const ask = page.getByRole('button', { name: '申请注销' })
  await ask.click()
  await expect(page.getByText('请先勾选已阅读')).toBeVisible()
  await page.getByLabel('注销原因').fill('不再经营')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/秒后重发/)).toBeVisible()
  await page.getByPlaceholder('短信验证码').fill(await codeTo(page, mobile))
  await page.getByRole('checkbox', { name: '已阅读并知晓以上须知' }).check()
  await ask.click()
  await expect(page.getByRole('button', { name: '撤销注销' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByText(/账号将于 .* 注销/)).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('button', { name: '撤销注销' }).click()
  await expect(page.getByText('已撤销注销申请')).toBeVisible()
  await expect(ask).toBeVisible()
})

test('what is open stands in the way of leaving', async ({ page, open }) => {
  await open('/cancel-account')
  await expect(page.getByText(/\d+ 项未完结/).first()).toBeVisible()
  await expect(page.getByText('存在未完结业务，暂不能注销。请先处理完以上事项')).toBeVisible()
  await expect(page.getByRole('button', { name: '申请注销' })).toBeHidden()
})

test('an operator reviews a merchant before entering any', async ({ page, baseURL }) => {
  const operator = await signIn(baseURL, { mobile: '13800000000', password: 'Cheyi2026' })
  await page.goto(`/?token=${operator.token}`)
  await page.getByText('商家审核').click()
  await page.getByRole('tab', { name: /^已开通/ }).click()
  const row = page.getByRole('listitem').filter({ hasText: '安达出行' })
  await row.getByRole('button', { name: '停用' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '确认停用' }).click()
  await expect(sheet.getByText('请填写原因')).toBeVisible()
  await sheet.getByLabel('原因').fill('资料过期')
  await sheet.getByRole('button', { name: '确认停用' }).click()
  await page.getByRole('tab', { name: /^已停用/ }).click()
  await expect(row).toContainText('停用原因：资料过期')
  await row.getByRole('button', { name: '恢复' }).click()
  await sheet.getByRole('button', { name: '确认恢复' }).click()
  await expect(row).toBeHidden()
})

test('WeChat is bound in a browser by its own page, by who asked for it alone, and unbound again', async ({
  page,
  open,
  as,
}) => {
  // The sign-in of a long run is older than the ten minutes for which it proves an identity.
  await (await as('channel')).ask(secondFactor.prove, { password: owner.password })
  await open('/profile', 'channel')
  const wechat = page.getByRole('button', { name: /^微信 ?[未已]绑定/ })
  await expect(wechat).toContainText('未绑定')
  // Somebody who was lured here with a stranger's code.
  await open('/profile?code=wx-stranger.1&state=not-asked-for-here', 'channel')
  await expect(page.getByText('授权码已失效，请重新进入')).toBeVisible()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(wechat).toContainText('未绑定')

  const nickname = `浏览器${Date.now()}`
  await wechat.click()
  await page.getByLabel('微信昵称').fill(nickname)
  await page.getByRole('button', { name: '同意登录' }).click()
  await expect(page.getByRole('status').filter({ hasText: `已绑定微信「${nickname}」` })).toBeVisible()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(wechat).toContainText('已绑定')

  await wechat.click()
  await page.getByRole('dialog', { name: '解绑微信' }).getByRole('button', { name: '解绑' }).click()
  await expect(wechat).toContainText('未绑定')
})
