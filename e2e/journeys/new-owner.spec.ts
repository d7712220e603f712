import { HOUR } from '@cheyi/domain/time'
import writeExcel from 'write-excel-file/node'
import { confirmHours } from '../setup/booking.ts'
import { countEffort } from '../setup/effort.ts'
import { switchOnSecondFactor } from '../setup/factor.ts'
import { expectDone, odometerOf, openCard, photographCar } from '../setup/handover.ts'
import { expect, test } from '../setup/installation.ts'
import { goLater } from '../setup/later.ts'
import { stranger } from '../setup/prepare.ts'
import { freshMobile, joinByCode, register, signInByCode } from '../setup/register.ts'
import { enterPapersByHand, payAndDriveOff, read, signHere } from '../setup/touches.ts'

/* A rental company that has never seen the product: from its registration to its first car that went out and came back, on its phone. */

/** Of registration, 60 cars of 7 models, a price for each, a sale, a pickup and a return; photos and what others do apart. */
const MOST_TOUCHES = 45

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const password = 'Sunny2026x'

const customer = stranger('陈首单')

/** Sixty cars of seven models, as shops call them; the library has each under its whole name. */
const models = ['朗逸', '卡罗拉双擎', 'GL8 ES陆尊', '轩逸', '思域', '凯美瑞双擎', '途观L']
const cars = Array.from({ length: 60 }, (_, i) => ({
  plate: `苏E7K${300 + i}`,
  vin: `LFV2A21K0F30${String(10_000 + i)}`,
  model: models[i % models.length]!,
}))

const inFullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

/** What a small company has kept its cars in so far: titles above the heading, its own words, forms and sums. */
const workbook = () =>
  writeExcel(
    [
      ['苏州晴天租车 车辆台账'],
      ['制表：王芳', null, '2026年11月'],
      ['序号', '车辆', null, null, null, '保险年检', null, '车主'],
      [null, '号牌号码', '品牌车型', '车架号（VIN）', '当前里程（万公里）', '保险到期', '年审到期', null],
      ...cars.map(({ plate, vin, model }, i) => [
        String(i + 1),
        i === 0 ? inFullWidth(plate) : plate.toLowerCase(),
        model,
        vin,
        '2.5',
        ['20350501', '2035.5.1', '2035年5月1日'][i % 3]!,
        '2035-11',
        '晴天租车',
      ]),
      [],
      ['合计', '60辆'],
    ].map((cells) => cells.map((value) => (value === null ? null : { value, type: String }))),
  ).toBuffer()

test('a company registers, is approved, brings its cars, sets a price, hires, sells and hands a car over', async ({
  page,
  browser,
  installation,
}) => {
  test.setTimeout(420_000)
  const { codeTo, operator, url } = installation
  const steps = page.getByRole('listitem').filter({ hasText: /去完成|未完成|已完成/ })
  const step = (name: string) => steps.filter({ hasText: name }).getByRole('link')
  const effort = await countEffort(page)
  const home = async () => {
    // What was saved leads back by itself, at its own time.
    await expect(async () => {
      if ((await page.title()) !== '车驿 · 工作台')
        await page.getByRole('button', { name: '返回' }).click({ timeout: 1_000 })
      await expect(page).toHaveTitle('车驿 · 工作台', { timeout: 1_000 })
    }).toPass({ timeout: 15_000 })
  }

  await test.step('registers, and waits for review', async () => {
    await register(page, freshMobile(), password, codeTo)
    await expect(page).toHaveTitle('车驿 · 工作台')
    await expect(page.getByText('商家资料审核中，可先完善门店、车型、车辆与价格')).toBeVisible()
  })

  await test.step('names its store while it waits', async () => {
    // The only store is opened at once, as soon as the page knows that it is the only one.
    await expect(step('地址、位置与营业时间')).toHaveAttribute('href', /store\/edit/)
    await step('地址、位置与营业时间').click()
    await page.getByRole('textbox', { name: '门店地址', exact: true }).fill('人民路1号')
    await page.getByRole('button', { name: '位置' }).click()
    await page
      .getByRole('textbox', { name: '位置', exact: true })
      .fill('https://uri.amap.com/marker?position=120.62,31.32&name=晴天租车')
    await page.getByRole('button', { name: '确定' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('门店已保存')).toBeVisible()
  })

  await test.step('is approved by the platform, and told so where it stands', async () => {
    const operatorMobile = freshMobile()
    await operator('person', 'add', operatorMobile)
    const desk = await (await browser.newContext({ baseURL: url })).newPage()
    await signInByCode(desk, operatorMobile, codeTo)
    // Who runs the platform has a second factor before anything else.
    await desk.getByRole('button', { name: '去开启' }).click()
    await switchOnSecondFactor(desk)
    await desk.goto('/')
    await desk.getByText('商家审核').click()
    const waiting = desk.getByRole('listitem').filter({ hasText: '晴天租车' })
    await waiting.getByRole('button', { name: '通过' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: /通过/ }).click()
    await expect(waiting).toBeHidden()
    await desk.context().close()
    await home()
    await expect(page.getByText('商家资料审核中')).toHaveCount(0)
  })

  await test.step('brings its cars and their models out of its spreadsheet, and puts them on sale together', async () => {
    await home()
    await step('从表格导入，上架后可租').click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /选择表格/ }).click()
    await (await chooser).setFiles({ name: '车辆台账.xlsx', mimeType: XLSX, buffer: await workbook() })
    // 保险到期 may be of the commercial insurance, so the check asks.
    const asks = page.locator('.notice').filter({ hasText: '60 辆车没有交强险到期日' })
    await asks.getByRole('button', { name: '对应「保险到期」' }).click({ timeout: 60_000 })
    await page.getByRole('button', { name: '按车型库添加 7 款' }).click()
    await expect(page.getByText(/^已对应 大众朗逸、丰田卡罗拉双擎/)).toBeVisible()
    await page.getByRole('button', { name: '重新检查' }).click({ timeout: 60_000 })
    await page.getByRole('button', { name: '导入 60 行' }).click({ timeout: 60_000 })
    await expect(page.getByText('导入完成')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: '上架全部' }).click()
    await expect(page.getByText('60 辆已完成')).toBeVisible({ timeout: 60_000 })
    // No class of car can be let out without a deposit; each is given the usual one.
    await page.getByRole('button', { name: '去设置' }).click()
    await page.getByRole('dialog', { name: '车型押金' }).getByRole('button', { name: '按建议设置 7 款车型' }).click()
    await expect(page.getByText('7 款车型已设押金')).toBeVisible()
    await page.getByRole('button', { name: '完成' }).click()
    await expect(page).toHaveTitle('车驿 · 工作台')
  })

  await test.step('sets what a day costs of every model', async () => {
    await step('价格').click()
    const prices = page.getByRole('textbox', { name: /平日价$/ })
    await expect(prices).toHaveCount(7)
    for (const [i, field] of (await prices.all()).entries()) await field.fill(String(168 + 20 * i))
    await page.getByRole('button', { name: '保存 7 个价格' }).click()
    await expect(page.getByText('7 个车型已定价，可以预订')).toBeVisible()
  })

  await test.step('says how it is paid', async () => {
    await home()
    await step('确认收款方式').click()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('收款设置已保存，立即生效')).toBeVisible()
    await home()
  })

  const clerkMobile = freshMobile()
  const untilPaid = effort.taps.length
  await test.step('hires somebody for the counter', async () => {
    await page.goto('/account/add')
    await page.getByLabel('姓名').fill('李店员')
    await page.getByLabel('手机号').fill(clerkMobile)
    await page.getByRole('checkbox', { name: '店员' }).check({ force: true })
    await page.getByRole('button', { name: '发送邀请' }).click()
    await expect(page).toHaveTitle('车驿 · 员工详情')
    await home()
    await expect(page.getByText('开业准备')).toHaveCount(0)
    effort.taps.length = untilPaid
  })

  const counter = await (await browser.newContext({ baseURL: url, ...phone })).newPage()
  const codeOfCustomer = () => codeTo(counter, customer.phone)
  const work = await test.step('who was hired sells the first rental to somebody who walks in', async () => {
    await joinByCode(counter, clerkMobile, codeTo)
    await expect(counter).toHaveTitle('车驿 · 工作台')
    const sale = await countEffort(counter)
    await counter.reload()
    await counter.getByRole('button', { name: '新建' }).click()
    await counter.getByRole('button', { name: /^现场开单/ }).click()
    await counter.getByLabel('手机号').fill(customer.phone)
    await counter.getByLabel('姓名').fill(customer.name)
    await expect(counter.getByText(/合计/)).toBeVisible()
    await counter.getByRole('button', { name: '提交并取车' }).click()
    const pickup = counter.getByRole('heading', { level: 1, name: '办理取车' })
    await confirmHours(counter, pickup, (button) => sale.apart(() => button.click()))
    await expect(pickup).toBeVisible()
    return sale
  })

  await test.step('hands the car over', async () => {
    await enterPapersByHand(counter, work, customer)
    await work.apart(() => photographCar(counter))
    await read(counter, work, await odometerOf(counter), false)
    await payAndDriveOff(counter, work, codeOfCustomer)
    await expect(counter.getByText('已取车').first()).toBeVisible()
  })

  await test.step('and the owner takes it back, and hands its deposit back', async () => {
    await goLater(page, 2 * HOUR)
    await page.goto('/order')
    await page.getByRole('button', { name: '还车', exact: true }).click()
    await expect(page).toHaveTitle('车驿 · 办理还车')
    await effort.apart(() => photographCar(page))
    await read(page, effort, (await odometerOf(page)) + 42, false)
    await expectDone(page, '钱')
    await openCard(page, '钱')
    await page.getByRole('checkbox', { name: /^已当面退还租车押金 ¥/ }).check()
    await signHere(page, effort, codeOfCustomer)
    await page.getByRole('button', { name: /^确认还车/ }).click()
    await expect(page).toHaveTitle('车驿 · 订单详情')
    const taps = [...effort.taps, ...work.taps]
    console.info(
      `from registration to the first car back: ${taps.length} touches, ${effort.fields + work.fields} fields`,
    )
    expect(taps.length, taps.join(' · ')).toBeLessThanOrEqual(MOST_TOUCHES)
  })
})

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }
