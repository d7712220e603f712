import { barriers } from './setup/barriers.ts'
import { expect, test } from './setup/test.ts'

/* 怎么用: the manual where one stands. */

test('a clerk reads how a walk-in is booked, follows a link, and goes on with what was typed', async ({
  page,
  open,
}) => {
  await open('/order/create?walkIn=1', 'clerk')
  await page.getByRole('button', { name: '虹桥机场店' }).click()
  const phone = page.getByRole('textbox', { name: '手机号', exact: true })
  await phone.fill('13912345678')
  await page.getByRole('button', { name: '怎么用' }).click()
  const sheet = page.getByRole('dialog', { name: '新建订单（预订）' })
  await expect(sheet.getByRole('heading', { name: '遇到问题' })).toBeVisible()
  expect(await barriers(page)).toEqual([])

  // What else is done here, a page that it links to, and the way back through both.
  await sheet.getByRole('button', { name: '现场开单' }).click()
  const walkIn = page.getByRole('dialog', { name: '现场开单' })
  await expect(walkIn.getByRole('img', { name: '现场开单的表单，时间已选好' })).toBeVisible()
  await walkIn.getByRole('link', { name: '办理取车' }).click()
  const pickup = page.getByRole('dialog', { name: '办理取车（交车）' })
  await expect(pickup.getByText('放行原因')).toBeVisible()
  await pickup.getByRole('button', { name: '上一页' }).click()
  await walkIn.getByRole('button', { name: '全部手册' }).click()
  const all = page.getByRole('dialog', { name: '使用手册' })
  await all.getByPlaceholder('想做什么：收押金、换车、开发票').fill('押金 免押')
  await all.getByRole('button', { name: '收押金' }).click()
  await expect(page.getByRole('dialog', { name: '收押金' }).getByText('芝麻免押')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(phone).toHaveValue(/139 ?1234 ?5678/)
  await expect(page).toHaveURL(/\/order\/create/)
})

test('a task is found by the search of functions, and the list of pages stands beside it', async ({ page, open }) => {
  await open('/', 'clerk')
  await page.getByRole('button', { name: /^车牌、手机号、姓名、订单号/ }).click()
  const finder = page.getByRole('dialog', { name: '搜索' })
  await finder.getByRole('searchbox').fill('换车')
  const found = finder.locator('section', { has: page.getByRole('heading', { name: '怎么用' }) })
  await found.getByRole('button', { name: /^换车/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '换车' })).toBeVisible()
  await expect(page.getByText('三张卡片：选、收、交')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: '维保单' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '维修与保养' })).toBeVisible()
})

test('a page that nobody wrote says so, and a screen without one opens the list', async ({ page, open }) => {
  await open('/help/nothing')
  await page.getByRole('button', { name: '打开目录' }).click()
  await expect(page).toHaveTitle('车驿 · 使用手册')
  await expect(page.getByRole('button', { name: '开业准备' })).toBeVisible()
  await page.getByRole('button', { name: '怎么用' }).click()
  await expect(page.getByRole('dialog', { name: '使用手册' })).toBeVisible()
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('every page is there with its pictures', async ({ page, open, context }) => {
    test.setTimeout(120_000)
    await open('/order', 'clerk')
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js')
      await navigator.serviceWorker.ready
    })
    await page.waitForFunction(
      async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
    )
    await page.reload()
    await expect(page.getByRole('button', { name: '怎么用' }).first()).toBeVisible()
    await context.setOffline(true)
    try {
      await page.getByRole('button', { name: '怎么用' }).first().click()
      await expect(page.getByRole('dialog', { name: '找订单' }).getByText('清除筛选')).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: '全部手册' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '办理取车（交车）' }).click()
      const picture = page.getByRole('img', { name: '办理取车的四张卡片' })
      await expect(picture).toBeVisible()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    } finally {
      await context.setOffline(false)
    }
  })
})
