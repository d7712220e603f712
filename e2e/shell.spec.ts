import { order } from '@cheyi/contract/booking/order'
import { role } from '@cheyi/contract/platform/role'
import { session } from '@cheyi/contract/platform/session'
import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { MINUTE } from '@cheyi/domain/time'
import type { Page } from '@playwright/test'
import { type Api, signIn } from './setup/api.ts'
import { expect, signInByHand, staff, test } from './setup/test.ts'

/* What the shell does on every page: who comes in, titles, the overlay, what is kept and what is asked on the way back. */

test.use({ reducedMotion: 'no-preference' })

const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** Keeps back what the page asks of these addresses. @returns lets it go */
async function hold(page: Page, addresses: string): Promise<() => void> {
  const until = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await until.promise
    await route.continue()
  })
  return until.resolve
}

test('login says what is wrong beside each field, then leads to where the visitor was going', async ({ page }) => {
  await page.goto('/order?status=3')
  await expect(page.getByText('请先登录')).toBeVisible()
  await expect(page).toHaveURL(/\/login\?redirect=%2Forder%3Fstatus%3D3$/)

  const submit = page.getByRole('button', { name: '登录', exact: true })
  await submit.click()
  await expect(page.getByText('请输入手机号')).toBeVisible()
  await expect(page.getByText('请输入密码')).toBeVisible()
  await expect(page.getByText('请先阅读并同意协议')).toBeVisible()

  await page.getByLabel('手机号').fill('1380000')
  await page.getByLabel('密码', { exact: true }).fill('wrong-1234')
  await expect(page.getByText('手机号格式不正确')).toBeVisible()
  await page.getByLabel('手机号').fill(staff.manager.mobile)
  await page.getByRole('checkbox', { name: '已阅读并同意' }).check()
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('账号或密码错误')

  await page.getByLabel('密码', { exact: true }).fill(staff.manager.password)
  await submit.click()
  await expect(page).toHaveURL(/\/order\?status=3$/)
  await expect(page.getByRole('tab', { name: /^待排车/ })).toHaveAttribute('aria-selected', 'true')
})

test('a token in the address is stored and taken out of it, and wins over the stored one', async ({ page, as }) => {
  const [clerk, owner] = [await as('clerk'), await as('owner')]
  await page.goto(`/order?status=4&token=${clerk.token}&keyword=`)
  await expect(page).toHaveURL(/\/order\?status=4$/)
  await expect(page.getByRole('heading', { name: '短租订单' })).toBeVisible()
  expect(await token(page)).toBe(clerk.token)

  await page.goto(`/?token=${owner.token}`)
  await expect(page.getByText(/^已切换为 /)).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(await token(page)).toBe(owner.token)
})

test('titles follow the page; an address that nothing has falls back to the default', async ({ page, open }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle('车驿 · 登录')
  await page.getByRole('link', { name: '《隐私政策》' }).click()
  await expect(page).toHaveTitle('车驿 · 隐私政策')
  await page.goBack()
  await expect(page).toHaveTitle('车驿 · 登录')
  await open('/')
  await expect(page).toHaveTitle('车驿 · 工作台')

  await page.goto('/login?redirect=%2Fnowhere')
  await signInByHand(page, staff.clerk)
  await expect(page.getByRole('heading', { level: 1, name: '页面不存在' })).toBeVisible()
  await expect(page).toHaveTitle('车驿 · 租车商家工作台')
})

test('both legal texts can be read without signing in', async ({ page }) => {
  for (const title of ['隐私政策', '服务协议']) {
    await page.goto('/login')
    await page.getByRole('link', { name: `《${title}》` }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(/版本 .* 更新日期 \d{4}-\d{2}-\d{2}/)).toBeVisible()
    expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(5)
  }
})

test('跳转中... stands at every change of route, also when the code of the next page is here', async ({
  page,
  open,
}) => {
  await open('/')
  const to = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  await to('订单').click()
  await expect(page.getByRole('heading', { name: '短租订单' })).toBeVisible()
  await to('工作台').click()
  await expect(page.getByRole('heading', { name: '今日待办' })).toBeVisible()
  // Drawn, not only put there: a frame began while it stood.
  await page.evaluate(() => {
    const seen: string[] = []
    const look = () => {
      seen.push(document.querySelector('.overlay')?.textContent ?? '')
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { seen })
  })
  await to('订单').click()
  await expect(page.getByRole('heading', { name: '短租订单' })).toBeVisible()
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  await expect.poll(seen).toContain('跳转中...')
  await expect(page.getByText('跳转中...')).toBeHidden()
})

test('the native shell is told who signed in, and in which merchant', async ({ page }) => {
  await page.addInitScript(() => {
    const sent: unknown[] = []
    Object.assign(window, { sent, nativeBridge: { postMessage: (text: string) => sent.push(JSON.parse(text)) } })
  })
  await page.goto('/login')
  await signInByHand(page, staff.owner)
  await expect(page.getByRole('heading', { name: '今日待办' })).toBeVisible()
  const stored = () =>
    page.evaluate(() =>
      (window as unknown as { sent: { type: string; payload: { key: string; value: string } }[] }).sent
        .filter(({ type }) => type === 'putStorage')
        .map(({ payload }) => [payload.key, payload.value === localStorage.getItem(payload.key)]),
    )
  await expect.poll(stored).toEqual(
    expect.arrayContaining([
      ['token', true],
      ['merchantId', true],
    ]),
  )
})

test('the overlay blocks a change of page and is forced away when the page is there', async ({ page, open }) => {
  await open('/')
  await expect(page.getByRole('heading', { name: '今日待办' })).toBeVisible()
  const letGo = await hold(page, '**/*')
  await page.getByRole('navigation').getByRole('link', { name: '订单' }).click()
  await expect(page.getByText('跳转中...')).toBeVisible()
  await expect(page.getByRole('heading', { name: '今日待办' })).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: '短租订单' })).toBeVisible()
  await expect(page.getByText('跳转中...')).toBeHidden()

  const letIn = await hold(page, `**${session.userInfo.path}`)
  await page.reload()
  await expect(page.getByText('授权中...')).toBeVisible()
  letIn()
  await expect(page.getByRole('heading', { name: '短租订单' })).toBeVisible()
  await expect(page.getByText('授权中...')).toBeHidden()
})

test('a screen without its key is replaced by the page that names it', async ({ page, open }) => {
  await open('/', 'clerk')
  await expect(page).toHaveTitle('车驿 · 工作台')
  await page.goto('/finance')
  await expect(page).toHaveURL(/\/no-auth\?entry=payment\.flow$/)
  await expect(page.getByText('没有「财务」权限')).toBeVisible()
  await expect(page.getByText('请有权限的同事办理，或在「账号与权限」中开通')).toBeVisible()
  // The refused address is gone from history.
  await page.goBack()
  await expect(page).toHaveTitle('车驿 · 工作台')
})

test('who belongs to no merchant chooses one first, on every page', async ({ page, context, baseURL }) => {
  // Entering a merchant ends the session it was chosen in.
  const operator = await signIn(baseURL, staff.operator)
  await page.goto(`/order?token=${operator.token}`)
  await expect(page.getByRole('heading', { name: '请选择要进入的商家' })).toBeVisible()
  const merchants = page.getByRole('region', { name: '全部商家' }).getByRole('button')
  await expect(merchants).toHaveCount(3)

  const search = page.getByPlaceholder('请输入搜索关键字')
  await search.fill('出行')
  await expect(merchants).toHaveCount(1)
  await expect(merchants).toContainText('安达出行')
  await search.fill('没有这家')
  await expect(page.getByText('没有匹配的商家')).toBeVisible()
  await search.fill('租')
  await expect(merchants).toHaveCount(2)

  // A failure is swallowed: no message, the list stays, the overlay goes.
  await context.setOffline(true)
  await merchants.first().click()
  await expect(page.getByText('加载中')).toBeHidden()
  await expect(merchants).toHaveCount(2)
  await expect(page.getByRole('alert')).toBeHidden()
  await context.setOffline(false)

  await merchants.filter({ hasText: '云途租车' }).click()
  await expect(page.getByRole('heading', { name: '短租订单' })).toBeVisible()
  await expect(page.getByText('平台协助中 · 云途租车')).toBeVisible()
})

test('signing out forgets the token and asks for a login', async ({ page, baseURL }) => {
  const finance = await signIn(baseURL, staff.finance)
  await page.goto(`/?token=${finance.token}`)
  await page.getByRole('button', { name: '我的' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await token(page)).toBeNull()
  await page.goto('/order')
  await expect(page.getByText('请先登录')).toBeVisible()
})

test('more than ten quick clicks open the debug console, ten do not', async ({ page }) => {
  await page.goto('/login')
  const title = page.getByRole('heading', { name: '登录车驿' })
  const console = page.getByRole('region', { name: '调试面板' })
  await title.click({ clickCount: 10 })
  await expect(title).toBeVisible()
  await expect(console).toBeHidden()
  // Long enough after the ten for the count to begin anew.
  await page.getByLabel('手机号').pressSequentially('138', { delay: 150 })
  await title.click({ clickCount: 11 })
  await expect(console).toBeVisible()
  await console.getByRole('button', { name: '收起' }).click()
  await expect(console).toBeHidden()
})

test('a tap on a label counts once towards the debug console, though the browser clicks its field too', async ({
  page,
}) => {
  await page.goto('/login')
  const agree = page.getByRole('checkbox')
  await page.getByText('已阅读并同意').click({ clickCount: 10, position: { x: 5, y: 5 } })
  await expect(agree).not.toBeChecked()
  await expect(page.getByRole('region', { name: '调试面板' })).toBeHidden()
  await page.getByText('已阅读并同意').click({ position: { x: 5, y: 5 } })
  await expect(agree).toBeChecked()
})

test('a session that ended elsewhere drops the token and leads home without a word', async ({ page, baseURL }) => {
  const finance = await signIn(baseURL, staff.finance)
  await page.goto(`/order?token=${finance.token}`)
  await expect(page.getByRole('list', { name: '订单列表' })).toBeVisible()
  // Told by the live events, not by a call of its own.
  await finance.ask(session.logout, {})
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('登录已过期')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  expect(await token(page)).toBeNull()
  // The way back is kept.
  await page.getByRole('button', { name: '去登录' }).click()
  await signInByHand(page, staff.finance)
  await expect(page).toHaveURL(/\/order$/)
})

test('the list stays under an order as it was left; other pages begin at their top', async ({ page, open }) => {
  await open('/order')
  const list = page.getByRole('list', { name: '订单列表', includeHidden: true })
  await list.getByRole('link').first().click()
  await expect(page).toHaveTitle('车驿 · 订单详情')
  // Hidden, not gone: nothing of it can be reached, and it comes back without a skeleton.
  await expect(list).toBeHidden()
  await expect(list).toBeAttached()
  await page.getByText('明细与流水').scrollIntoViewIfNeeded()
  await page.getByText('明细与流水').click()
  await expect(page).toHaveTitle('车驿 · 费用明细')
  await expect(list).toBeAttached()
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '订单详情' })).toBeInViewport()
  await page.goBack()
  await expect(list).toBeVisible()
  // The home page holds nothing under it.
  await page.getByRole('navigation').getByRole('link', { name: '工作台' }).click()
  await expect(page).toHaveTitle('车驿 · 工作台')
  await expect(list).not.toBeAttached()
})

test.describe('going back in a flow opened from the list of tasks', () => {
  const question = '是否保存当前信息？'

  /** An order that waits for its pickup, of a day other tests leave alone. */
  async function pickupAt(api: Api): Promise<string> {
    const { list } = await api.ask(order.list, { orderKind: orderKind.short, status: [orderStatus.arranged] })
    return list.at(-1)!.orderId
  }

  test('no goes on with the next step', async ({ page, open, as }) => {
    const orderId = await pickupAt(await as())
    await open(`/order/pickup?orderId=${orderId}&rstep=3&isJump=3`)
    await page.getByRole('navigation', { name: '办理步骤' }).getByRole('button', { name: '签' }).click()
    await expect(page).toHaveURL(/rstep=8/)
    await page.goBack()
    const dialog = page.getByRole('dialog', { name: question })
    // Closed without an answer it decides nothing.
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/rstep=8/)
    await page.goBack()
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect(page).toHaveURL(/rstep=9/)
  })

  test('yes saves and leads to the orders, or to the tasks that are open', async ({ page, open, as }) => {
    const orderId = await pickupAt(await as())
    const dialog = page.getByRole('dialog', { name: question })
    await open(`/order/pickup?orderId=${orderId}&rstep=5&isJump=3`)
    // Before the order is there nothing could be lost, and 返回 leads out without a question.
    await expect(page.getByRole('navigation', { name: '办理步骤' })).toBeVisible()
    await page.getByRole('button', { name: '返回' }).click()
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(page).toHaveURL(/\/order$/)

    await page.goto(`/order/task-manage?orderId=${orderId}&type=0`)
    await page
      .getByRole('link', { name: /里程与油电/ })
      .or(page.getByRole('button', { name: /里程与油电/ }))
      .click()
    await expect(page).toHaveURL(/rstep=5.*isJump=3|isJump=3.*rstep=5/)
    await expect(page.getByRole('navigation', { name: '办理步骤' })).toBeVisible()
    await page.getByRole('button', { name: '返回' }).click()
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(page).toHaveURL(new RegExp(`/order/task-manage\\?orderId=${orderId}`))
  })
})

test('a device whose clock is wrong is told so, and goes by that of the server', async ({ page, open }) => {
  await page.clock.install({ time: Date.now() - 50 * MINUTE })
  await open('/')
  await expect(page.getByText('本机时间慢了50分钟')).toBeVisible()
})

test('closing the question about unsaved changes stays on the page with them', async ({ page, open, as }) => {
  const { list } = await (await as('owner')).ask(role.page, { pageSize: 20 })
  await open(`/role/edit/${list.at(-1)!.roleId}`, 'owner')
  const chosen = page.getByText(/已选 \d+ \/ \d+ 项/)
  const before = await chosen.textContent()
  await page.getByRole('checkbox').first().click()
  await expect(chosen).not.toHaveText(before!)
  const changed = await chosen.textContent()
  const dialog = page.getByRole('dialog', { name: '是否保存当前信息？' })
  await page.getByRole('button', { name: '返回' }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(chosen).toHaveText(changed!)
  await page.getByRole('button', { name: '返回' }).click()
  await dialog.getByRole('button', { name: '不保存' }).click()
  await expect(page).not.toHaveURL(/role\/edit/)
})

test('a page of an older build goes on with the new one at a change of page', async ({ page, open }) => {
  await page.addInitScript(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + ('later' in window ? 11 * 60_000 : 0)
  })
  let build: string | undefined
  await page.route('**/api/**', async (route) => {
    if (build === undefined || route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': build } })
  })
  const home = page.getByRole('heading', { name: '今日待办' })
  const orders = page.getByRole('heading', { name: '短租订单' })
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name })
  const age = () => page.evaluate(() => Object.assign(window, { later: true }))
  const isSame = () => page.evaluate(() => 'later' in window)
  await open('/', 'manager')
  await expect(home).toBeVisible()
  await age()
  await link('订单').click()
  await expect(orders).toBeVisible()
  expect(await isSame()).toBe(true)

  build = 'main-of-tomorrow.js'
  const told = page.waitForResponse(async (answer) => (await answer.headerValue('x-build')) === build)
  await link('库存').click()
  await told
  await link('工作台').click()
  await expect(home).toBeVisible()
  await expect.poll(isSame).toBe(false)
  // Not again at once: another server may still have the build before.
  await page.evaluate(() => Object.assign(window, { stays: true }))
  await link('订单').click()
  await expect(orders).toBeVisible()
  expect(await page.evaluate(() => 'stays' in window)).toBe(true)
  // What is still on its way ends with its answer, not with the page.
  await page.unrouteAll({ behavior: 'wait' })
})
