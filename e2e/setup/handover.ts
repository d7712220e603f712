import { simulation } from '@cheyi/contract/platform/simulation'
import type { Locator, Page } from '@playwright/test'
import { photograph } from './pictures.ts'
import type { Stranger } from './prepare.ts'
import { expect } from './test.ts'

/* Hands on the cards of a handover: what a member of staff does beside the car. */

/** The sign of a card: of a handover, or of a swap. */
type Mark = '人' | '车' | '钱' | '签' | '选' | '收' | '交'

/** One of the cards of a handover by its sign. */
export const cardOf = (page: Page, mark: Mark): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2 }).getByText(mark, { exact: true }) })

/** What opens and closes a card, and says how far it is. */
export const headOf = (page: Page, mark: Mark): Locator => cardOf(page, mark).locator('button[aria-expanded]')

/** Opens a card from the bar of all of them; the one that was gone to last by its head. */
export async function openCard(page: Page, mark: Mark): Promise<Locator> {
  const card = cardOf(page, mark)
  const head = headOf(page, mark)
  const jump = page.getByRole('navigation', { name: '办理步骤' }).getByRole('button', { name: mark })
  // The page stands, steps and all.
  await head.waitFor()
  if (await jump.isVisible()) await jump.click()
  else if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  await expect(head).toHaveAttribute('aria-expanded', 'true')
  return card
}

/** Nothing is missing in a card any more. */
export const expectDone = (page: Page, mark: Mark): Promise<void> => expect(headOf(page, mark)).toContainText('已完成')

/** Rent, charges and deposits, all in cash and by one button. */
export async function takeMoney(page: Page): Promise<void> {
  const card = await openCard(page, '钱')
  await card.getByText('现金', { exact: true }).click()
  await card.getByRole('button', { name: /^收款 ¥/ }).click()
  await expectDone(page, '钱')
}

/** The five places; `within` where the page has another car. */
export async function photographCar(page: Page, within: Page | Locator = page): Promise<void> {
  for (const place of ['车头', '车尾', '左侧', '右侧', '仪表盘']) {
    await photograph(page, within.getByRole('button', { name: `拍${place}` }), place)
    await expect(within.getByRole('button', { name: `查看${place}` })).toBeVisible()
  }
}

/** The first number that is given as the car's own. */
export async function odometerOf(page: Page | Locator): Promise<number> {
  const hint = await page.getByText(/^(当前|取车) [\d,]+ km/).textContent()
  return Number(hint?.match(/[\d,]+(?= km)/)?.[0].replaceAll(',', ''))
}

export async function enterReadings(page: Page | Locator, kilometres: number): Promise<void> {
  await page.getByLabel('当前里程').fill(String(kilometres))
  // A car says what it runs on by which of the two it asks for.
  for (const [name, full] of [
    ['油量', '8'],
    ['电量', '90'],
  ] as const) {
    const reading = page.getByRole('slider', { name })
    if (await reading.isVisible()) await reading.fill(full)
  }
}

/** Marks the front bumper by its name, with a picture of it. */
export async function markScratch(page: Page): Promise<void> {
  await page.getByRole('button', { name: '按名称选' }).click()
  await page.getByRole('dialog', { name: '选择部位' }).getByRole('button', { name: '前保险杠', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '前保险杠' })
  await sheet.getByText('划痕', { exact: true }).click()
  await photograph(page, sheet.getByRole('button', { name: '添加照片' }), '划痕')
  await sheet.getByRole('button', { name: '保存标记' }).click()
  await expect(page.getByRole('button', { name: /前保险杠 · 划痕.*本次新增/ })).toBeVisible()
}

/** What a shop asks for that changed nothing: both sides of the card, and the licence. */
export async function photographPapers(page: Page): Promise<void> {
  for (const name of ['人像面', '国徽面', '驾驶证正页']) {
    await photograph(page, page.getByRole('button', { name: `拍${name}` }), name)
    await expect(page.getByRole('button', { name: `重拍${name}` })).toBeVisible()
  }
}

export async function enterPapers(page: Page, { name, identityNo }: Stranger): Promise<void> {
  await photographPapers(page)
  await page.getByRole('checkbox', { name: /^客户同意留存证件照片/ }).check()
  await expect(page.getByLabel('姓名')).toHaveValue(name)
  // What is read may tick a box in the moment in which it is ticked by hand.
  await expect(page.getByText('正在识别照片…')).toBeHidden()
  await page.getByLabel('证件号码').fill(identityNo)
  await page.getByRole('checkbox', { name: '长期' }).check()
  await page.getByText('C1', { exact: true }).click()
  // One date is typed as the licence has it, the other turned on the wheels, five years on from today.
  await page.getByRole('textbox', { name: '初次领证' }).fill('20180612')
  await page.getByRole('button', { name: '选择驾驶证有效期' }).click()
  const wheels = page.getByRole('dialog', { name: '驾驶证有效期' })
  await wheels.getByRole('spinbutton', { name: '年' }).press('PageDown')
  await wheels.getByRole('button', { name: '确定' }).click()
  await expect(wheels).toBeHidden()
}

export async function photographPaper(page: Page): Promise<void> {
  await page.getByRole('button', { name: '客户在纸上签字？上传纸质合同' }).click()
  await photograph(page, page.getByRole('button', { name: '拍合同页' }), '合同')
  await page.getByRole('button', { name: '提交合同（1 页）' }).click()
  await expect(page.getByText(/^(取车|还车|长租)合同已上传$/)).toBeVisible()
  // A card that is done closes, and a hand on the record is wanted all the same.
  await openCard(page, '签')
}

/** The photo is on the server. */
export async function sent(sheet: Locator): Promise<void> {
  await expect(sheet.getByRole('button', { name: /^删除照片/ })).toBeVisible()
  await expect(sheet.getByText(/^上传中/)).toBeHidden()
}

/** The code that the customer reads from their own phone. */
export async function codeFor(
  page: Page,
  tail: string,
  of = '签署',
  sentBefore: readonly string[] = [],
): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    code = (await codesOf(page, tail, of)).find((one) => !sentBefore.includes(one))
    expect(code).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return code!
}

/** All codes that went to such a phone for that, the newest first. */
export async function codesOf(page: Page, tail: string, of: string): Promise<string[]> {
  const { data } = await (await page.request.post(simulation.messages.path, { data: {} })).json()
  return (data.list as { mobile: string; text: string }[])
    .filter(({ mobile, text }) => mobile.endsWith(tail) && text.includes(of))
    .flatMap(({ text }) => text.match(/\d{6}/)?.[0] ?? [])
}

/** A stroke across a field to sign in. */
export async function drawSignature(page: Page, field: Locator): Promise<void> {
  await field.scrollIntoViewIfNeeded()
  const box = (await field.boundingBox())!
  const middle = box.y + box.height / 2
  await page.mouse.move(box.x + 40, middle)
  await page.mouse.down()
  for (let step = 1; step <= 10; step++) await page.mouse.move(box.x + 40 + step * 15, middle + (step % 2 ? 20 : -20))
  await page.mouse.up()
}

/** What the customer does at the end of a paper on this screen: consent, code and hand. */
export async function signIn(page: Page, sheet: Locator): Promise<void> {
  await sheet.getByRole('checkbox').check()
  const field = sheet.getByRole('textbox', { name: '验证码' })
  const tail = (await field.getAttribute('placeholder'))!.match(/\d{4}/)![0]
  await field.fill(await codeFor(page, tail))
  await drawSignature(page, sheet.getByRole('img', { name: /^手写签名/ }))
  await sheet.getByRole('button', { name: '确认签署' }).click()
}

/** A stroke across the field, and the word that everything was looked at together. */
export async function sign(page: Page): Promise<void> {
  await signOnPhone(page)
  await expect(page.getByText('签名上传中')).toBeHidden()
}

/** The signature is on the phone: it may have to wait for the network. */
export async function signOnPhone(page: Page): Promise<void> {
  await drawSignature(page, page.getByRole('img', { name: /^客户签字/ }))
  await page.getByRole('checkbox', { name: '客户已当面核对里程、油电与车损' }).check()
  await page.getByRole('button', { name: '确认签字' }).click()
  await expect(page.getByRole('img', { name: '客户签名' })).toBeVisible()
}

/** The papers of a customer who stands here, from the pickup and back to it. */
async function passPapers(page: Page, customer: Stranger): Promise<void> {
  await openCard(page, '人')
  await page.getByRole('button', { name: /去核验|登记承租人证件/ }).click()
  await enterPapers(page, customer)
  await page.getByRole('button', { name: '保存并核验通过' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '办理取车' })).toBeVisible()
}

/** The paper, signed by hand, and the hand that was looked on. */
async function signByHand(page: Page): Promise<void> {
  await openCard(page, '签')
  await photographPaper(page)
  await sign(page)
}

/** All of a pickup whose money is taken but its confirmation, on its page. */
export async function prepareHandover(page: Page, customer: Stranger): Promise<void> {
  await passPapers(page, customer)
  await openCard(page, '车')
  await photographCar(page)
  await enterReadings(page, await odometerOf(page))
  await signByHand(page)
}

/** The whole of a pickup whose money is taken, on its page. */
export async function handCarOver(page: Page, customer: Stranger): Promise<void> {
  await prepareHandover(page, customer)
  await passEarlyPickup(page)
  await page.getByRole('button', { name: /^确认交车/ }).click()
  await expect(page).toHaveTitle(/^车驿 · (长租)?订单详情$/)
  await expect(page.getByText('已取车').first()).toBeVisible()
}

/** The whole of a return after so many kilometres, from the order. */
export async function takeCarBack(page: Page, kilometres: number): Promise<void> {
  await page.getByRole('button', { name: '办理还车' }).click()
  await expect(page).toHaveTitle('车驿 · 办理还车')
  await photographCar(page)
  await enterReadings(page, (await odometerOf(page)) + kilometres)
  await signByHand(page)
  await page.getByRole('button', { name: /^确认还车/ }).click()
  await expect(page.getByText('已还车').first()).toBeVisible()
}

/** An order of the morning that is fetched at night needs somebody's word for it, and costs what it costs from now on. */
export async function passEarlyPickup(page: Page): Promise<void> {
  const cash = page.getByText('现金', { exact: true })
  if (await cash.isVisible()) await cash.click()
  const reason = page.getByLabel('放行原因')
  if (await reason.isVisible()) await reason.fill('客户夜间到店，提前交车')
}
