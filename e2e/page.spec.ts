import { order } from '@cheyi/contract/booking/order'
import { cashShift } from '@cheyi/contract/money/cash-shift'
import { payment } from '@cheyi/contract/money/payment'
import { store } from '@cheyi/contract/platform/store'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import type { Locator, Page } from '@playwright/test'
import { book, farAhead } from './setup/prepare.ts'
import { knownRenter } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* The frame that every page shares: from the first drawing to the answer, the failure, and what is opened over it. */

test.use({ reducedMotion: 'no-preference' })

test('a page is drawn as soon as its answer is there', async ({ page, open, as }) => {
  // React shows what had suspended no sooner than 300 ms after its fallback, unless the page is drawn anew by other means.
  const { list } = await (await as()).ask(order.list, { pageSize: 12 })
  await open(`/order/fee-detail?orderId=${list[0]!.orderId}`)
  await expect(page.getByRole('heading', { name: '费用明细' })).toBeVisible()
  const times = await page.evaluate(
    async (ids) => {
      const found: number[] = []
      for (const { orderId, orderNo } of ids) {
        const begun = performance.now()
        history.pushState(null, '', `/order/fee-detail?orderId=${orderId}`)
        await new Promise<void>((done) => {
          const look = () => {
            if (!document.body.textContent.includes(orderNo)) return
            observer.disconnect()
            done()
          }
          const observer = new MutationObserver(look)
          observer.observe(document.body, { subtree: true, childList: true, characterData: true })
          look()
        })
        found.push(performance.now() - begun)
      }
      return found
    },
    list.slice(1).map(({ orderId, orderNo }) => ({ orderId, orderNo })),
  )
  expect(Math.min(...times), `ms of ${times.length} openings: ${times.map(Math.round).join(', ')}`).toBeLessThan(200)
})

test('what cannot be loaded is tried again, by hand or by itself, and what is not there says so', async ({
  page,
  context,
  open,
  as,
}) => {
  const booked = await book(await as('manager'), { name: '页面一', inHours: farAhead() })
  await open('/order/cancel?orderId=999999999999999', 'manager')
  await expect(page.getByRole('heading', { name: '取消订单' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: '返回' }).last().click()
  await expect(page).toHaveURL(/\/order($|\?)/)

  await context.setOffline(true)
  await page.evaluate((id) => history.pushState(null, '', `/order/cancel?orderId=${id}`), booked.orderId)
  await expect(page.getByRole('alert')).toContainText('网络不稳定')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('alert')).toContainText('网络不稳定')
  await context.setOffline(false)
  await expect(page.getByRole('radio', { name: '行程取消' })).toBeVisible()
})

test('a period is chosen, stands in the address and narrows the list, on any page that has it', async ({
  page,
  open,
  as,
}) => {
  const panel = page.getByRole('dialog', { name: /^(选择)?时间$/ })
  const choose = async (field: Locator, name: string) => {
    await field.click()
    await expect(panel.getByRole('button', { name: '周末' })).toHaveCount(0)
    await panel.getByRole('button', { name, exact: true }).click()
    await panel.getByRole('button', { name: '确定' }).click()
    await expect(panel).toBeHidden()
  }

  await test.step('of the money', async () => {
    const api = await as('manager')
    const { orderId, orderNo } = await book(api, { name: '期间一', inHours: farAhead() })
    await api.ask(payment.collect, { orderId, payKind: payKind.rent, amount: 10_100, payWay: payWay.cash })
    await open('/finance', 'finance')
    const row = page.getByRole('listitem').filter({ hasText: orderNo })
    await expect(row).toBeVisible()
    await choose(page.getByRole('button', { name: '全部时间' }), '上周')
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)
    await expect(page.getByText('所选日期收支')).toBeVisible()
    await expect(row).toHaveCount(0)
    await choose(page.getByRole('button', { name: /^\d\d-\d\d~/ }), '今天')
    await expect(row).toBeVisible()
    // One page, not one page for each look into the calendar.
    await page.getByRole('button', { name: '清空时间' }).click()
    await expect(page).toHaveURL(/\/finance$/)
    await expect(page.getByText('今日收支')).toBeVisible()
  })

  await test.step('of the cashShifts', async () => {
    const api = await as('third')
    const stores = await api.ask(store.list, {})
    if ((await api.ask(cashShift.state, {})).shift === null)
      await api.ask(cashShift.open, { storeId: stores[0]!.id, opening: 0, reason: '没有备用金' })
    await open('/cash-shift', 'third')
    const shifts = page.getByRole('list', { name: '班次' }).getByRole('listitem')
    await expect(shifts).toHaveCount(1)
    await choose(page.getByRole('button', { name: '全部时间' }), '上月')
    await expect(page.getByText('没有匹配的班次')).toBeVisible()
    await choose(page.getByRole('button', { name: /^\d\d-\d\d~/ }), '本月')
    await expect(shifts).toHaveCount(1)
  })

  await test.step('of the orders', async () => {
    const booked = await book(await as('manager'), { name: '期间二', inHours: farAhead() })
    await open(`/order?keyword=${booked.orderNo}`, 'manager')
    const orders = page.getByRole('list', { name: '订单列表' }).getByRole('link')
    const sheet = page.getByRole('dialog', { name: '筛选订单' })
    await expect(orders).toHaveCount(1)
    await page.getByRole('button', { name: '筛选', exact: true }).click()
    await choose(sheet.getByRole('button', { name: '选择时间范围' }), '上周')
    await sheet.getByRole('button', { name: '没有匹配的订单' }).click()
    await expect(orders).toHaveCount(0)
    await page.getByRole('button', { name: '筛选，已选 1 项' }).click()
    await sheet.getByText('下单时间').click()
    await choose(sheet.getByRole('button', { name: /~/ }), '本周')
    await sheet.getByRole('button', { name: '查看 1 单' }).click()
    await expect(orders).toHaveCount(1)
  })
})

test('a sheet is closed by back, by Esc and with its page, and focus returns', async ({ page, open, as }) => {
  const booked = await book(await as('manager'), { name: '页面二', inHours: farAhead() })
  await open(`/order?keyword=${booked.orderNo}`, 'manager')
  await page.getByRole('list', { name: '订单列表' }).getByRole('link').click()
  await page.getByRole('button', { name: '明细与流水' }).click()
  const collect = page.getByRole('button', { name: /^收款/ })
  const sheet = page.getByRole('dialog', { name: '收款' })
  await collect.click()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/order\/fee-detail/)
  await expect(collect).toBeFocused()

  await collect.click()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(collect).toBeFocused()

  await collect.click()
  await expect(sheet).toBeVisible()
  await page.evaluate(() => history.pushState(null, '', '/order'))
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('list', { name: '订单列表' })).toBeVisible()
})

test('a sheet whose code comes after its page was left does not open over the next one', async ({ page, open, as }) => {
  const booked = await book(await as('manager'), { name: '页面六', inHours: farAhead() })
  const come = Promise.withResolvers<void>()
  let address = ''
  await page.route('**/assets/collect-sheet-*.js', async (route) => {
    address = route.request().url()
    await come.promise
    await route.continue()
  })
  await open(`/order/fee-detail?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('button', { name: /^收款/ }).click()
  await expect.poll(() => address).not.toBe('')
  await page.evaluate(() => history.pushState(null, '', '/order'))
  await expect(page.getByRole('list', { name: '订单列表' })).toBeVisible()

  // What is opened here has not to wait for it.
  await page.getByRole('button', { name: '按下一步时间' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  come.resolve()
  await page.evaluate(async (code) => {
    await import(code)
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }, address)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('nor does what the bar below asks, whose code comes apart', async ({ page, open }) => {
  const come = Promise.withResolvers<void>()
  let address = ''
  await page.route('**/assets/asking-*.js', async (route) => {
    address = route.request().url()
    await come.promise
    await route.continue()
  })
  // Who has fewer than four tabs has 全部 beside them.
  await open('/', 'finance')
  await page.getByRole('button', { name: '全部', exact: true }).click()
  await expect.poll(() => address).not.toBe('')
  await page.evaluate(() => history.pushState(null, '', '/order'))
  await expect(page.getByRole('list', { name: '订单列表' })).toBeVisible()
  come.resolve()
  await page.evaluate(async (code) => {
    await import(code)
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }, address)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('text grows with the size chosen for the browser, and everything stays within reach', async ({
  page,
  browser,
  open,
  as,
}) => {
  test.setTimeout(120_000)
  // Whose customer does not wait at the car, where the page asks to look at what was handed in, and whose car is here.
  const { list } = await (await as()).ask(order.list, {
    pageSize: 60,
    status: [orderStatus.arranged],
    pickupReturnQueryStatus: 3,
  })
  const { orderId } = list.find(({ carOut }) => carOut === null)!
  const places = [
    { address: '/', action: page.getByRole('button', { name: '新建' }) },
    { address: '/order', action: page.locator('.order-card-foot').first().getByRole('button').last() },
    { address: `/order/detail?orderId=${orderId}`, action: page.getByRole('button', { name: '办理取车' }) },
    { address: `/order/pickup?orderId=${orderId}`, action: page.getByRole('button', { name: /^确认交车/ }) },
    { address: '/stock', action: page.locator('a.timeline-car').first() },
    { address: '/inventory', action: page.locator('.plate').first() },
  ]
  const { choose, sizeOf } = await fontOf(page)
  await open('/')
  const usual = await sizeOf()
  await choose(32)
  for (const { address, action } of places) {
    await open(address)
    await expect(action).toBeVisible()
    expect(await sizeOf(), address).toBe(usual * 2)
    await action.scrollIntoViewIfNeeded()
    await action.click({ trial: true })
    await expect(action, address).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(0)
    expect(await cutOff(page), address).toEqual([])
  }

  // The counter's page is drawn as for half the window, as by a zoom.
  const counter = await browser.newContext({ viewport: { width: 1600, height: 900 }, hasTouch: false })
  const wide = await counter.newPage()
  const font = await fontOf(wide)
  await font.choose(32)
  await open('/order', 'owner', wide)
  await expect(wide.locator('.record-card, .order-card-foot').first()).toBeVisible()
  expect(await font.sizeOf()).toBe(usual * 2)
  expect(await cutOff(wide)).toEqual([])
  await counter.close()
})

test('with much larger text a number is read whole beside its label and its tag', async ({ page, open, as }) => {
  const { contactPhone } = await knownRenter(await as('manager'), '页面大字')
  const { choose } = await fontOf(page)
  await choose(32)
  await open('/order/create')
  await page.getByRole('button', { name: '虹桥机场店' }).click()
  const phone = page.getByRole('textbox', { name: '手机号' })
  await phone.fill(contactPhone.slice(-4))
  await page.getByRole('list', { name: '匹配的客户' }).getByRole('button', { name: '页面大字' }).click()
  await expect(phone).toHaveValue(/^\d{3} \d{4} \d{4}$/)
  await expect(page.getByText(/^已登记/)).toBeVisible()
  expect(await phone.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
})

test('a toast covers nothing that is typed, with the keyboard up too', async ({ page, context, open, as }) => {
  const booked = await book(await as('manager'), { name: '页面五', inHours: farAhead() })
  await open(`/order/remark?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('textbox', { name: '备注内容' }).fill('客户要求送到酒店')
  const remark = await placesOf(page, '已添加备注', '发送')
  expect(remark.toast.bottom).toBeLessThan(remark.typed.top)
  expect(remark.aboveKeyboard.bottom).toBeLessThan(remark.keyboard)
  expect(remark.aboveKeyboard.top).toBeGreaterThan(0)

  await open(`/order/fee-detail?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('button', { name: /^收款/ }).click()
  const sheet = page.getByRole('dialog', { name: '收款' })
  await sheet.getByText('银行转账').click()
  await sheet.getByLabel('流水号').fill('20261122')
  await context.setOffline(true)
  const collect = await placesOf(page, '网络', '收款')
  expect(collect.toast.bottom <= collect.typed.top || collect.toast.top >= collect.typed.bottom).toBe(true)
  expect(collect.toast.bottom).toBeLessThan(collect.foot.top)
  expect(collect.aboveKeyboard.bottom).toBeLessThan(collect.keyboard)
  await context.setOffline(false)
})

test('a button that moves away under a tap is pressed all the same', async ({ page, open, as }) => {
  const booked = await book(await as('manager'), { name: '页面四', inHours: farAhead() })
  await open(`/order/detail?orderId=${booked.orderId}`, 'manager')
  const button = page.getByRole('button', { name: '明细与流水' })
  await expect(button).toBeVisible()
  // Between the finger's coming down and its going up, as when a line appears above.
  await button.evaluate((element) =>
    element.addEventListener('pointerdown', () => {
      element.style.translate = element.style.translate === '' ? '0 120px' : ''
    }),
  )
  // Whoever is quicker than the code that sees to it taps again.
  await expect(async () => {
    await button.click({ timeout: 2_000 })
    await expect(page).toHaveURL(/\/order\/fee-detail/, { timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
})

/** Where a toast stands that comes of a button while a field is typed into; at once, since it goes by itself. */
const placesOf = (page: Page, words: string, button: string) =>
  page.evaluate(
    async ([text, name]) => {
      const boxOf = (element: Element | null | undefined) => element!.getBoundingClientRect().toJSON() as DOMRect
      const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
      const foot = [...top.querySelectorAll('footer')].find((one) => one.checkVisibility())
      const came = new Promise<Element>((done) => {
        const watch = new MutationObserver(() => {
          const toast = document.querySelector('.toast-shown')
          if (!toast?.textContent?.includes(text!)) return
          watch.disconnect()
          done(toast)
        })
        watch.observe(document.body, { subtree: true, childList: true, attributes: true })
      })
      const typed = document.activeElement
      ;[...foot!.querySelectorAll('button')].find((one) => one.textContent?.startsWith(name!))!.click()
      const toast = await came
      const usual = { toast: boxOf(toast), typed: boxOf(typed), foot: boxOf(foot) }
      // A phone's keyboard takes from what is seen, and nothing from the window.
      const keyboard = 420
      Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => keyboard })
      visualViewport!.dispatchEvent(new Event('resize'))
      const aboveKeyboard = boxOf(toast)
      Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => innerHeight })
      return { ...usual, keyboard, aboveKeyboard }
    },
    [words, button],
  )

/** The size of text that somebody chose for the browser, and what the page makes of it. */
async function fontOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  return {
    choose: (px: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard: px } }),
    sizeOf: () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize)),
  }
}

/** Words of which a part can be neither seen nor scrolled to. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const words = [...document.querySelectorAll<HTMLElement>('main *, footer *, nav *')].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('.visually-hidden, .timeline-bar, .home-find') &&
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    )
    return words
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        if (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 2) return true
        if (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 4) return true
        if (element.getBoundingClientRect().right <= innerWidth + 1) return false
        for (let at = element.parentElement; at !== null; at = at.parentElement) if (scrolls(at)) return false
        return true
      })
      .map((element) => element.textContent ?? '')
  })
