import { inventory } from '@cheyi/contract/fleet/inventory'
import { owner } from '@cheyi/contract/insight/owner'
import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import { addDays, addMonths, localDate } from '@cheyi/domain/time'
import { enterCode, openLink } from './setup/customer.ts'
import { photograph } from './setup/pictures.ts'
import { stranger } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* An owner of a managed car: agreement, statement of the last month, confirmation on the owner's own phone, payment. */

test('an owner gets a statement of the last month, confirms it by link and code, and is paid', async ({
  page,
  open,
  as,
  browser,
}) => {
  test.setTimeout(240_000)
  const api = await as('finance')
  const boss = await as('owner')
  const { name: family, phone } = stranger('车主')
  const name = `${family}${phone.slice(-4)}`
  const month = addMonths(`${localDate(Date.now()).slice(0, 7)}-01`, -1)
  const [like] = (await boss.ask(inventory.list, { pageSize: 1 })).list
  const serial = String(Date.now() % 1_000_000).padStart(6, '0')
  const plate = `沪K${serial.slice(1)}`
  const { vehicleId } = await boss.ask(inventory.save, {
    plate,
    vin: `LSVNV2187E2${serial}`,
    modelId: like!.modelId,
    homeStoreId: like!.homeStoreId,
    odometerKm: 100,
    ownership: ownerships.code.cooperation,
  })

  await open('/owner', 'finance')
  await page.getByRole('button', { name: '新建' }).first().click()
  const entry = page.getByRole('dialog', { name: '新建车主' })
  await entry.getByLabel('车主姓名或单位').fill(name)
  await entry.getByLabel('手机号').fill(phone)
  await entry.getByLabel('银行账号').fill('6225880212345678')
  await entry.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '车主详情' })).toBeVisible()
  await expect(page.getByText('****5678')).toBeVisible()

  await page.getByRole('button', { name: '登记', exact: true }).click()
  const agreement = page.getByRole('dialog', { name: '登记车辆协议' })
  await agreement.getByLabel('车辆', { exact: true }).click()
  const cars = page.getByRole('dialog', { name: '车辆', exact: true })
  await cars.getByRole('searchbox').fill(plate.slice(1))
  await cars.getByText(plate.slice(2)).click()
  await agreement.getByText('固定租金', { exact: true }).click()
  await agreement.getByLabel('每月租金').fill('3000')
  await agreement.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('固定租金，每月¥3,000.00')).toBeVisible()

  // The agreement began this month; one of the last month is what is settled now.
  const { list: owners } = await api.ask(owner.page, { keyword: name })
  const { ownerId } = owners[0]!
  const { agreements } = await api.ask(owner.detail, { ownerId })
  const [{ agreementId, version, from }] = agreements as [(typeof agreements)[number]]
  await api.ask(owner.agreementEnd, { agreementId, version, to: from })
  await api.ask(owner.agree, { ownerId, vehicleId, kind: 2, from: month, to: addDays(from, -1), rent: 300_000 })

  // The figures of the demo are counted in the background, and no event of the page says when they are complete.
  await expect.poll(async () => (await api.ask(owner.statements, {})).until, { timeout: 120_000 }).not.toBeNull()
  await open('/owner/statement', 'finance')
  await expect(page.getByText(/^收入统计至/)).toBeVisible()
  await page.getByRole('button', { name: /^生成 .* 结算单$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '生成结算单' }).click()
  await expect(page.getByText(/已生成 \d+ 张结算单/)).toBeVisible()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name: '车主结算单' })).toBeVisible()
  await page.getByRole('button', { name: '交车主确认' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '交车主确认' }).click()
  const sending = page.getByRole('dialog', { name: '车主页面' })
  await expect(sending).toBeVisible()

  const { url } = await api.ask(owner.link, { ownerId, way: 2 })
  const own = await openLink(browser, url, name)
  await enterCode(own, '查看结算单', name)
  await expect(own.getByText('驰行汽车租赁有限公司')).toBeVisible()
  await expect(own.locator('body')).toContainText('固定租金')
  await own.getByRole('button', { name: '有异议' }).click()
  await own.getByLabel('哪里不对').fill('上月少算70元')
  // Who reads on in another language keeps what was typed.
  await own.getByRole('button', { name: 'English' }).click()
  await expect(own.getByLabel('What is wrong')).toHaveValue('上月少算70元')
  await own.getByRole('button', { name: '简体中文' }).click()
  await own.getByRole('button', { name: '提交异议' }).click()
  await expect(own.getByText('有异议').first()).toBeVisible()

  // The objection is pending work of the home page; it is settled by a correction, and the statement is sent again.
  await open('/', 'finance')
  // Home shows six counters and hides the others behind 更多; parallel tests decide which ones are among the six.
  const objections = page.getByRole('link', { name: /^车主异议/ })
  const more = page.getByRole('button', { name: /^更多/ })
  await expect(objections.or(more).first()).toBeVisible()
  if (!(await objections.isVisible())) await more.click()
  await objections.click()
  await page.getByRole('link', { name }).click()
  const corrections = page.locator('.card', { has: page.getByRole('heading', { name: '调整' }) })
  // Without one the page says so in its line of what there is none of.
  await page.getByRole('listitem').filter({ hasText: '无调整' }).getByRole('button', { name: '添加' }).click()
  const correcting = page.getByRole('dialog', { name: '添加调整' })
  await correcting.getByLabel('说明').fill('补上月少算租金')
  await correcting.getByLabel('金额').fill('70')
  await correcting.getByRole('button', { name: '添加', exact: true }).click()
  await expect(corrections).toContainText('补上月少算租金')
  await page.getByRole('button', { name: '交车主确认' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '交车主确认' }).click()
  await expect(sending).toBeVisible()
  await own.reload()
  await expect(own.locator('body')).toContainText('补上月少算租金')
  await own.getByRole('button', { name: '确认无误' }).click()
  await own.getByRole('dialog').getByRole('button', { name: '确认无误' }).click()
  await expect(own.getByText('已确认').first()).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: '登记付款 ¥3,070.00' }).click()
  const paying = page.getByRole('dialog', { name: '付车主款' })
  await photograph(page, paying.getByRole('button', { name: '添加凭证' }), `付款${serial}`)
  await paying.getByRole('button', { name: /^已付/ }).click()
  await expect(page.getByText('已登记付款')).toBeVisible()
  await expect(page.getByText('已付款').first()).toBeVisible()
  const { list } = await api.ask(owner.statements, { ownerId })
  expect(list).toMatchObject([{ state: ownerStatementState.paid, month }])
})
