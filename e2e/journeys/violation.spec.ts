import { inventory } from '@cheyi/contract/fleet/inventory'
import { violation } from '@cheyi/contract/rental/violation'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { violationStatus } from '@cheyi/domain/rental/violation/codes'
import { DAY, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import type { Locator, Page } from '@playwright/test'
import { openCard, sent } from '../setup/handover.ts'
import { photograph } from '../setup/pictures.ts'
import { handOutOwn, inspect } from '../setup/rental.ts'
import { expect, test } from '../setup/test.ts'
import { endedWithDeposit } from '../setup/violation.ts'

/* A fine from the letter to its end: each does what their role holds, and whoever did it stands by their name. */

/** Turns a wheel by its keys. */
async function turn(wheel: Locator, from: 'Home' | 'End', steps: number): Promise<void> {
  const [far, near] = from === 'Home' ? (['PageDown', 'ArrowDown'] as const) : (['PageUp', 'ArrowUp'] as const)
  await wheel.press(from)
  for (let i = 0; i < Math.floor(steps / 5); i++) await wheel.press(far)
  for (let i = 0; i < steps % 5; i++) await wheel.press(near)
}

/** Some minute of the past, turned on the wheels. */
async function pickPast(page: Page, label: string, moment: number): Promise<void> {
  await page.getByLabel(label).click()
  const wheels = page.getByRole('dialog', { name: label })
  const days = Math.round((startOfDate(localDate(Date.now())) - startOfDate(localDate(moment))) / DAY)
  await turn(wheels.getByRole('spinbutton', { name: '日期' }), 'End', days)
  const minutes = Math.floor((moment - startOfDate(localDate(moment))) / MINUTE)
  await turn(wheels.getByRole('spinbutton', { name: /时$/ }), 'Home', Math.floor(minutes / 60))
  await turn(wheels.getByRole('spinbutton', { name: /分$/ }), 'Home', minutes % 60)
  await wheels.getByRole('button', { name: '确定' }).click()
  await expect(wheels).toBeHidden()
}

test('the clerk enters it, the service sees to it, the accountant pays, takes and gives back, and it is closed', async ({
  page,
  open,
  as,
}) => {
  test.setTimeout(240_000)
  const { orderNo, plate, from, to } = await endedWithDeposit(await as('manager'))
  const occurAt = from + (30 + Math.floor(Math.random() * ((to - from) / MINUTE - 60))) * MINUTE

  // 李晓东, at the counter: the letter of the office.
  await open('/illegals', 'clerk')
  await page.getByRole('button', { name: /登记/ }).first().click()
  await expect(page).toHaveTitle('车驿 · 登记违章')
  await page.getByLabel('车牌号').fill(plate.toLowerCase())
  await pickPast(page, '违章时间', occurAt)
  await expect(page.getByText(orderNo)).toBeVisible()
  await page.getByLabel('违章行为').fill('违反禁令标志停车')
  await page.getByLabel('违章地点').fill('延安高架虹许路匝道')
  await page.getByLabel('扣分').fill('0')
  await page.getByLabel('罚款金额').fill('200')
  await photograph(page, page.getByRole('button', { name: '添加照片' }), '告知单')
  await sent(page.locator('main'))
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('违章已登记')).toBeVisible()
  await expect(page.getByText('自动匹配').first()).toBeVisible()
  // The next step is somebody else's.
  await expect(page.getByRole('button', { name: '处理', exact: true })).toHaveCount(0)
  const violationId = new URL(page.url()).searchParams.get('violationId')!
  const address = `/illegals/detail?violationId=${violationId}`

  // 孙慧 has the customer's word.
  await open(address, 'service')
  await page.getByRole('button', { name: '处理', exact: true }).click()
  await page.getByRole('button', { name: '开始代办' }).click()
  await expect(page.getByText('商家代办，已记录')).toBeVisible()

  // 吴静 pays it out of the bank; the slip is theirs, the proof the service's.
  await open(address, 'finance')
  await page.getByRole('button', { name: '处理', exact: true }).click()
  await expect(page.getByRole('button', { name: '办理完成' })).toHaveCount(0)
  await page.getByRole('button', { name: '登记代缴' }).click()
  const slip = page.getByRole('dialog', { name: '登记代缴罚款' })
  await slip.getByText('银行转账').click()
  await photograph(page, slip.getByRole('button', { name: '添加凭证' }), '缴款凭证')
  await sent(slip)
  await slip.getByRole('button', { name: '登记', exact: true }).click()
  await expect(page.getByText('已登记代缴罚款')).toBeVisible()

  await open(`/illegals/handle?violationId=${violationId}`, 'service')
  await photograph(page, page.getByRole('button', { name: '添加凭证' }), '处理凭证')
  await sent(page.locator('main'))
  await page.getByRole('button', { name: '办理完成' }).click()
  await expect(page.getByText('已办理，待结案')).toBeVisible()

  await open(`/illegals/handle?violationId=${violationId}`, 'finance')
  await expect(page.getByLabel('代缴罚款')).toHaveValue('200.00')
  await page.getByRole('button', { name: '确定并扣款' }).click()
  await expect(page.getByText('费用已收取')).toBeVisible()

  // A regular: half of the fee goes back into the deposit.
  await page.goto(address)
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '退还费用' }).click()
  await page.getByLabel('退还金额').fill('25')
  await page.getByLabel('退还原因').fill('老客户减免')
  await page.getByRole('button', { name: '确认退还' }).click()
  await expect(page.getByText('已发起退还')).toBeVisible()

  await open('/illegals?group=toClose', 'service')
  await page.locator(`a[href*="violationId=${violationId}"]`).click()
  // The list has the same button on its cards.
  await expect(page.getByRole('heading', { level: 1, name: '违章详情' })).toBeVisible()
  await page.getByRole('button', { name: '处理', exact: true }).click()
  await page.getByRole('button', { name: '核销结案' }).click()
  await expect(page.getByText('违章已结案')).toBeVisible()
  await page.goto(address)
  await expect(page.getByText('已结案', { exact: true }).first()).toBeVisible()
  for (const name of ['李晓东', '孙慧', '吴静']) await expect(page.getByText(new RegExp(name)).first()).toBeVisible()
  const done = await (await as('finance')).ask(violation.detail, { violationId })
  expect(done).toMatchObject({ status: violationStatus.closed, payable: 25_000, claim: { due: 0, refunded: 2_500 } })
  await page.goto('/illegals?group=ended')
  await expect(page.getByText(displayPlate(plate)).first()).toBeVisible()
})

test('a provider is asked about one car by the list of that car', async ({ page, open, as }) => {
  const api = await as('manager')
  const { list } = await api.ask(inventory.list, {})
  const { vehicleId } = list[0]!
  // The answer of the settings is late: no menu opens without the query.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/merchant/info/v1/setting*', async (route) => {
    await held.promise
    await route.continue()
  })
  await open(`/illegals?vehicleId=${vehicleId}`, 'manager')
  await expect(page.getByRole('button', { name: '登记', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '更多' })).toBeHidden()
  held.resolve()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '查询违章' }).click()
  const sheet = page.getByRole('dialog', { name: '查询违章' })
  await expect(sheet.getByText(/向查询服务查询此车的违章/)).toBeVisible()
  await sheet.getByRole('button', { name: '开始查询' }).click()
  await expect(sheet.getByText('1 辆已完成')).toBeVisible({ timeout: 30_000 })
  await sheet.getByRole('button', { name: '完成' }).click()
  await expect(sheet).toBeHidden()
})

test('a car that comes back with an open violation keeps what it costs, and the counter says so', async ({
  page,
  open,
  as,
}) => {
  test.setTimeout(180_000)
  const api = await as('manager')
  const { orderId } = await handOutOwn(page, api, '钟未结')
  const { id: violationId } = await api.ask(violation.save, {
    orderId,
    occurAt: Date.now(),
    place: '延安高架虹许路匝道',
    act: '违反禁令标志停车',
    points: 0,
    fine: 20_000,
  })
  await inspect(page, api, orderId, handoverType.return)
  await open(`/order/return?orderId=${orderId}`, 'manager')
  const money = await openCard(page, '钱')
  await expect(money.getByText('违章结案后退')).toBeVisible()

  // What it costs is known, and is not collected.
  const version = async () => (await api.ask(violation.detail, { violationId })).version
  await api.ask(violation.handle, { violationId, version: await version(), action: 'agency', consent: 'phone' })
  const lines = { fine: 0, agency: 5_000, penalty: 0 }
  await api.ask(violation.deduct, { violationId, version: await version(), lines })
  await open(`/order/return?orderId=${orderId}`, 'manager')
  await openCard(page, '钱')
  await expect(money.getByText('另有违章费用 ¥50.00，从违章押金扣除，不在本次结算内')).toBeVisible()
  await expect(money.getByText('违章费用未收，暂留')).toBeVisible()
  await expect(money.getByText('违章结案后退')).toBeVisible()
  await page.goto(`/order/detail?orderId=${orderId}`)
  await expect(page.getByText(/1 ?条未结/)).toBeVisible()
})
