import { inventory } from '@cheyi/contract/fleet/inventory'
import { store } from '@cheyi/contract/platform/store'
import { pickupReturn } from '@cheyi/contract/rental/pickup-return'
import { selfService } from '@cheyi/contract/rental/self-service'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { Page } from '@playwright/test'
import { barriers } from './setup/barriers.ts'
import { fitTerminal, positionOf, showCar } from './setup/customer.ts'
import { codeFor, codesOf, drawSignature } from './setup/handover.ts'
import { chineseOn } from './setup/language.ts'
import { arrangeAtHand, bookKnown, takeDeposits } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* Somebody whose phone is English takes a car alone, from the link to its open door, and reads Chinese only where it is a name or the law. */

const type = handoverType.pickup

/** Types the code that was sent for something. */
async function typeCode(phone: Page, of: string): Promise<void> {
  const field = phone.getByRole('textbox', { name: 'Code' })
  const tail = (await field.getAttribute('placeholder'))!.match(/\d{4}/)![0]
  const before = await codesOf(phone, tail, of)
  await phone.getByRole('button', { name: 'Send code' }).click()
  await field.fill(await codeFor(phone, tail, of, before))
}

test('a customer with an English phone takes the car alone, and reads no Chinese but names and the contract', async ({
  as,
  browser,
}) => {
  test.setTimeout(420_000)
  const api = await as('manager')
  const { cars, ...booked } = await bookKnown(api, { name: '陶英文', inHours: 0, days: 1 })
  const { orderId, orderNo } = booked
  await takeDeposits(api, orderId)
  await arrangeAtHand(api, orderId, cars)
  const { vehicle, order } = await api.ask(pickupReturn.task, { orderId, type })
  const { vehicleId, odometerKm } = vehicle!
  const parked = await fitTerminal(await as('owner'), await as('fleet'), vehicleId)
  const { keyNote, parkingNote } = await api.ask(inventory.detail, { vehicleId })
  const { address } = (await api.ask(store.list, {})).find(({ id }) => id === order.storeId)!
  const { url } = await api.ask(selfService.link, { orderId, type, way: 2 })
  const t = new URL(url).searchParams.get('t')!
  const { merchantName: company } = await api.ask(selfService.door, { t, type })

  const customer = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    geolocation: { longitude: parked.lng, latitude: parked.lat, accuracy: 10 },
    permissions: ['geolocation'],
  })
  const phone = await customer.newPage()
  /** What may be Chinese: names, addresses, notes of the store. */
  const names = [company, address, vehicle!.plate, vehicle!.modelName, keyNote, parkingNote].map(bare)
  async function isEnglish(law = '[data-none]'): Promise<void> {
    const { strays, chinese } = await chineseOn(phone, law)
    expect(strays).toEqual([])
    // The short name of the merchant, in the bar of the booking page.
    const shown = [...names, ...(await phone.locator('.site-brand').allInnerTexts()).map(bare)]
    const unknown = chinese.filter((text) => !shown.some((name) => name !== '' && bare(text).includes(name)))
    expect(unknown.filter((text) => !/^(简体|繁體)中文$/.test(text) && !/店$/.test(text))).toEqual([])
    expect(await barriers(phone)).toEqual([])
  }

  await phone.goto(new URL(url).pathname + new URL(url).search)
  await expect(phone.getByRole('heading', { name: 'Confirm your phone' })).toBeVisible()
  await expect(phone.locator('html')).toHaveAttribute('lang', 'en')
  await expect(phone).toHaveTitle('Cheyi · Pick up the car')
  // Whoever asks for the code is named above it, with a telephone.
  await expect(phone.getByText(company)).toBeVisible()
  await expect(phone.getByRole('link', { name: /^\d/ })).toHaveAttribute('href', /^tel:/)
  await isEnglish()

  // A refusal, by its code.
  await phone.getByRole('textbox', { name: 'Code' }).fill('000000')
  await phone.getByRole('button', { name: 'Start the pickup' }).click()
  await expect(phone.getByText('The code is wrong or has expired')).toBeVisible()
  await typeCode(phone, 'your rental')
  await phone.getByRole('button', { name: 'Start the pickup' }).click()
  await expect(phone.getByRole('heading', { name: 'Photos of the car' })).toBeVisible()
  await expect(phone.getByText(`Order ${orderNo}`)).toBeVisible()
  await isEnglish()

  await phone.getByRole('checkbox', { name: /^I have read and accept/ }).check()
  await showCar(phone, odometerKm, 'en')
  await isEnglish()

  // The rent, on the page of payments; the provider's own page is not ours.
  await phone.getByRole('button', { name: 'Pay', exact: true }).first().click()
  await expect(phone).toHaveTitle('Cheyi · Payment')
  await expect(phone.locator('.card').first()).toContainText('Rent')
  await isEnglish()
  const paying = phone.url()
  await phone.getByRole('button', { name: 'Alipay' }).click()
  await phone.getByRole('link', { name: 'Continue to Alipay' }).click()
  await phone.getByRole('button', { name: '同意付款' }).click()
  await expect(phone.getByText('已付款')).toBeVisible()
  await phone.goto(paying)
  await expect(phone.getByText('All done, thank you')).toBeVisible({ timeout: 20_000 })
  await isEnglish()
  await phone.getByRole('link', { name: 'Back to the pickup' }).click()
  await expect(phone.getByText('All paid')).toBeVisible()

  // The contract is Chinese, and says in English that this is what binds.
  await phone.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(phone.getByText(/its Chinese text is the binding one/)).toBeVisible({ timeout: 60_000 })
  await expect(phone.getByRole('heading', { name: '合同条款' })).toBeVisible()
  await isEnglish('.paper, small[lang]')
  await phone.getByRole('checkbox', { name: /^I have read and understood all clauses/ }).check()
  await expect(phone.getByText('Code sent', { exact: true })).toBeVisible()
  const field = phone.getByRole('textbox', { name: 'Code' })
  await field.fill(await codeFor(phone, (await field.getAttribute('placeholder'))!.match(/\d{4}/)![0], 'signing'))
  await drawSignature(phone, phone.getByRole('img', { name: /^Signature by hand/ }))
  await phone.getByRole('button', { name: 'Sign the contract' }).click()
  await expect(phone.getByText(/^Signed on /)).toBeVisible()
  await isEnglish('.paper')
  await phone.getByRole('link', { name: 'Back to the pickup' }).click()

  await phone.getByRole('button', { name: 'Send to the store' }).click()
  await expect(phone.getByRole('status').filter({ hasText: 'The store is checking the car' })).toBeVisible()
  await isEnglish()
  const { version } = await api.ask(selfService.check, { orderId, type })
  await api.ask(selfService.verify, { orderId, type, version, pass: true })
  await expect(phone.getByText(/^The store has accepted it/)).toBeVisible({ timeout: 20_000 })
  const { lng, lat } = (await positionOf(await as('fleet'), vehicleId))!
  await customer.setGeolocation({ longitude: lng, latitude: lat, accuracy: 10 })
  await phone.getByRole('button', { name: 'Unlock' }).click()
  await expect(phone.getByText(/^\d\d:\d\d done: Unlock$/)).toBeVisible({ timeout: 30_000 })
  await isEnglish()

  // The choice of another language stays on the device, and the page stands where it was.
  await phone.getByRole('button', { name: '简体中文' }).click()
  await expect(phone.getByText('门店已通过验车，可以取车，祝您一路平安')).toBeVisible()
  await expect(phone.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await phone.reload()
  await expect(phone.getByText('门店已通过验车，可以取车，祝您一路平安')).toBeVisible()
  await phone.getByRole('button', { name: 'English' }).click()
  await expect(phone.getByText(/^The store has accepted it/)).toBeVisible()
  await customer.close()
})

/** Without the dot of a plate. */
const bare = (text: string | null): string => (text ?? '').replaceAll('·', '').trim()
