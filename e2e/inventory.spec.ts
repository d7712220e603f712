import { inventory } from '@cheyi/contract/fleet/inventory'
import { model } from '@cheyi/contract/fleet/model'
import { stock } from '@cheyi/contract/fleet/stock'
import { store } from '@cheyi/contract/platform/store'
import { DAY, localDate } from '@cheyi/domain/time'
import type { Page } from '@playwright/test'
import { photograph } from './setup/pictures.ts'
import { expect, test } from './setup/test.ts'

/* The fleet: finding a car, and a merchant who brings its own out of a spreadsheet. */

const listOf = (page: Page) => page.getByRole('list', { name: '车辆列表' })

test('the fleet is told by groups, found by part of a plate, and narrowed', async ({ page, open, as }) => {
  const api = await as()
  const { list } = await api.ask(inventory.list, { group: 'free', pageSize: 1 })
  const car = list[0]!
  await open('/inventory')
  const tabs = page.getByRole('tablist', { name: '车辆分组' })
  // Other flows bring cars meanwhile: the tab is live, so it says what is asked at that moment.
  await expect(async () => {
    const { counts } = await api.ask(inventory.list, { pageSize: 1 })
    await expect(tabs.getByRole('tab', { name: /^全部/ })).toContainText(String(counts!.all), { timeout: 1_000 })
  }).toPass()
  await tabs.getByRole('tab', { name: /^在租/ }).click()
  await expect(page).toHaveURL(/group=rented/)
  await expect(listOf(page).getByText('在租').first()).toBeVisible()
  await tabs.getByRole('tab', { name: /^全部/ }).click()

  const search = page.getByPlaceholder('车牌、车架号、车型')
  await search.fill(car.plate.slice(-4).toLowerCase())
  await expect(
    listOf(page)
      .getByRole('link', { name: new RegExp(car.modelName) })
      .first(),
  ).toBeVisible()
  await search.fill('没有这样的车')
  await expect(page.getByText('没有匹配的车辆')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()

  await page.getByRole('button', { name: '筛选', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '筛选车辆' })
  await sheet.getByText('任一证件').click()
  await sheet.getByRole('button', { name: /^查看 \d+ 辆$/ }).click()
  await expect(page).toHaveURL(/expiry=any/)
  await expect(
    listOf(page)
      .getByText(/天后到期/)
      .first(),
  ).toBeVisible()
})

test('a car is found by a photo of its plate, and the number of its frame is read', async ({ page, open, as }) => {
  const { list } = await (await as()).ask(inventory.list, { pageSize: 50 })
  const { plate, vehicleId } = list.find((one) => one.plate === '沪A12234')!
  await open('/inventory')
  const camera = page.getByRole('button', { name: '拍照识别车牌' })
  await photograph(page, camera, plate)
  const search = page.getByPlaceholder('车牌、车架号、车型')
  await expect(search).toHaveValue(plate)
  await expect(page.getByRole('status').filter({ hasText: '请核对' })).toBeVisible()
  await expect(listOf(page).getByRole('link').first()).toHaveAttribute('href', new RegExp(vehicleId))

  await open('/inventory/edit/0')
  await photograph(page, page.getByRole('button', { name: '拍照识别VIN' }), '车架号')
  await expect(page.getByLabel('车架号')).toHaveValue('1M8GDM9AXKP042788')
})

test('a spreadsheet is tried, put right and imported; its cars are let out and booked', async ({ page, open, as }) => {
  test.slow()
  const api = await as()
  const models = (await api.ask(model.list, {})).list
  const stores = await api.ask(store.list, {})
  const kind = models.find((one) => models.filter(({ name }) => name === one.name).length === 1)!
  const at = stores[0]!
  const serial = String(Date.now()).slice(-7)
  const plate = (n: number) => `沪C${serial.slice(-4)}${n}`
  const table = (second: string, store = at.name, insurance = '交强险到期') =>
    [
      ['车牌号*', '车架号*', '车型*', '门店*', '里程', insurance, '年检到期'],
      ...[plate(1), second, plate(3)].map((one, i) => [
        one,
        `LFVE2E0${serial}${String(i).padStart(3, '0')}`,
        kind.name,
        store,
        '100',
        '2035-05-01',
        '2035-11',
      ]),
    ]
      .map((cells) => cells.join(','))
      .join('\r\n')
  const upload = async (content: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /选择表格/ }).click()
    await (await chooser).setFiles({ name: '车队.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  }

  await open('/inventory/import')
  // A store that is not there: it is added on the way, as the table names it, and nothing said so far is lost by that.
  await upload(table(plate(2), '虹桥东店'))
  await page.getByRole('button', { name: '修改' }).click({ timeout: 60_000 })
  await page.getByLabel(/^里程/).click()
  await page.getByRole('dialog').getByRole('option', { name: '不导入' }).click()
  await page.getByRole('button', { name: '新建门店' }).click()
  await expect(page.getByRole('textbox', { name: '门店名称' })).toHaveValue('虹桥东店')
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page.getByLabel(/^里程/)).toHaveText('不导入')
  await page.getByRole('button', { name: '重新上传' }).click()

  await upload(table('沪C12'))
  await expect(page.getByText('检查完成')).toBeVisible({ timeout: 60_000 })
  const issue = page.getByRole('region', { name: '需要修改' }).getByRole('row').nth(1)
  await expect(issue).toContainText('3')
  await expect(issue).toContainText('车牌号')
  await expect(issue).toContainText('车牌号格式不正确')
  // Where one stands is in the address.
  await page.reload()
  await expect(page.getByText('检查完成')).toBeVisible()
  expect((await api.ask(inventory.list, { keyword: plate(1) })).list).toEqual([])

  // Only if every row is right: one is not, so none is written.
  await expect(page.getByRole('radio', { name: /仅导入正确行/ })).toBeChecked()
  await page.getByRole('radio', { name: /全部正确才导入/ }).check()
  await page.getByRole('button', { name: '全部 3 行正确才导入' }).click()
  await expect(page.getByText('有1行错误，未导入任何车辆')).toBeVisible({ timeout: 60_000 })
  expect((await api.ask(inventory.list, { keyword: plate(1) })).list).toEqual([])

  await page.getByRole('button', { name: '继续导入' }).click()
  // A heading that names no paper: cars without one could not be let out, and the column that looks like it is offered.
  await upload(table(plate(2), at.name, '保险到期'))
  const papers = page.getByText('3 辆车没有交强险到期日，导入后不能上架')
  await expect(papers).toBeVisible({ timeout: 60_000 })
  await papers.locator('..').getByRole('button', { name: '对应「保险到期」' }).click()
  // It means one paper: the other question offers it no more.
  await expect(page.getByRole('button', { name: '对应「保险到期」' })).toHaveCount(0)
  await page.getByRole('button', { name: '重新检查' }).click()
  await expect(papers).toHaveCount(0, { timeout: 60_000 })
  await page.getByRole('button', { name: '导入 3 行' }).click({ timeout: 60_000 })
  await expect(page.getByText('导入完成')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: /下载 车辆导入结果/ })).toBeVisible()
  await page.getByRole('button', { name: '查看车辆' }).click()

  await page.getByPlaceholder('车牌、车架号、车型').fill(plate(2))
  await listOf(page)
    .getByRole('link', { name: new RegExp(`车牌 ${plate(2).slice(0, 2)} ${plate(2).slice(2)}`) })
    .click()
  const stay = { storeId: at.id, modelIds: [kind.modelId], from: Date.now() + 40 * DAY, to: Date.now() + 41 * DAY }
  const before = (await api.ask(stock.free, stay))[0]?.free ?? 0
  await page.getByRole('button', { name: '上架' }).click()
  await expect(page.getByText('已上架')).toBeVisible()
  await expect(page.getByText('空闲').first()).toBeVisible()
  expect((await api.ask(stock.free, stay))[0]!.free).toBe(before + 1)

  // The same table once more makes no doubles.
  await open('/inventory/import')
  await upload(table(plate(2)))
  await expect(page.getByText('检查完成')).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('dl').getByText('跳过').locator('..')).toContainText('3')
})

test('a car is entered by hand, told what it lacks, let out with its papers and taken off again', async ({
  page,
  open,
  as,
}) => {
  const serial = String(Date.now()).slice(-4)
  await open('/inventory/edit/0')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('请输入车牌号')).toBeVisible()
  await page.getByLabel('车牌号').fill(`沪D${serial}9`)
  await page.getByLabel('车架号').fill(`LFVHAND00000${serial}9`)
  await page.getByLabel('车型', { exact: true }).click()
  await page.getByRole('dialog', { name: '选择车型' }).getByText('大众朗逸').first().click()
  await page.getByLabel('所属门店').click()
  await page.getByRole('dialog', { name: '选择门店' }).getByText('徐家汇店').click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/inventory\/detail\/\d+/)
  await expect(page.getByText('交强险、年检未完善或已过期，补齐后可上架')).toBeVisible()

  const api = await as()
  const vehicleId = /detail\/(\d+)/.exec(page.url())![1]!
  const endOn = localDate(Date.now() + 300 * DAY)
  await api.ask(inventory.saveDocument, { vehicleId, kind: 3, insuranceKind: 1, endOn })
  await api.ask(inventory.saveDocument, { vehicleId, kind: 4, endOn })
  await page.reload()
  await expect(page.getByText('剩300天')).toHaveCount(2)
  await page.getByRole('button', { name: '上架' }).click()
  await expect(page.getByText('已上架')).toBeVisible()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('dialog', { name: '更多操作' }).getByRole('button', { name: '下架' }).click()
  await page
    .getByRole('dialog', { name: /^下架 / })
    .getByRole('button', { name: '下架' })
    .click()
  await expect(page.getByText('已下架')).toBeVisible()
})
