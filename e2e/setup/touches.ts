import type { Locator, Page } from '@playwright/test'
import type { Effort } from './effort.ts'
import { codeFor, drawSignature, expectDone, photographPapers } from './handover.ts'
import type { Stranger } from './prepare.ts'
import { expect } from './test.ts'

/* A handover as a person at the counter does it, with no touch that the page does not ask for. */

/** The code that the customer reads from their own phone, whose last four digits the page shows. */
export type CodeOf = (tail: string) => Promise<string>

/** The paper, signed by the customer on the phone at hand. */
export async function signHere(
  page: Page,
  effort: Effort,
  codeOf: CodeOf = (tail) => codeFor(page, tail),
): Promise<void> {
  await page.getByRole('button', { name: '请客户在此签署' }).click()
  const sheet = page.getByRole('dialog', { name: '客户签署' })
  await sheet.getByRole('button', { name: '已阅读，去签署' }).click()
  const field = sheet.getByRole('textbox', { name: '验证码' })
  const tail = (await field.getAttribute('placeholder'))!.match(/\d{4}/)![0]
  await field.fill(await codeOf(tail))
  await effort.apart(() => drawSignature(page, sheet.getByRole('img', { name: /^手写签名/ })))
  await sheet.getByRole('button', { name: '确认签署' }).click()
  await expect(sheet).toBeHidden()
}

/** The papers of somebody new, photographed and typed, from the pickup and back to it. */
export async function enterPapersByHand(page: Page, effort: Effort, { identityNo }: Stranger): Promise<void> {
  await page.getByRole('button', { name: /去核验|登记承租人证件/ }).click()
  await effort.apart(() => photographPapers(page))
  // The first picture was taken with the customer's consent; what a reader finds may come in the moment in which it is typed.
  await expect(page.getByRole('checkbox', { name: /^客户同意留存证件照片/ })).toBeChecked()
  await expect(page.getByText('正在识别照片…')).toBeHidden()
  await page.getByLabel('证件号码').fill(identityNo)
  await page.getByRole('textbox', { name: '有效期' }).first().fill('20360101')
  await page.getByPlaceholder('如 C1').fill('C1')
  await page.getByRole('textbox', { name: '初次领证' }).fill('20180612')
  await page.getByRole('textbox', { name: '有效期' }).last().fill('20310612')
  await page.getByRole('button', { name: '保存并核验通过' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '办理取车' })).toBeVisible()
}

/** The money is taken, the paper signed, the key handed over. */
export async function payAndDriveOff(page: Page, effort: Effort, codeOf?: CodeOf): Promise<void> {
  await page.getByRole('button', { name: /^收款 ¥/ }).click()
  await expectDone(page, '钱')
  await signHere(page, effort, codeOf)
  await expectDone(page, '签')
  await page.getByRole('button', { name: /^确认交车/ }).click()
  await expect(page).toHaveTitle('车驿 · 订单详情')
}

/**
 * Readings as they are typed and touched. A gauge is proposed by the last handover of the car; one that was never out has
 * none, which is not what is counted.
 */
export async function read(page: Page, effort: Effort, kilometres: number, proposes: boolean): Promise<void> {
  await page.getByLabel('当前里程').fill(String(kilometres))
  const [gauge, second] = await page.getByRole('slider', { name: /油量|电量/ }).all()
  const toFull = async (reading: Locator) => {
    const { width, height } = (await reading.boundingBox())!
    await reading.click({ position: { x: width - 4, y: height / 2 } })
  }
  if (!proposes) await toFull(gauge!)
  else if ((await page.getByText('未选', { exact: true }).count()) > 0) await effort.apart(() => toFull(gauge!))
  if (second) await effort.apart(() => toFull(second))
}
