import { order } from '@cheyi/contract/booking/order'
import { ticket } from '@cheyi/contract/fleet/ticket'
import { insurance } from '@cheyi/contract/rental/insurance'
import { insuranceStatus } from '@cheyi/domain/rental/insurance/codes'
import { addDays, addMonths, localDate } from '@cheyi/domain/time'
import { sent } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { handOut } from './setup/rental.ts'
import { tryTable } from './setup/tables.ts'
import { expect, test } from './setup/test.ts'

/* An accident from the kerb to the insurer's money. */

test('an accident is entered on a phone, reported, assessed, repaired, paid by insurer and customer, and closed', async ({
  page,
  open,
  as,
}) => {
  test.setTimeout(240_000)
  const api = await as('owner')
  const { orderId } = await handOut(page, api, '卢出险')
  const { vehicle } = await api.ask(order.detail, { orderId })
  const { vehicleId, plate } = vehicle!

  // Its policy comes with the table of the insurer, sums in units of ten thousand.
  const today = localDate(Date.now())
  const policyNo = `PDAA${Date.now()}`
  const table = [
    ['人保财险承保明细'],
    ['车牌号码', '险种名称', '承保公司', '保单号码', '起保日期', '终保日期', '保额（万元）', '保费'],
    [plate, '机动车商业保险', '人保财险', policyNo, today, addDays(addMonths(today, 12), -1), '300', '4380'],
    ['沪Z00000', '商业险', '人保财险', `${policyNo}X`, today, today, '', '1'],
  ]
  await open('/inventory', 'owner')
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('button', { name: '导入保单' }).click()
  await tryTable(page, '保单.csv', table)
  await expect(page.getByRole('region', { name: '需要修改' }).getByRole('row').nth(1)).toContainText('车牌不在车队中')
  await page.getByRole('button', { name: '仅导入正确的 1 行' }).click()
  await expect(page.getByText('导入完成')).toBeVisible({ timeout: 60_000 })

  await open(`/inventory/detail/${vehicleId}`, 'owner')
  await expect(page.getByText(`人保财险 ${policyNo} · 保额300万`)).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: '无保险案件' }).getByRole('button', { name: '登记出险' }).click()
  await expect(page).toHaveTitle('车驿 · 登记出险')
  // Who had the car and what insures it is known before anything is typed.
  await expect(page.getByText('卢出险')).toBeVisible()
  await expect(page.getByText(/^交强险/)).toBeVisible()
  await page.getByLabel('出险地点').fill('延安高架虹许路匝道')
  await page.getByRole('button', { name: '添加对方车辆' }).click()
  const party = page.getByRole('dialog', { name: '对方车辆' })
  await party.getByLabel('对方车牌').fill('沪B12345')
  await party.getByRole('button', { name: '添加', exact: true }).click()
  // Who answers for it may be left open: a second tap takes it back.
  const blame = page.getByRole('radiogroup', { name: '责任' })
  const mine = blame.getByText('全责', { exact: true })
  await mine.click()
  await expect(blame.getByRole('radio', { checked: true })).toHaveCount(1)
  await mine.click()
  await expect(blame.getByRole('radio', { checked: true })).toHaveCount(0)
  await blame.getByText('主责', { exact: true }).click()
  await photograph(page, page.getByRole('button', { name: '添加照片' }), '现场')
  await sent(page.locator('main'))
  await page.getByRole('button', { name: '登记出险' }).click()
  await expect(page).toHaveTitle('车驿 · 保险案件详情')
  await expect(page.getByText('待报案', { exact: true })).toBeVisible()
  await expect(page.getByText(/^报案剩 4\d 小时$/)).toBeVisible()
  const caseId = new URL(page.url()).searchParams.get('caseId')!

  const number = `PA${Date.now()}`
  await page.getByRole('button', { name: '登记报案' }).click()
  const report = page.getByRole('dialog', { name: '登记报案' })
  await report.getByRole('button', { name: '保存' }).click()
  await expect(report.getByText('请填写报案号')).toBeVisible()
  await report.getByLabel('报案号').fill(number)
  await report.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '登记定损' }).click()
  const assess = page.getByRole('dialog', { name: '登记定损' })
  await assess.getByLabel('定损金额').fill('3200')
  await assess.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已定损', { exact: true })).toBeVisible()

  const { ticketId } = await api.ask(ticket.maintenanceCreate, { vehicleId, type: 3, items: '右前门钣金喷漆' })
  await open(`/insurance/detail?caseId=${caseId}`, 'owner')
  await page.getByRole('button', { name: '送修' }).click()
  await page.getByRole('dialog', { name: '送修' }).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('维修中', { exact: true }).first()).toBeVisible()
  expect(await api.ask(insurance.detail, { caseId })).toMatchObject({ ticketId, status: insuranceStatus.repairing })

  await page.getByRole('button', { name: '收取免赔' }).click()
  const charge = page.getByRole('dialog', { name: '向客户收取' })
  await charge.getByLabel('免赔额').fill('500')
  await charge.getByLabel('停运天数').fill('2')
  await charge.getByLabel('每日停运费').fill('150')
  await charge.getByRole('button', { name: '收取 ¥800.00' }).click()
  await expect(page.getByText(/保险免赔额¥500.00，停运2天/)).toBeVisible()
  expect((await api.ask(order.detail, { orderId })).fees).toMatchObject({ owed: 80_000 })

  await page.getByRole('button', { name: '提交理赔' }).click()
  const submit = page.getByRole('dialog', { name: '提交理赔' })
  await expect(submit.getByLabel('索赔金额')).toHaveValue('3200.00')
  await submit.getByRole('button', { name: '提交', exact: true }).click()
  await expect(page.getByText('待赔付', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '登记到账' }).click()
  const receive = page.getByRole('dialog', { name: '登记赔款到账' })
  await receive.getByLabel('到账金额').fill('3000')
  await receive.getByRole('switch').click({ force: true })
  await receive.getByRole('button', { name: '登记到账' }).click()
  await expect(page.getByText('已赔付', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: '结案' }).click()
  await page.getByRole('dialog', { name: '结案' }).getByRole('button', { name: '结案', exact: true }).click()
  await expect(page.getByText('已结案', { exact: true }).first()).toBeVisible()
  expect(await api.ask(insurance.detail, { caseId })).toMatchObject({ received: 300_000, reportNo: number })

  // The ended case is found among the others by its number.
  await open(`/insurance?keyword=${number}`, 'owner')
  await expect(page.getByRole('listitem').filter({ hasText: number })).toBeVisible()
})
