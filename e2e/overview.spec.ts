import { lookup } from '@cheyi/contract/platform/lookup'
import { expect, test } from './setup/test.ts'

/* The desk: what is next, and the way to everything. */

test.use({ ownClock: true })

test('全部功能 leads a phone to what stands in no bar of it', async ({ page, open }) => {
  await open('/')
  await page.getByRole('button', { name: '全部功能' }).click()
  const sheet = page.getByRole('dialog', { name: '全部功能' })
  for (const name of ['员工', '权限管理', '操作日志', '车辆管理', '商家设置', '自检'])
    await expect(sheet.getByRole('link', { name, exact: true })).toBeVisible()
  await sheet.getByRole('link', { name: '操作日志' }).click()
  await expect(page).toHaveURL(/\/audit$/)
  await expect(sheet).toBeHidden()
})

test('全部功能 of a clerk has nothing that they may not open', async ({ page, open }) => {
  await open('/', 'clerk')
  await page.getByRole('button', { name: '全部功能' }).click()
  const sheet = page.getByRole('dialog', { name: '全部功能' })
  await expect(sheet.getByRole('link', { name: '短租订单' })).toBeVisible()
  for (const name of ['员工', '商家设置', '自检'])
    await expect(sheet.getByRole('link', { name, exact: true })).toHaveCount(0)
})

test('an owner sees what of the installation is well', async ({ page, open }) => {
  await open('/test')
  await page.getByText('系统状态').click()
  await expect(page).toHaveURL(/\/checkup$/)
  // A demo sends no messages, and its server knows no folder of backups.
  for (const words of ['每夜备份', '服务没有设置备份目录', '短信没有接通', '本机时钟', '收款商户号'])
    await expect(page.getByText(words).first()).toBeVisible()
})

test('the self-checks run where one stands', async ({ page, open }) => {
  await open('/test')
  await page.getByRole('link', { name: '统一信封' }).click()
  // Not a notice of somebody else's work.
  const verdict = page.getByRole('status').filter({ hasText: '通过：' })
  for (const id of ['1', '3', '4', '6', '7', '9', '10', '11', 'terminal']) {
    await open(`/test/${id}`)
    await page.getByRole('button', { name: '运行' }).click()
    await expect(verdict).toBeVisible({ timeout: 25_000 })
    await expect(verdict).not.toContainText('未通过')
  }
  for (const unknown of ['nope', '99']) {
    await open(`/test/${unknown}`)
    await expect(page.getByText('未找到用例')).toBeVisible()
  }
})

test('an operator of a shop in earnest is offered no check of a simulator', async ({ page, open }) => {
  const data = { partner: false, simulators: false }
  await page.route(`**${lookup.installation.path}`, (route) =>
    route.fulfill({ json: { success: true, data, errorCode: 0, message: '' } }),
  )
  await open('/test')
  await expect(page.getByRole('link', { name: '统一信封' })).toBeVisible()
  await expect(page.getByText(/^(模拟|参照)/)).toHaveCount(0)
  await open('/test/6')
  await expect(page.getByText('未找到用例')).toBeVisible()
})

test('who lacks the right to try things out is told so at their addresses', async ({ page, open }) => {
  for (const [path, title] of [
    ['/test', '自检'],
    ['/test/6', '自检用例'],
    ['/demo', '组件库'],
    ['/native-test', '外壳自检'],
  ] as const) {
    await open(path, 'manager')
    await expect(page.getByText(`没有「${title}」权限`)).toBeVisible()
  }
})

test('what may be opened next is fetched once somebody is there, photos only where some were kept', async ({
  page,
  open,
}) => {
  await page.clock.install()
  // What a test runs in the page counts as a tap.
  await page.addInitScript(() => Object.defineProperty(navigator, 'userActivation', { value: undefined }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const ahead = () => asked.filter((path) => /\/(finder|uploads)-/.test(path))
  await open('/')
  await expect(page.getByRole('button', { name: '车牌、手机号、姓名、订单号' })).toBeVisible()
  await page.clock.runFor(10_000)
  // Whatever the timers have asked for comes before this.
  await page.evaluate(async () => {
    await indexedDB.databases()
    await fetch('/healthz')
  })
  expect(asked.some((path) => path.includes('/screen-modules-'))).toBe(true)
  expect(ahead()).toEqual([])
  await page.mouse.move(40, 300)
  await expect.poll(() => ahead().join()).toMatch(/^\/assets\/finder-/)
})
