import { writeFile } from 'node:fs/promises'
import { order } from '@cheyi/contract/booking/order'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { film } from '@cheyi/domain/platform/media/testing'
import { devices } from '@playwright/test'
import { sent } from './setup/handover.ts'
import { drawn, photograph, SMALL } from './setup/pictures.ts'
import { book, farAhead, pay } from './setup/prepare.ts'
import { bookAtHand } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

test('another phone adds vouchers without signing in, and they arrive where they are asked for', async ({
  page,
  open,
  as,
  browser,
}) => {
  const booked = await book(await as('manager'), { name: '扫码', inHours: farAhead() })
  await pay(await as('manager'), booked)
  await open(`/order/supplement?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('radio', { name: '停车过路' }).check({ force: true })
  await page.getByLabel('补款金额').fill('30')
  await page.getByRole('radio', { name: '银行转账' }).check({ force: true })
  const created = page.waitForResponse((one) => one.url().includes('/media/v1/scan/create'))
  await page.getByRole('button', { name: '用另一部手机上传' }).last().click()
  const { data } = await (await created).json()
  const sheet = page.getByRole('dialog', { name: '用另一部手机上传' })
  await expect(sheet.getByRole('img', { name: '上传照片的二维码' })).toBeVisible()

  const phone = await (await browser.newContext({ ...devices['iPhone 13'], locale: 'zh-CN' })).newPage()
  const { pathname, search } = new URL(data.url)
  await phone.goto(`${new URL(page.url()).origin}${pathname}${search}`)
  await expect(phone.getByText('订单尾号')).toBeVisible()
  await expect(phone.getByText('收付款凭证')).toBeVisible()
  await photograph(phone, phone.getByRole('button', { name: '拍照' }), '转账回单')
  await photograph(phone, phone.getByRole('button', { name: '选择文件' }), '发票')
  await expect(phone.getByRole('status')).toHaveCount(0)
  await expect(sheet.getByRole('button', { name: '完成（已收到 2 个）' })).toBeVisible()
  await sheet.getByRole('button', { name: '删除照片 2' }).click()
  await sheet.getByRole('button', { name: '完成（已收到 1 个）' }).click()
  await expect(page.getByRole('button', { name: '删除照片 1' })).toHaveCount(1)
  await page.getByRole('button', { name: '确认收款' }).click()
  await expect(page.getByText('已收补款 ¥30.00')).toBeVisible()

  // Whoever closed the sheet closed the door.
  await photograph(phone, phone.getByRole('button', { name: '拍照' }), '迟到')
  await expect(phone.getByText('二维码已过期，请刷新')).toBeVisible()
})

test('photos are added to a handover that is over, with who, when and why', async ({ page, open, as }) => {
  const api = await as('manager')
  const { list } = await api.ask(order.list, { status: [orderStatus.pickedUp], pageSize: 1 })
  const { orderId } = list[0]!
  await open(`/order/detail?orderId=${orderId}`, 'manager')
  await page.getByRole('button', { name: '补传' }).click()
  await expect(page).toHaveTitle('车驿 · 补传照片')
  const submit = page.getByRole('button', { name: '提交补传' })
  await submit.click()
  await expect(page.getByText('请至少上传一张照片或视频')).toBeVisible()
  await expect(page.getByText('请填写补传原因')).toBeVisible()
  await photograph(page, page.getByRole('button', { name: '添加照片' }), '轮毂')
  await page.getByLabel('补传原因').fill('补拍左前轮毂')
  await sent(page.locator('main'))
  await submit.click()
  await expect(page.getByText('已补传')).toBeVisible()
  const history = page.locator('section').filter({ hasText: '补传记录' })
  await expect(history).toContainText('补拍左前轮毂')
  // The newest comes first: at a second try there are more.
  await history.getByRole('button', { name: '查看补传照片 1' }).first().click()
  await expect(page.getByRole('dialog', { name: '查看图片' })).toBeVisible()
})

test('a video of the car is sent in parts, and goes on where the connection was lost', async ({
  page,
  open,
  as,
}, info) => {
  const api = await as()
  const { orderId } = await bookAtHand(api, '孙环拍', 1)
  const parts: string[] = []
  await page.route('**/media/v1/part*', async (route) => {
    const isLost = parts.length === 1
    parts.push(isLost ? 'lost' : 'sent')
    await (isLost ? route.abort('connectionreset') : route.continue())
  })
  await open(`/order/pickup?orderId=${orderId}&rstep=3`)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '拍环车视频' }).click(),
  ])
  // From the disk: a browser is handed the bytes of a buffer as text, which takes a busy machine longer than the rest.
  // Its name in plain letters: a machine without a locale finds no other.
  const path = info.outputPath('walk.mp4')
  await writeFile(path, film(9 * 1024 * 1024))
  await chooser.setFiles(path)
  await expect(page.getByRole('button', { name: '查看环车视频' })).toBeVisible({ timeout: 30_000 })
  expect(parts).toEqual(['sent', 'lost', 'sent', 'sent'])
  await page.getByRole('button', { name: '查看环车视频' }).click()
  await expect(page.getByRole('dialog').getByLabel('环车视频')).toBeVisible()
})

test('of more photos than a remark takes the first are taken, and how many were not is told', async ({
  page,
  open,
  as,
}) => {
  const { orderId } = await book(await as('manager'), { name: '多选照片', inHours: farAhead() })
  await open(`/order/remark?orderId=${orderId}`, 'manager')
  const buffer = await drawn(page, '多选', SMALL)
  const add = page.getByRole('button', { name: '添加照片' })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), add.click()])
  await chooser.setFiles(Array.from({ length: 23 }, (_, n) => ({ name: `${n}.jpg`, mimeType: 'image/jpeg', buffer })))
  await expect(page.getByText('选了23个文件，只取前20个，其余3个超出数量上限，未添加')).toBeVisible()
  await expect(page.getByRole('button', { name: /^删除照片/ })).toHaveCount(20)
})
